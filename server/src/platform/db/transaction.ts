import type { Kysely, Transaction } from 'kysely'
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
