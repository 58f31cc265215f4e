import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import {
  eventColumns,
  resourceTypeCodes,
  viewEvents,
  type EventRow,
  type EventView,
  type ResourceType,
} from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'

export interface Resource {
  readonly type: ResourceType
  readonly id: number
}

export interface Timeline {
  readonly resource: Resource
  /** Also what happened to the dossiers and documents that hang on it. */
  readonly withParts: boolean
  readonly types: readonly number[] | null
  /** The last event shown. */
  readonly before: TimelinePosition | null
  readonly limit: number
}

export interface TimelinePosition {
  readonly at: Date
  readonly seq: number
}

export interface TimelinePage {
  readonly events: EventView[]
  readonly last: TimelinePosition | null
}

type Found = EventRow & { at: Date }

/** Newest first; `last` is null when nothing is left. */
export async function readTimeline(tx: ReadTx, scope: Scope, timeline: Timeline): Promise<TimelinePage> {
  const { rows } = await timelineStatement(scope, timeline).execute(tx)
  const page = rows.slice(0, timeline.limit)
  const last = rows.length > timeline.limit ? page.at(-1) : undefined
  const events = await viewEvents(
    tx,
    scope,
    page.map(({ at: _at, ...row }) => row),
  )
  return { events, last: last ? { at: last.at, seq: last.seq } : null }
}

/**
 * The newest events of each resource, found along the index that begins with it, then the newest of all these; only
 * they are read in full. What it costs follows the page and the number of resources, not how much ever happened.
 */
export function timelineStatement(scope: Scope, timeline: Timeline): RawBuilder<Found> {
  const { types, before, limit } = timeline
  const { accountId } = scope
  // "event_type + 0" keeps the planner from answering by the index on types.
  const named = types === null ? sql`` : sql`and (n.event_type + 0) = any(${[...types]}::int[])`
  const earlier =
    before === null ? sql`` : sql`and n.occurred_at <= ${before.at} and n.seq < ${before.seq}::bigint`
  return sql<Found>`
    with newest as materialized (
      select found.occurred_at, found.seq from (${resourcesOf(scope, timeline)}) r (type, id)
      cross join lateral (
        select n.occurred_at, n.seq from event n
        where n.account_id = ${accountId} and n.resource_type = r.type and n.resource_id = r.id ${named} ${earlier}
        order by n.occurred_at desc, n.seq desc limit ${limit + 1}) found
      order by found.occurred_at desc, found.seq desc limit ${limit + 1})
    select ${eventColumns}, e.occurred_at as at from newest
    join event e on e.account_id = ${accountId} and e.seq = newest.seq and e.occurred_at = newest.occurred_at
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    order by e.occurred_at desc, e.seq desc`
}

/** Rows (type, id) of a resource and, if wished, of all that hangs on it. */
export function resourcesOf(
  { accountId }: Scope,
  { resource, withParts }: Pick<Timeline, 'resource' | 'withParts'>,
): RawBuilder<unknown> {
  const { THIRD_PARTY, DOSSIER, DOCUMENT } = resourceTypeCodes
  const own = sql`select ${resourceTypeCodes[resource.type]}::smallint, ${resource.id}::bigint`
  if (!withParts || resource.type === 'DOCUMENT') return own
  const column = resource.type === 'THIRD_PARTY' ? sql`thirdparty_id` : sql`dossier_id`
  const documents = sql`select ${DOCUMENT}::smallint, document_id from document
    where account_id = ${accountId} and ${column} = ${resource.id}`
  if (resourceTypeCodes[resource.type] !== THIRD_PARTY) return sql`${own} union all ${documents}`
  return sql`${own} union all ${documents} union all
    select ${DOSSIER}::smallint, dossier_id from dossier
    where account_id = ${accountId} and thirdparty_id = ${resource.id}`
}
