import { sql } from 'kysely'
import { entriesOfNumbers, type AdministrationView } from '../../platform/administration/index.ts'
import type { ReadTx } from '../../platform/db/index.ts'
import { eventColumns, viewEvents, type EventRow, type EventView } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { hitChangesOfNumbers, type HitChangeView } from '../screening/index.ts'
import type { Delivery, DeliveryState } from './endpoint.ts'

export const deliveryColumns = [
  'delivery_id',
  'endpoint_id',
  'event_seq',
  'event_type',
  'administration_seq',
  'administration_name',
  'screening_seq',
  'screening_name',
  'state',
  'attempts',
  'tries',
  'next_attempt_at',
  'last_status',
  'last_error',
  'created_at',
  'settled_at',
] as const

const deliveriesOf = (tx: ReadTx, scope: Scope, endpointId: number) =>
  tx
    .selectFrom('webhook_delivery')
    .where('account_id', '=', scope.accountId)
    .where('endpoint_id', '=', endpointId)

/** What may be sent now, in the order it became due. */
export async function dueDeliveries(
  tx: ReadTx,
  scope: Scope,
  { endpointId, now, limit }: { endpointId: number; now: Date; limit: number },
): Promise<Delivery[]> {
  const rows = await deliveriesOf(tx, scope, endpointId)
    .select(deliveryColumns)
    .where('next_attempt_at', '<=', now)
    .orderBy('next_attempt_at')
    .orderBy('delivery_id')
    .limit(limit)
    .execute()
  return rows.map(deliveryOf)
}

export async function getDelivery(
  tx: ReadTx,
  scope: Scope,
  { endpointId, deliveryId }: { endpointId: number; deliveryId: number },
): Promise<Delivery> {
  const row = await deliveriesOf(tx, scope, endpointId)
    .select(deliveryColumns)
    .where('delivery_id', '=', deliveryId)
    .executeTakeFirst()
  if (!row) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND', { deliveryId })
  return deliveryOf(row)
}

/** The log of one delivery, the first attempt first. */
export function attemptsOf(tx: ReadTx, scope: Scope, deliveryId: number) {
  return tx
    .selectFrom('webhook_attempt')
    .select(['started_at', 'duration_ms', 'status', 'error', 'request_headers', 'body_sha256'])
    .select(['answer_type', 'answer_bytes'])
    .where('account_id', '=', scope.accountId)
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt_id')
    .execute()
}

/** What deliveries are about, as it reads now. */
export interface DeliveryMessages {
  readonly events: ReadonlyMap<number, EventView>
  readonly entries: ReadonlyMap<number, AdministrationView>
  readonly changes: ReadonlyMap<number, HitChangeView>
}

type MessageNumbers = Pick<Delivery, 'eventSeq' | 'administrationSeq' | 'screeningSeq'>

export async function loadMessages(
  tx: ReadTx,
  scope: Scope,
  deliveries: readonly MessageNumbers[],
): Promise<DeliveryMessages> {
  const numbers = (of: keyof MessageNumbers) => deliveries.flatMap((one) => one[of] ?? [])
  return {
    events: await eventsOfNumbers(tx, scope, numbers('eventSeq')),
    entries: await entriesOfNumbers(tx, scope, numbers('administrationSeq')),
    changes: await hitChangesOfNumbers(tx, scope, numbers('screeningSeq')),
  }
}

async function eventsOfNumbers(
  tx: ReadTx,
  scope: Scope,
  numbers: readonly number[],
): Promise<Map<number, EventView>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<EventRow>`
    select ${eventColumns} from event e
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    where e.account_id = ${scope.accountId} and e.seq = any(${[...numbers]}::bigint[])`.execute(tx)
  const events = await viewEvents(tx, scope, rows)
  return new Map(events.map((event) => [event.seq, event]))
}

/** Of what is told, in its own order; null for a test. */
export const messageNumber = ({ eventSeq, administrationSeq, screeningSeq }: Delivery) =>
  eventSeq ?? administrationSeq ?? screeningSeq

export function deliveryOf(row: {
  delivery_id: number
  endpoint_id: number
  event_seq: number | null
  event_type: number | null
  administration_seq: number | null
  administration_name: string | null
  screening_seq: number | null
  screening_name: string | null
  state: string
  attempts: number
  tries: number
  next_attempt_at: Date | null
  last_status: number | null
  last_error: string | null
  created_at: Date
  settled_at: Date | null
}): Delivery {
  return {
    deliveryId: row.delivery_id,
    endpointId: row.endpoint_id,
    eventSeq: row.event_seq,
    eventType: row.event_type,
    administrationSeq: row.administration_seq,
    administrationName: row.administration_name,
    screeningSeq: row.screening_seq,
    screeningName: row.screening_name,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    tries: row.tries,
    nextAttemptAt: row.next_attempt_at,
    lastStatus: row.last_status,
    lastError: row.last_error,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}
