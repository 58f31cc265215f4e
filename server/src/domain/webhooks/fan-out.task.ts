import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { enqueueDelivery } from './enqueue-delivery.ts'

/** Numbers of the journal an endpoint moves on in one transaction. */
const stride = 2_000

/** Deliveries of what was recorded since, for every active endpoint; together with its cursor, so each once. */
export const fanOutEvents: Handler<'webhooks.fan-out'> = async (_payload, { db, scope, clock, signal }) => {
  for (let more = true; more;) {
    signal.throwIfAborted()
    more = await db.write(scope, (tx) => fanOut(tx, scope, clock.now()))
  }
}

interface Moved {
  endpointId: number
  made: number
  more: boolean
}

async function fanOut(tx: Tx, scope: Scope, now: Date): Promise<boolean> {
  const { accountId } = scope
  const { rows } = await sql<Moved>`
    with held as materialized (
      select w.endpoint_id, w.cursor_seq, w.event_types, h.seq as head,
        least(w.cursor_seq + ${stride}::bigint, h.seq) as reached
      from webhook_endpoint w
      join journal_head h on h.account_id = w.account_id
      where w.account_id = ${accountId} and w.state = 'ACTIVE' and w.deleted_at is null and w.cursor_seq < h.seq
        and 'EVENTS' = any(w.classes)
      order by w.endpoint_id
      for update of w),
    made as (
      insert into webhook_delivery (account_id, endpoint_id, event_seq, event_type, next_attempt_at, created_at)
      select ${accountId}, held.endpoint_id, e.seq, e.event_type, ${now}::timestamptz, ${now}::timestamptz
      from held
      join event e on e.account_id = ${accountId} and e.seq > held.cursor_seq and e.seq <= held.reached
        and (held.event_types = '{}' or e.event_type = any(held.event_types))
      order by e.seq, held.endpoint_id
      on conflict do nothing
      returning endpoint_id),
    moved as (
      update webhook_endpoint w set cursor_seq = held.reached from held
      where w.account_id = ${accountId} and w.endpoint_id = held.endpoint_id)
    select held.endpoint_id as "endpointId", held.reached < held.head as more,
      (select count(*)::int from made where made.endpoint_id = held.endpoint_id) as made
    from held order by held.endpoint_id`.execute(tx)
  return wakeMoved(tx, scope, rows)
}

async function wakeMoved(tx: Tx, scope: Scope, moved: readonly Moved[]): Promise<boolean> {
  for (const { endpointId, made } of moved) if (made > 0) await enqueueDelivery(tx, scope, endpointId)
  return moved.some(({ more }) => more)
}

/** The same for entries of the administration journal, for those who want them. */
export const fanOutAdministration: Handler<'webhooks.fan-out-administration'> = async (_payload, context) => {
  const { db, scope, clock, signal } = context
  for (let more = true; more;) {
    signal.throwIfAborted()
    more = await db.write(scope, (tx) => fanOutEntries(tx, scope, clock.now()))
  }
}

async function fanOutEntries(tx: Tx, scope: Scope, now: Date): Promise<boolean> {
  const { accountId } = scope
  const { rows } = await sql<Moved>`
    with held as materialized (
      select w.endpoint_id, w.administration_cursor, h.seq as head,
        least(w.administration_cursor + ${stride}::bigint, h.seq) as reached
      from webhook_endpoint w
      join administration_head h on h.account_id = w.account_id
      where w.account_id = ${accountId} and w.state = 'ACTIVE' and w.deleted_at is null
        and w.administration_cursor < h.seq and 'ADMINISTRATION' = any(w.classes)
      order by w.endpoint_id
      for update of w),
    made as (
      insert into webhook_delivery
        (account_id, endpoint_id, administration_seq, administration_name, next_attempt_at, created_at)
      select ${accountId}, held.endpoint_id, e.seq, e.name, ${now}::timestamptz, ${now}::timestamptz
      from held
      join administration_event e on e.account_id = ${accountId} and e.seq > held.administration_cursor
        and e.seq <= held.reached
      order by e.seq, held.endpoint_id
      on conflict do nothing
      returning endpoint_id),
    moved as (
      update webhook_endpoint w set administration_cursor = held.reached from held
      where w.account_id = ${accountId} and w.endpoint_id = held.endpoint_id)
    select held.endpoint_id as "endpointId", held.reached < held.head as more,
      (select count(*)::int from made where made.endpoint_id = held.endpoint_id) as made
    from held order by held.endpoint_id`.execute(tx)
  return wakeMoved(tx, scope, rows)
}
