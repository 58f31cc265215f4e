export type SubjectKind = 'PERSON' | 'ORGANISATION' | 'VESSEL' | 'UNKNOWN'
export type NameKind = 'PRIMARY' | 'ALIAS' | 'WEAK' | 'FORMER'

export interface SubjectName {
  text: string
  kind: NameKind
}

export interface Identifier {
  /** LEI, SIREN, VAT, IMO, PASSPORT, NATIONAL_ID, TAX_ID, REGISTRATION, BIC, DUNS or OTHER. */
  type: string
  value: string
  /** ISO alpha-2 code of the country that gave it. */
  country?: string
}

export interface Subject {
  kind: SubjectKind
  names: readonly SubjectName[]
  /** `1970`, `1970-05`, `1970-05-12`, `~1970` (about) or `1955/1958` (between). */
  birthDates?: readonly string[]
  birthPlaces?: readonly string[]
  /** ISO alpha-2 codes: nationality, residence, seat or flag. */
  countries?: readonly string[]
  identifiers?: readonly Identifier[]
}
