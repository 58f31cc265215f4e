import type { AnnouncedStatus } from './announcements/index.ts'
import type { CompanyRecord, CompanyStatus } from './company.ts'

/** CIT001 SIRET, CIT002 VAT number, CIT003 DUNS; the value is already checked and normalised. */
export type CompanyIdentifier = AddedBy | { readonly code: 'SIREN'; readonly value: string }

/** What a company can be added by. */
export type AddedBy =
  | { readonly code: 'CIT001' | 'CIT002' | 'CIT003' | 'LEI'; readonly value: string }
  | NationalNumber

/** A company's number in its own country, and its register there if it is known. */
export interface NationalNumber {
  readonly code: 'NATIONAL'
  readonly value: string
  readonly countryCode: string
  readonly register: string | null
}

/** UNAVAILABLE is never NOT_FOUND: a silent register says nothing about a company. */
export type Lookup<T> =
  | {
      readonly kind: 'FOUND'
      readonly company: T
      /** What legal announcements say of its standing; absent when nobody was asked or nobody answered. */
      readonly announced?: AnnouncedStatus
    }
  | { readonly kind: 'NOT_FOUND' }
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }

export interface ReferenceProvider {
  readonly name: string
  readonly countries: 'FR' | 'INTERNATIONAL'
  find(identifier: CompanyIdentifier, signal?: AbortSignal): Promise<Lookup<CompanyRecord>>
  /** For registers that are here: any number at once, answered in the same order. */
  findMany?(identifiers: readonly CompanyIdentifier[]): Promise<Lookup<CompanyRecord>[]>
}

export const searchKinds = ['NAME', 'SIRET', 'SIREN', 'VAT', 'DUNS', 'LOCAL_ID', 'LEI'] as const
export type SearchBy = (typeof searchKinds)[number]

/** A question about companies; identifiers come checked and normalised, names as they were typed. */
export interface CompanyQuery {
  readonly searchBy: SearchBy
  /** ISO 3166-1 alpha-2, or null for the whole world. */
  readonly countryCode: string | null
  readonly value: string
}

/** What a search shows of a company before it is added. */
export interface CompanySummary {
  readonly name: string
  readonly countryCode: string
  readonly siren: string | null
  readonly siret: string | null
  readonly vatNumber: string | null
  readonly duns: string | null
  readonly lei: string | null
  readonly localId: string | null
  /** Of the local identifier, by GLEIF's code. */
  readonly localRegister: string | null
  readonly city: string | null
  readonly postalCode: string | null
  readonly nafCode: string | null
  readonly mainActivity: string | null
  readonly status: CompanyStatus
  readonly provider: string
  /** 0 to 1, how well it fits the question; exact matches have 1. */
  readonly score: number
}

/** A company that was found, and what the register that found it is asked by when it is added. */
export interface FoundCompany extends CompanySummary {
  readonly addBy: AddedBy | null
}

export type SearchOutcome<C extends CompanySummary = CompanySummary> =
  | { readonly kind: 'ANSWERED'; readonly companies: readonly C[]; readonly truncated: boolean }
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string; readonly retryAfterSeconds: number | null }

/** A provider that can also be searched. Questions it has no means to answer get an empty answer. */
export interface SearchableProvider extends ReferenceProvider {
  /** What it finds a company by, the best first: what it shows in a search can be added by one of these. */
  readonly findsBy: readonly AddedBy['code'][]
  search(query: CompanyQuery, signal?: AbortSignal): Promise<SearchOutcome>
}
