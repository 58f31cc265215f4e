import type { ReadTx } from '../platform/db/index.ts'
import type { Language, Scope } from '../platform/kernel/index.ts'

/** What papers and forms of a company say of it. */
export interface DemoCompany {
  /** Its place in the portfolio, from 1. */
  readonly number: number
  readonly thirdpartyId: number
  readonly name: string
  readonly language: Language
  readonly countryCode: string
  /** As its papers name it: a SIREN, a VAT number, or whatever it has. */
  readonly identifier: { readonly label: string; readonly value: string }
  readonly vatNumber: string | null
  readonly street: string
  readonly postalCode: string
  readonly city: string
  readonly activity: string
}

export const supplierCode = (number: number): string => `SUP-${String(number).padStart(4, '0')}`

interface HeadOffice {
  lines?: string[]
  postalCode?: string | null
  city?: string | null
}

/** Those of these numbers that are still in the portfolio. */
export async function companiesOf(
  tx: ReadTx,
  { accountId }: Scope,
  numbers: readonly number[],
): Promise<DemoCompany[]> {
  if (numbers.length === 0) return []
  const rows = await tx
    .selectFrom('thirdparty')
    .select(['thirdparty_id', 'code', 'name', 'country_code', 'siren', 'vat_number', 'duns', 'local_id'])
    .select(['head_office', 'main_activity'])
    .where('account_id', '=', accountId)
    .where('archived_at', 'is', null)
    .where('code', 'in', numbers.map(supplierCode))
    .orderBy('code')
    .execute()
  return rows.map((row) => {
    const office = (row.head_office ?? {}) as HeadOffice
    return {
      number: Number(row.code?.slice(4)),
      thirdpartyId: row.thirdparty_id,
      name: row.name ?? '',
      language: row.country_code === 'FR' ? 'fr' : 'en',
      countryCode: row.country_code ?? 'FR',
      identifier: identifierOf(row),
      vatNumber: row.vat_number,
      street: office.lines?.join(', ') ?? '–',
      postalCode: office.postalCode ?? '–',
      city: office.city ?? '–',
      activity: row.main_activity ?? '–',
    }
  })
}

interface Identifiers {
  siren: string | null
  vat_number: string | null
  duns: string | null
  local_id: string | null
}

function identifierOf({ siren, vat_number, duns, local_id }: Identifiers): DemoCompany['identifier'] {
  if (siren) return { label: 'SIREN', value: siren.replace(/(\d{3})(?=\d)/g, '$1 ') }
  if (vat_number) return { label: 'VAT', value: vat_number }
  return duns ? { label: 'DUNS', value: duns } : { label: 'ID', value: local_id ?? '–' }
}
