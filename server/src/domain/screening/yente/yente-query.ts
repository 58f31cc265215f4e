import type { Subject, SubjectKind } from '@vigie/matching'

/** A subject as the service reads it: a schema of FollowTheMoney and its properties. */
export interface YenteQuery {
  readonly schema: string
  readonly properties: Readonly<Record<string, readonly string[]>>
}

// What may be a person or not is a legal entity there.
const schemas: Readonly<Record<SubjectKind, string>> = {
  PERSON: 'Person',
  ORGANISATION: 'Company',
  VESSEL: 'Vessel',
  UNKNOWN: 'LegalEntity',
}

const properties: Readonly<Record<string, string>> = {
  LEI: 'leiCode',
  SIREN: 'registrationNumber',
  SIRET: 'registrationNumber',
  REGISTRATION: 'registrationNumber',
  VAT: 'vatCode',
  TAX_ID: 'taxNumber',
  DUNS: 'dunsCode',
  BIC: 'swiftBic',
  IMO: 'imoNumber',
  PASSPORT: 'passportNumber',
  NATIONAL_ID: 'idNumber',
}

export function yenteQuery(subject: Subject): YenteQuery {
  const { kind, names, birthDates = [], birthPlaces = [], countries = [], identifiers = [] } = subject
  const told = new Map<string, Set<string>>()
  const tell = (property: string, values: readonly string[]) => {
    if (values.length > 0) told.set(property, new Set([...(told.get(property) ?? []), ...values]))
  }
  tell(
    'name',
    names.filter((name) => name.kind !== 'WEAK').map(({ text }) => text),
  )
  tell(
    'weakAlias',
    names.filter((name) => name.kind === 'WEAK').map(({ text }) => text),
  )
  if (kind === 'PERSON') {
    // Dates that are about or between are none to it; our own comparison has them all the same.
    tell(
      'birthDate',
      birthDates.filter((date) => /^\d{4}(?:-\d{2}){0,2}$/.test(date)),
    )
    tell('birthPlace', birthPlaces)
  }
  tell(
    kind === 'PERSON' ? 'nationality' : 'country',
    countries.map((code) => code.toLowerCase()),
  )
  for (const { type, value } of identifiers) tell(properties[type] ?? 'idNumber', [value])
  return {
    schema: schemas[kind],
    properties: Object.fromEntries([...told].map(([property, values]) => [property, [...values]])),
  }
}
