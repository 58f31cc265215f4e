export type EntryKind = 'PERSON' | 'ORGANISATION' | 'VESSEL' | 'UNKNOWN'

/** `WEAK` marks an alias which its publisher holds to be too common to search by. */
export type NameKind = 'PRIMARY' | 'ALIAS' | 'WEAK' | 'FORMER'

export interface EntryName {
  text: string
  kind: NameKind
}

export interface EntryIdentifier {
  /** LEI, SIREN, VAT, IMO, PASSPORT, NATIONAL_ID, TAX_ID, REGISTRATION, BIC, DUNS or OTHER. */
  type: string
  value: string
  country?: string
}

export interface ListEntry {
  /** Stable in its list for as long as the entry is listed. */
  id: string
  kind: EntryKind
  /** At least one. */
  names: EntryName[]
  /** `1970`, `1970-05`, `1970-05-12`, `~1970` for about, `1955/1958` for a span of years. */
  birthDates: string[]
  birthPlaces: string[]
  /** ISO 3166 alpha-2 codes: nationality of a person, seat or flag of the others. */
  countries: string[]
  identifiers: EntryIdentifier[]
  addresses: string[]
  programmes: string[]
  positions: string[]
  /** `YYYY-MM-DD` */
  listedOn?: string
  /** In the words of the publisher. */
  reasons: string[]
  links: string[]
  /** Numbers under which other lists have the same listing. */
  references: string[]
}

export interface ListFile {
  name: string
  /** May be called several times; each call gives the file from its beginning. */
  open(): AsyncIterable<Uint8Array>
}

export interface ListFacts {
  /** `YYYY-MM-DD`, where the file says it. */
  publishedOn?: string
  entries: number
  /** Records that gave no entry; the warnings say why. */
  skipped: number
  warnings: string[]
  /** Whether the format itself proves that nothing is missing at the end. */
  end: 'MARKED' | 'NOT_MARKED'
}
