import {
  checkSiren,
  checkSiret,
  checkVat,
  countryOfVatPrefix,
  vatPrefixes,
} from '../../platform/kernel/index.ts'
import { companyRecord } from './company-shapes.ts'
import type { CompanyRecord, Headcount, HeadOffice } from './company.ts'
import type { Organization } from './dnb.schema.ts'

type Registration = NonNullable<Organization['registrationNumbers']>[number]

const naceRevision2 = 29_104
const outOfBusiness = 403

/** Null when the service does not say in which country the company is. */
export function companyOfDuns(provider: string, organization: Organization): CompanyRecord | null {
  const address = organization.primaryAddress
  const countryCode = organization.countryISOAlpha2Code ?? address?.addressCountry?.isoAlpha2Code ?? ''
  if (!/^[A-Z]{2}$/.test(countryCode)) return null
  const activity = activityOf(organization)
  return companyRecord({
    provider,
    recordId: organization.duns,
    name: organization.registeredName || organization.primaryName,
    duns: organization.duns,
    countryCode,
    ...readRegistrations(organization.registrationNumbers ?? [], countryCode),
    legalForm: legalFormOf(organization.businessEntityType?.description),
    headOffice: address ? dnbAddress(address, countryCode) : null,
    nafCode: activity?.code ?? null,
    mainActivity: activity?.description ?? null,
    activityScheme: activity ? 'NACE2' : null,
    executives: (organization.currentPrincipals ?? []).flatMap(({ fullName, jobTitles }) =>
      fullName ? [{ name: fullName, role: jobTitles?.[0]?.title ?? '', kind: 'PERSON' as const }] : [],
    ),
    headcount: headcountOf(organization),
    creationDate: dnbDay(organization.startDate),
    ...statusOf(organization),
  })
}

/** The kinds of numbers are told apart by their description; what fails its check digits is not believed. */
function readRegistrations(
  numbers: readonly Registration[],
  countryCode: string,
): Pick<CompanyRecord, 'siren' | 'siret' | 'vatNumber' | 'localId'> {
  const isVat = ({ typeDescription }: Registration) => /\bVAT\b|value added tax/i.test(typeDescription ?? '')
  const vatNumber = first(numbers.filter(isVat), (text) => vatOf(text, countryCode))
  const ofFrance = countryCode === 'FR' ? numbers : []
  const siret = first(ofFrance, (text) => valid(checkSiret(text)))
  const siren = siret?.slice(0, 9) ?? first(ofFrance, (text) => valid(checkSiren(text)))
  const others = numbers.filter((number) => !isVat(number))
  const preferred = others.find((number) => number.isPreferredRegistrationNumber) ?? others[0]
  return { siren, siret, vatNumber, localId: siren ?? preferred?.registrationNumber ?? null }
}

function vatOf(text: string, countryCode: string): string | null {
  const prefix = vatPrefixes.find((one) => countryOfVatPrefix(one) === countryCode)
  return valid(checkVat(text)) ?? (prefix ? valid(checkVat(prefix + text)) : null)
}

function valid(verdict: ReturnType<typeof checkVat>): string | null {
  return verdict.ok ? verdict.value : null
}

function first(numbers: readonly Registration[], read: (text: string) => string | null): string | null {
  for (const { registrationNumber } of numbers) {
    const value = read(registrationNumber)
    if (value !== null) return value
  }
  return null
}

function legalFormOf(description: string | null | undefined): CompanyRecord['legalForm'] {
  return description ? { code: description, label: description } : null
}

function dnbAddress(address: NonNullable<Organization['primaryAddress']>, countryCode: string): HeadOffice {
  const lines = [address.streetAddress?.line1, address.streetAddress?.line2]
  return {
    lines: lines.filter((line): line is string => Boolean(line)),
    postalCode: address.postalCode || null,
    city: address.addressLocality?.name || null,
    region: address.addressRegion?.name || null,
    countryCode: address.addressCountry?.isoAlpha2Code ?? countryCode,
  }
}

function activityOf({ industryCodes }: Organization) {
  const nace = (industryCodes ?? []).filter(({ typeDnBCode }) => typeDnBCode === naceRevision2)
  return nace.toSorted((a, b) => (a.priority ?? 99) - (b.priority ?? 99))[0]
}

function headcountOf({ numberOfEmployees }: Organization): Headcount | null {
  const counts = (numberOfEmployees ?? []).filter(({ value }) => Number.isInteger(value))
  // The whole company rather than one of its sites.
  const whole = counts.find((one) => /consolidated|entire/i.test(one.informationScopeDescription ?? ''))
  const value = (whole ?? counts[0])?.value ?? null
  return value === null ? null : { band: null, min: value, max: value, value, year: null }
}

function statusOf({ dunsControlStatus }: Organization) {
  const { description, dnbCode } = dunsControlStatus?.operatingStatus ?? {}
  const isOver = dnbCode === outOfBusiness || /out of business|inactive/i.test(description ?? '')
  return isOver
    ? ({ status: 'STRUCK_OFF', statusDetail: 'CEASED' } as const)
    : ({ status: 'ACTIVE', statusDetail: null } as const)
}

/** Sometimes only the year is known. */
function dnbDay(text: string | null | undefined): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text ?? '') ? (text ?? null) : null
}
