import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { costFigure, type Bench } from './support/figures.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const proof = ['--config', 'vitest.proofs.config.ts', '--project', 'proofs', 'test/story/two-years.proof.ts']

/** The story that is proved to end right, day by day, also says what its days cost. */
export const twoYears: Bench = {
  name: 'two-years',
  title: 'Two years of a hundred companies in a sandbox',
  async run(tell) {
    const { stdout } = await promisify(execFile)('npx', ['vitest', 'run', '--root', 'server', ...proof], {
      cwd: root,
    })
    const found = /^.*?(\d+ companies, (\d+) days: (\d+) ms of processor time)$/m.exec(stdout)
    if (!found) throw new Error('The story has not said what it cost.')
    tell(found[1] ?? '')
    return [costFigure('processor time', Number(found[3]) / 1_000, { most: 60, unit: 's' })]
  },
}
