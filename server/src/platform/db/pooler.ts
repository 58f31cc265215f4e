import type pg from 'pg'
import { clientOf, Hosts } from './hosts.ts'
import { lockInstallationKey, type KeyGuard } from './installation-key.ts'

/** Limits of time, in milliseconds; zero is none. */
export interface TimeLimits {
  readonly statement: number
  readonly lock: number
  readonly idle: number
}

/** For a transaction of a session that was not told its limits as it began. */
export function setLimits({ statement, lock, idle }: TimeLimits): string {
  return (
    `set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; ` +
    `set local idle_in_transaction_session_timeout = ${idle}`
  )
}

/**
 * What a process keeps beside a pooler that gives a server to each transaction and takes it back: a session of its own.
 * As long as it lasts nobody can replace the secret key, which connections without a pooler see to themselves.
 */
export class DirectSession {
  readonly hosts: Hosts
  readonly #guard: KeyGuard | undefined
  #client: Promise<pg.Client> | null = null
  #isClosed = false

  constructor(url: string, guard: KeyGuard | undefined) {
    this.hosts = new Hosts(url)
    this.#guard = guard
  }

  /** Throws when it cannot be had. */
  async hold(): Promise<void> {
    if (!this.#guard || this.#isClosed) return
    this.#client ??= this.#open(this.#guard)
    await this.#client
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = await this.#client?.catch(() => null)
    await client?.end().catch(() => undefined)
  }

  async #open(guard: KeyGuard): Promise<pg.Client> {
    const lose = () => {
      this.#client = null
    }
    try {
      const Client = clientOf(this.hosts)
      const client = new Client({
        connectionString: this.hosts.urls[0],
        application_name: 'vigie session',
        connectionTimeoutMillis: 2_000,
        keepAlive: true,
      })
      client.on('error', lose)
      client.on('end', lose)
      await client.connect()
      await lockInstallationKey(client, guard)
      return client
    } catch (error) {
      lose()
      throw error
    }
  }
}

type Pooling = 'none' | 'session' | 'transaction' | 'statement'

/**
 * What stands behind an address. A pooler makes up the number of the server it says it is; whether it keeps one server
 * for one client is seen by two clients at once.
 */
async function findPooling(url: string): Promise<Pooling> {
  const Client = clientOf(new Hosts(url))
  const open = () =>
    new Client({ connectionString: url, connectionTimeoutMillis: 15_000, query_timeout: 15_000 })
  const [first, second] = [open(), open()]
  for (const client of [first, second]) client.on('error', () => undefined)
  try {
    await first.connect()
    const server = await serverOf(first)
    if ((first as unknown as { processID: number }).processID === server) return 'none'
    await second.connect()
    const canBegin = await second.query('begin').then(
      () => true,
      () => false,
    )
    if (!canBegin) return 'statement'
    const isShared = (await serverOf(second)) === server || (await serverOf(first)) !== server
    return isShared ? 'transaction' : 'session'
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}

async function serverOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

/** Says what is to be set when an address leads through a pooler that cannot serve what it is used for. */
export async function refusePooler(url: string, use: { setting: string; pooled: boolean }): Promise<void> {
  const pooling = await findPooling(url).catch((error: unknown) => {
    throw new Error(`The database of ${use.setting} cannot be used.`, { cause: error })
  })
  if (pooling === 'statement') {
    throw new Error(
      `${use.setting} leads through a pooler in statement mode, in which there are no transactions. ` +
        'Set pool_mode = transaction in it.',
    )
  }
  if (pooling !== 'transaction' || use.pooled) return
  throw new Error(
    `${use.setting} leads through a pooler in transaction mode. Set DATABASE_POOLER=transaction, ` +
      'and DATABASE_DIRECT_URL to the address of PostgreSQL itself.',
  )
}
