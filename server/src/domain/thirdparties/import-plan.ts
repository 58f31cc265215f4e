import type { CompanyRecord, Lookup } from '../references/index.ts'
import { localKey } from '../../platform/kernel/index.ts'
import { newColumns, unregisteredColumns, type GivenCompany } from './identity.ts'
import { identifierColumns } from './legal-identifier.ts'

/** A third party to be, as JSON the database can turn into its row. */
export interface PlannedThirdParty {
  /** Two plans that share one are one company, as the unique indexes see it. */
  readonly keys: readonly string[]
  readonly columns: Readonly<Record<string, unknown>>
}

/** Null when no register knows the company and the file does not say enough of it. */
export function planThirdParty(
  { identifier, code, own }: GivenCompany,
  lookup: Lookup<CompanyRecord>,
): PlannedThirdParty | null {
  if (lookup.kind === 'NOT_FOUND' && !own) return null
  const columns = newColumns({ identifier, code, own }, lookup)
  return { keys: keysOf(columns), columns }
}

/** A row that says enough to find a company of the portfolio, and too little to add one. */
export function planKnownOnly({ identifier, code }: Omit<GivenCompany, 'own'>): PlannedThirdParty {
  const known = { ...unregisteredColumns(identifier, null), ...identifierColumns(identifier) }
  const columns = { ...known, code, identity_status: 'NOT_FOUND', known_only: true }
  return { keys: identifier ? keysOf(known) : [`code ${code}`], columns }
}

interface KeyColumns {
  readonly siren: string | null
  readonly vat_number: string | null
  readonly duns: string | null
  readonly lei: string | null
  readonly country_code: string | null
  readonly local_id: string | null
  readonly local_register: string | null
  readonly name: string | null
  readonly identifier_code: string | null
  readonly identifier_value: string | null
}

function keysOf(row: KeyColumns): string[] {
  const { country_code: countryCode, local_id: localId, local_register: localRegister } = row
  const local = localKey({ countryCode, localId, localRegister })
  if (row.identifier_code === null) return [`name ${countryCode} ${nameKey(row.name ?? '')}`]
  return [
    ...(row.siren === null ? [] : [`siren ${row.siren}`]),
    ...(row.vat_number === null ? [] : [`vat ${row.vat_number}`]),
    ...(row.duns === null ? [] : [`duns ${row.duns}`]),
    ...(row.lei === null ? [] : [`lei ${row.lei}`]),
    ...(local === null ? [] : [`local ${local}`]),
    ...(row.identifier_code === 'NATIONAL'
      ? []
      : [`identifier ${row.identifier_code} ${row.identifier_value}`]),
  ]
}

/** Close to what the database compares names by: no accents, no capitals, no punctuation. */
function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
