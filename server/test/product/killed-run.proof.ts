import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshPlace, root } from './checkout.ts'
import { isAlive, until } from './processes.ts'
import { watch, type Running } from './product.ts'

const patienceMs = 180_000
let place = ''
beforeAll(async () => {
  place = await freshPlace()
})
afterAll(() => rm(place, { recursive: true, force: true }))

const runFolders = () => readdirSync(place).filter((name) => name.startsWith('vigie-run-'))

/** The run of one test file, from its own place for temporary files. */
function startRun(word: string): Running {
  const { PATH = '', HOME = '/' } = process.env
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--root', path.join(root, 'server'), word]
  return watch(spawn(process.execPath, args, { cwd: root, env: { PATH, HOME, TMPDIR: place } }))
}

/** The pid of the PostgreSQL of a run, once tests use it. */
async function serverOf(run: Running): Promise<number> {
  const folder = () => path.join(place, runFolders().find((name) => name.includes(`-${run.pid}-`)) ?? '-')
  const isReady = () => run.hasExited() || existsSync(path.join(folder(), 'server.json'))
  await until('the server of the run', isReady, patienceMs)
  return Number.parseInt(await readFile(path.join(folder(), 'server/postgres/postmaster.pid'), 'utf8'), 10)
}

test(
  'A run of tests that is told to end leaves neither a server nor a folder',
  { timeout: 2 * patienceMs },
  async () => {
    const run = startRun('src/domain/comments')
    const server = await serverOf(run)
    run.signal('SIGTERM')
    await run.exited
    expect(runFolders()).toEqual([])
    await until('the end of its server', () => !isAlive(server))
  },
)

test('What a killed run left behind is removed by the next one', { timeout: 2 * patienceMs }, async () => {
  const run = startRun('src/domain/comments')
  const server = await serverOf(run)
  run.signal('SIGKILL')
  await run.exited
  const next = startRun('src/platform/kernel/nearest')
  expect(await next.exited).toMatchObject({ code: 0 })
  expect(runFolders()).toEqual([])
  await until('the end of its server', () => !isAlive(server))
})
