import { setTimeout as delay } from 'node:timers/promises'
import { DummyDriver, Transaction, type DatabaseConnection, type KyselyProps } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { AppError, type AccountScope, type VisibleUnits } from '../kernel/index.ts'
import type { NamedAccount } from './account-query.ts'
import { blueprint, dialect, type CompiledStatement } from './compile-once.ts'
import { WrongSecretKey, type KeyGuard } from './installation-key.ts'
import { ReadingConnection, TransactionConnection } from './connection.ts'
import { LookUps } from './look-ups.ts'
import { listenForNotices, type NoticeHandlers, type Notices } from './notices.ts'
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
  readonly waiting: number
  close(): Promise<void>
}

function onConnection(connection: DatabaseConnection): Transaction<DB> {
  const executor = blueprint
    .getExecutor()
    .withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
  const props: KyselyProps = { config: { dialect }, dialect, driver: new DummyDriver(), executor }
  return new Transaction<DB>(props)
}

const beginSnapshot = 'begin isolation level repeatable read, read only'
const lockTimeout = '55P03'
const retriedStates = new Set(['40001', '40P01'])
const maxAttempts = 3
const pauseMs = 50

function sqlState(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

export function openDatabase(pool: Pool, guard?: KeyGuard): Db {
  const source = { pool, guard }
  const transact = async <T>(preamble: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await attemptOnce(source, preamble, work)
      } catch (error) {
        const state = sqlState(error)
        if (state === lockTimeout) throw new AppError('WRITE_CONFLICT', {}, { cause: error })
        if (state === undefined || !retriedStates.has(state)) throw error
        if (attempt === maxAttempts) throw new AppError('WRITE_CONFLICT', {}, { cause: error })
        // Whoever won must get what it waits for before we come back for it, or both meet again.
        await delay(pauseMs * attempt * (1 + Math.random()))
      }
    }
  }
  const lookUps = new LookUps(() => checkOut(source))
  return {
    read: (scope, work) => readOnce(source, nameAccount(scope), work),
    lookUp: async <Rest extends unknown[], Row>(
      scope: AccountScope,
      { text, valuesOf }: CompiledStatement<[accountId: number, ...Rest], Row>,
      ...rest: Rest
    ) => {
      const asked = { account: nameAccount(scope), text, values: valuesOf([scope.accountId, ...rest]) }
      const { rows } = await lookUps.ask(asked).catch(throwReadFault)
      return rows as Row[]
    },
    snapshot: (scope, work) => transact(`${beginSnapshot}; ${setAccount(scope)}`, work),
    write: (scope, work) => transact(`begin; ${setAccount(scope)}`, work),
    system: (work) => transact(`begin; set local app.directory = 'on'`, work),
    listen: (channel, handlers) => listenForNotices(pool, channel, handlers),
    get waiting() {
      return pool.waitingCount
    },
    close: () => pool.end(),
  }
}

function nameAccount({ accountId, units }: AccountScope): NamedAccount {
  if (!Number.isSafeInteger(accountId)) throw new Error('A scope without an account reached the database.')
  return { id: String(accountId), units: unitsText(units) }
}

function setAccount(scope: AccountScope): string {
  const { id, units } = nameAccount(scope)
  return `set local app.account = '${id}'; set local app.units = '${units}'`
}

function joinSets(sets: readonly number[]): string[] {
  const ordered = sets.toSorted((a, b) => a - b)
  const firsts = ordered.filter((set, index) => set - 1 !== ordered[index - 1])
  const lasts = ordered.filter((set, index) => set + 1 !== ordered[index + 1])
  return firsts.map((first, index) => `[${first},${lasts[index]}]`)
}

const unitsTexts = new WeakMap<readonly number[], string>()

/** Sets are written as ranges, joined where they touch: each statement reads the text anew. */
function unitsText(units: VisibleUnits): string {
  if (units === 'ALL') return 'all'
  const known = unitsTexts.get(units)
  if (known !== undefined) return known
  if (!units.every(Number.isSafeInteger))
    throw new Error('A scope with a strange sight reached the database.')
  const text = `{${joinSets(units).join(',')}}`
  unitsTexts.set(units, text)
  return text
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
  let broken: Error | undefined
  try {
    const started = begin(client, preamble)
    const tx = onConnection(connection) as Tx
    const result = await work(tx)
    await started
    const command = await commitWith(client, connection, await prepareCommit(tx))
    // PostgreSQL answers the commit of a failed transaction with a rollback and no error: work that swallowed
    // the error of a statement must not be told that it was kept.
    if (command !== 'COMMIT')
      throw new Error('The transaction had failed before its commit; nothing was kept.')
    return result
  } catch (error) {
    connection.end()
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw toDatabaseError(error)
  } finally {
    connection.end()
    client.release(broken)
  }
}

/**
 * The last statements and the commit in one go: what the statements lock is held for no round trip of ours. Should one
 * of them fail, PostgreSQL answers the commit behind it with a rollback. Says what became of the commit.
 */
async function commitWith(
  client: PoolClient,
  connection: TransactionConnection,
  last: LastStatements | null,
): Promise<string> {
  const sent =
    last &&
    sendAll(last, (statement) =>
      connection.executeQuery(statement).catch((error: unknown) => {
        throw toDatabaseError(error)
      }),
    )
  const committed = client.query('commit').catch(throwCommitRefused)
  const [{ command }] = await Promise.all([committed, sent])
  return command
}

/** Statements that see what is committed as each begins, so nothing needs to be begun or ended around them. */
async function readOnce<T>(
  source: Source,
  account: NamedAccount,
  work: (tx: ReadTx) => Promise<T>,
): Promise<T> {
  const client = await checkOut(source)
  try {
    return await work(onConnection(new ReadingConnection(client, account)))
  } catch (error) {
    return throwReadFault(error)
  } finally {
    client.release()
  }
}

function throwReadFault(error: unknown): never {
  if (sqlState(error) === lockTimeout) throw new AppError('OVERLOADED', {}, { cause: error })
  throw toDatabaseError(error)
}

/** Nothing is checked at the commit that a caller could mend: what is refused there is trouble of the server. */
function throwCommitRefused(error: unknown): never {
  const isTold = /^(40|53)/.test(sqlState(error) ?? '')
  throw isTold ? error : new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
}

/** A server that went away in the middle of the work is the same news as one that cannot be reached. */
function toDatabaseError(error: unknown): unknown {
  const state = sqlState(error) ?? ''
  const message = error instanceof Error ? error.message : ''
  const lost =
    /^(08...|57P0[123]|ECONN\w+|EPIPE)$/.test(state) ||
    /^(Connection terminated|Client has encountered a connection error)/.test(message)
  return lost ? new AppError('DATABASE_UNAVAILABLE', {}, { cause: error }) : error
}

interface Source {
  readonly pool: Pool
  readonly guard: KeyGuard | undefined
}

const wrongPassword = '28P01'

async function checkOut({ pool, guard }: Source): Promise<PoolClient> {
  try {
    return await pool.connect()
  } catch (error) {
    // The password follows from the secret key: who is refused by it has the former one.
    if (sqlState(error) === wrongPassword) guard?.refuse(new WrongSecretKey())
    throw new AppError('DATABASE_UNAVAILABLE', {}, { cause: error })
  }
}
