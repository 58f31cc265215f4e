import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { CsvFile, CsvValue } from '../../platform/http/index.ts'
import type { EventFilter } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import {
  conditionsOf,
  legsOf,
  settled,
  type Leg,
  type PortfolioFilter,
  type PortfolioSort,
} from './portfolio-filter.ts'
import { hasEvent } from './portfolio-events.queries.ts'

export interface ExportRequest {
  filter: PortfolioFilter
  sort: PortfolioSort
  events: EventFilter | null
  attributes: ThirdPartyAttributes
}

const batchRows = 1_000

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const columns: Record<string, RawBuilder<CsvValue>> = {
  thirdpartyId: sql`t.thirdparty_id`,
  code: sql`t.code`,
  identifierCode: sql`t.identifier_code`,
  identifierValue: sql`t.identifier_value`,
  name: sql`t.name`,
  tradeName: sql`t.trade_name`,
  siren: sql`t.siren`,
  siret: sql`t.siret`,
  vatNumber: sql`t.vat_number`,
  duns: sql`t.duns`,
  lei: sql`t.lei`,
  localId: sql`t.local_id`,
  countryCode: sql`t.country_code`,
  legalForm: sql`coalesce(t.legal_form ->> 'label', t.legal_form ->> 'code')`,
  address: sql`(select string_agg(line, ', ') from jsonb_array_elements_text(t.head_office -> 'lines') line)`,
  postalCode: sql`t.head_office ->> 'postalCode'`,
  city: sql`t.head_office ->> 'city'`,
  nafCode: sql`t.naf_code`,
  mainActivity: sql`t.main_activity`,
  status: sql`t.status`,
  statusDetail: sql`t.status_detail`,
  statusSince: sql`t.status_since::text`,
  source: sql`t.source`,
  identityStatus: sql`t.identity_status`,
  archived: sql`t.archived_at is not null`,
  criticality: sql`s.criticality`,
  dossierStatus: sql`s.dossier_status`,
  legalCompliance: sql`s.legal_compliance`,
  financialRisk: sql`s.financial_risk`,
  cybersecurity: sql`s.cybersecurity`,
  environmentalImpact: sql`s.environmental_impact`,
  openRequests: sql`s.open_requests`,
  nextExpiry: sql`s.next_expiry::text`,
  createdAt: sql`wire_time(t.created_at)`,
  updatedAt: sql`wire_time(t.updated_at)`,
}
const names = Object.keys(columns)

/** The portfolio as a table, with the filters and the order of its list. */
export function portfolioFile(scope: Scope, request: ExportRequest): CsvFile {
  return { name: 'third-parties.csv', columns: names, batches: (tx) => batchesOf(tx, scope, request) }
}

type Batches = AsyncGenerator<CsvValue[][]>

async function* batchesOf(tx: ReadTx, scope: Scope, request: ExportRequest): Batches {
  for (const { leg, wanted } of await stretchesOf(tx, scope, request)) yield* batchesAlong(tx, leg, wanted)
}

/** How many rows the file will have. */
export async function countPortfolio(tx: ReadTx, scope: Scope, request: ExportRequest): Promise<number> {
  let count = 0
  for (const { leg, wanted } of await stretchesOf(tx, scope, request)) {
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from ${leg.from} where ${sql.join(wanted, sql` and `)}`.execute(tx)
    count += rows[0]?.total ?? 0
  }
  return count
}

async function stretchesOf(tx: ReadTx, scope: Scope, request: ExportRequest) {
  const { sort, events, attributes } = request
  const filter = await settled(tx, scope, request.filter, attributes)
  const legs = await legsOf(tx, scope, { sort, filter }, attributes)
  const conditions = conditionsOf(scope, filter)
  if (events) conditions.push(hasEvent(scope, events))
  return legs.map((leg) => ({ leg, wanted: [...conditions, ...leg.where] }))
}

type ExportRow = Record<string, CsvValue> & { sort_key: string | null; thirdpartyId: number }

async function* batchesAlong(tx: ReadTx, leg: Leg, wanted: RawBuilder<unknown>[]): Batches {
  const selected = names.map((name) => sql`${columns[name]} as ${sql.ref(name)}`)
  for (let after: RawBuilder<unknown> | null = null; ;) {
    const conditions: RawBuilder<unknown>[] = after === null ? wanted : [...wanted, after]
    const { rows } = await sql<ExportRow>`
      select ${sql.join(selected)}, ${leg.key} as sort_key
      from ${leg.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${leg.orderBy} limit ${batchRows}`.execute(tx)
    const last = rows.at(-1)
    if (last) yield rows.map((row) => names.map((name) => row[name] ?? null))
    if (!last || rows.length < batchRows) return
    after = leg.after({ key: last.sort_key, thirdpartyId: last.thirdpartyId })
  }
}
