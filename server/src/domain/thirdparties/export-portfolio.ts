import { once } from 'node:events'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql, type RawBuilder } from 'kysely'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import type { EventFilter } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { csvLine, type CsvValue } from './csv.ts'
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
// A reader slower than this gives the connection back; the file then ends short, which HTTP shows as an error.
const longestPause = '60s'
// Spreadsheets guess another encoding without it.
const byteOrderMark = '\u{feff}'

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

/**
 * The portfolio as CSV, as it stood at one moment. Read in batches as fast as the reader takes them, so neither
 * the size of the portfolio nor a slow reader costs memory.
 */
export async function exportPortfolio(db: Db, scope: Scope, request: ExportRequest): Promise<Readable> {
  const body = new PassThrough()
  const written = db.snapshot(scope, async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = ${sql.lit(longestPause)}`.execute(tx)
    await pipeline(Readable.from(lines(tx, scope, request)), body)
  })
  written.catch((error: Error) => body.destroy(error))
  // A fault before the first line is still answered as a problem.
  await Promise.race([once(body, 'readable'), written])
  return body
}

async function* lines(tx: ReadTx, scope: Scope, request: ExportRequest): AsyncGenerator<string> {
  const { filter, sort, events, attributes } = request
  const legs = await legsOf(tx, scope, sort, attributes)
  const conditions = conditionsOf(scope, await settled(tx, scope, filter, attributes))
  if (events) conditions.push(hasEvent(scope, events))
  yield byteOrderMark + csvLine(names)
  for (const leg of legs) yield* linesOf(tx, leg, [...conditions, ...leg.where])
}

type ExportRow = Record<string, CsvValue> & { sort_key: string | null; thirdpartyId: number }

async function* linesOf(tx: ReadTx, leg: Leg, wanted: RawBuilder<unknown>[]): AsyncGenerator<string> {
  const selected = names.map((name) => sql`${columns[name]} as ${sql.ref(name)}`)
  for (let after: RawBuilder<unknown> | null = null; ;) {
    const conditions: RawBuilder<unknown>[] = after === null ? wanted : [...wanted, after]
    const { rows } = await sql<ExportRow>`
      select ${sql.join(selected)}, ${leg.key} as sort_key
      from ${leg.from}
      where ${sql.join(conditions, sql` and `)}
      order by ${leg.orderBy} limit ${batchRows}`.execute(tx)
    const last = rows.at(-1)
    if (last) yield rows.map((row) => csvLine(names.map((name) => row[name] ?? null))).join('')
    if (!last || rows.length < batchRows) return
    after = leg.after({ key: last.sort_key, thirdpartyId: last.thirdpartyId })
  }
}
