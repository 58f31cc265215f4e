import type { Tx } from '../../platform/db/index.ts'
import type { Handler, JobContext } from '../../platform/jobs/index.ts'
import type { Scope, VisibleUnits } from '../../platform/kernel/index.ts'
import { countWebhook } from '../../platform/metrics/index.ts'
import { bodyOf, compose } from './compose.ts'
import { dueDeliveries, loadMessages, messageNumber, type DeliveryMessages } from './deliveries.queries.ts'
import { endpointUnits } from './endpoint-sights.ts'
import type { Delivery, Endpoint } from './endpoint.ts'
import type { EndpointSecrets } from './endpoint-secrets.ts'
import { findEndpoint } from './endpoints.queries.ts'
import type { Send, Sent } from './outgoing/send.ts'
import { claimDelivery, disclaimDelivery, settleAttempt, withholdDeliveries } from './settle-attempt.ts'
import { enqueueDelivery } from './enqueue-delivery.ts'

export interface DeliverDeps {
  readonly send: Send
  readonly secrets: EndpointSecrets
  /** Requests to one endpoint under way at once. */
  readonly atOnce: number
  readonly disableAfterMs: number
}

type Context = JobContext<'webhooks.deliver'>

/** After this long the others have their turn. */
const turnMs = 20_000
const batchSize = 50
/** An endpoint nobody reaches is left alone for this long, whatever else is due. */
const restMs = 30_000

/**
 * Sends what is due to one endpoint. A delivery counts as sent when that is committed: when a worker dies in between, it
 * is sent once more under the same webhook-id, and never a third time.
 */
export const deliverEvents =
  (deps: DeliverDeps): Handler<'webhooks.deliver'> =>
  async ({ endpointId }, context) => {
    const { db, scope, clock } = context
    const started = performance.now()
    let batch: Batch | null
    let unreachable = false
    do {
      batch = await nextBatch(context, endpointId)
      if (batch) unreachable = await sendBatch(deps, context, batch)
    } while (batch && !unreachable && performance.now() - started < turnMs)
    const notBefore = new Date(clock.now().getTime() + (unreachable ? restMs : 0))
    await db.write(scope, (tx) => planNext(tx, scope, endpointId, notBefore))
  }

interface Batch {
  readonly endpoint: Endpoint
  readonly deliveries: readonly Delivery[]
  readonly told: DeliveryMessages
}

/** Null when nothing is due, or the endpoint is not to be written to. */
async function nextBatch({ db, scope, clock }: Context, endpointId: number): Promise<Batch | null> {
  const due = await db.read(scope, async (tx) => {
    const endpoint = await findEndpoint(tx, scope, endpointId)
    if (endpoint?.state !== 'ACTIVE') return null
    const deliveries = await dueDeliveries(tx, scope, { endpointId, now: clock.now(), limit: batchSize })
    return deliveries.length === 0 ? null : { endpoint, deliveries }
  })
  if (!due) return null
  const { units, hits } = await endpointUnits(db, scope, endpointId)
  const seen = await db.read({ ...scope, units }, (tx) => loadMessages(tx, scope, due.deliveries))
  const ofHits = due.deliveries.filter(({ screeningSeq }) => screeningSeq !== null)
  const { changes } = await db.read({ ...scope, units: hits }, (tx) => loadMessages(tx, scope, ofHits))
  const told = { ...seen, changes }
  const isUnseen = (one: Delivery) => isOutOfSight(one, told, units)
  const withheld = due.deliveries.filter(isUnseen).map(({ deliveryId }) => deliveryId)
  if (withheld.length > 0) await db.write(scope, (tx) => withholdDeliveries(tx, scope, withheld, clock.now()))
  return { ...due, deliveries: due.deliveries.filter((one) => !isUnseen(one)), told }
}

/** What was queued may be about a company that has left the sight of the endpoint's maker since. */
function isOutOfSight(
  { eventSeq, administrationSeq, screeningSeq }: Delivery,
  { events, changes }: DeliveryMessages,
  units: VisibleUnits,
): boolean {
  if (screeningSeq !== null) return !changes.has(screeningSeq)
  if (units === 'ALL') return false
  // Acts of administration are of the whole account.
  return administrationSeq !== null || (eventSeq !== null && !events.has(eventSeq))
}

const neverReached = new Set<Sent['error']>(['DNS', 'CONNECTION', 'TIMEOUT', 'TLS', 'ADDRESS_REFUSED'])

/** True when as many as go out at once failed in a row to reach anybody: the rest is not even tried. */
async function sendBatch(deps: DeliverDeps, context: Context, batch: Batch): Promise<boolean> {
  const waiting = [...batch.deliveries]
  const inTurn = takeTurns()
  let misses = 0
  const lane = async () => {
    for (;;) {
      context.signal.throwIfAborted()
      const delivery = misses < deps.atOnce ? waiting.shift() : undefined
      if (!delivery) return
      const { error, goOn } = await sendOne(deps, context, { ...batch, delivery, inTurn })
      misses = neverReached.has(error) ? misses + 1 : 0
      if (!goOn) waiting.length = 0
    }
  }
  // All of them end before the job does, or the next run would meet what this one is still sending.
  const lanes = await Promise.allSettled(Array.from({ length: deps.atOnce }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
  return misses >= deps.atOnce
}

type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** One after the other, as asked for: what is claimed in order leaves in order. */
function takeTurns(): InTurn {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}

async function sendOne(
  deps: DeliverDeps,
  { db, scope, clock, signal }: Context,
  { endpoint, delivery, told, inTurn }: Batch & { delivery: Delivery; inTurn: InTurn },
): Promise<{ error: Sent['error']; goOn: boolean }> {
  const body = bodyOf(scope, delivery, told)
  if (body === null) {
    const seq = messageNumber(delivery)
    throw new Error(`The journal does not hold number ${seq} of a delivery.`)
  }
  const startedAt = clock.now()
  const { deliveryId } = delivery
  const message = compose(scope, { endpoint, secrets: deps.secrets, deliveryId, body, now: startedAt })
  const claim = { deliveryId, now: startedAt }
  const isOurs = await inTurn(() => db.write(scope, (tx) => claimDelivery(tx, scope, claim)))
  if (!isOurs) return { error: null, goOn: true }
  const sent = await deps.send(message, signal).catch(async (error: unknown) => {
    if (signal.aborted) await db.write(scope, (tx) => disclaimDelivery(tx, scope, deliveryId))
    throw error
  })
  const attempt = { endpoint, delivery, message, sent, startedAt, now: clock.now() }
  const goOn = await db.write(scope, (tx) => settleAttempt(tx, scope, attempt, deps.disableAfterMs))
  countWebhook(sent.error === null ? 'delivered' : 'failed')
  return { error: sent.error, goOn }
}

/** Under the endpoint's lock: whoever makes something due meanwhile waits, and then moves this job forward. */
async function planNext(tx: Tx, scope: Scope, endpointId: number, notBefore: Date): Promise<void> {
  const endpoint = await tx
    .selectFrom('webhook_endpoint')
    .select('state')
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (endpoint?.state !== 'ACTIVE') return
  const { next } = await tx
    .selectFrom('webhook_delivery')
    .select((row) => row.fn.min('next_attempt_at').as('next'))
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)
    .where('next_attempt_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (next !== null) await enqueueDelivery(tx, scope, endpointId, next > notBefore ? next : notBefore)
}
