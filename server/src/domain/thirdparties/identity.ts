import { isDeepStrictEqual } from 'node:util'
import { sql, type RawBuilder } from 'kysely'
import type { EventData, EventDataOf } from '../../platform/journal/index.ts'
import { countryOfVatPrefix, sirenOfVat, vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord, CompanyStatus, Lookup } from '../references/index.ts'
import { identifierColumns, type LegalIdentifier } from './legal-identifier.ts'

/** What is known of a company, from a register or from the account; a pending one may have no name yet. */
export type Identity = Omit<CompanyRecord, 'provider' | 'recordId' | 'name' | 'countryCode'> & {
  readonly name: string | null
  readonly countryCode: string | null
}

/** Fields that come together from one place: differences and provenance are told by group. */
export const fieldGroups = {
  identity: ['name', 'tradeName', 'legalForm', 'countryCode', 'creationDate', 'closureDate'],
  address: ['headOffice'],
  activity: ['nafCode', 'mainActivity', 'activityScheme'],
  executives: ['executives'],
  headcount: ['headcount'],
  status: ['status', 'statusDetail', 'statusSince'],
  identifiers: ['siren', 'siret', 'vatNumber', 'duns', 'lei', 'localId', 'localRegister'],
} as const satisfies Record<string, readonly (keyof Identity)[]>

export type FieldGroup = keyof typeof fieldGroups
export const groupNames = Object.keys(fieldGroups) as FieldGroup[]

export interface Difference {
  readonly group: FieldGroup
  /** Only the fields that differ. */
  readonly before: Partial<Identity>
  readonly after: Partial<Identity>
}

/** What changed between two states of a company, group by group; nothing for groups that are the same. */
export function differences(before: Identity, after: Identity): Difference[] {
  return groupNames.flatMap((group) => {
    const changed = fieldGroups[group].filter((field) => !isDeepStrictEqual(before[field], after[field]))
    if (changed.length === 0) return []
    return [{ group, before: pickIdentityFields(before, changed), after: pickIdentityFields(after, changed) }]
  })
}

export function isSilent(identity: Identity, group: FieldGroup): boolean {
  return fieldGroups[group].every((field) => {
    const value = identity[field]
    return value === null || (Array.isArray(value) && value.length === 0)
  })
}

export function pickIdentityFields(
  identity: Identity,
  fields: readonly (keyof Identity)[],
): Partial<Identity> {
  return Object.fromEntries(fields.map((field) => [field, identity[field]]))
}

/** Where the present content of some field groups comes from, and when it was fetched. */
export interface Provenance {
  readonly groups: readonly FieldGroup[]
  readonly provider: string
  readonly fetchedAt: string
  readonly recordId: string | null
}

export interface Merged {
  readonly identity: Identity
  readonly provenance: readonly Provenance[]
  readonly differences: readonly Difference[]
}

/** What a checked identifier says by itself, before any register answers. */
export function columnsFromIdentifier(identifier: LegalIdentifier): KnownByIdentifier {
  const { code, value } = identifier
  if (code === 'CIT003') return { ...nothingKnown, duns: value }
  if (code === 'LEI') return { ...nothingKnown, lei: value }
  const national =
    code === 'NATIONAL'
      ? { local_id: value, local_register: identifier.register, country_code: identifier.countryCode }
      : {}
  const siren = sirenWithin(identifier)
  if (siren === null) {
    if (code === 'NATIONAL') return { ...nothingKnown, ...national }
    return { ...nothingKnown, vat_number: value, country_code: countryOfVatPrefix(value.slice(0, 2)) }
  }
  return {
    ...nothingKnown,
    siren,
    siret: code === 'CIT001' ? value : null,
    vat_number: code === 'CIT002' ? value : vatOfSiren(siren),
    country_code: 'FR',
    ...national,
  }
}

/** Of a company that goes by its name alone. */
const nothingKnown: KnownByIdentifier = {
  siren: null,
  siret: null,
  vat_number: null,
  duns: null,
  lei: null,
  local_id: null,
  local_register: null,
  country_code: null,
}

type KnownByIdentifier = Readonly<
  Record<
    'siren' | 'siret' | 'vat_number' | 'duns' | 'lei' | 'local_id' | 'local_register' | 'country_code',
    string | null
  >
>

function sirenWithin(identifier: LegalIdentifier): string | null {
  const { code, value } = identifier
  if (code === 'NATIONAL') return identifier.countryCode === 'FR' ? value : null
  return code === 'CIT001' ? value.slice(0, 9) : sirenOfVat(value)
}

const json = (value: unknown): RawBuilder<string> | null =>
  value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`

/** What is known of a company as columns of its row, values of JSON as they are. */
function plainColumns(identity: Identity) {
  return {
    name: identity.name,
    trade_name: identity.tradeName,
    siren: identity.siren,
    siret: identity.siret,
    vat_number: identity.vatNumber,
    duns: identity.duns,
    lei: identity.lei,
    local_id: identity.localId,
    local_register: identity.localRegister,
    country_code: identity.countryCode,
    legal_form: identity.legalForm,
    head_office: identity.headOffice,
    naf_code: identity.nafCode,
    main_activity: identity.mainActivity,
    activity_scheme: identity.activityScheme,
    executives: identity.executives,
    headcount: identity.headcount,
    creation_date: identity.creationDate,
    closure_date: identity.closureDate,
    status: identity.status,
    status_detail: identity.statusDetail,
    status_since: identity.statusSince,
  }
}

/** The same for a statement that sets them. */
export function fieldColumns(identity: Identity) {
  return {
    ...plainColumns(identity),
    legal_form: json(identity.legalForm),
    head_office: json(identity.headOffice),
    executives: json(identity.executives) ?? sql<string>`'[]'::jsonb`,
    headcount: json(identity.headcount),
  }
}

/** A company as a request or a file names it. */
export interface GivenCompany {
  /** Null for a company that is known by its code, or by its name and country. */
  readonly identifier: LegalIdentifier | null
  readonly code: string | null
  /** What the account says of a company that no register knows, or that is yet to be asked about. */
  readonly own: { readonly name: string; readonly countryCode: string } | null
}

const identityStatusOf = { FOUND: 'COMPLETE', NOT_FOUND: 'NOT_FOUND', UNAVAILABLE: 'PENDING' } as const

/** A new third party, as JSON the database can turn into its row. */
export function newColumns({ identifier, code, own }: GivenCompany, lookup: Lookup<CompanyRecord>) {
  return {
    ...(lookup.kind === 'FOUND' ? registerColumns(lookup) : unregisteredColumns(identifier, own)),
    code,
    ...identifierColumns(identifier),
    source: lookup.kind === 'NOT_FOUND' ? 'UNMANAGED' : 'MANAGED',
    identity_status: identityStatusOf[lookup.kind],
  }
}

/** The account's own words are shown until a register speaks; of the country the identifier knows better. */
export function unregisteredColumns(identifier: LegalIdentifier | null, own: GivenCompany['own']) {
  const known = identifier ? columnsFromIdentifier(identifier) : nothingKnown
  return {
    ...known,
    name: own?.name ?? null,
    country_code: known.country_code ?? own?.countryCode ?? null,
    status: 'ACTIVE',
  }
}

function registerColumns({ company, announced }: RegisterRecord) {
  const { provider, recordId } = company
  const groups = groupNames.filter((group) => !isSilent(company, group))
  return {
    ...plainColumns({ ...company, ...effectiveStatus(company, announced ?? null) }),
    register_status: statedStatus(company),
    announced_status: announced ? statedStatus(announced) : null,
    provenance: [{ groups, provider, recordId }],
  }
}

interface RegisterRecord {
  readonly company: CompanyRecord
  readonly announced?: StatedStatus
}

/** The changed columns when a register's record was merged into what was known. */
export function mergedColumns({ company, announced }: RegisterRecord, merged: Merged) {
  return {
    ...fieldColumns(merged.identity),
    register_status: statusColumns(company),
    ...(announced && { announced_status: statusColumns(announced) }),
    provenance: json(merged.provenance) ?? sql<string>`'[]'::jsonb`,
  }
}

/** Each source's word is kept apart from the status shown, for the day when one of them changes. */
export function statusColumns(stated: StatedStatus) {
  return json(statedStatus(stated))
}

function statedStatus({ status, statusDetail, statusSince }: StatedStatus): StatedStatus {
  return { status, statusDetail, statusSince }
}

/** What one source says of a company's standing. */
export interface StatedStatus {
  readonly status: CompanyStatus
  readonly statusDetail: string | null
  readonly statusSince: string | null
}

const gravity: Record<CompanyStatus, number> = { ACTIVE: 0, IN_COLLECTIVE_PROCEDURE: 1, STRUCK_OFF: 2 }

/**
 * Registers learn late of procedures, and announcements may miss a closure: the graver word is shown, the
 * register's where both agree. The one place where the two sources meet.
 */
export function effectiveStatus(register: StatedStatus, announced: StatedStatus | null): StatedStatus {
  return statedStatus(
    announced && gravity[announced.status] > gravity[register.status] ? announced : register,
  )
}

/** What the journal keeps of a company when it is added: all but the names of people, and where it comes from. */
export const initialFields: readonly string[] = [
  ...groupNames.filter((group) => group !== 'executives').flatMap((group) => fieldGroups[group]),
  'provenance',
]

type InitialIdentity = NonNullable<EventDataOf<'THIRD_PARTY_ADDED'>['identity']>

/** Taken from its record; what is not known is left out. */
export function initialIdentity(wire: string): InitialIdentity {
  const record = Object.entries(JSON.parse(wire) as EventData)
  return Object.fromEntries(record.filter(([name, value]) => value !== null && initialFields.includes(name)))
}

/** The differences as one event tells them. */
export function beforeAndAfter(found: readonly Difference[]) {
  const told = found.map(journalDifference)
  return {
    groups: found.map(({ group }) => group),
    before: Object.assign({}, ...told.map(({ before }) => before)) as Partial<Identity>,
    after: Object.assign({}, ...told.map(({ after }) => after)) as Partial<Identity>,
  }
}

/**
 * The journal forgets nothing, so it tells executives by name, role and kind and keeps no birth month. Where the same
 * people have the same roles, the event names the group alone: something was learnt, and nobody came or left.
 */
function journalDifference(found: Difference): Pick<Difference, 'before' | 'after'> {
  if (found.group !== 'executives') return found
  const before = namesAndRoles(found.before)
  const after = namesAndRoles(found.after)
  return isDeepStrictEqual(before, after) ? { before: {}, after: {} } : { before, after }
}

function namesAndRoles({ executives = [] }: Partial<Identity>): Partial<Identity> {
  return { executives: executives.map(({ name, role, kind }) => ({ name, role, kind })) }
}
