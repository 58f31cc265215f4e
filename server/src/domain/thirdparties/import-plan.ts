import type { CompanyRecord, Lookup } from '../references/index.ts'
import { localKey } from '../../platform/kernel/index.ts'
import { groupNames, isSilent, columnsFromIdentifier, nothingKnown } from './identity.ts'
import { identifierColumns, type LegalIdentifier } from './legal-identifier.ts'

export interface ImportedCompany {
  /** Null for a company that the file knows by its code, or by its name and country. */
  readonly identifier: LegalIdentifier | null
  readonly code: string | null
  /** What the file says of a company that no register knows, or that is yet to be asked about. */
  readonly own: { readonly name: string; readonly countryCode: string } | null
}

/** A third party to be, as JSON the database can turn into its row. */
export interface PlannedThirdParty {
  /** Two plans that share one are one company, as the unique indexes see it. */
  readonly keys: readonly string[]
  readonly columns: Readonly<Record<string, unknown>>
}

/** Null when no register knows the company and the file does not say enough of it. */
export function planThirdParty(
  { identifier, code, own }: ImportedCompany,
  lookup: Lookup<CompanyRecord>,
): PlannedThirdParty | null {
  if (lookup.kind === 'NOT_FOUND' && !own) return null
  const isOwn = lookup.kind === 'NOT_FOUND'
  const columns = {
    ...(lookup.kind === 'FOUND' ? registerColumns(lookup.company) : importColumns(identifier, own)),
    code,
    ...identifierColumns(identifier),
    source: isOwn ? 'UNMANAGED' : 'MANAGED',
    identity_status: { FOUND: 'COMPLETE', NOT_FOUND: 'NOT_FOUND', UNAVAILABLE: 'PENDING' }[lookup.kind],
  }
  return { keys: keysOf(columns), columns }
}

/** A row that says enough to find a company of the portfolio, and too little to add one. */
export function planKnownOnly({ identifier, code }: Omit<ImportedCompany, 'own'>): PlannedThirdParty {
  const known = { ...importColumns(identifier, null), ...identifierColumns(identifier) }
  const columns = { ...known, code, identity_status: 'NOT_FOUND', known_only: true }
  return { keys: identifier ? keysOf(known) : [`code ${code}`], columns }
}

/** The file's own words are shown until a register speaks; of the country the identifier knows better. */
function importColumns(identifier: LegalIdentifier | null, own: ImportedCompany['own']) {
  const known = identifier ? columnsFromIdentifier(identifier) : nothingKnown
  return {
    ...known,
    name: own?.name ?? null,
    country_code: known.country_code ?? own?.countryCode ?? null,
    status: 'ACTIVE',
  }
}

function registerColumns(company: CompanyRecord) {
  const { status, statusDetail, statusSince, provider, recordId } = company
  return {
    name: company.name,
    trade_name: company.tradeName,
    siren: company.siren,
    siret: company.siret,
    vat_number: company.vatNumber,
    duns: company.duns,
    lei: company.lei,
    local_id: company.localId,
    local_register: company.localRegister,
    country_code: company.countryCode,
    legal_form: company.legalForm,
    head_office: company.headOffice,
    naf_code: company.nafCode,
    main_activity: company.mainActivity,
    activity_scheme: company.activityScheme,
    executives: company.executives,
    headcount: company.headcount,
    creation_date: company.creationDate,
    closure_date: company.closureDate,
    status,
    status_detail: statusDetail,
    status_since: statusSince,
    register_status: { status, statusDetail, statusSince },
    provenance: [{ groups: groupNames.filter((group) => !isSilent(company, group)), provider, recordId }],
  }
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
