import type { Selectable } from 'kysely'
import type { DB, ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

export type CelType = 'string' | 'bool' | 'double' | 'int' | 'list<string>' | 'google.protobuf.Timestamp'

/** What an expression may read of a third party, and as what. */
export const identityFields = {
  code: 'string',
  source: 'string',
  identityStatus: 'string',
  name: 'string',
  tradeName: 'string',
  siren: 'string',
  siret: 'string',
  vatNumber: 'string',
  duns: 'string',
  lei: 'string',
  countryCode: 'string',
  legalForm: 'string',
  city: 'string',
  postalCode: 'string',
  region: 'string',
  nafCode: 'string',
  mainActivity: 'string',
  headcount: 'int',
  creationDate: 'google.protobuf.Timestamp',
  closureDate: 'google.protobuf.Timestamp',
  status: 'string',
  statusSince: 'google.protobuf.Timestamp',
} as const satisfies Record<string, CelType>

export type IdentityField = keyof typeof identityFields

interface IdentityRow {
  thirdpartyId: number
  name: string | null
  identity: Partial<Record<IdentityField, string | bigint | Date>>
}

const columns = [
  'thirdparty_id',
  'code',
  'source',
  'identity_status',
  'name',
  'trade_name',
  'siren',
  'siret',
  'vat_number',
  'duns',
  'lei',
  'country_code',
  'legal_form',
  'head_office',
  'naf_code',
  'main_activity',
  'headcount',
  'creation_date',
  'closure_date',
  'status',
  'status_since',
] as const

/** Live third parties only: nothing is calculated for archived ones. */
export async function identitiesOf(
  tx: ReadTx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<IdentityRow[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where((where) => where('thirdparty_id', '=', where.fn.any(where.val([...thirdpartyIds]))))
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id')
    .execute()
  return rows.map((row) => ({
    thirdpartyId: row.thirdparty_id,
    name: row.name,
    identity: identityOf(row),
  }))
}

type Columns = Pick<Selectable<DB['thirdparty']>, (typeof columns)[number]>

function identityOf(row: Columns): IdentityRow['identity'] {
  const office = part(row.head_office)
  const headcount = part(row.headcount)
  const texts = {
    code: row.code,
    source: row.source,
    identityStatus: row.identity_status,
    name: row.name,
    tradeName: row.trade_name,
    siren: row.siren,
    siret: row.siret,
    vatNumber: row.vat_number,
    duns: row.duns,
    lei: row.lei,
    countryCode: row.country_code,
    nafCode: row.naf_code,
    legalForm: part(row.legal_form)['code'],
    mainActivity: row.main_activity,
    status: row.status,
    city: office['city'],
    postalCode: office['postalCode'],
    region: office['region'],
  }
  const dates = {
    creationDate: row.creation_date,
    closureDate: row.closure_date,
    statusSince: row.status_since,
  }
  return {
    ...readKnownFields(texts, (text) => text.slice(0, 1_000)),
    ...readKnownFields(dates, (date) => new Date(`${date}T00:00:00Z`)),
    ...readKnownFields({ headcount: headcount['value'] ?? headcount['min'] }, (count) =>
      BigInt(Math.trunc(Number(count))),
    ),
  }
}

function part(json: unknown): Record<string, unknown> {
  return (json ?? {}) as Record<string, unknown>
}

/** Leaves out what is not known: an absent field is what makes an expression answer nothing. */
function readKnownFields<K extends string, T>(
  fields: Record<K, unknown>,
  read: (text: string) => T,
): Partial<Record<K, T>> {
  const found: Partial<Record<K, T>> = {}
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string' || typeof value === 'number') found[name as K] = read(String(value))
  }
  return found
}
