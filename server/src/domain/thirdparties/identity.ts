import { sql, type RawBuilder } from 'kysely'
import { countryOfVatPrefix, sirenOfVat, vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from '../references/index.ts'
import { groupNames, isSilent, type Identity } from './field-groups.ts'
import type { LegalIdentifier } from './legal-identifier.ts'
import type { Merged } from './merge-identity.ts'
import { shownStatus, type StatedStatus } from './shown-status.ts'

/** What a checked identifier says by itself, before any register answers. */
export function knownFromIdentifier({ code, value }: LegalIdentifier) {
  const unknown = { siren: null, siret: null, vat_number: null, duns: null, country_code: null }
  if (code === 'CIT003') return { ...unknown, duns: value }
  const siren = code === 'CIT001' ? value.slice(0, 9) : sirenOfVat(value)
  if (siren === null)
    return { ...unknown, vat_number: value, country_code: countryOfVatPrefix(value.slice(0, 2)) }
  return {
    ...unknown,
    siren,
    siret: code === 'CIT001' ? value : null,
    vat_number: code === 'CIT002' ? value : vatOfSiren(siren),
    country_code: 'FR',
  }
}

const json = (value: unknown): RawBuilder<string> | null =>
  value === null ? null : sql<string>`${JSON.stringify(value)}::jsonb`

/** What is known of a company as columns of its row. */
export function fieldColumns(identity: Identity) {
  return {
    name: identity.name,
    trade_name: identity.tradeName,
    siren: identity.siren,
    siret: identity.siret,
    vat_number: identity.vatNumber,
    duns: identity.duns,
    lei: identity.lei,
    local_id: identity.localId,
    country_code: identity.countryCode,
    legal_form: json(identity.legalForm),
    head_office: json(identity.headOffice),
    naf_code: identity.nafCode,
    main_activity: identity.mainActivity,
    activity_scheme: identity.activityScheme,
    executives: json(identity.executives) ?? sql<string>`'[]'::jsonb`,
    headcount: json(identity.headcount),
    creation_date: identity.creationDate,
    closure_date: identity.closureDate,
    status: identity.status,
    status_detail: identity.statusDetail,
    status_since: identity.statusSince,
  }
}

interface Told {
  readonly company: CompanyRecord
  readonly announced?: StatedStatus
}

/** A register's record as columns of a new row; `now` is when it was fetched. */
export function identityColumns({ company, announced }: Told, now: RawBuilder<Date>) {
  const { provider, recordId } = company
  const groups = groupNames.filter((group) => !isSilent(company, group))
  return {
    ...fieldColumns({ ...company, ...shownStatus(company, announced ?? null) }),
    register_status: statedColumn(company),
    announced_status: announced ? statedColumn(announced) : null,
    provenance: sql<string>`jsonb_build_array(
      ${JSON.stringify({ groups, provider, recordId })}::jsonb || jsonb_build_object('fetchedAt', wire_time(${now})))`,
  }
}

/** The changed columns when a register's record was merged into what was known. */
export function mergedColumns({ company, announced }: Told, merged: Merged) {
  return {
    ...fieldColumns(merged.identity),
    register_status: statedColumn(company),
    ...(announced && { announced_status: statedColumn(announced) }),
    provenance: json(merged.provenance) ?? sql<string>`'[]'::jsonb`,
  }
}

/** Each source's word is kept apart from the status shown, for the day when one of them changes. */
export function statedColumn({ status, statusDetail, statusSince }: StatedStatus) {
  return json({ status, statusDetail, statusSince })
}
