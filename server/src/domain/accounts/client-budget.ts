import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import { refuseByRate } from '../../platform/http/index.ts'
import { networkOf, type Clock } from '../../platform/kernel/index.ts'
import {
  isSpent,
  lastFullAt,
  periodOf,
  spendIf,
  takeAttempt,
  type Budget,
  type BudgetKeys,
} from './attempt-budgets.ts'
import { OAuthError } from './oauth-error.ts'

interface Attempt {
  readonly clientId: string
  readonly ip: string
}

/** Runs the check of a client's secret, unless too many were wrong before: then the answer is 429. */
export type ClientBudget = <T>(attempt: Attempt, check: () => Promise<T>) => Promise<T>

interface BudgetDeps {
  readonly db: Db
  readonly clock: Clock
  readonly budgetKeys: BudgetKeys
}

const byAddress = { burst: 30, periodMs: 2_000 }
const byPair = { burst: 10, periodMs: 30_000 }
const byClient = { burst: 100, periodMs: 1_000 }
const whileAttacked = { burst: 3, periodMs: 60_000 }
const knownMs = 24 * 60 * 60_000

/**
 * Wrong secrets are counted by address and by client, for all processes together. Nobody can shut a client out by guessing
 * in its name: a client under attack is still heard from any address that has not failed yet, and where it was right
 * within a day it only answers for its own mistakes.
 */
export function createClientBudget(deps: BudgetDeps): ClientBudget {
  const { db, clock } = deps
  return async (attempt, check) => {
    const budgets = budgetsOf(deps, attempt)
    const taken = await db.system((tx) => takeOne(tx, budgets, clock.now()))
    if (!taken.admitted) throw refuseByRate(taken.waitMs / 1_000)
    try {
      const found = await check()
      await db.system((tx) => refundOne(tx, budgets, { ...taken, isRight: true, now: clock.now() }))
      return found
    } catch (error) {
      const isWrong = error instanceof OAuthError && error.code === 'invalid_client'
      // A wrong secret was paid for already; what else went wrong is nobody's guess.
      await db.system(async (tx) => {
        if (isWrong) await takeAttempt(tx, budgets.client, clock.now())
        else await refundOne(tx, budgets, { ...taken, isRight: false, now: clock.now() })
      })
      throw error
    }
  }
}

interface Budgets {
  readonly address: Budget
  readonly pair: Budget
  readonly client: Budget
  /** Instead of `pair`, while the client is under attack. */
  readonly wary: Budget
}

function budgetsOf({ budgetKeys: keyOf }: BudgetDeps, { clientId, ip }: Attempt): Budgets {
  const address = networkOf(ip)
  return {
    address: { key: keyOf('client address', address), ...byAddress },
    pair: { key: keyOf('client pair', clientId, address), ...byPair },
    client: { key: keyOf('client', clientId), ...byClient },
    wary: { key: keyOf('client attacked', clientId, address), ...whileAttacked },
  }
}

interface Taken {
  readonly admitted: boolean
  /** The client was right from this address within a day: the address itself paid nothing. */
  readonly known: boolean
  readonly attacked: boolean
  readonly waitMs: number
}

/** One statement, its rows locked in one order. The address pays only where the pair has something left. */
async function takeOne(tx: Tx, { address, pair, client, wary }: Budgets, now: Date): Promise<Taken> {
  const spent = (budget: Budget) =>
    sql`exists (select from attempt_budget where key = ${budget.key} and ${isSpent(sql`full_at`, budget, now)})`
  const remainingWait = (budget: Budget) =>
    sql`(select extract(epoch from max(full_at) - ${lastFullAt(budget, now)}) * 1000
      from attempt_budget where key = ${budget.key})`
  const isKnown = sql`exists (select from known)`
  const isAttacked = sql`exists (select from attacked)`
  const hasPaid = sql`exists (select from address)`
  const { rows } = await sql<Taken>`
    with known as (select from attempt_budget where key = ${pair.key} and known_until > ${now}),
    attacked as (select where ${spent(client)}),
    address as (
      ${spendIf(
        sql`not ${isKnown} and not case when ${isAttacked} then ${spent(wary)} else ${spent(pair)} end`,
        address,
        now,
      )}
    ), pair as (
      ${spendIf(sql`(${isKnown} or ${hasPaid} and not ${isAttacked})`, pair, now)}
    ), wary as (
      ${spendIf(sql`not ${isKnown} and ${hasPaid} and ${isAttacked}`, wary, now)}
    )
    select exists (select from pair) or exists (select from wary) as admitted, ${isKnown} as known,
      ${isAttacked} as attacked,
      coalesce(case when ${isKnown} then ${remainingWait(pair)}
        else greatest(${remainingWait(address)}, case when ${isAttacked} then ${remainingWait(wary)}
          else ${remainingWait(pair)} end) end, 0)::float8 as "waitMs"`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('The budgets of a client gave no answer.')
  return taken
}

/** Only failures count: gives the attempt back and, after a right secret, keeps the place. */
async function refundOne(
  tx: Tx,
  { address, pair, wary }: Budgets,
  { known, attacked, isRight, now }: Taken & { isRight: boolean; now: Date },
): Promise<void> {
  const paid = known ? [pair] : [address, attacked ? wary : pair]
  for (const budget of paid) {
    await tx
      .updateTable('attempt_budget')
      .set({ full_at: sql<Date>`full_at - ${periodOf(budget)}` })
      .where('key', '=', budget.key)
      .execute()
  }
  if (!isRight || known) return
  const place = { known_until: new Date(now.getTime() + knownMs) }
  await tx
    .insertInto('attempt_budget')
    .values({ key: pair.key, full_at: now, ...place })
    .onConflict((budget) => budget.column('key').doUpdateSet(place))
    .execute()
}
