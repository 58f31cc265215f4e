import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import {
  completeUntil,
  countMatches,
  matchingResources,
  type EventFilter,
  type EventPosition,
} from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export function findThirdParty(tx: ReadTx, scope: Scope, thirdpartyId: number) {
  return tx
    .selectFrom('thirdparty')
    .select(['wire', 'version'])
    .where('account_id', '=', scope.accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
}

interface KnownIdentifiers {
  siren?: string | null
  vat_number?: string | null
  duns?: string | null
  lei?: string | null
  local_id?: string | null
  country_code?: string | null
  identifier_code: string
  identifier_value: string
}

/** The third party that made an insert collide, by whichever identifier it is the same company. */
export async function findSameCompany(tx: ReadTx, scope: Scope, known: KnownIdentifiers): Promise<number> {
  const row = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where((where) =>
      where.or([
        where('siren', '=', known.siren ?? null),
        where('vat_number', '=', known.vat_number ?? null),
        where('duns', '=', known.duns ?? null),
        where('lei', '=', known.lei ?? null),
        where.and([
          where('country_code', '=', known.country_code ?? null),
          where('local_id', '=', known.local_id ?? null),
        ]),
        where.and([
          where('identifier_code', '=', known.identifier_code),
          where('identifier_value', '=', known.identifier_value),
        ]),
      ]),
    )
    .orderBy('thirdparty_id')
    .executeTakeFirstOrThrow()
  return row.thirdparty_id
}

export interface PortfolioPage {
  /** Records as the database wrote them: JSON texts, joined into the answer without being parsed. */
  wires: string[]
  total: number
  totalIsExact: boolean
}

export interface PortfolioRequest {
  size: number
  offset: number
  /** Only third parties added before this one; the walk goes from the newest to the oldest. */
  before: number | null
  archived: boolean | null
}

export async function listPortfolio(
  tx: ReadTx,
  scope: Scope,
  request: PortfolioRequest,
): Promise<PortfolioPage & { last: number | null }> {
  const { archived, before } = request
  const rows = tx
    .selectFrom('thirdparty')
    .select(['wire', 'thirdparty_id'])
    .where('account_id', '=', scope.accountId)
    .$if(before !== null, (q) => q.where('thirdparty_id', '<', before ?? 0))
    .$if(archived !== null, (q) => q.where(sql<boolean>`(archived_at is not null) = ${archived}`))
    .orderBy('thirdparty_id', 'desc')
    .limit(request.size + 1)
    .$if(request.offset > 0, (q) => q.offset(request.offset))
    .execute()
  const size = tx
    .selectFrom('portfolio_size')
    .select((select) => select.fn.sum<string>('total').as('total'))
    .where('account_id', '=', scope.accountId)
    .$if(archived !== null, (q) => q.where('archived', '=', archived ?? false))
    .executeTakeFirst()
  // Sent together, answered together: the connection pipelines them.
  const [found, counted] = await Promise.all([rows, size])
  const page = found.slice(0, request.size)
  return {
    wires: page.map((row) => row.wire),
    last: found.length > request.size ? (page.at(-1)?.thirdparty_id ?? null) : null,
    total: Number(counted?.total ?? 0),
    totalIsExact: true,
  }
}

export interface EventPageRequest {
  filter: EventFilter
  size: number
  offset: number
  after: EventPosition | null
  archived: boolean | null
}

interface MatchRow {
  wire: string
  thirdparty_id: number
  occurred_at: Date
  first_at: string
  last_at: string
  matches: number
}

/** Third parties with a matching event, the latest match first, each with what matched. */
export async function listByEvents(
  tx: ReadTx,
  scope: Scope,
  request: EventPageRequest,
): Promise<PortfolioPage & { last: EventPosition | null; completeUntil: Date }> {
  const { filter, archived } = request
  const until = await completeUntil(tx, scope, filter.end)
  const search = { resource: 'THIRD_PARTY' as const, filter, after: request.after }
  const kept = archived === null ? sql`` : sql`and (t.archived_at is not null) = ${archived}`
  const rows = sql<MatchRow>`
    select t.wire, t.thirdparty_id, m.occurred_at, s.first_at, s.last_at, s.matches
    from (${matchingResources(scope, search)}) m
    join lateral (select wire, thirdparty_id from thirdparty t
      where t.account_id = ${scope.accountId} and t.thirdparty_id = m.resource_id ${kept} offset 0) t on true
    cross join lateral (
      select wire_time(min(e.occurred_at)) as first_at, wire_time(max(e.occurred_at)) as last_at,
             count(*)::int as matches
      from event e
      where e.account_id = ${scope.accountId} and e.resource_type = 1 and e.resource_id = m.resource_id
        and e.occurred_at >= ${filter.start} and e.occurred_at < ${filter.end}
        and (e.event_type + 0) = any(${[...filter.types]}::int[])) s
    order by m.occurred_at desc, m.resource_id desc
    limit ${request.size + 1} offset ${request.offset}`.execute(tx)
  const [found, counted] = await Promise.all([rows, countMatches(tx, scope, search)])
  const page = found.rows.slice(0, request.size)
  const end = found.rows.length > request.size ? page.at(-1) : undefined
  return {
    wires: page.map(withMatches),
    last: end ? { occurredAt: end.occurred_at, resourceId: end.thirdparty_id } : null,
    completeUntil: until,
    total: counted.total,
    totalIsExact: counted.totalIsExact && archived === null,
  }
}

function withMatches(row: MatchRow): string {
  const matched = { first: row.first_at, last: row.last_at, count: row.matches }
  return `${row.wire.slice(0, -1)},"matchedEvents":${JSON.stringify(matched)}}`
}
