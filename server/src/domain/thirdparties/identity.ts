import { sql, type RawBuilder } from 'kysely'
import { countryOfVatPrefix, sirenOfVat, vatOfSiren } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from '../references/index.ts'
import type { LegalIdentifier } from './legal-identifier.ts'

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

/** A register's record as columns; `now` is when it was fetched. */
export function identityColumns(company: CompanyRecord, now: RawBuilder<Date>) {
  return {
    name: company.name,
    trade_name: company.tradeName,
    siren: company.siren,
    siret: company.siret,
    vat_number: company.vatNumber,
    duns: company.duns,
    lei: company.lei,
    local_id: company.localId,
    country_code: company.countryCode,
    legal_form: json(company.legalForm),
    head_office: json(company.headOffice),
    naf_code: company.nafCode,
    main_activity: company.mainActivity,
    activity_scheme: company.activityScheme,
    executives: json(company.executives) ?? sql<string>`'[]'::jsonb`,
    headcount: json(company.headcount),
    creation_date: company.creationDate,
    closure_date: company.closureDate,
    status: company.status,
    status_detail: company.statusDetail,
    status_since: company.statusSince,
    provenance: sql<string>`jsonb_build_array(jsonb_build_object(
      'provider', ${company.provider}::text, 'fetchedAt', wire_time(${now}), 'recordId', ${company.recordId}::text))`,
  }
}
