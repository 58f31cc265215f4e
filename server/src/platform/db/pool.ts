import { TLSSocket } from 'node:tls'
import pg from 'pg'
import { certificates } from '../metrics/index.ts'
import { accountStatement, usePooler } from './account-query.ts'
import { bytesType } from './byte-rows.ts'
import { DatabaseFaults } from './faults.ts'
import { clientOf, Hosts } from './hosts.ts'
import { lockInstallationKey, requireKey, type KeyGuard } from './installation-key.ts'
import { DirectSession, type TimeLimits } from './pooler.ts'

export interface PoolOptions {
  url: string
  max: number
  /** Shown in pg_stat_activity, so that an operator can tell the processes apart. */
  applicationName: string
  statementTimeoutMs?: number
  /** How long a write waits for what another one holds. */
  lockTimeoutMs?: number
  /** How long a transaction may do nothing before the server ends it. */
  idleTransactionMs?: number
  /** How long one waits for a connection, a free one or a new one. */
  connectTimeoutMs?: number
  /** Without it nobody asks which secret key the database is sealed with. */
  guard?: KeyGuard
  /** Set when the address leads to a pooler in transaction mode: the address past it. */
  directUrl?: string
}

const int8 = 20
const int8Array = 1016
const date = 1082

// Identifiers stay below 2^53, so JavaScript numbers hold them exactly; calendar dates have no zone and
// must not pass through Date, which would shift them.
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') => {
    if (oid === int8) return Number
    if (oid === int8Array)
      return (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number))
    if (oid === date) return (text: string) => text
    if (oid === bytesType) return (text: string) => Buffer.from(text)
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** What is done otherwise when a pooler gives a server to each transaction. */
export interface Pooled {
  readonly session: DirectSession
  readonly limits: TimeLimits
}

/** What all pools of this process know together of one address. */
interface Server {
  readonly hosts: Hosts
  readonly faults: DatabaseFaults
}

const servers = new Map<string, Server>()

function serverOf(url: string): Server {
  const known = servers.get(url) ?? { hosts: new Hosts(url), faults: new DatabaseFaults() }
  servers.set(url, known)
  return known
}

// Writers by the hundred find out at once that a server is read-only; one time is enough for all.
const dropPauseMs = 1_000

const openPools = new Set<DatabasePool>()

export interface PoolState {
  /** What it is for, in a word of ours. */
  readonly pool: string
  readonly inUse: number
  readonly idle: number
  readonly waiting: number
  readonly max: number
}

/** The pools of this process, those for the same together. */
export function poolStates(): PoolState[] {
  const states = new Map<string, PoolState>()
  for (const { options, totalCount, idleCount, waitingCount } of openPools) {
    const pool = (options.application_name ?? '').replace(/^vigie /, '').replaceAll(/[^a-z]+/g, '-')
    const { inUse = 0, idle = 0, waiting = 0, max = 0 } = states.get(pool) ?? {}
    states.set(pool, {
      pool,
      inUse: inUse + totalCount - idleCount,
      idle: idle + idleCount,
      waiting: waiting + waitingCount,
      max: max + options.max,
    })
  }
  return [...states.values()]
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (reason?: unknown) => void,
) => void

/** A pool that can be told to have nothing more to do with the connections it has. */
export class DatabasePool extends pg.Pool {
  readonly server: Server
  readonly pooled: Pooled | null
  readonly #idle = new Set<pg.PoolClient>()
  readonly #busy = new Set<pg.PoolClient>()
  readonly #dropped = new WeakSet<pg.PoolClient>()
  #droppedAt = Number.NEGATIVE_INFINITY

  constructor(config: pg.PoolConfig, server: Server, pooled: Pooled | null) {
    super({ ...config, Client: clientOf(server.hosts) })
    this.server = server
    this.pooled = pooled
    openPools.add(this)
    this.on('acquire', (client) => {
      this.#idle.delete(client)
      this.#busy.add(client)
    })
    this.on('release', (_error, client) => {
      this.#busy.delete(client)
      // The pool removes what it finds to be ending.
      if (this.#dropped.has(client)) client.end().catch(() => undefined)
      else this.#idle.add(client)
    })
    this.on('remove', (client) => {
      this.#idle.delete(client)
      this.#busy.delete(client)
    })
  }

  /**
   * The queue gives the connection it listens on back twice when it is lost while the queue ends, each time in a
   * promise that nobody awaits: told so, the process would end.
   */
  override connect(): Promise<pg.PoolClient>
  override connect(callback: ConnectCallback): void
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (callback === undefined) return super.connect()
    super.connect((error, client, done) => {
      let isBack = false
      callback(error, client, (reason) => {
        if (!isBack) done(reason)
        isBack = true
      })
    })
    return undefined
  }

  override end(): Promise<void>
  override end(callback: () => void): void
  override end(callback?: () => void): Promise<void> | undefined {
    openPools.delete(this)
    if (callback === undefined) return super.end()
    super.end(callback)
    return undefined
  }

  /** After trouble with the server: every connection is then a new one, to a host that accepts writes if one does. */
  leaveServer(): void {
    if (performance.now() - this.#droppedAt < dropPauseMs) return
    this.#droppedAt = performance.now()
    this.server.hosts.forget()
    this.dropConnections()
  }

  /** What is idle goes at once, what is in use when it comes back. */
  dropConnections(): void {
    for (const client of this.#busy) this.#dropped.add(client)
    for (const client of this.#idle) {
      this.#dropped.add(client)
      // As if the server had gone: the pool removes it.
      ;(client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()
    }
    this.#idle.clear()
  }

  isDropped(client: pg.PoolClient): boolean {
    return this.#dropped.has(client)
  }
}

export function createPool(options: PoolOptions): DatabasePool {
  const { guard, directUrl } = options
  const limits = {
    statement: options.statementTimeoutMs ?? 5_000,
    lock: options.lockTimeoutMs ?? 2_000,
    idle: options.idleTransactionMs ?? 10_000,
  }
  const pooled = directUrl === undefined ? null : { limits, session: new DirectSession(directUrl, guard) }
  // A pooler refuses what it would have to set for each session; a lock of a session would stay with its server.
  const ofSession = {
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idle,
  }
  const check = pooled
    ? ({ check: key }: KeyGuard) =>
        (c: pg.ClientBase) =>
          requireKey(c, key)
    : lockKey
  const pool = new DatabasePool(
    {
      connectionString: options.url,
      max: options.max,
      application_name: options.applicationName,
      types,
      // Lets a transaction send its preamble and first query together: one round trip instead of two.
      pipeline: true,
      connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
      idleTimeoutMillis: 30_000,
      ...(pooled ? {} : ofSession),
      // One stays, so that a service with nothing to do still shows that it is there.
      // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
      ...(guard && { min: 1, onConnect: check(guard) }),
    },
    serverOf(options.url),
    pooled,
  )
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Likewise one that breaks while a transaction holds it; the transaction's next query tells the tale.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    noteCertificate(client)
    // Ahead of the first query. If it fails, so does that one, and both say why.
    if (pooled) usePooler(client, limits)
    else client.query(accountStatement).catch(() => undefined)
  })
  return pool
}

function noteCertificate(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: unknown } }).connection
  if (stream instanceof TLSSocket) certificates.note('database', stream.remoteAddress ?? '', stream)
}

const lockKey = (guard: KeyGuard) => (client: pg.ClientBase) => lockInstallationKey(client, guard)
