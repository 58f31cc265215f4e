import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { compileProcess } from '../../../../test/jobs/compile.ts'
import { startEmbedded } from './index.ts'

// Processes are created and killed here, which a loaded machine does slowly.
vi.setConfig({ testTimeout: 60_000 })

const here = fileURLToPath(new URL('.', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'vigie-takeover-'))
chmodSync(root, 0o755)
const dataDir = join(root, 'data')
const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
const nobody = { uid: 65534, gid: 65534 }
const canDropRights =
  process.getuid?.() === 0 && spawnSync('test', ['-r', join(here, 'index.ts')], nobody).status === 0

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

// Busy enough to miss the end of its server, and never for good.
const BUSY = `do $$ begin while clock_timestamp() < now() + interval '20 s' loop end loop; end $$`

let compiled: Awaited<ReturnType<typeof compileProcess>>
beforeAll(async () => {
  compiled = await compileProcess('src/platform/db/embedded/index.ts')
})
afterAll(() => compiled.remove())

const script = () => `
import { startEmbedded } from ${JSON.stringify(pathToFileURL(compiled.script).href)}
process.on('message', () => process.exit(0))
const server = await startEmbedded({ dataDir: process.argv[1], durable: process.getuid() === 0 })
process.send({ pid: server.pid, url: server.adminUrl })
`

interface Ready {
  pid: number
  url: string
}

/** A service in a process of its own, which can be killed. */
function service(folder: string, identity: { uid?: number; gid?: number } = {}): ChildProcess {
  const args = ['--input-type=module', '-e', script(), folder]
  const stdio: Array<'ignore' | 'inherit' | 'ipc'> = ['ignore', 'inherit', 'inherit', 'ipc']
  const child = spawn(process.execPath, args, { cwd: here, stdio, ...identity })
  children.push(child)
  return child
}

async function ready(child: ChildProcess): Promise<Ready> {
  const ended = once(child, 'exit').then(() => Promise.reject(new Error('the service ended')))
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [Ready]
  ended.catch(() => {})
  return message
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function query(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}

function isLive(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
}

/** Starts, asks the server something, and stops. */
async function askAfterStart(sql = 'select 1 as n'): Promise<unknown[]> {
  const server = await startEmbedded({ dataDir })
  try {
    return (await query(server.adminUrl, sql)).map((row) => row['n'])
  } finally {
    await server.stop()
  }
}

/** Puts back the pid files that a server on this folder would leave, with another pid in them. */
async function leavePidFiles(pid: number): Promise<void> {
  const server = await startEmbedded({ dataDir })
  const lockFile = join(dataDir, 'postgres', '.s.PGSQL.5432.lock')
  const left = [pidFile, lockFile].map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  await server.stop()
  const owner = statSync(join(dataDir, 'postgres'))
  for (const { path, text } of left) {
    writeFileSync(path, text.replace(/^\d+/, String(pid)), { mode: 0o600 })
    chownSync(path, owner.uid, owner.gid)
  }
}

/** A service that was quicker than this process could look is given another try. */
async function killWhileCreating(): Promise<void> {
  for (;;) {
    const child = service(dataDir)
    let isReady = false
    ready(child).then(
      () => (isReady = true),
      () => undefined,
    )
    const isCreating = () =>
      existsSync(dataDir) && readdirSync(dataDir).some((name) => name.includes('.new-'))
    await vi.waitUntil(() => isReady || isCreating(), { timeout: 110_000, interval: 5 })
    await kill(child)
    if (!existsSync(join(dataDir, 'postgres'))) return
    await askAfterStart()
    rmSync(dataDir, { recursive: true })
  }
}

describe.runIf(process.platform === 'linux')('Remains of an earlier run', () => {
  it('An interrupted creation starts again', async () => {
    await killWhileCreating()
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
    expect(await askAfterStart()).toEqual([1])
    expect(readdirSync(dataDir).filter((name) => name.includes('.new-'))).toEqual([])
  })

  it('A new service takes over from a killed one: its server is stopped and no committed row is lost', async () => {
    const child = service(dataDir)
    const { pid, url } = await ready(child)
    await query(url, 'create table written (n int primary key)')
    let acknowledged = 0
    const writer = new pg.Client({ connectionString: url })
    writer.on('error', () => {})
    await writer.connect()
    const writing = (async () => {
      for (let n = 1; ; n++) {
        await writer.query('insert into written values ($1)', [n])
        acknowledged = n
      }
    })().catch(() => {})
    await vi.waitUntil(() => acknowledged > 20, { timeout: 100_000 })
    await kill(child)
    expect(isLive(pid)).toBe(true)

    const rows = await askAfterStart('select n from written order by n')
    await writing
    expect(isLive(pid)).toBe(false)
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
    expect(rows).toEqual(rows.map((_, index) => index + 1))
  })

  it('Busy sessions of a killed server are ended before a new one starts', async () => {
    const server = await startEmbedded({ dataDir })
    const busy = new pg.Client({ connectionString: server.adminUrl })
    busy.on('error', () => {})
    await busy.connect()
    const [session] = (await busy.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
    const loop = busy.query(BUSY).catch(() => 'cut')
    process.kill(server.pid, 'SIGKILL')
    await server.died
    expect(isLive(session?.pid ?? 0)).toBe(true)
    expect(await askAfterStart()).toEqual([1])
    expect(await loop).toBe('cut')
  })

  it('A server starts over the pid files of a dead process', async () => {
    await leavePidFiles(spawnSync('true').pid)
    expect(await askAfterStart()).toEqual([1])
  })

  it('A server starts over the pid files of a foreign live process and leaves that one alone', async () => {
    const foreign = spawn('sleep', ['60'])
    children.push(foreign)
    await leavePidFiles(foreign.pid ?? 0)
    expect(await askAfterStart()).toEqual([1])
    expect(isLive(foreign.pid ?? 0)).toBe(true)
  })

  it('A server starts over the pid files of a zombie', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(parent)
    const [line] = (await once(parent.stdout, 'data')) as [Buffer]
    const pid = Number(line)
    await leavePidFiles(pid)
    await vi.waitUntil(() => existsSync(`/proc/${pid}`) && !isLive(pid), { timeout: 100_000 })
    expect(await askAfterStart()).toEqual([1])
  })

  it.each([
    ['of a process whose pid was given to another', JSON.stringify({ pid: process.pid, started: 'earlier' })],
    ['that is empty', ''],
  ])('A server starts despite a lock %s', async (_, lock) => {
    writeFileSync(join(dataDir, 'vigie.lock'), lock)
    expect(await askAfterStart()).toEqual([1])
  })

  it('Another process is refused while a service lives', async () => {
    const child = service(dataDir)
    const { url } = await ready(child)
    await expect(startEmbedded({ dataDir })).rejects.toThrow(`in use by process ${child.pid}`)
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
    child.send('exit')
    await once(child, 'exit')
  })

  it.runIf(canDropRights)(
    'A server runs as the current user when not root, and leaves no process behind at exit',
    async () => {
      const own = join(root, 'own')
      mkdirSync(own, { mode: 0o700 })
      chownSync(own, nobody.uid, nobody.gid)
      const child = service(own, nobody)
      const { pid } = await ready(child)
      expect(readFileSync(`/proc/${pid}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m)
      child.send('exit')
      await once(child, 'exit')
      await vi.waitUntil(() => !isLive(pid), { timeout: 100_000 })
    },
  )
})
