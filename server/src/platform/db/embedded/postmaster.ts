import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Binaries } from './binaries.ts'
import { codeOf, EmbeddedPostgresError, reasonOf } from './errors.ts'
import { stopPostmaster } from './leftovers.ts'
import type { ServerLog } from './log.ts'
import { run, serverEnvironment } from './run.ts'
import type { RunAs } from './run.ts'

export interface Exit {
  code: number | null
  signal: string | null
}

export interface Launch {
  binaries: Binaries
  way: { cwd: string; path: string }
  runAs: RunAs | undefined
  settings: Record<string, string>
  log: ServerLog
}

export interface Postmaster {
  pid: number
  exited: Promise<Exit>
  hasExited(): boolean
  stop(): Promise<void>
}

function spawnServer(launch: Launch): ChildProcess {
  const { binaries, way, runAs, log } = launch
  const settings = Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return spawn(binaries.postgres, ['-D', way.path, ...settings], {
    cwd: way.cwd,
    env: serverEnvironment(binaries.libraries),
    stdio: ['ignore', log.fd, log.fd],
    // A session of its own: Ctrl-C must reach the service alone, which stops the server when it has finished.
    detached: true,
    ...(runAs ? { uid: runAs.uid, gid: runAs.gid } : {}),
  })
}

function waitForSpawn(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child.pid ?? 0))
    child.once('error', (error) => {
      reject(new EmbeddedPostgresError(`PostgreSQL could not be started: ${error.message}`))
    })
  })
}

export async function launchPostmaster(launch: Launch): Promise<Postmaster> {
  const child = spawnServer(launch)
  const exited = new Promise<Exit>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const pid = await waitForSpawn(child)
  const hasExited = () => child.exitCode !== null || child.signalCode !== null
  const onProcessExit = () => void child.kill('SIGINT')
  process.once('exit', onProcessExit)
  void exited.then(() => process.off('exit', onProcessExit))
  // The server alone does not keep a service alive that has nothing left to do.
  child.unref()

  let stopping: Promise<void> | undefined
  const stop = async () => {
    child.ref()
    if (process.platform === 'win32') {
      const env = serverEnvironment(launch.binaries.libraries)
      await run(launch.binaries.pgCtl, ['stop', '-D', launch.way.path, '-m', 'fast', '-w'], { env })
    } else if (!hasExited()) await stopPostmaster(pid, hasExited)
    await exited
  }
  return { pid, exited, hasExited, stop: () => (stopping ??= stop()) }
}

type Answer = 'ready' | 'not yet' | 'recovering'

async function sendQuery(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return 'ready'
  } catch (error) {
    const code = codeOf(error)
    if (code === '57P03') return 'recovering'
    if (code?.startsWith('28') === true || code === '3D000') throw error
    return 'not yet'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Ready means that a connection with the password works, whatever the log says. */
export async function waitUntilReady(
  server: Postmaster,
  url: string,
  onProgress: (step: string) => void,
): Promise<void> {
  const began = performance.now()
  let reported = false
  for (;;) {
    if (server.hasExited()) throw new EmbeddedPostgresError('PostgreSQL stopped while it was starting')
    const answer = await sendQuery(url).catch((error: unknown) => {
      throw new EmbeddedPostgresError(`PostgreSQL refuses the administrator's password: ${reasonOf(error)}`)
    })
    if (answer === 'ready') return
    const waited = performance.now() - began
    // Recovery after a crash takes as long as it takes; a silent server does not.
    if (answer === 'not yet' && waited > 60_000) {
      throw new EmbeddedPostgresError('PostgreSQL does not answer after 60 seconds')
    }
    if (!reported && waited > 1000) {
      onProgress('Waiting for PostgreSQL to recover')
      reported = true
    }
    await sleep(25)
  }
}
