import { sql, type RawBuilder } from 'kysely'
import type { OuterRow, ReadTx } from '../db/index.ts'
import type { ActorType, Scope } from '../kernel/index.ts'
import type { EventData } from './event-data.ts'
import { eventTypeByCode, type EventName, type ResourceType } from './event-names.ts'
import { openDetails } from './event-words.ts'

/** One event as it goes over the wire. */
export interface EventView {
  eventId: number
  seq: number
  eventName: EventName
  resourceType: ResourceType
  resourceId: number
  thirdpartyId: number | null
  dossierId: number | null
  documentId: number | null
  occurredAt: string
  actor: { type: ActorType; id: number | null; name: string | null }
  data: EventData
  hash: string
}

/** A row of `eventColumns`. */
export interface EventRow {
  eventId: number
  seq: number
  code: number
  resourceId: number
  thirdpartyId: number | null
  dossierId: number | null
  documentId: number | null
  occurredAt: string
  actorType: ActorType
  actorId: number | null
  hash: string
  payload: Buffer | null
}

/** For `event e left join event_detail d`. */
export const eventColumns: RawBuilder<unknown> = sql`e.event_id as "eventId", e.seq, e.event_type as code,
  e.resource_id as "resourceId", e.thirdparty_id as "thirdpartyId", e.dossier_id as "dossierId",
  e.document_id as "documentId", wire_time(e.occurred_at) as "occurredAt", e.actor_type as "actorType",
  e.actor_id as "actorId", encode(e.hash, 'hex') as hash, d.payload`

/** Opens what the events say about people, as far as it was not erased. */
export async function viewEvents(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  rows: readonly EventRow[],
): Promise<EventView[]> {
  const words = await openDetails(
    tx,
    scope,
    rows.map(({ payload }) => payload),
  )
  return rows.map(({ code, actorType, actorId, payload: _payload, ...row }, index) => {
    const type = eventTypeByCode(code)
    if (!type) throw new Error(`Event ${row.seq} has the unknown type ${code}.`)
    const { actor, data } = words[index]!
    return {
      ...row,
      eventName: type.name,
      resourceType: type.resourceType,
      actor: { type: actorType, id: actorId, name: actor === '' ? null : actor },
      data,
    }
  })
}

interface Onward {
  /** The last number the reader has. */
  readonly after: number
  /** Codes of the wanted names; null for all. */
  readonly types: readonly number[] | null
  readonly limit: number
  /** A further condition on `e`. */
  readonly kept?: RawBuilder<unknown>
}

export interface FeedPage {
  readonly events: EventView[]
  /** Up to here nothing wanted was left out: where the reader goes on. */
  readonly reached: number
  /** The last number of the account at that moment. */
  readonly head: number
}

interface Head {
  readonly head: number | null
}

// A reader of rare events moves on in strides of this many numbers, so that no question costs more than one.
const stride = 10_000

/**
 * The events after a number, in order. Numbers are given under the account's lock and committed before it is
 * released, so whoever sees one sees all before it: a reader who goes on from `reached` misses nothing.
 */
export async function eventsAfter(
  tx: ReadTx,
  scope: Pick<Scope, 'accountId'>,
  { after, types, limit, kept = sql`true` }: Onward,
): Promise<FeedPage> {
  const { accountId } = scope
  const wanted = types === null ? sql`` : sql`and (e.event_type + 0) = any(${[...types]}::int[])`
  const { rows } = await sql<OuterRow<EventRow> & Head>`
    select found.*, h.seq as head
    from (select) one
    left join journal_head h on h.account_id = ${accountId}
    left join lateral (
      select ${eventColumns} from event e
      left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
      where e.account_id = ${accountId} and e.seq > ${after} and e.seq <= ${after + stride}::bigint ${wanted}
        and ${kept}
      order by e.seq limit ${limit}) found on true
    order by found.seq`.execute(tx)
  const head = rows[0]?.head ?? 0
  const found = rows
    .filter((row): row is EventRow & Head => row.seq !== null)
    .map(({ head: _head, ...row }) => row)
  const last = found.at(-1)
  const reached = last && found.length === limit ? last.seq : Math.min(after + stride, head)
  return { events: await viewEvents(tx, scope, found), reached: Math.max(reached, after), head }
}
