import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import {
  locatePackagedBinaries,
  prepareBinaries,
  type Binaries,
} from '../server/src/platform/db/embedded/binaries.ts'
import { findRunAs } from '../server/src/platform/db/embedded/run-as.ts'
import { serverEnvironment, type RunAs } from '../server/src/platform/db/embedded/run.ts'
import { isAlive, until } from '../server/test/product/processes.ts'
import { freePort } from '../server/test/product/product.ts'

const password = 'torture-only'

/** A PostgreSQL of our own that may be killed at any moment, with every durability on; it always has the same address. */
export class Postgres {
  readonly port: number
  readonly #folder: string
  readonly #binaries: Binaries
  readonly #runAs: RunAs | undefined
  #child: ChildProcess | undefined

  private constructor(folder: string, port: number, binaries: Binaries, runAs: RunAs | undefined) {
    this.#folder = folder
    this.port = port
    this.#binaries = binaries
    this.#runAs = runAs
  }

  static async create(folder: string): Promise<Postgres> {
    const runAs = await findRunAs(undefined)
    const binaries = await prepareBinaries(locatePackagedBinaries(), [tmpdir()], runAs)
    const server = new Postgres(folder, await freePort(), binaries, runAs)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    const secret = path.join(folder, 'password')
    writeFileSync(secret, password, { mode: 0o600 })
    if (runAs) for (const place of [folder, secret]) chownSync(place, runAs.uid, runAs.gid)
    const init = ['-D', server.#data, '-U', 'boss', `--pwfile=${secret}`, '-E', 'UTF8', '--locale=C.UTF-8']
    execFileSync(binaries.initdb, [...init, '--auth=scram-sha-256'], {
      ...server.#spawnOptions,
      stdio: 'pipe',
    })
    await server.start()
    return server
  }

  /** As its superuser. */
  url(port = this.port, database = 'vigie'): string {
    return `postgres://boss:${password}@127.0.0.1:${port}/${database}`
  }

  async start(): Promise<void> {
    const settings = [
      `port=${this.port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${this.#folder}`,
      'max_connections=200',
      'shared_buffers=256MB',
      'max_wal_size=2GB',
    ]
    this.#child = spawn(
      this.#binaries.postgres,
      ['-D', this.#data, ...settings.flatMap((setting) => ['-c', setting])],
      { ...this.#spawnOptions, stdio: 'ignore' },
    )
    const child = this.#child
    await until(
      'PostgreSQL',
      async () => {
        if (child.exitCode !== null) throw new Error('PostgreSQL ended instead of starting.')
        return this.#answers()
      },
      120_000,
    )
  }

  /** No farewell to anybody; its children notice by themselves, and a new one must wait for their end. */
  async killPostmaster(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined) throw new Error('There is no server to kill.')
    const { pid } = child
    process.kill(pid, 'SIGKILL')
    await until('the end of the postmaster', () => !isAlive(pid) || child.signalCode !== null)
    for (;;) {
      const started = await this.start().then(
        () => true,
        () => false,
      )
      if (started) return
    }
  }

  /** PostgreSQL then throws out every session and recovers, with its postmaster still there. */
  async killBackend(): Promise<void> {
    const rows = await this.ask<{ pid: number }>(
      `select pid from pg_stat_activity where application_name like 'vigie%' order by state = 'active' desc limit 1`,
      [],
      'postgres',
    )
    if (rows[0] !== undefined) process.kill(rows[0].pid, 'SIGKILL')
  }

  async ask<T extends object>(text: string, values: unknown[] = [], database = 'vigie'): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url(this.port, database) })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query<T>(text, values)).rows
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async stop(): Promise<void> {
    const child = this.#child
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGQUIT')
    await ended
  }

  async #answers(): Promise<boolean> {
    return this.ask('select 1', [], 'postgres').then(
      () => true,
      () => false,
    )
  }

  get #data(): string {
    return path.join(this.#folder, 'data')
  }

  get #spawnOptions() {
    const env = serverEnvironment(this.#binaries.libraries)
    return { env, cwd: this.#folder, ...(this.#runAs && { uid: this.#runAs.uid, gid: this.#runAs.gid }) }
  }
}
