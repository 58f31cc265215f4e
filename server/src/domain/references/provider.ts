import type { CompanyRecord } from './company.ts'

/** CIT001 SIRET, CIT002 VAT number, CIT003 DUNS; the value is already checked and normalised. */
export interface CompanyIdentifier {
  readonly code: 'CIT001' | 'CIT002' | 'CIT003' | 'SIREN'
  readonly value: string
}

/** UNAVAILABLE is never NOT_FOUND: a silent register says nothing about a company. */
export type Lookup<T> =
  | { readonly kind: 'FOUND'; readonly company: T }
  | { readonly kind: 'NOT_FOUND' }
  | { readonly kind: 'UNAVAILABLE'; readonly reason: string }

export interface ReferenceProvider {
  readonly name: string
  readonly countries: 'FR' | 'INTERNATIONAL'
  find(identifier: CompanyIdentifier, signal?: AbortSignal): Promise<Lookup<CompanyRecord>>
}
