import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from './tables.gen.ts'

declare const writing: unique symbol

/** Reads of one account, each statement seeing what is committed. A Tx fits wherever a ReadTx is asked. */
export type ReadTx = Kysely<DB>

/** Reads and writes. Whatever writes asks for this type, so it cannot step outside its transaction. */
export type Tx = Transaction<DB> & { readonly [writing]: true }

/** What an outer join gives of a row: its columns, or null in place of each. */
export type OuterRow<Row> = { [Column in keyof Row]: Row[Column] | null }

type Hook = () => Promise<void>
type Order = 'early' | 'last' | 'very last'
const hooks = new WeakMap<Tx, Record<Order, Hook[]>>()

/**
 * Runs `hook` when the work of the transaction is done. The journal asks to be last: its chain lock must be
 * held for as short a time as possible, and the other hooks may still record events. The administration journal
 * comes after it, always: transactions that write to both must take the two locks in one order.
 */
export function beforeCommit(tx: Tx, hook: Hook, order: Order = 'early'): void {
  const registered = hooks.get(tx) ?? { early: [], last: [], 'very last': [] }
  registered[order].push(hook)
  hooks.set(tx, registered)
}

/** Runs all hooks, those included that hooks register. */
export async function runCommitHooks(tx: Tx): Promise<void> {
  const registered = hooks.get(tx)
  for (;;) {
    const hook = registered?.early.shift() ?? registered?.last.shift() ?? registered?.['very last'].shift()
    if (!hook) return
    await hook()
  }
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
