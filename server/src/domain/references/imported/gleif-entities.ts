import { sql } from 'kysely'
import { checkLei, checkSiren } from '../../../platform/kernel/index.ts'
import { dayOf, instantOf, joinLines, readTextField } from './field-readers.ts'
import { isFilled, type Field, type ImportKind } from './import-kind.ts'
import { wordsNotIn, normaliseName } from '../company-search-words.ts'
import { sizeRank } from './size-rank.ts'
import { writeCompanies } from './write-companies.ts'

type Value = (column: string) => string | null

/** The two registers of French companies; both write the SIREN, sometimes with spaces. */
const frenchRegisters = ['RA000189', 'RA000192']
/** Numbers that were given by mistake or not yet for good: kept, so that a correction is known, but never found. */
const voidRegistrations = ['DUPLICATE', 'ANNULLED', 'CANCELLED', 'PENDING_VALIDATION']
/** Codes that stand for «other» and «none». */
const formsWithoutCode = ['8888', '9999']
const address = (kind: string) =>
  [
    'FirstAddressLine',
    'AdditionalAddressLine.1',
    'AdditionalAddressLine.2',
    'City',
    'Region',
    'Country',
    'PostalCode',
  ].map((part) => `Entity.${kind}Address.${part}`)
const otherName = (nth: number) => `Entity.OtherEntityNames.OtherEntityName.${nth}`
const transliterated = 'Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.1'

export const gleifEntities: ImportKind = {
  name: 'gleif',
  title: 'GLEIF golden copy (lei2)',
  required: [
    'LEI',
    'Entity.LegalName',
    'Entity.LegalAddress.Country',
    'Entity.EntityStatus',
    'Registration.RegistrationStatus',
  ],
  optional: [
    ...address('Headquarters'),
    'Entity.RegistrationAuthority.RegistrationAuthorityID',
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
    'Entity.LegalForm.EntityLegalFormCode',
    'Entity.EntityCreationDate',
    'Entity.EntityExpirationDate',
    'Registration.LastUpdateDate',
    ...[1, 2].flatMap((nth) => [otherName(nth), `${otherName(nth)}.type`]),
    transliterated,
  ],
  *read(value) {
    const lei = checkLei(value('LEI') ?? '')
    const name = readTextField(value('Entity.LegalName'))
    const country = value('Entity.LegalAddress.Country') ?? ''
    if (lei.ok && name !== null && /^[A-Z]{2}$/.test(country))
      yield [lei.value, fieldsOf(lei.value, name, value)]
  },
  hasRows: (tx) => isFilled(tx, sql`register_company where source = 'GLEIF'`),
  source: 'GLEIF',
  write: (...batch) => writeCompanies('GLEIF', ...batch),
}

function fieldsOf(lei: string, name: string, value: Value): Field[] {
  const status = value('Registration.RegistrationStatus') ?? ''
  const isVoid = voidRegistrations.includes(status)
  const isActive = value('Entity.EntityStatus') !== 'INACTIVE' && !isVoid
  const local = localIdOf(value)
  const form = readTextField(value('Entity.LegalForm.EntityLegalFormCode'))
  const searchName = isVoid ? '' : normaliseName(name)
  const others = [otherName(1), otherName(2), transliterated].map((column) => readTextField(value(column)))
  return [
    'GLEIF',
    lei,
    name,
    tradeNameOf(value),
    searchName,
    searchName === '' ? null : wordsNotIn(searchName, others),
    value('Entity.LegalAddress.Country'),
    local.siren,
    isVoid ? null : local.localId,
    null,
    null,
    form === null || formsWithoutCode.includes(form) ? null : form,
    null,
    null,
    nearestDay(value('Entity.EntityCreationDate')),
    isActive ? null : nearestDay(value('Entity.EntityExpirationDate')),
    isActive,
    isActive ? null : 'CEASED',
    false,
    ...placeOf(value),
    // Who keeps a number renewed is likelier to be the one meant.
    sizeRank(isActive, status === 'ISSUED' ? '00' : null),
    instantOf(value('Registration.LastUpdateDate')),
  ]
}

function localIdOf(value: Value): { siren: string | null; localId: string | null } {
  const localId = readTextField(value('Entity.RegistrationAuthority.RegistrationAuthorityEntityID'))
  const authority = value('Entity.RegistrationAuthority.RegistrationAuthorityID') ?? ''
  const siren = frenchRegisters.includes(authority) ? checkSiren(localId ?? '') : null
  return siren?.ok ? { siren: siren.value, localId: siren.value } : { siren: null, localId }
}

function tradeNameOf(value: Value): string | null {
  const nth = [1, 2].find((each) => value(`${otherName(each)}.type`) === 'TRADING_OR_OPERATING_NAME')
  return nth === undefined ? null : readTextField(value(otherName(nth)))
}

function placeOf(value: Value): Field[] {
  const of = (part: string) => readTextField(value(`Entity.HeadquartersAddress.${part}`))
  const lines = ['FirstAddressLine', 'AdditionalAddressLine.1', 'AdditionalAddressLine.2'].map(of)
  return [joinLines(lines), of('PostalCode'), of('City'), of('Region')]
}

/** Days come as midnight in the zone of whoever entered them: the nearest midnight is the day that was meant. */
function nearestDay(instant: string | null): string | null {
  const time = Date.parse(instant ?? '')
  return Number.isNaN(time) ? null : dayOf(new Date(time + 12 * 3_600_000).toISOString())
}
