import type { ReadTx } from '../../src/platform/db/index.ts'
import type { PaperCompany } from '../../src/demo/pieces/certificate.ts'
import { supplierCode } from '../../src/demo/portfolio.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'

/** A company of the demonstration, as its papers and forms know it. */
export interface DemoCompany extends PaperCompany {
  readonly thirdpartyId: number
  readonly countryCode: string
  readonly vatNumber: string | null
}

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
