import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

test(
  'Every picture of the documentation can be taken of the product as it is',
  { timeout: 900_000 },
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'vigie-pictures-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const command = ['--import', 'tsx', '--conditions=vigie-source', 'scripts/pictures.ts', folder]
    await promisify(execFile)(process.execPath, command, { cwd: root })
    const taken = await readdir(folder)
    expect(taken.toSorted()).toEqual((await readdir(path.join(root, 'docs/pictures'))).toSorted())
  },
)
