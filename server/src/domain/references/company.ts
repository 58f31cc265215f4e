export type CompanyStatus = 'ACTIVE' | 'IN_COLLECTIVE_PROCEDURE' | 'STRUCK_OFF'

/** What a register knows of a company; null where it does not say. Dates are YYYY-MM-DD. */
export interface CompanyRecord {
  /** The provider that answered, and the key of the record there. */
  readonly provider: string
  readonly recordId: string
  readonly name: string
  readonly tradeName: string | null
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
  readonly duns: string | null
  readonly lei: string | null
  readonly localId: string | null
  /** The register that gave the local identifier, by GLEIF's code; null where nobody says. */
  readonly localRegister: string | null
  readonly countryCode: string
  readonly legalForm: { readonly code: string; readonly label: string | null } | null
  readonly headOffice: HeadOffice | null
  readonly nafCode: string | null
  readonly mainActivity: string | null
  readonly activityScheme: string | null
  readonly executives: readonly Executive[]
  readonly headcount: Headcount | null
  readonly creationDate: string | null
  readonly closureDate: string | null
  readonly status: CompanyStatus
  readonly statusDetail: string | null
  readonly statusSince: string | null
}

export interface HeadOffice {
  readonly lines: readonly string[]
  readonly postalCode: string | null
  readonly city: string | null
  readonly region: string | null
  readonly countryCode: string
}

export interface Executive {
  readonly name: string
  readonly role: string
  readonly kind: 'PERSON' | 'COMPANY'
  /** Of a person: YYYY-MM, or YYYY where no month is told; absent like the others where the register does not say. */
  readonly birthMonth?: string
  /** Of a person, as an ISO 3166-1 alpha-2 code. */
  readonly nationality?: string
  /** Of a company: its SIREN, or its number in its own register. */
  readonly identifier?: string
}

export interface Headcount {
  readonly band: string | null
  readonly min: number | null
  readonly max: number | null
  readonly value: number | null
  readonly year: number | null
}
