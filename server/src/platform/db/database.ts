import { setTimeout as delay } from 'node:timers/promises'
import {
  DummyDriver,
  Transaction,
  type CompiledQuery,
  type DatabaseConnection,
  type KyselyProps,
} from 'kysely'
import type { PoolClient } from 'pg'
import { AppError, tracing, type AccountScope, type Scope } from '../kernel/index.ts'
import type { NamedAccount } from './account-query.ts'
import { blueprint, dialect, type CompiledStatement } from './compile-once.ts'
import { WrongSecretKey, type KeyGuard } from './installation-key.ts'
import { describeStatement, describeWork } from './describe-statement.ts'
import { ReadingConnection, takesWrites, TransactionConnection } from './connection.ts'
import { faultOf, isStalePlan, sqlState, toDatabaseError, type DatabaseFaults } from './faults.ts'
import { LookUps } from './look-ups.ts'
import { nameAccount, setAccount } from './name-account.ts'
import { listenForNotices, type NoticeHandlers, type Notices } from './notices.ts'
import type { DatabasePool } from './pool.ts'
import { setLimits } from './pooler.ts'
import { prepareCommit, sendAll, type LastStatements, type ReadTx, type Tx } from './transaction.ts'
import type { DB } from './tables.gen.ts'

/**
 * The only way to the database: transactions, never a bare connection. Each one names its account to
 * PostgreSQL before anything else, so row-level security holds even for a query that forgot it.
 */
export interface Db {
  /** Each statement by itself, seeing what is committed when it begins. */
  read<T>(scope: AccountScope, work: (tx: ReadTx) => Promise<T>): Promise<T>
  /** One statement that finds rows by a key; the account is its first parameter. Asked together, answered together. */
  lookUp<Rest extends unknown[], Row>(
    scope: AccountScope,
    statement: CompiledStatement<[accountId: number, ...Rest], Row>,
    ...rest: Rest
  ): Promise<Row[]>
  /** All statements see the same moment; for long reads, whose connection waits for a reader in between. */
  snapshot<T>(scope: AccountScope, work: (tx: ReadTx) => Promise<T>): Promise<T>
  write<T>(scope: AccountScope, work: (tx: Tx) => Promise<T>): Promise<T>
  /** Outside any account: sign-in, keys, the list of accounts for the scheduler. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** What other processes announce by `pg_notify`, once their transaction is committed. */
  listen(channel: string, handlers: NoticeHandlers): Notices
  /** For lists and exports: the primary, or a replica that has all this caller wrote. */
  reader(scope: Scope): Promise<Reader>
  readonly replica: ReplicaReading | null
  readonly waiting: number
  readonly faults: DatabaseFaults
  close(): Promise<void>
}

export type Reader = Pick<Db, 'read' | 'snapshot'>

/** A replica as the primary's side sees it. */
export interface ReplicaReading {
  readonly lagSeconds: number | null
  readonly reads: ReadonlyMap<string, number>
  follow(primary: Pick<Db, 'system'>): void
  noteWritten(primary: Pick<Db, 'write'>, scope: Scope): Promise<void>
  readerFor(primary: Db, scope: Scope): Promise<Reader>
  close(): Promise<void>
}

function onConnection(connection: DatabaseConnection): Transaction<DB> {
  const executor = blueprint
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const props: KyselyProps = { config: { dialect }, dialect, driver: new DummyDriver(), executor }
  return new Transaction<DB>(props)
}

const reading = describeWork('read')
const writing = describeWork('write')
const beginSnapshot = 'begin isolation level repeatable read, read only'
const lockTimeout = '55P03'
const retriedStates = new Set(['40001', '40P01'])
const maxAttempts = 3
const pauseMs = 50

export function openDatabase(
  pool: DatabasePool,
  guard?: KeyGuard,
  replica: ReplicaReading | null = null,
): Db {
  const source = { pool, guard }
  const transact = createTransact(source)
  const lookUps = new LookUps(() => checkOut(source))
  const limits = pool.pooled ? ` ${setLimits(pool.pooled.limits)};` : ''
  const db: Db = {
    read: (scope, work) => tracing.inside(reading, () => readOnce(source, nameAccount(scope), work)),
    lookUp: async <Rest extends unknown[], Row>(
      scope: AccountScope,
      { text, valuesOf }: CompiledStatement<[accountId: number, ...Rest], Row>,
      ...rest: Rest
    ) => {
      const asked = { account: nameAccount(scope), text, values: valuesOf([scope.accountId, ...rest]) }
      const ask = () => lookUps.ask(asked).catch((error: unknown) => throwReadFault(source, error))
      const { rows } = await tracing.inside(() => describeStatement(text), ask)
      pool.server.faults.noteRead()
      return rows as Row[]
    },
    snapshot: (scope, work) =>
      tracing.inside(describeWork('snapshot'), () =>
        transact(`${beginSnapshot};${limits} ${setAccount(scope)}`, work),
      ),
    write: (scope, work) =>
      tracing.inside(writing, () => transact(`begin;${limits} ${setAccount(scope)}`, work)),
    system: (work) =>
      tracing.inside(describeWork('system'), () =>
        transact(`begin;${limits} set local app.directory = 'on'`, work),
      ),
    listen: (channel, handlers) =>
      listenForNotices((pool.pooled?.session ?? pool.server).hosts, channel, handlers),
    reader: (scope) => (replica ? replica.readerFor(db, scope) : Promise.resolve(db)),
    replica,
    get waiting() {
      return pool.waitingCount
    },
    faults: pool.server.faults,
    close: async () => {
      await replica?.close()
      await pool.pooled?.session.close()
      await pool.end()
    },
  }
  replica?.follow(db)
  return db
}

type Transact = <T>(preamble: string, work: (tx: Tx) => Promise<T>) => Promise<T>

/** Tries again what met others, and plans anew what met a new schema. */
function createTransact(source: Source): Transact {
  return async (preamble, work) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(source, preamble, work)
      } catch (error) {
        // Every connection is a new one by now, and plans anew.
        if (isStalePlan(error) && attempt < maxAttempts) continue
        const state = sqlState(error)
        if (state === lockTimeout) throw new AppError('WRITE_CONFLICT', {}, { cause: error })
        if (state === undefined || !retriedStates.has(state)) throw error
        if (attempt === maxAttempts) throw new AppError('WRITE_CONFLICT', {}, { cause: error })
        // Whoever won must get what it waits for before we come back for it, or both meet again.
        await delay(pauseMs * attempt * (1 + Math.random()))
      }
    }
  }
}

/** Sends the preamble without waiting: the first query of the work travels right behind it. */
function begin(client: PoolClient, preamble: string): Promise<unknown> {
  const started = client.query(preamble)
  started.catch(() => undefined)
  return started
}

async function attemptOnce<T>(source: Source, preamble: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await checkOut(source)
  const connection = new TransactionConnection(client)
  const isReading = preamble.startsWith(beginSnapshot)
  let broken: Error | undefined
  try {
    const started = begin(client, preamble)
    const tx = onConnection(connection) as Tx
    const result = await work(tx)
    await started
    await commitWith(client, connection, await prepareCommit(tx))
    const { faults } = source.pool.server
    if (isReading) faults.noteRead()
    else if (faults.state !== 'read-only' || (await takesWrites(client))) faults.noteWrite()
    return result
  } catch (error) {
    connection.end()
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    const told = noteFault(source, error, isReading)
    // Its session may be read-only for as long as it lasts, whatever the server is by then.
    if (told !== error) broken ??= error as Error
    throw told
  } finally {
    connection.end()
    client.release(broken)
  }
}

/**
 * The last statements and the commit in one go: what the statements lock is held for no round trip of ours. Should one
 * of them fail, PostgreSQL answers the commit behind it with a rollback.
 */
async function commitWith(
  client: PoolClient,
  connection: TransactionConnection,
  last: LastStatements | null,
): Promise<void> {
  const ask = (statement: CompiledQuery) =>
    connection.executeQuery(statement).catch((error: unknown) => {
      throw toDatabaseError(error)
    })
  const sent = last && sendAll(last, ask)
  const committed = commit(client)
  committed.catch(() => undefined)
  // First, because it says why the commit has failed.
  await sent
  await committed
}

async function commit(client: PoolClient): Promise<void> {
  let isUnsure = false
  const onNotice = ({ routine }: { routine?: string | undefined }) => {
    isUnsure ||= routine === 'SyncRepWaitForLSN'
  }
  client.on('notice', onNotice)
  try {
    const { command } = await client.query('commit').catch(throwCommitRefused)
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error: work that swallowed
    // the error of a statement must not be told that it was kept.
    if (command !== 'COMMIT')
      throw new Error('The transaction had failed before its commit; nothing was kept.')
  } finally {
    client.off('notice', onNotice)
  }
  // Somebody ended its wait for the standby: it is kept here, and would be lost with this server. No word of it then.
  if (isUnsure) throw new AppError('DATABASE_UNAVAILABLE')
}

/** Statements that see what is committed as each begins, so nothing needs to be begun or ended around them. */
async function readOnce<T>(
  source: Source,
  account: NamedAccount,
  work: (tx: ReadTx) => Promise<T>,
): Promise<T> {
  const client = await checkOut(source)
  try {
    const result = await work(onConnection(new ReadingConnection(client, account)))
    source.pool.server.faults.noteRead()
    return result
  } catch (error) {
    return throwReadFault(source, error)
  } finally {
    client.release()
  }
}

function throwReadFault(source: Source, error: unknown): never {
  if (sqlState(error) === lockTimeout) throw new AppError('OVERLOADED', {}, { cause: error })
  throw noteFault(source, error, true)
}

/** Counts it, leaves a server that is no use any more, and returns what callers are told. */
function noteFault({ pool }: Source, error: unknown, isReading: boolean): unknown {
  // What was refused at the commit comes as a problem already; its cause says what it was.
  const fault = error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE' ? error.cause : error
  const kind = faultOf(fault)
  // Reads are read-only by our own doing: one that writes is a fault of ours.
  if (kind === null || (kind === 'read-only' && isReading)) return error
  pool.server.faults.note(kind)
  if (kind === 'stale-plan') pool.dropConnections()
  else if (kind !== 'slow') pool.leaveServer()
  return toDatabaseError(error)
}

/** Nothing is checked at the commit that a caller could mend: what is refused there is trouble of the server. */
function throwCommitRefused(error: unknown): never {
  const isTold = /^(40|53)/.test(sqlState(error) ?? '')
  throw isTold ? error : new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
}

interface Source {
  readonly pool: DatabasePool
  readonly guard: KeyGuard | undefined
}

const wrongPassword = '28P01'
// The pool's own words for a wait that was too long.
const noneFree = /^timeout exceeded when trying to connect/

async function checkOut({ pool, guard }: Source): Promise<PoolClient> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      if (pool.pooled) await pool.pooled.session.hold()
      const client = await pool.connect()
      if (!pool.isDropped(client)) return client
      client.release(true)
    } catch (error) {
      // The password follows from the secret key: who is refused by it has the former one.
      if (sqlState(error) === wrongPassword) guard?.refuse(new WrongSecretKey())
      const isSlow = error instanceof Error && noneFree.test(error.message)
      // The host it went to is not believed in any more; perhaps another one is there.
      if (!isSlow && attempt === 1 && pool.server.hosts.several) continue
      pool.server.faults.note(isSlow ? 'slow' : 'gone')
      throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
    }
  }
}
