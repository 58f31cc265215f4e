import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { CsvFile, CsvValue } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countRows, readBatches } from '../../platform/lists/index.ts'
import { matchingListing, type MatchRequest } from './match-portfolio.ts'

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
  relationship: sql`t.relationship`,
  relationshipUntil: sql`t.relationship_until::text`,
  relationshipToReview: sql`t.relationship_review`,
}
const names = Object.keys(columns)

/** The portfolio as a table, with the filters and the order of its list. */
export function portfolioFile(scope: Scope, request: MatchRequest): CsvFile {
  return { name: 'third-parties.csv', columns: names, batches: (tx) => batchesOf(tx, scope, request) }
}

async function* batchesOf(tx: ReadTx, scope: Scope, request: MatchRequest): AsyncGenerator<CsvValue[][]> {
  const { order, source } = await exportListing(tx, scope, request)
  for await (const rows of readBatches(tx, { order, source }, batchRows)) {
    yield rows.map((row) => names.map((name) => row[name] ?? null))
  }
}

/** How many rows the file will have. */
export async function countExport(tx: ReadTx, scope: Scope, request: MatchRequest): Promise<number> {
  const { source } = await exportListing(tx, scope, request)
  const { total } = await countRows(tx, source, Number.MAX_SAFE_INTEGER)
  return total
}

async function exportListing(tx: ReadTx, scope: Scope, request: MatchRequest) {
  const { source, order } = await matchingListing(tx, scope, request)
  const selected = names.map((name) => sql`${columns[name]} as ${sql.ref(name)}`)
  return { order, source: { ...source, columns: sql<Record<string, CsvValue>>`${sql.join(selected)}` } }
}
