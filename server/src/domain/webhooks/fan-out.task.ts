import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Handler } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { dueAtOnce } from './back-off.ts'
import { endpointSights, hitSights, type EndpointSight } from './endpoint-sights.ts'
import { enqueueDelivery } from './enqueue-delivery.ts'

/** Numbers of the journal an endpoint moves on in one transaction. */
const stride = 2_000

/** Deliveries of what was recorded since, for every active endpoint; together with its cursor, so each once. */
export const fanOutEvents: Handler<'webhooks.fan-out'> = async (_payload, { db, scope, clock, signal }) => {
  for (let more = true; more;) {
    signal.throwIfAborted()
    const sights = await endpointSights(db, scope)
    more = await db.write(scope, (tx) => fanOut(tx, scope, clock.now(), sights))
  }
}

interface Moved {
  endpointId: number
  made: number
  more: boolean
}

async function fanOut(tx: Tx, scope: Scope, now: Date, sights: readonly EndpointSight[]): Promise<boolean> {
  const { accountId } = scope
  await rememberLimited(tx, scope, sights)
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
      select ${accountId}, held.endpoint_id, e.seq, e.event_type, ${dueAtOnce(now)}, ${now}::timestamptz
      from held
      join event e on e.account_id = ${accountId} and e.seq > held.cursor_seq and e.seq <= held.reached
        and (held.event_types = '{}' or e.event_type = any(held.event_types))
      left join jsonb_to_recordset(${JSON.stringify(sights)}::jsonb) as sight ("endpointId" bigint, sets bigint[])
        on sight."endpointId" = held.endpoint_id
      where sight.sets is null or exists (select from thirdparty t
        where t.account_id = ${accountId} and t.thirdparty_id = e.thirdparty_id and t.unit_set_id = any(sight.sets))
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

/** Asked again when the maker has left: what was limited stays so, also while the endpoint rests. */
async function rememberLimited(
  tx: Tx,
  { accountId }: Scope,
  sights: readonly EndpointSight[],
): Promise<void> {
  await sql`update webhook_endpoint w set limited = not w.limited
    where w.account_id = ${accountId} and w.deleted_at is null
      and w.limited <> (w.endpoint_id = any(${sights.map((one) => one.endpointId)}::bigint[]))`.execute(tx)
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
    const sights = await endpointSights(db, scope)
    more = await db.write(scope, async (tx) => {
      await rememberLimited(tx, scope, sights)
      return fanOutEntries(tx, scope, clock.now())
    })
  }
}

async function fanOutEntries(tx: Tx, scope: Scope, now: Date): Promise<boolean> {
  const { accountId } = scope
  const { rows } = await sql<Moved>`
    with held as materialized (
      select w.endpoint_id, w.administration_cursor, w.limited, h.seq as head,
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
      select ${accountId}, held.endpoint_id, e.seq, e.name, ${dueAtOnce(now)}, ${now}::timestamptz
      from held
      join administration_event e on e.account_id = ${accountId} and e.seq > held.administration_cursor
        and e.seq <= held.reached
      -- Acts of administration are of the whole account.
      where not held.limited
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

/** The same for changes of hits, for those who want them and whose makers may see hits. */
export const fanOutScreening: Handler<'webhooks.fan-out-screening'> = async (_payload, context) => {
  const { db, scope, clock, signal } = context
  for (let more = true; more;) {
    signal.throwIfAborted()
    const sights = await hitSights(db, scope)
    more = await db.write(scope, (tx) => fanOutChanges(tx, scope, clock.now(), sights))
  }
}

async function fanOutChanges(
  tx: Tx,
  scope: Scope,
  now: Date,
  sights: readonly EndpointSight[],
): Promise<boolean> {
  const { accountId } = scope
  const { rows } = await sql<Moved>`
    with held as materialized (
      select w.endpoint_id, w.screening_cursor, h.seq as head,
        least(w.screening_cursor + ${stride}::bigint, h.seq) as reached
      from webhook_endpoint w
      join screening_change_head h on h.account_id = w.account_id
      where w.account_id = ${accountId} and w.state = 'ACTIVE' and w.deleted_at is null
        and w.screening_cursor < h.seq and 'SCREENING' = any(w.classes)
      order by w.endpoint_id
      for update of w),
    made as (
      insert into webhook_delivery
        (account_id, endpoint_id, screening_seq, screening_name, next_attempt_at, created_at)
      select ${accountId}, held.endpoint_id, c.seq, c.name, ${dueAtOnce(now)}, ${now}::timestamptz
      from held
      join screening_change c on c.account_id = ${accountId} and c.seq > held.screening_cursor
        and c.seq <= held.reached
      left join jsonb_to_recordset(${JSON.stringify(sights)}::jsonb) as sight ("endpointId" bigint, sets bigint[])
        on sight."endpointId" = held.endpoint_id
      where sight.sets is null or exists (select from thirdparty t
        where t.account_id = ${accountId} and t.thirdparty_id = c.thirdparty_id and t.unit_set_id = any(sight.sets))
      order by c.seq, held.endpoint_id
      on conflict do nothing
      returning endpoint_id),
    moved as (
      update webhook_endpoint w set screening_cursor = held.reached from held
      where w.account_id = ${accountId} and w.endpoint_id = held.endpoint_id)
    select held.endpoint_id as "endpointId", held.reached < held.head as more,
      (select count(*)::int from made where made.endpoint_id = held.endpoint_id) as made
    from held order by held.endpoint_id`.execute(tx)
  return wakeMoved(tx, scope, rows)
}
