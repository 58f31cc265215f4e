import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import { vatOfSiren } from '../../../platform/kernel/index.ts'
import type { CompanyRecord, HeadOffice } from '../company.ts'
import { frenchActivity, frenchHeadcount, frenchLegalForm } from '../french-labels.ts'
import type { RegisterSource } from './dictionary.ts'

export const providerOf = { SIRENE: 'imported-sirene', GLEIF: 'imported-gleif' } as const

interface Row {
  source: RegisterSource
  key: string
  name: string
  trade_name: string | null
  country_code: string
  siren: string | null
  local_id: string | null
  nic: string | null
  naf_code: string | null
  legal_form: string | null
  headcount_band: string | null
  headcount_year: number | null
  created_on: string | null
  closed_on: string | null
  is_active: boolean
  status_detail: string | null
  address_lines: string | null
  postal_code: string | null
  city: string | null
  region: string | null
}

/** In the order of the keys. */
export async function companiesByKey(
  tx: ReadTx,
  source: RegisterSource,
  keys: readonly string[],
): Promise<CompanyRecord[]> {
  if (keys.length === 0) return []
  const found = await companies(tx, sql`c.source = ${source} and c.record_key = any(${keys}::text[])`)
  const byKey = new Map(found.map((company) => [company.recordId, company]))
  return keys.flatMap((key) => byKey.get(key) ?? [])
}

/** Registers and people write one number in several ways: HRB 99999, HRB99999. */
export function companiesByLocalId(
  tx: ReadTx,
  countryCode: string,
  localId: string,
): Promise<CompanyRecord[]> {
  const compact = localId.replaceAll(/[^A-Za-z0-9]/g, '').toUpperCase()
  if (compact === '') return Promise.resolve([])
  return companies(
    tx,
    sql`c.source = 'GLEIF' and c.local_id is not null and c.country_code = ${countryCode}
      and upper(regexp_replace(c.local_id, '[^A-Za-z0-9]', '', 'g')) = ${compact}`,
  )
}

export async function establishmentsAmong(tx: ReadTx, sirets: readonly string[]): Promise<Set<string>> {
  if (sirets.length === 0) return new Set()
  const rows = await tx
    .selectFrom('register_establishment')
    .select('siret')
    .where((where) => where('siret', '=', where.fn.any(where.val([...sirets]))))
    .execute()
  return new Set(rows.map(({ siret }) => siret))
}

/** Until a file of the kind is in to its end, that something is not in the register means nothing. */
export async function isImported(tx: ReadTx, kind: string): Promise<boolean> {
  const row = await tx
    .selectFrom('register_import')
    .select('kind')
    .where('kind', '=', kind)
    .where('state', '=', 'DONE')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function companies(tx: ReadTx, condition: RawBuilder<unknown>): Promise<CompanyRecord[]> {
  const { rows } = await sql<Row>`
    select c.source, c.record_key as key, c.name, coalesce(c.trade_name, e.trade_name) as trade_name, c.country_code,
      c.siren, c.local_id, c.nic, c.naf_code, c.legal_form, c.headcount_band, c.headcount_year,
      c.created_on::text, c.closed_on::text, c.is_active, c.status_detail,
      coalesce(c.address_lines, e.address_lines) as address_lines, coalesce(c.postal_code, e.postal_code) as postal_code,
      coalesce(c.city, e.city) as city, coalesce(c.region, e.region) as region
    from register_company c
    left join register_establishment e on c.source = 'SIRENE' and e.siret = c.record_key || c.nic
    where ${condition} and c.removed_at is null order by c.size_rank desc, c.record_key limit 100`.execute(tx)
  return rows.map(asCompany)
}

function asCompany(row: Row): CompanyRecord {
  const siren = row.source === 'SIRENE' ? row.key : row.siren
  return {
    provider: providerOf[row.source],
    recordId: row.key,
    name: row.name,
    tradeName: row.trade_name,
    siren,
    siret: row.nic === null ? null : row.key + row.nic,
    vatNumber: row.source === 'SIRENE' ? vatOfSiren(row.key) : null,
    duns: null,
    lei: row.source === 'GLEIF' ? row.key : null,
    localId: siren ?? row.local_id,
    // The file is kept without its registers; a SIREN says by itself whose it is.
    localRegister: null,
    countryCode: row.country_code,
    legalForm: legalFormOf(row),
    headOffice: rowAddress(row),
    ...frenchActivity(row.naf_code),
    executives: [],
    headcount: frenchHeadcount(row.headcount_band, row.headcount_year),
    creationDate: row.created_on,
    closureDate: row.closed_on,
    status: row.is_active ? 'ACTIVE' : 'STRUCK_OFF',
    statusDetail: row.status_detail,
    statusSince: row.is_active ? null : row.closed_on,
  }
}

function legalFormOf({ source, legal_form: code }: Row): CompanyRecord['legalForm'] {
  if (source === 'SIRENE') return frenchLegalForm(code)
  return code === null ? null : { code, label: null }
}

function rowAddress(row: Row): HeadOffice | null {
  if (row.address_lines === null && row.city === null && row.postal_code === null) return null
  return {
    lines: row.address_lines === null ? [] : row.address_lines.split('\n'),
    postalCode: row.postal_code,
    city: row.city,
    region: row.region,
    countryCode: row.country_code,
  }
}
