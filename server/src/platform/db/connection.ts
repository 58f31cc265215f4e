import { createHash } from 'node:crypto'
import { sql, type CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type { PoolClient, QueryResult as Answer, Submittable } from 'pg'
import { tracing } from '../kernel/index.ts'
import { AccountQuery, forgetShape, isPooled, type NamedAccount } from './account-query.ts'
import { describeStatement } from './describe-statement.ts'
import { isPreparedTwice, isStalePlan } from './faults.ts'

const maxNamedStatements = 400
const statementNames = new Map<string, string>()
const anew = '/* planned anew */'

/**
 * Begins a statement whose best plan depends on the values it is given, as that of any filter does: what is rare in one
 * account is most of another. PostgreSQL then plans it each time, and never with values it has to guess.
 */
export const plannedAnew = sql.raw(anew)

/**
 * The same text gets the same name for the life of the process, so PostgreSQL plans it once a connection.
 * Texts beyond the cap (lists of varying length) run unnamed: each name costs memory on the server.
 */
export function statementName(text: string): string | undefined {
  if (text.startsWith(anew)) return undefined
  const known = statementNames.get(text)
  if (known !== undefined) return known
  if (statementNames.size >= maxNamedStatements) return undefined
  const name = `v_${createHash('sha1').update(text).digest('base64url')}`
  statementNames.set(text, name)
  return name
}

/** The one connection of some work, in the shape Kysely expects. */
abstract class PinnedConnection implements DatabaseConnection {
  protected readonly client: PoolClient

  constructor(client: PoolClient) {
    this.client = client
  }

  protected abstract ask(text: string, values: unknown[], name: string | undefined): Promise<Answer>

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql: text, parameters } = query
    const ask = () => this.ask(text, [...parameters], statementName(text))
    const result = await tracing.inside(() => describeStatement(text), ask)
    const rows = result.rows as R[]
    return result.command === 'SELECT' || result.rowCount === null
      ? { rows }
      : { rows, numAffectedRows: BigInt(result.rowCount) }
  }

  // oxlint-disable-next-line require-yield -- Kysely's interface asks for a generator we do not offer
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming through Kysely is not used here: walk by keyset instead.')
  }
}

/** Inside a transaction that somebody has begun and will end. */
export class TransactionConnection extends PinnedConnection {
  #hasEnded = false

  /** Work that goes on after another part of it has failed must not reach whoever has the connection next. */
  end(): void {
    this.#hasEnded = true
  }

  protected override ask(text: string, values: unknown[], name: string | undefined): Promise<Answer> {
    if (this.#hasEnded) return Promise.reject(new Error('A statement came after the end of its transaction.'))
    const isNamed = name !== undefined && !isPooled(this.client)
    return this.client.query({ text, values, ...(isNamed ? { name } : {}) })
  }
}

/** Each statement in a read-only transaction of its own, which names its account. */
export class ReadingConnection extends PinnedConnection {
  readonly #account: NamedAccount

  constructor(client: PoolClient, account: NamedAccount) {
    super(client)
    this.#account = account
  }

  protected override ask(text: string, values: unknown[], name = ''): Promise<Answer> {
    return askForAccount(this.client, { account: this.#account, text, values, name })
  }
}

type Question = Omit<ConstructorParameters<typeof AccountQuery>[0], 'done'>

/**
 * Runs one statement in a read-only transaction of the account's. What it reads may have another column than when it was
 * prepared. Nothing was read then: it is asked again without a name, as others on the same connection may be preparing
 * it anew at this moment.
 */
export async function askForAccount(client: PoolClient, question: Question): Promise<Answer> {
  const preparation = preparationsOf(client).get(question.name)
  try {
    return await askOnce(client, question)
  } catch (error) {
    if (question.name === '' || !(isStalePlan(error) || isPreparedTwice(error))) throw error
    if (isStalePlan(error)) await forgetStatement(client, question.name, preparation)
    return askOnce(client, { ...question, name: '' })
  }
}

function askOnce(client: PoolClient, question: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, result: Answer) => {
      if (error) reject(error)
      else resolve(result)
    }
    client.query(new AccountQuery({ ...question, done }) as unknown as Submittable)
  })
}

const preparations = new WeakMap<PoolClient, Map<string, number>>()

/** How often each statement of a connection was forgotten, to be prepared anew. */
function preparationsOf(client: PoolClient): Map<string, number> {
  const known = preparations.get(client) ?? new Map<string, number>()
  preparations.set(client, known)
  return known
}

/** The driver keeps the names of what it has prepared, and no way to take one back. */
async function forgetStatement(client: PoolClient, name: string, asked: number | undefined): Promise<void> {
  const known = preparationsOf(client)
  // Another look-up on the same connection has met it too, and been first: what is prepared now is the new one.
  if (known.get(name) !== asked) return
  known.set(name, (asked ?? 0) + 1)
  const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } }
  delete connection.parsedStatements[name]
  forgetShape(connection, name)
  await client.query(`deallocate "${name}"`)
}

/** Work that had nothing to keep ends well on a server that keeps nothing, so its end alone says little. */
export async function takesWrites(client: PoolClient): Promise<boolean> {
  try {
    const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only')
    return rows[0]?.transaction_read_only === 'off'
  } catch {
    return false
  }
}
