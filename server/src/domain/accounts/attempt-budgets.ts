import { createHmac } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { deriveKey } from './secrets.ts'

/** So many attempts at once, then one more every period. */
export interface BudgetRate {
  readonly burst: number
  readonly periodMs: number
}

export interface Budget extends BudgetRate {
  readonly key: Buffer
}

export type BudgetKeys = (kind: string, ...parts: readonly string[]) => Buffer

/** Keys of the table: they can be compared, but nobody without the installation's key learns whom they stand for. */
export function createBudgetKeys(secretKey: Uint8Array): BudgetKeys {
  const key = deriveKey(secretKey, 'attempt budgets')
  return (kind, ...parts) =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, ...parts]))
      .digest()
      .subarray(0, 16)
}

/** A budget whose `full_at` is later than this has nothing left. */
export function lastFullAt({ burst, periodMs }: BudgetRate, now: Date): Date {
  return new Date(now.getTime() + (burst - 1) * periodMs)
}

// What the clocks of two processes may differ by.
const leewayMs = 60_000

/**
 * Whether nothing is left. A date that lies further ahead than two whole budgets was written before the clock was set
 * back; one budget would not do, since of some only half may be used.
 */
export function isSpent(fullAt: RawBuilder<unknown>, budget: BudgetRate, now: Date): RawBuilder<unknown> {
  const latest = lastFullAt(budget, now)
  const farAhead = new Date(now.getTime() + 2 * budget.burst * budget.periodMs + leewayMs)
  return sql`(${fullAt} > ${latest} and ${fullAt} <= ${farAhead})`
}

/** What one attempt, taken or given back, moves `full_at` by. */
export function periodOf({ periodMs }: BudgetRate): RawBuilder<unknown> {
  return sql`${periodMs} * interval '1 millisecond'`
}

/**
 * Takes one attempt if the condition holds and one is left: a row comes back then. A budget that is plainly spent is
 * only looked at, so that a flood of refusals writes nothing and waits for no lock.
 */
export function spendIf(condition: RawBuilder<unknown>, budget: Budget, now: Date): RawBuilder<unknown> {
  const period = periodOf(budget)
  const latest = lastFullAt(budget, now)
  return sql`
    insert into attempt_budget as b (key, full_at)
    select ${budget.key}::bytea, ${now}::timestamptz + ${period}
    where ${condition}
      and not exists (select from attempt_budget s where s.key = ${budget.key} and ${isSpent(sql`s.full_at`, budget, now)})
    on conflict (key) do update
      set full_at = case when b.full_at between ${now} and ${latest} then b.full_at else ${now} end + ${period}
      where not ${isSpent(sql`b.full_at`, budget, now)}
    returning key`
}

/** Whether one attempt was left; it is taken in the transaction, and comes back if that fails. */
export async function takeAttempt(tx: Tx, budget: Budget, now: Date): Promise<boolean> {
  const { rows } = await spendIf(sql`true`, budget, now).execute(tx)
  return rows.length > 0
}

/** After a success: only failures in a row count. */
export async function restoreAttempts(tx: Tx, { key }: Budget): Promise<void> {
  await tx.deleteFrom('attempt_budget').where('key', '=', key).execute()
}

// No budget takes that long to fill: a date further ahead was written by a clock that was set back since.
const farAheadMs = 24 * 60 * 60_000

/** Budgets that are whole again are the same as none. Returns how many went. */
export async function purgeBudgets(tx: Tx, clock: Clock): Promise<number> {
  const now = clock.now()
  const farAhead = new Date(now.getTime() + farAheadMs)
  const { numDeletedRows } = await tx
    .deleteFrom('attempt_budget')
    .where((budget) => budget.or([budget('full_at', '<=', now), budget('full_at', '>', farAhead)]))
    .where((budget) => budget.or([budget('known_until', 'is', null), budget('known_until', '<=', now)]))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
