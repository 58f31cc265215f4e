// `npm run proofs`: what takes longer than a change can wait for and must never break. `npm run proofs -- <words>`
// only runs those whose path has one of the words.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { closingLine, reportTo, runStep } from './steps.mjs'

const services = ['test services', 'bash', 'scripts/test-services/install-debian.sh']
const staleParts = ['build', process.execPath, 'scripts/build-for-start.mjs']
const unusedCode = ['unused code', 'knip']
const isWholeRun = process.argv.length === 2

async function runProofs() {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-proofs-'))
  const resultFile = join(folder, 'result.json')
  const config = ['--root', 'server', '--config', 'vitest.proofs.config.ts']
  const code = await runStep([
    'proofs',
    'vitest',
    'run',
    ...config,
    ...reportTo(resultFile),
    ...process.argv.slice(2),
  ])
  console.log(closingLine(resultFile))
  rmSync(folder, { recursive: true, force: true })
  return code
}

process.exitCode =
  (isWholeRun && (await runStep(unusedCode))) ||
  (await runStep(services)) ||
  (await runStep(staleParts)) ||
  (await runProofs())
