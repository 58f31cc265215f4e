import { listSources } from '@vigie/watchlists'
import { sql, type RawBuilder } from 'kysely'
import { Type, type Static } from 'typebox'
import { dateSchema, sortOf, sortQuery, recordId } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  filter,
  filterConditions,
  filterQuery,
  filterValues,
  orderById,
  orderByKey,
  type Fragment,
  type Listing,
} from '../../platform/lists/index.ts'
import type { HitSummaryRow } from './hit.schema.ts'
import { hitClasses, hitStates } from './settle-hits.ts'

const hitFilters = {
  state: filter(
    Type.Array(Type.Enum([...hitStates]), { maxItems: hitStates.length, description: 'Any of these.' }),
    (states) => sql`h.state = any(${[...states]}::text[])`,
  ),
  class: filter(Type.Enum([...hitClasses]), (hitClass) => sql`h.hit_class = ${hitClass}`),
  source: filter(
    Type.Array(Type.String({ pattern: '^[A-Z][A-Z_]{1,63}$' }), {
      maxItems: listSources.length + 1,
      description: 'Lists by their publishers, such as OFAC_SDN; any of these.',
    }),
    (sources) => sql`h.source = any(${[...sources]}::text[])`,
  ),
  thirdpartyId: filter(recordId, (id) => sql`h.thirdparty_id = ${id}`),
  minScore: filter(Type.Number({ minimum: 0, maximum: 1 }), (score) => sql`h.score >= ${score}`),
  openedSince: filter(
    { ...dateSchema, description: 'Opened, or opened again, on this day (UTC) or later.' },
    (day) => sql`h.opened_at >= ${day}::date::timestamp at time zone 'UTC'`,
  ),
}

const archived = Type.Optional(
  Type.Boolean({
    description:
      'What waits at archived third parties is left out, unless this is true or thirdpartyId names one of them.',
  }),
)
const mine = Type.Optional(
  Type.Enum(['DECIDED', 'TO_CONFIRM'], {
    description:
      'DECIDED: what the caller has decided or proposed. TO_CONFIRM: what somebody else proposed and waits for a second person.',
  }),
)

/** What the list and the file of hits can be narrowed to. */
export const HitFilterQuery = Type.Object({ ...filterQuery(hitFilters), archived, mine })
export type HitFilter = Static<typeof HitFilterQuery>
export const HitSortQuery = Type.Object(sortQuery(['openedAt']))
type HitSort = Static<typeof HitSortQuery>

/** What a cursor of the narrowed list is bound to. */
export const hitFilterValues = (query: HitFilter & HitSort) => ({
  ...filterValues(hitFilters, query),
  archived: query.archived,
  mine: query.mine,
  sort: query.sort,
})

function hitConditions(scope: Scope, query: HitFilter): Fragment[] {
  const { archived: withArchived = false, thirdpartyId } = query
  return [
    sql`h.account_id = ${scope.accountId}`,
    ...filterConditions(hitFilters, query, scope),
    ...(query.mine ? [mineConditions[query.mine](scope)] : []),
    ...(withArchived || thirdpartyId !== undefined ? [] : [isNotParked]),
  ]
}

/** Whether its company is archived is looked up for each. */
const countCap = 2_000

const isNotParked = sql`(h.state not in ('OPEN', 'UNCLEAR', 'PROPOSED') or exists (
  select from thirdparty t
  where t.account_id = h.account_id and t.thirdparty_id = h.thirdparty_id and t.archived_at is null))`

const mineConditions: Readonly<Record<'DECIDED' | 'TO_CONFIRM', (scope: Scope) => Fragment>> = {
  DECIDED: ({ actor }) => sql`exists (select from screening_decision x
    where x.account_id = h.account_id and x.hit_id = h.hit_id and x.decided_by_type = ${actor.type}
      and x.decided_by = ${actor.id})`,
  TO_CONFIRM: ({ actor }) => sql`h.state = 'PROPOSED' and exists (select from screening_decision x
    where x.account_id = h.account_id and x.hit_id = h.hit_id and x.number = h.decisions
      and (x.decided_by_type, x.decided_by) is distinct from (${actor.type}::text, ${actor.id}::bigint))`,
}

export const summaryColumns = sql<HitSummaryRow>`
  h.hit_id as "hitId", h.thirdparty_id as "thirdpartyId",
  (select t.name from thirdparty t where t.account_id = h.account_id and t.thirdparty_id = h.thirdparty_id)
    as "thirdpartyName",
  h.hit_class as class, h.source, h.entry_key as "entryId", coalesce(h.entry #>> '{names,0,text}', '') as "entryName",
  h.role, coalesce(h.subject #>> '{names,0,text}', '') as "subjectName", round(h.score::numeric, 3)::float8 as score,
  h.state, h.why, wire_time(h.opened_at) as "openedAt", h.cleared_until as "clearedUntil"`

/** Newest first, or by the day they were opened. */
export function hitListing(scope: Scope, query: HitFilter & HitSort): Listing<HitSummaryRow> {
  return hitsWithColumns(scope, query, summaryColumns)
}

export function hitsWithColumns<Columns extends object>(
  scope: Scope,
  query: HitFilter & HitSort,
  columns: RawBuilder<Columns>,
): Listing<Columns> {
  const { descending } = sortOf(query.sort, 'openedAt,desc')
  return {
    countCap,
    order:
      query.sort === undefined
        ? orderById('newest first')
        : orderByKey(sql`h.opened_at`, 'timestamptz', descending),
    source: {
      id: sql`h.hit_id`,
      from: sql`screening_hit h`,
      conditions: hitConditions(scope, query),
      columns,
    },
  }
}
