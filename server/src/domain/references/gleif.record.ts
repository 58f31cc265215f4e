import { checkSiren } from '../../platform/kernel/index.ts'
import { companyRecord } from './company-shapes.ts'
import type { CompanyRecord, HeadOffice } from './company.ts'
import type { LeiEntity, LeiRecord } from './gleif.schema.ts'

type Status = Pick<CompanyRecord, 'status' | 'statusDetail' | 'statusSince' | 'closureDate'>

/** The two registers of French companies; both write the SIREN, sometimes with spaces. */
const frenchRegisters = ['RA000189', 'RA000192']
const procedures = ['BANKRUPTCY', 'LIQUIDATION', 'INSOLVENCY', 'VOLUNTARY_ARRANGEMENT']
/** Codes that stand for «other» and «none». */
const formsWithoutCode = ['8888', '9999']
/** Numbers that were given by mistake or not yet for good. */
const voidRegistrations = ['DUPLICATE', 'ANNULLED', 'CANCELLED', 'PENDING_VALIDATION']

export function isInForce({ attributes }: LeiRecord): boolean {
  return !voidRegistrations.includes(attributes.registration.status ?? '')
}

/** All the names it goes by, former ones and those in other scripts included. */
export function gleifNames({ attributes }: LeiRecord): string[] {
  const { legalName, otherNames, transliteratedOtherNames } = attributes.entity
  return [legalName, ...(otherNames ?? []), ...(transliteratedOtherNames ?? [])].map((one) => one.name)
}

export function companyOfLei(provider: string, { id, attributes }: LeiRecord): CompanyRecord {
  const { entity } = attributes
  const registeredAs = entity.registeredAs || null
  const siren = frenchRegisters.includes(entity.registeredAt?.id ?? '') ? sirenOf(registeredAs) : null
  const traded = entity.otherNames?.find(({ type }) => type === 'TRADING_OR_OPERATING_NAME')
  return companyRecord({
    provider,
    recordId: id,
    name: entity.legalName.name,
    tradeName: traded?.name ?? null,
    siren,
    lei: id,
    localId: siren ?? registeredAs,
    localRegister: registeredAs === null ? null : registerOf(entity.registeredAt?.id),
    // Searches are narrowed by the legal address, so it also says where the company belongs.
    countryCode: entity.legalAddress.country,
    legalForm: legalFormOf(entity.legalForm),
    headOffice: gleifAddress(entity.headquartersAddress ?? entity.legalAddress),
    creationDate: gleifDay(entity.creationDate),
    ...statusOf(entity),
  })
}

/** Two codes stand for «other» and «none». */
function registerOf(id: string | null | undefined): string | null {
  return id && /^RA\d{6}$/.test(id) && !['RA888888', 'RA999999'].includes(id) ? id : null
}

function sirenOf(text: string | null): string | null {
  const verdict = checkSiren(text ?? '')
  return verdict.ok ? verdict.value : null
}

function legalFormOf(form: LeiEntity['legalForm']): CompanyRecord['legalForm'] {
  const label = form?.other || null
  if (form?.id && !formsWithoutCode.includes(form.id)) return { code: form.id, label }
  return label === null ? null : { code: label, label }
}

function gleifAddress(address: LeiEntity['legalAddress']): HeadOffice {
  return {
    lines: (address.addressLines ?? []).filter(Boolean),
    postalCode: address.postalCode || null,
    city: address.city || null,
    region: address.region || null,
    countryCode: address.country,
  }
}

function statusOf(entity: LeiEntity): Status {
  const ended = gleifDay(entity.expiration?.date)
  if (entity.status === 'INACTIVE') {
    const statusDetail = entity.expiration?.reason || 'CEASED'
    return { status: 'STRUCK_OFF', statusDetail, statusSince: ended, closureDate: ended }
  }
  const running = (entity.eventGroups ?? [])
    .flatMap(({ events }) => events ?? [])
    .filter(({ type, status }) => status === 'IN_PROGRESS' && procedures.includes(type ?? ''))
    .map(({ type, effectiveDate, recordedDate }) => ({ type, day: gleifDay(effectiveDate ?? recordedDate) }))
    .toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''))
  const latest = running.at(-1)
  if (!latest) return { status: 'ACTIVE', statusDetail: null, statusSince: null, closureDate: null }
  return {
    status: 'IN_COLLECTIVE_PROCEDURE',
    statusDetail: latest.type ?? null,
    statusSince: latest.day,
    closureDate: null,
  }
}

/**
 * Days come as the instant of midnight in the zone of whoever entered them: 22:00 UTC is the next day in Berlin.
 * The nearest midnight is the day that was meant.
 */
function gleifDay(instant: string | null | undefined): string | null {
  const time = Date.parse(instant ?? '')
  if (Number.isNaN(time)) return null
  return new Date(time + 12 * 3_600_000).toISOString().slice(0, 10)
}
