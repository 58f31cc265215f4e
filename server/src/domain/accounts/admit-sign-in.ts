import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/index.ts'
import {
  AppError,
  networkOf,
  type Clock,
  type SecurityEvent,
  type SecurityLog,
} from '../../platform/kernel/index.ts'
import {
  lastFullAt,
  periodOf,
  spendIf,
  type Budget,
  type BudgetKeys,
  type BudgetRate,
} from './attempt-budgets.ts'
import { FairQueue, type Turn } from './fair-queue.ts'
import { isKnownDevice, type Arrival } from './session-list/devices.ts'

export interface SignInLimits {
  /** Strangers: wrong passwords from one address, for one e-mail, and in the whole installation. */
  readonly address: BudgetRate
  readonly email: BudgetRate
  readonly installation: BudgetRate
  /** Somebody on a device, or at an address, from which they have signed in before. */
  readonly known: BudgetRate
}

/**
 * An office mistypes its passwords less than once in three seconds, a person less than once a minute. 36,000 wrong ones
 * an hour are more than an honest installation of 100,000 people makes, and a third of what one core can check.
 */
export const signInLimits: SignInLimits = {
  address: { burst: 20, periodMs: 3_000 },
  email: { burst: 10, periodMs: 60_000 },
  installation: { burst: 2_000, periodMs: 100 },
  known: { burst: 10, periodMs: 60_000 },
}

export interface SignInGuard {
  readonly db: Db
  readonly clock: Clock
  readonly log: SecurityLog
  readonly budgetKeys: BudgetKeys
  readonly signInLimits: SignInLimits
}

export interface Attempt {
  readonly email: string
  readonly arrival: Arrival
  /** What a refusal is called in the security stream; SIGN_IN_THROTTLED unless it says otherwise. */
  readonly throttledAs?: SecurityEvent
}

export interface Admission {
  readonly attempt: Attempt
  readonly turn: Turn
  readonly budgets: Budgets
  /** A reserve of their own was used: what strangers have left does not matter. */
  readonly known: boolean
}

interface Budgets {
  readonly device: Budget
  readonly place: Budget
  readonly address: Budget
  readonly email: Budget
  readonly share: Budget
}

// The budget of the installation lies in several rows, so that those who sign in at once do not wait for one another.
const shares = 8
const placeDays = 30

/**
 * A look takes a connection. Few look at a time, one of each address after the other: a flood waits here, and leaves the
 * connections to those whose sign-in goes on, and to everybody who is in.
 */
const looks = new FairQueue({
  running: 3,
  waiting: 1_000,
  waitingPerLane: 50,
  refusal: () => new AppError('OVERLOADED', {}, { headers: { 'retry-after': '5' } }),
})

/** Takes an attempt before the password is looked at; LOGIN_THROTTLED, at the cost of one look, when none is left. */
export async function admitSignIn(deps: SignInGuard, attempt: Attempt): Promise<Admission> {
  const budgets = budgetsOf(deps, attempt)
  const look = { lane: budgets.address.key.toString('hex'), rank: 1 } as const
  const attemptRow = await looks.run(look, () =>
    deps.db.system((tx) => takeOne(tx, attempt, budgets, deps.clock.now())),
  )
  const { byDevice, isFresh } = attemptRow
  const known = byDevice || attemptRow.byPlace
  if (!known && !attemptRow.admitted) {
    const seconds = Math.max(1, Math.ceil(attemptRow.waitMs / 1000))
    deps.log(attempt.throttledAs ?? 'SIGN_IN_THROTTLED', {}, attempt.arrival.origin)
    throw new AppError('LOGIN_THROTTLED', { seconds }, { headers: { 'retry-after': String(seconds) } })
  }
  // Known people first, then addresses that have not failed lately: a flood is neither.
  const { key } = byDevice ? budgets.device : known ? budgets.place : budgets.address
  const rank = known ? 0 : isFresh ? 1 : 2
  return { attempt, budgets, known, turn: { lane: key.toString('hex'), rank } }
}

/** Only failures count: gives the attempt back, and keeps the place. */
export async function recordAdmittedSignIn(deps: SignInGuard, admission: Admission): Promise<void> {
  await deps.db.system((tx) => refundAttempt(tx, admission, deps.clock.now()))
}

function budgetsOf(deps: SignInGuard, { email, arrival }: Attempt): Budgets {
  const { budgetKeys: keyOf, signInLimits: limits } = deps
  const network = networkOf(arrival.origin.address)
  return {
    device: { key: keyOf('device', email, arrival.deviceCookie), ...limits.known },
    place: { key: keyOf('place', email, network), ...limits.known },
    address: { key: keyOf('address', network), ...limits.address },
    email: { key: keyOf('email', email), ...limits.email },
    share: {
      key: keyOf('installation', String(randomInt(shares))),
      burst: Math.ceil(limits.installation.burst / shares),
      periodMs: limits.installation.periodMs * shares,
    },
  }
}

interface AttemptRow {
  readonly byDevice: boolean
  readonly byPlace: boolean
  readonly admitted: boolean
  readonly isFresh: boolean
  readonly waitMs: number
}

/**
 * One statement, its rows always locked in this order. Each step needs the one before, so that an address with nothing
 * left cannot use up what others have: not an e-mail's attempts, nor the installation's.
 */
async function takeOne(tx: Tx, attempt: Attempt, budgets: Budgets, now: Date): Promise<AttemptRow> {
  const { device, place, address, email, share } = budgets
  // Addresses that have failed lately may not use the last half: a network of them cannot shut everybody else out.
  const repeated = { ...share, burst: Math.ceil(share.burst / 2) }
  const remainingWait = (budget: Budget) =>
    sql`(select extract(epoch from max(full_at) - ${lastFullAt(budget, now)}) * 1000
      from attempt_budget where key = ${budget.key})`
  const { rows } = await sql<AttemptRow>`
    with fresh as (
      select where not exists (select from attempt_budget where key = ${address.key} and full_at > ${now})
    ), device as (
      ${spendIf(isKnownDevice(attempt.email, attempt.arrival.deviceCookie, now), device, now)}
    ), place as (
      update attempt_budget set full_at = greatest(full_at, ${now}) + ${periodOf(place)}
      where key = ${place.key} and known_until > ${now} and full_at <= ${lastFullAt(place, now)}
        and not exists (select from device)
      returning key
    ), address as (
      ${spendIf(sql`not exists (select from device) and not exists (select from place)`, address, now)}
    ), email as (${spendIf(sql`exists (select from address)`, email, now)}
    ), first_share as (
      ${spendIf(sql`exists (select from email) and exists (select from fresh)`, share, now)}
    ), next_share as (
      ${spendIf(sql`exists (select from email) and not exists (select from fresh)`, repeated, now)}
    )
    select exists (select from device) as "byDevice", exists (select from place) as "byPlace",
      exists (select from first_share) or exists (select from next_share) as admitted,
      exists (select from fresh) as "isFresh",
      coalesce(greatest(${remainingWait(address)}, ${remainingWait(email)}, ${remainingWait(repeated)}), 0)::float8 as "waitMs"`.execute(
    tx,
  )
  const [attemptRow] = rows
  if (!attemptRow) throw new Error('The budgets of a sign-in gave no answer.')
  return attemptRow
}

/** In the order of `takeOne`: what one of them holds, another only waits for. */
async function refundAttempt(tx: Tx, { budgets, known }: Admission, now: Date): Promise<void> {
  const { device, place, address, email, share } = budgets
  const knownUntil = new Date(now.getTime() + placeDays * 24 * 60 * 60_000)
  const found = { full_at: now, known_until: knownUntil }
  await tx.deleteFrom('attempt_budget').where('key', '=', device.key).execute()
  await tx
    .insertInto('attempt_budget')
    .values({ key: place.key, ...found })
    .onConflict((budget) => budget.column('key').doUpdateSet(found))
    .execute()
  if (known) return
  for (const budget of [address, email, share]) {
    await tx
      .updateTable('attempt_budget')
      .set({ full_at: sql<Date>`full_at - ${periodOf(budget)}` })
      .where('key', '=', budget.key)
      .execute()
  }
}
