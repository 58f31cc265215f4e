import { checkNational, parseDate } from '../../platform/kernel/index.ts'
import type { Address, Officer, Profile, SearchItem } from './companies-house.schema.ts'
import { companyRecord } from './company-shapes.ts'
import type { CompanyRecord, CompanyStatus, Executive, HeadOffice } from './company.ts'
import { companyExecutive, personExecutive } from './executive.ts'

const statuses: Record<string, CompanyStatus> = {
  active: 'ACTIVE',
  open: 'ACTIVE',
  registered: 'ACTIVE',
  liquidation: 'IN_COLLECTIVE_PROCEDURE',
  receivership: 'IN_COLLECTIVE_PROCEDURE',
  'voluntary-arrangement': 'IN_COLLECTIVE_PROCEDURE',
  'insolvency-proceedings': 'IN_COLLECTIVE_PROCEDURE',
  administration: 'IN_COLLECTIVE_PROCEDURE',
  dissolved: 'STRUCK_OFF',
  'converted-closed': 'STRUCK_OFF',
  closed: 'STRUCK_OFF',
  removed: 'STRUCK_OFF',
}

/** Its eight characters; null when it is none. */
export function companyNumber(text: string): string | null {
  const verdict = checkNational({ value: text, countryCode: 'GB', register: null })
  return verdict.ok ? verdict.value : null
}

/** Scotland and Northern Ireland mark their numbers with letters. */
function registerOf(number: string): string {
  if (/^(SC|SL|SO|SF)/.test(number)) return 'RA000587'
  return /^(NI|NC|NL|NF|R0)/.test(number) ? 'RA000586' : 'RA000585'
}

export function companyOfItem(provider: string, item: SearchItem): CompanyRecord {
  return companiesHouseRecord(provider, {
    ...item,
    company_name: item.title,
    type: item.company_type ?? null,
    registered_office_address: item.address ?? null,
  })
}

export function companiesHouseRecord(
  provider: string,
  profile: Profile,
  officers: readonly Officer[] = [],
): CompanyRecord {
  const sic = profile.sic_codes?.[0] || null
  return companyRecord({
    provider,
    recordId: profile.company_number,
    name: profile.company_name,
    localId: profile.company_number,
    localRegister: registerOf(profile.company_number),
    countryCode: 'GB',
    legalForm: profile.type ? { code: profile.type, label: null } : null,
    headOffice: companiesHouseAddress(profile.registered_office_address),
    nafCode: sic,
    activityScheme: sic === null ? null : 'UKSIC2007',
    executives: officers.filter(({ resigned_on }) => !resigned_on).flatMap(executiveOf),
    creationDate: companiesHouseDay(profile.date_of_creation),
    ...statusOf(profile),
  })
}

function statusOf(profile: Profile) {
  const closureDate = companiesHouseDay(profile.date_of_cessation)
  const word = profile.company_status ?? null
  // Kinds of companies that have no status still have an end.
  const status = statuses[word ?? ''] ?? (closureDate === null ? 'ACTIVE' : 'STRUCK_OFF')
  const detail = profile.company_status_detail || (status === 'ACTIVE' ? null : (word ?? 'closed'))
  return {
    status,
    statusDetail: detail === null ? null : detail.toUpperCase().replaceAll('-', '_'),
    statusSince: status === 'STRUCK_OFF' ? closureDate : null,
    closureDate,
  }
}

function companiesHouseAddress(address: Address | null | undefined): HeadOffice | null {
  if (!address) return null
  const street = [address.premises, address.address_line_1].filter(Boolean).join(' ')
  const box = address.po_box ? `PO Box ${address.po_box}` : null
  const lines = [address.care_of, box, street, address.address_line_2]
  return {
    lines: lines.filter((line): line is string => Boolean(line)),
    postalCode: address.postal_code || null,
    city: address.locality || null,
    region: address.region || null,
    countryCode: 'GB',
  }
}

function executiveOf(officer: Officer): Executive[] {
  const { name, officer_role: role, nationality, identification } = officer
  if (role.startsWith('corporate-'))
    return companyExecutive({ name, role, identifier: identification?.registration_number })
  // People are written SURNAME, Forenames.
  const [surname = '', ...forenames] = name.split(', ')
  return personExecutive({
    name: [...forenames, surname].join(' '),
    role,
    born: birthOf(officer.date_of_birth),
    nationality,
  })
}

function birthOf(date: Officer['date_of_birth']): string | null {
  if (!date?.year) return null
  return date.month ? `${date.year}-${String(date.month).padStart(2, '0')}` : String(date.year)
}

function companiesHouseDay(text: string | null | undefined): string | null {
  return text && parseDate(text) ? text : null
}
