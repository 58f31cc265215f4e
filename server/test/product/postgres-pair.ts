import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { identity } from './debian-postgres.ts'
import { until } from './processes.ts'
import { freePort } from './product.ts'

/** A server and the standby that follows it, in a folder of their own. */
export interface PostgresPair {
  readonly primary: PairedServer
  readonly standby: PairedServer
  /** Both, as the superuser, the standby first: the order says nothing of which accepts writes. */
  url(database: string): string
  /** From now on every commit waits for the standby. */
  makeSynchronous(): Promise<void>
  stop(): Promise<void>
}

export class PairedServer {
  readonly port: number
  readonly #programs: string
  readonly #data: string
  readonly #password: string
  #child: ChildProcess | null = null

  constructor(place: { programs: string; data: string; port: number; password: string }) {
    this.port = place.port
    this.#programs = place.programs
    this.#data = place.data
    this.#password = place.password
  }

  url(database: string): string {
    return `postgres://boss:${this.#password}@127.0.0.1:${this.port}/${database}`
  }

  async query<R extends pg.QueryResultRow>(text: string, database = 'postgres'): Promise<R[]> {
    const client = new pg.Client({ connectionString: this.url(database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<R>(text)).rows
    } finally {
      await client.end()
    }
  }

  async start(): Promise<void> {
    const folder = path.dirname(this.#data)
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      'fsync=off',
      'hot_standby=on',
      'wal_level=replica',
      'max_connections=200',
    ]
    this.#child = spawn(
      path.join(this.#programs, 'postgres'),
      ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...identity(), cwd: folder, env: { LC_ALL: 'C' }, stdio: 'ignore' },
    )
    await until('a server of the pair', () =>
      this.query('select 1').then(
        () => true,
        () => false,
      ),
    )
  }

  /** As a machine goes that loses its power: nobody is told. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = null
    if (child === null || child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
}

const standbyName = 'follower'

/** The standby follows by streaming. */
export async function startPostgresPair(programs: string): Promise<PostgresPair> {
  const who = identity()
  const folder = mkdtempSync(path.join(tmpdir(), 'vigie-pair-'))
  const password = 'boss-word'
  const secret = path.join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o600 })
  for (const place of [folder, secret])
    if (who.uid !== undefined && who.gid !== undefined) chownSync(place, who.uid, who.gid)
  const env = { LC_ALL: 'C', PGPASSWORD: password }
  const run = (program: string, args: string[]) =>
    execFileSync(path.join(programs, program), args, { ...who, cwd: folder, env, stdio: 'pipe' })

  const place = (name: string, port: number) => ({ programs, password, port, data: path.join(folder, name) })
  const init = ['-U', 'boss', `--pwfile=${secret}`, '--auth=scram-sha-256', '-E', 'UTF8', '--locale=C.UTF-8']
  run('initdb', ['-D', path.join(folder, 'primary'), ...init, '--no-sync'])
  const primary = new PairedServer(place('primary', await freePort()))
  await primary.start()
  const source = `host=127.0.0.1 port=${primary.port} user=boss password=${password} application_name=${standbyName}`
  const copy = [
    '-D',
    path.join(folder, 'standby'),
    '-d',
    source,
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ]
  run('pg_basebackup', copy)
  const standby = new PairedServer(place('standby', await freePort()))
  await standby.start()
  await until('the standby to follow', async () => {
    const rows = await primary.query<{ state: string }>('select state from pg_stat_replication')
    return rows[0]?.state === 'streaming'
  })
  return {
    primary,
    standby,
    url: (database) =>
      `postgres://boss:${password}@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/${database}?target_session_attrs=read-write`,
    makeSynchronous: async () => {
      await primary.query(`alter system set synchronous_standby_names = '${standbyName}'`)
      await primary.query('select pg_reload_conf()')
      await until('the standby to be waited for', async () => {
        const rows = await primary.query<{ sync_state: string }>('select sync_state from pg_stat_replication')
        return rows[0]?.sync_state === 'sync'
      })
    },
    stop: async () => {
      await primary.stop()
      await standby.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
