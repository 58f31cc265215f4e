import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import {
  eventColumns,
  eventTypes,
  resourceTypeCodes,
  viewEvents,
  type EventRow,
  type EventView,
  type ResourceType,
} from '../../../platform/journal/index.ts'
import type { ActorType, Scope } from '../../../platform/kernel/index.ts'
import { seqBounds, type TimeRange } from './latest-range.ts'

type Fragment = RawBuilder<unknown>

export interface Resource {
  readonly type: ResourceType
  readonly id: number
}

export interface LatestFilter extends TimeRange {
  readonly types: readonly number[] | null
  readonly thirdpartyId: number | null
  readonly dossierId: number | null
  readonly documentId: number | null
  readonly actorType: ActorType | null
  readonly actorId: number | null
}

const anyEvent: LatestFilter = {
  from: null,
  to: null,
  types: null,
  thirdpartyId: null,
  dossierId: null,
  documentId: null,
  actorType: null,
  actorId: null,
}

/** The last event looked at. */
export interface EventPlace {
  readonly at: Date
  readonly seq: number
}

type Position = readonly (string | number | null)[]

export function decodeEventPlace(position: Position | null): EventPlace | null {
  return position && { at: new Date(Number(position[0])), seq: Number(position[1]) }
}

export const encodeEventPlace = (place: EventPlace | null): Position | null =>
  place && [place.at.getTime(), place.seq]

export interface EventsWindow {
  readonly before: EventPlace | null
  readonly limit: number
}

interface EventsPage {
  readonly events: EventView[]
  /** Null when nothing is left. */
  readonly last: EventPlace | null
}

type FoundEvent = EventRow & { at: Date }

// Nobody indexed who did it: a page looks through so many numbers, and says where it stopped.
const mostSearched = 10_000

/** What happened in the account, newest first. */
export async function readLatest(
  tx: ReadTx,
  scope: Scope,
  filter: LatestFilter,
  window: EventsWindow,
): Promise<EventsPage> {
  const { actorType, actorId, types } = filter
  const isByActor = actorType !== null || actorId !== null
  const places = isByActor ? null : subjectPlaces(scope, filter)
  if (places === null && (isByActor || types === null)) {
    return searchJournal(tx, scope, filter, { ...window, isByActor })
  }
  return readEvents(tx, scope, newestEvents(scope, { filter, places }, window), window.limit)
}

export interface Timeline {
  readonly resource: Resource
  /** Also what happened to the dossiers and documents that hang on it. */
  readonly withParts: boolean
  readonly types: readonly number[] | null
}

/** What happened to one resource, newest first. */
export async function readTimeline(
  tx: ReadTx,
  scope: Scope,
  timeline: Timeline,
  window: EventsWindow,
): Promise<EventsPage> {
  return readEvents(tx, scope, timelineStatement(scope, timeline, window), window.limit)
}

export function timelineStatement(
  scope: Scope,
  timeline: Timeline,
  window: EventsWindow,
): RawBuilder<FoundEvent> {
  const filter = { ...anyEvent, types: timeline.types }
  return newestEvents(scope, { filter, places: resourcesOf(scope, timeline) }, window)
}

async function readEvents(
  tx: ReadTx,
  scope: Scope,
  statement: RawBuilder<FoundEvent>,
  limit: number,
): Promise<EventsPage> {
  const { rows } = await statement.execute(tx)
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  const events = await viewEvents(
    tx,
    scope,
    page.map(({ at: _at, ...row }) => row),
  )
  return { events, last: last ? { at: last.at, seq: last.seq } : null }
}

/** The resource that was asked for with all that hangs on it; null when none was. */
function subjectPlaces(
  scope: Scope,
  { thirdpartyId, dossierId, documentId }: Pick<LatestFilter, 'thirdpartyId' | 'dossierId' | 'documentId'>,
): Fragment | null {
  const of = (type: Resource['type'], id: number) =>
    resourcesOf(scope, { resource: { type, id }, withParts: true })
  if (documentId !== null) return of('DOCUMENT', documentId)
  if (dossierId !== null) return of('DOSSIER', dossierId)
  return thirdpartyId === null ? null : of('THIRD_PARTY', thirdpartyId)
}

const typesCondition = (types: readonly number[]): Fragment => {
  const wanted = eventTypes.filter(({ code }) => types.includes(code))
  return sql`select * from unnest(
    ${wanted.map(({ resourceType }) => resourceTypeCodes[resourceType])}::smallint[],
    ${wanted.map(({ code }) => code)}::bigint[])`
}

interface EventsSource {
  readonly filter: LatestFilter
  /** Rows (type, id) of resources; null for all. */
  readonly places: Fragment | null
}

/**
 * The newest of each resource, or of each type where none was asked for, found along the index that begins with it,
 * then the newest of all these; only they are read in full. What it costs follows the page and the number of
 * resources, not how much ever happened.
 */
export function newestEvents(
  scope: Scope,
  { filter, places }: EventsSource,
  { before, limit }: EventsWindow,
): RawBuilder<FoundEvent> {
  const { accountId } = scope
  const { types } = filter
  const key =
    places === null ? sql`n.event_type = r.id::smallint` : sql`n.resource_id = r.id ${ofTypes(types, 'n')}`
  const earlier =
    before === null ? sql`` : sql`and n.occurred_at <= ${before.at} and n.seq < ${before.seq}::bigint`
  return sql<FoundEvent>`
    with newest as materialized (
      select found.occurred_at, found.seq from (${places ?? typesCondition(types ?? [])}) r (type, id)
      cross join lateral (
        select n.occurred_at, n.seq from event n
        where n.account_id = ${accountId} and n.resource_type = r.type and ${key} ${earlier}
          ${eventConditions(filter, 'n')}
        order by n.occurred_at desc, n.seq desc limit ${limit + 1}) found
      order by found.occurred_at desc, found.seq desc limit ${limit + 1})
    select ${eventColumns}, e.occurred_at as at from newest
    join event e on e.account_id = ${accountId} and e.seq = newest.seq and e.occurred_at = newest.occurred_at
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    order by e.occurred_at desc, e.seq desc`
}

/** Backwards from number to number. */
async function searchJournal(
  tx: ReadTx,
  scope: Scope,
  filter: LatestFilter,
  { before, limit, isByActor }: EventsWindow & { readonly isByActor: boolean },
): Promise<EventsPage> {
  const { accountId } = scope
  const { above, below } = await seqBounds(tx, scope, filter)
  const start = before?.seq ?? below ?? (await headOf(tx, scope)) + 1
  const end = isByActor ? Math.max(above, start - 1 - mostSearched) : above
  const statement = sql<FoundEvent>`
    select ${eventColumns}, e.occurred_at as at from event e
    left join event_detail d on d.account_id = e.account_id and d.seq = e.seq
    where e.account_id = ${accountId} and e.seq < ${start}::bigint and e.seq > ${end}::bigint
      ${eventConditions(filter, 'e')} ${isByActor ? ofTypes(filter.types, 'e') : sql``}
    order by e.seq desc limit ${limit + 1}`
  const page = await readEvents(tx, scope, statement, limit)
  const isMore = page.last === null && end > above
  return isMore ? { ...page, last: { at: new Date(0), seq: end + 1 } } : page
}

async function headOf(tx: ReadTx, { accountId }: Scope): Promise<number> {
  const head = await tx
    .selectFrom('journal_head')
    .select('seq')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return head?.seq ?? 0
}

/** "+ 0" keeps the planner from answering by the index on types. */
function ofTypes(types: readonly number[] | null, alias: 'n' | 'e'): Fragment {
  return types === null ? sql`` : sql`and (${sql.ref(`${alias}.event_type`)} + 0) = any(${[...types]}::int[])`
}

function eventConditions(filter: LatestFilter, alias: 'n' | 'e'): Fragment {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const { from, to, thirdpartyId, dossierId, documentId, actorType, actorId } = filter
  const conditions: (Fragment | null)[] = [
    from && sql`and ${column('occurred_at')} >= ${from}`,
    to && sql`and ${column('occurred_at')} < ${to}`,
    thirdpartyId === null ? null : sql`and ${column('thirdparty_id')} = ${thirdpartyId}`,
    dossierId === null ? null : sql`and ${column('dossier_id')} = ${dossierId}`,
    documentId === null ? null : sql`and ${column('document_id')} = ${documentId}`,
    actorType === null ? null : sql`and ${column('actor_type')} = ${actorType}`,
    actorId === null ? null : sql`and ${column('actor_id')} = ${actorId}`,
  ]
  const given = conditions.filter((one) => one !== null)
  return given.length === 0 ? sql`` : sql.join(given, sql` `)
}

/** Rows (type, id) of a resource and, if wished, of all that hangs on it. */
function resourcesOf(
  { accountId }: Scope,
  { resource, withParts }: Pick<Timeline, 'resource' | 'withParts'>,
): Fragment {
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
