import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { EmbeddedPostgresError, findRunning, startEmbedded } from './index.ts'

const root = mkdtempSync(join(tmpdir(), 'vigie-embedded-'))
chmodSync(root, 0o755)
const asRoot = process.getuid?.() === 0
const onLinux = process.platform === 'linux'

afterAll(() => rmSync(root, { recursive: true, force: true }))

async function value(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql)
    return Object.values(rows[0] ?? {})[0]
  } finally {
    await client.end()
  }
}

function statusOf(pid: number, field: string): string {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return new RegExp(`^${field}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
}

/** Containers often keep root from looking into another user's process. */
function mayInspect(pid: number): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/0`) !== ''
  } catch {
    return false
  }
}

function tcpSocketsOf(pid: number): string[] {
  const tables = readFileSync(`/proc/${pid}/net/tcp`, 'utf8') + readFileSync(`/proc/${pid}/net/tcp6`, 'utf8')
  const held = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`))
  const inodes = held.flatMap((name) => /^socket:\[(\d+)\]$/.exec(name)?.[1] ?? [])
  expect(inodes.length).toBeGreaterThan(0)
  return inodes.filter((inode) => tables.includes(` ${inode} `))
}

describe.runIf(onLinux)('A server on an empty data folder', { shuffle: false }, () => {
  const dataDir = join(root, 'first')

  it('A new server is private and unprivileged, keeps its data over a restart, and stops', async () => {
    const steps: string[] = []
    const server = await startEmbedded({ dataDir, onProgress: (step) => steps.push(step) })
    const url = server.adminUrl
    try {
      expect(steps).toEqual(['Creating the database cluster', 'Starting PostgreSQL'])
      expect(await value(url, 'show data_checksums')).toBe('on')
      expect(await value(url, 'show fsync')).toBe('on')
      expect(await value(url, 'show synchronous_commit')).toBe('on')
      expect(await value(url, 'show server_encoding')).toBe('UTF8')
      expect(await value(url, `select 'é' collate "fr-x-icu" < 'f'`)).toBe(true)
      expect(await value(url, `select string_agg(a, '' order by a) from unnest(array['a','B','é']) a`)).toBe(
        'Baé',
      )
      await value(url, `create table kept as select 42 as n`)

      expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600)
      const wrong = url.replace(/:[^:@]+@/, ':wrong@')
      await expect(value(wrong, 'select 1')).rejects.toMatchObject({ code: '28P01' })
      expect(await value(url, 'show listen_addresses')).toBe('')
      if (mayInspect(server.pid)) expect(tcpSocketsOf(server.pid)).toEqual([])

      // A session of its own, so that a terminal's Ctrl-C does not reach it.
      expect(statusOf(server.pid, 'NSsid')).toBe(String(server.pid))
      if (asRoot) expect(statusOf(server.pid, 'Uid')).not.toBe('0')
      expect(await findRunning(dataDir)).toBe(url)
    } finally {
      await Promise.all([server.stop(), server.stop()])
    }
    expect(() => process.kill(server.pid, 0)).toThrow('ESRCH')
    expect(await findRunning(dataDir)).toBeUndefined()

    const again = await startEmbedded({ dataDir })
    expect(again.adminUrl).toBe(url)
    try {
      expect(await value(again.adminUrl, 'select n from kept')).toBe(42)
    } finally {
      await again.stop()
    }
    expect(readdirSync(dataDir).toSorted()).toEqual(['postgres', 'postgres-password', 'postgres.log'])
  })

  it('A second service is refused while the first lives, without harm to it', async () => {
    const first = await startEmbedded({ dataDir })
    try {
      const second = startEmbedded({ dataDir })
      await expect(second).rejects.toThrow(EmbeddedPostgresError)
      await expect(second).rejects.toThrow(`in use by process ${process.pid}`)
      expect(await value(first.adminUrl, 'select 1')).toBe(1)
    } finally {
      await first.stop()
    }
  })

  it('The death of the server is reported, and it can be started again at once', async () => {
    const server = await startEmbedded({ dataDir })
    process.kill(server.pid, 'SIGKILL')
    expect(await server.died).toEqual({ code: null, signal: 'SIGKILL' })
    const next = await startEmbedded({ dataDir })
    try {
      expect(await value(next.adminUrl, 'select n from kept')).toBe(42)
    } finally {
      await next.stop()
    }
  })

  it('The last lines of the log are shown when the server does not start', async () => {
    const broken = startEmbedded({ dataDir, settings: { shared_buffers: 'plenty' } })
    await expect(broken).rejects.toThrow(/stopped while it was starting[^]*postgres\.log:[^]*"plenty"/)
    const repaired = await startEmbedded({ dataDir })
    await repaired.stop()
  })
})

describe.runIf(onLinux)('Difficult data folders', () => {
  const quick = { durable: false }

  it.runIf(asRoot)('A server works below a folder that only root may enter, still unprivileged', async () => {
    const closed = join(root, 'closed')
    mkdirSync(closed, { mode: 0o700 })
    const dataDir = join(closed, 'app', 'data')
    for (const round of ['first', 'second']) {
      const server = await startEmbedded({ dataDir, ...quick })
      try {
        expect(statusOf(server.pid, 'Uid')).not.toBe('0')
        expect(await value(server.adminUrl, `select '${round}'`)).toBe(round)
        expect(await value(server.adminUrl, 'show fsync')).toBe('off')
      } finally {
        await server.stop()
      }
    }
    expect(statSync(closed).mode & 0o777).toBe(0o700)
  })

  it('A server works where the path is too long for a socket, and finds that socket again', async () => {
    const dataDir = join(root, 'l'.repeat(60), 'o'.repeat(60))
    const first = await startEmbedded({ dataDir, ...quick })
    expect(await value(first.adminUrl, 'select 1')).toBe(1)
    expect(await findRunning(dataDir)).toBe(first.adminUrl)
    await first.stop()
    const second = await startEmbedded({ dataDir, ...quick })
    await second.stop()
    expect(second.adminUrl).toBe(first.adminUrl)
    rmSync(readFileSync(join(dataDir, 'postgres-socket'), 'utf8'), { recursive: true })
  })

  it('A folder that is not a complete cluster is not touched', async () => {
    const dataDir = join(root, 'partial')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'precious'), 'x')
    await expect(startEmbedded({ dataDir })).rejects.toThrow('holds files but no PG_VERSION')
    expect(readFileSync(join(dataDir, 'postgres', 'precious'), 'utf8')).toBe('x')
  })

  it('A cluster of another version must be moved by backup, and the error says so', async () => {
    const dataDir = join(root, 'old')
    mkdirSync(join(dataDir, 'postgres'), { recursive: true })
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '12\n')
    await expect(startEmbedded({ dataDir })).rejects.toThrow(/made by PostgreSQL 12/)
  })
})
