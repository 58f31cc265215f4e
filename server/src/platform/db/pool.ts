import pg from 'pg'
import { accountStatement } from './account-query.ts'
import { ByteClient, bytesType } from './byte-rows.ts'
import { lockInstallationKey, type KeyGuard } from './installation-key.ts'

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

export function createPool(options: PoolOptions): pg.Pool {
  const { guard } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    Client: ByteClient,
    max: options.max,
    application_name: options.applicationName,
    types,
    // Lets a transaction send its preamble and first query together: one round trip instead of two.
    pipeline: true,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? 5_000,
    lock_timeout: options.lockTimeoutMs ?? 2_000,
    idle_in_transaction_session_timeout: options.idleTransactionMs ?? 10_000,
    // One stays, so that a service with nothing to do still shows that it is there.
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its types say
    ...(guard && { min: 1, onConnect: (client: pg.ClientBase) => lockInstallationKey(client, guard) }),
  })
  // An idle connection that breaks is replaced at the next use; without a listener it would end the process.
  pool.on('error', () => undefined)
  // Likewise one that breaks while a transaction holds it; the transaction's next query tells the tale.
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    // Ahead of the first query. If it fails, so does that one, and both say why.
    client.query(accountStatement).catch(() => undefined)
  })
  return pool
}
