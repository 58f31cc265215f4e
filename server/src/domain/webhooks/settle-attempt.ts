import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { pauseAfter } from './back-off.ts'
import { digestOf } from './compose.ts'
import { mailDisabled } from './disabled.mail.ts'
import type { Delivery, Endpoint, StateReason } from './endpoint.ts'
import type { Outgoing, Sent } from './outgoing/send.ts'

export interface Attempt {
  readonly endpoint: Endpoint
  readonly delivery: Pick<Delivery, 'deliveryId' | 'tries'>
  readonly message: Outgoing
  readonly sent: Sent
  readonly startedAt: Date
  readonly now: Date
}

const httpGone = 410
/** What a delivery ends with whose message may have arrived twice already. */
const perhapsDelivered = 'PERHAPS_DELIVERED'
const mostOpenAttempts = 2

/**
 * Notes, before anything leaves, that an attempt begins whose end nobody knows yet. False when there is none to make:
 * somebody else has settled the delivery, or two workers died over it, and a third copy is not risked.
 */
export async function claimDelivery(
  tx: Tx,
  scope: Scope,
  { deliveryId, now }: { deliveryId: number; now: Date },
): Promise<boolean> {
  const claimed = await openDelivery(tx, scope, deliveryId)
    .set((row) => ({ open_attempts: row('open_attempts', '+', 1) }))
    .returning('open_attempts')
    .executeTakeFirst()
  if (claimed === undefined) return false
  if (claimed.open_attempts <= mostOpenAttempts) return true
  await openDelivery(tx, scope, deliveryId)
    .set({ state: 'DEAD', last_error: perhapsDelivered, next_attempt_at: null, settled_at: now })
    .execute()
  return false
}

/** For a worker that stops in good order: no copy of ours is lost from sight. */
export async function disclaimDelivery(tx: Tx, scope: Scope, deliveryId: number): Promise<void> {
  await openDelivery(tx, scope, deliveryId).set({ open_attempts: oneLess }).execute()
}

const oneLess = sql<number>`greatest(open_attempts - 1, 0)`

/** While it is to be tried: a slow worker must not reopen what the one that took over has settled. */
function openDelivery(tx: Tx, scope: Scope, deliveryId: number) {
  return tx
    .updateTable('webhook_delivery')
    .where('account_id', '=', scope.accountId)
    .where('delivery_id', '=', deliveryId)
    .where('next_attempt_at', 'is not', null)
}

/** Keeps what came of an attempt, with the consequences for its delivery and its endpoint. True: send on. */
export async function settleAttempt(
  tx: Tx,
  scope: Scope,
  attempt: Attempt,
  disableAfterMs: number,
): Promise<boolean> {
  const { endpoint, sent, now } = attempt
  let reason: StateReason | null = null
  if (sent.error === null) await recordSuccess(tx, scope, endpoint.endpointId, now)
  else {
    const failingSince = await recordFailure(tx, scope, endpoint.endpointId, now)
    const isFailing = failingSince !== null && now.getTime() - failingSince.getTime() >= disableAfterMs
    reason = sent.status === httpGone ? 'GONE' : isFailing ? 'FAILING' : null
    if (reason !== null) await disable(tx, scope, { endpoint, reason, now })
  }
  await storeDelivery(tx, scope, attempt)
  await storeAttempt(tx, scope, attempt)
  return reason === null
}

export async function storeAttempt(
  tx: Tx,
  scope: Scope,
  { delivery, message, sent, startedAt }: Omit<Attempt, 'endpoint' | 'now'>,
): Promise<void> {
  await tx
    .insertInto('webhook_attempt')
    .values({
      account_id: scope.accountId,
      delivery_id: delivery.deliveryId,
      started_at: startedAt,
      duration_ms: sent.durationMs,
      status: sent.status,
      error: sent.error,
      request_headers: JSON.stringify(message.headers),
      body_sha256: digestOf(message.body),
      answer_type: sent.answerType,
      answer_bytes: sent.answerBytes,
    })
    .execute()
}

async function storeDelivery(tx: Tx, scope: Scope, { delivery, sent, now }: Attempt): Promise<void> {
  const tries = delivery.tries + 1
  const pause = sent.error === null ? null : pauseAfter(tries, sent.retryAfterMs)
  const isOver = pause === null
  await openDelivery(tx, scope, delivery.deliveryId)
    .set({
      state: sent.error === null ? 'DELIVERED' : isOver ? 'DEAD' : 'FAILED',
      open_attempts: oneLess,
      attempts: sql<number>`attempts + 1`,
      tries,
      next_attempt_at: isOver ? null : new Date(now.getTime() + pause),
      last_status: sent.status,
      last_error: sent.error,
      settled_at: isOver ? now : null,
    })
    .execute()
}

/** Given up without a try. Whoever sends them again later has them looked at again. */
export async function withholdDeliveries(
  tx: Tx,
  scope: Scope,
  deliveryIds: readonly number[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'DEAD', last_error: 'OUT_OF_SIGHT', next_attempt_at: null, settled_at: now })
    .where('account_id', '=', scope.accountId)
    .where('delivery_id', 'in', deliveryIds)
    .where('next_attempt_at', 'is not', null)
    .execute()
}

/** Not at each of thousands: once a minute is enough to say that it is well. */
async function recordSuccess(tx: Tx, scope: Scope, endpointId: number, now: Date): Promise<void> {
  await sql`
    update webhook_endpoint set consecutive_failures = 0, failing_since = null, last_success_at = ${now}::timestamptz
    where account_id = ${scope.accountId} and endpoint_id = ${endpointId} and (
      consecutive_failures > 0 or last_success_at is null
      or last_success_at < ${now}::timestamptz - interval '1 minute')`.execute(tx)
}

async function recordFailure(tx: Tx, scope: Scope, endpointId: number, now: Date): Promise<Date | null> {
  const row = await tx
    .updateTable('webhook_endpoint')
    .set({
      consecutive_failures: sql<number>`consecutive_failures + 1`,
      failing_since: sql<Date>`coalesce(failing_since, ${now}::timestamptz)`,
    })
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? null
}

/** What waits stays: whoever resumes the endpoint gets it. */
async function disable(
  tx: Tx,
  scope: Scope,
  { endpoint, reason, now }: { endpoint: Endpoint; reason: StateReason; now: Date },
): Promise<void> {
  const { endpointId } = endpoint
  const changed = await tx
    .updateTable('webhook_endpoint')
    .set({
      state: 'DISABLED',
      state_reason: reason,
      state_since: now,
      updated_at: now,
      version: sql<number>`version + 1`,
    })
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('state', '=', 'ACTIVE')
    .where('deleted_at', 'is', null)
    .returning(['url', 'version', 'failing_since'])
    .executeTakeFirst()
  if (!changed) return
  recordAdministration(tx, scope, {
    name: 'WEBHOOK_CHANGED',
    subject: { type: 'WEBHOOK', id: endpointId },
    before: { state: endpoint.state },
    after: { state: 'DISABLED', reason },
  })
  await mailDisabled(tx, scope, { endpointId, reason, ...changed })
}
