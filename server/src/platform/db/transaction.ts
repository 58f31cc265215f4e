import { sql, type CompiledQuery, type Kysely, type Transaction } from 'kysely'
import type { DB } from './tables.gen.ts'

declare const writing: unique symbol

/** Reads of one account, each statement seeing what is committed. A Tx fits wherever a ReadTx is asked. */
export type ReadTx = Kysely<DB>

/** Reads and writes. Whatever writes asks for this type, so it cannot step outside its transaction. */
export type Tx = Transaction<DB> & { readonly [writing]: true }

/** What an outer join gives of a row: its columns, or null in place of each. */
export type OuterRow<Row> = { [Column in keyof Row]: Row[Column] | null }

/** Statements that wait for no answer in between, and what their failure means to whoever asked for the change. */
export interface LastStatements {
  readonly statements: readonly CompiledQuery[]
  readonly toProblem: (error: unknown) => unknown
}

type Hook = () => Promise<LastStatements | void>
type Order = 'early' | 'last' | 'very last'
const hooks = new WeakMap<Tx, Record<Order, Hook[]>>()

/**
 * Runs `hook` when the work of the transaction is done. The journal asks to be last: its chain lock must be
 * held for as short a time as possible, and the other hooks may still record events. So it only says which statements
 * are to be sent, and they travel together with the commit. The administration journal comes after it, always:
 * transactions that write to both must take the two locks in one order.
 */
export function beforeCommit(tx: Tx, hook: Hook, order: Order = 'early'): void {
  const registered = hooks.get(tx) ?? { early: [], last: [], 'very last': [] }
  registered[order].push(hook)
  hooks.set(tx, registered)
}

/** Runs all hooks, those included that hooks register, and hands over what the last one of them left to be sent. */
export async function prepareCommit(tx: Tx): Promise<LastStatements | null> {
  const registered = hooks.get(tx)
  for (let left: LastStatements | null = null; ;) {
    const hook = registered?.early.shift() ?? registered?.last.shift() ?? registered?.['very last'].shift()
    if (!hook) return left
    if (left) await sendAll(left, (statement) => tx.executeQuery(statement))
    left = (await hook()) ?? null
  }
}

/** Runs all hooks to their end, where the commit is still to come. */
export async function runCommitHooks(tx: Tx): Promise<void> {
  const left = await prepareCommit(tx)
  if (left) await sendAll(left, (statement) => tx.executeQuery(statement))
}

export async function sendAll(
  { statements, toProblem }: LastStatements,
  send: (statement: CompiledQuery) => Promise<unknown>,
): Promise<void> {
  // All are on their way before the first answers; if one fails, PostgreSQL refuses those behind it.
  await Promise.all(statements.map(send)).catch((error: unknown) => {
    throw toProblem(error)
  })
}

/**
 * Does a piece of work for one account inside a transaction that is not for it, such as one of the directory. Row
 * security follows the account for as long as the work lasts, and then what it followed before.
 */
export async function withAccount<T>(tx: Tx, accountId: number, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{ former: string | null; set_config: string }>`
    select former, set_config('app.account', ${String(accountId)}, true)
    from (select current_setting('app.account', true) as former offset 0) setting`.execute(tx)
  const result = await work()
  // Not needed after a failure: the rollback brings the former setting back.
  await sql`select set_config('app.account', ${rows[0]?.former ?? ''}, true)`.execute(tx)
  return result
}
