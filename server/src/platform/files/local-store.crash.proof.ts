import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileProcess } from '../../../test/jobs/compile.ts'
import { crashContent } from '../../../test/s3/crash-content.ts'
import { localStore } from './local-store.ts'
import { newObjectKey } from './object-store.ts'

const run = promisify(execFile)
const serverFolder = fileURLToPath(new URL('../../../', import.meta.url))

let parent: string
let child: Awaited<ReturnType<typeof compileProcess>>
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vigie-crash-'))
  child = await compileProcess('test/s3/crashing-put.ts')
})
afterAll(async () => {
  await child.remove()
  await rm(parent, { recursive: true, force: true })
})

// In this order nothing is lost to a power cut: bytes before the name, every new folder before its content counts,
// the name before the acknowledgement.
const steps = [
  'half written',
  'before sync temporary',
  'after sync temporary',
  'before sync objects',
  'after sync objects',
  'before sync outer',
  'after sync outer',
  'before rename temporary to object',
  'after rename',
  'before sync inner',
  'after sync inner',
  'acknowledged',
]

test('A put flushes the file, the folders and the name, in that order, before it is acknowledged', async () => {
  const options = { cwd: serverFolder }
  const { stdout } = await run(
    process.execPath,
    [child.script, join(parent, 'order'), newObjectKey(7)],
    options,
  )
  expect(stdout.trim().split('\n')).toEqual(steps)
})

// Neighbours that leave the same bytes on the disk are tried once.
const deadly = steps.filter((step) => !step.startsWith('before sync') || step.endsWith('temporary'))

describe.each(deadly)('A process killed at "%s"', (step) => {
  const whole = steps.indexOf(step) >= steps.indexOf('after rename')

  test(`A killed process leaves ${whole ? 'the whole object' : 'nothing but a temporary file, swept after a day'}`, async () => {
    const root = join(parent, step.replaceAll(' ', '-'))
    const key = newObjectKey(7)
    const args = [child.script, root, key, step]
    const dying = spawn(process.execPath, args, { cwd: serverFolder, stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed, [, signal]] = await Promise.all([text(dying.stdout), once(dying, 'exit')])
    expect(signal).toBe('SIGKILL')
    expect(printed.trim().split('\n').at(-1)).toBe(step)

    const store = await localStore({ root })
    if (whole) expect((await buffer(await store.get(key))).equals(crashContent)).toBe(true)
    else expect(await store.head(key)).toBeNull()

    const temps = join(root, 'tmp')
    const left = await readdir(temps)
    expect(left).toHaveLength(whole ? 0 : 1)
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    for (const name of left) await utimes(join(temps, name), yesterday, yesterday)
    await localStore({ root })
    expect(await readdir(temps)).toEqual([])
    if (whole) expect(await store.head(key)).toEqual({ size: crashContent.length })
  })
})
