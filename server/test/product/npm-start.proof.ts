import { execFile, spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtProgram } from './build.ts'
import { isAlive, postmasterPid, until } from './processes.ts'
import { freePort, freshFolder, removeFolder, watch, type Running } from './product.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
let dataDir = ''
let running: Running | undefined

beforeAll(async () => {
  builtProgram()
  dataDir = await freshFolder()
})

afterAll(async () => {
  if (running) endGroup(running.pid)
  await removeFolder(dataDir)
}, 180_000)

/** npm may be gone and what it started not. */
function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** As a terminal does: npm and what it starts are one group. The build has its own tests. */
async function npmStart(): Promise<Running> {
  const { PATH = '', HOME = '/' } = process.env
  const env = {
    PATH,
    HOME,
    PORT: String(await freePort()),
    VIGIE_DATA_DIR: dataDir,
    VIGIE_DEMO: 'portfolio',
    npm_config_update_notifier: 'false',
  }
  const started = watch(spawn('npm', ['start', '--ignore-scripts'], { cwd: root, env, detached: true }))
  running = started
  await until(
    'the product to be ready',
    () => started.hasExited() || started.output().includes('Ready in'),
    180_000,
  )
  expect(started.output()).toContain('Ready in')
  return started
}

test.each<[string, (npm: Running) => void]>([
  ['Ctrl-C in a terminal reaches npm and the service', ({ pid }) => void process.kill(-pid, 'SIGINT')],
  ['SIGTERM reaches npm alone', (npm) => npm.signal('SIGTERM')],
])(
  'The command ends cleanly: %s',
  async (_name, ask) => {
    const npm = await npmStart()
    const postmaster = await postmasterPid(dataDir)
    ask(npm)
    await npm.exited
    expect(npm.output()).toContain('Stopped.')
    expect(postmaster !== undefined && isAlive(postmaster)).toBe(false)
    expect(await postmasterPid(dataDir)).toBeUndefined()
  },
  240_000,
)

test('A start builds nothing again that is built already', async () => {
  const build = path.join(root, 'scripts', 'build-for-start.mjs')
  const targets = ['client', 'web']
  await promisify(execFile)(process.execPath, [build, ...targets])
  expect((await promisify(execFile)(process.execPath, [build, ...targets])).stdout).toBe('')
}, 120_000)
