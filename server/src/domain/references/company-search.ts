import { checkNational } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import { scoreWords } from './company-search-names.ts'
import { splitName } from './company-search-words.ts'
import type {
  AddedBy,
  CompanyIdentifier,
  CompanyQuery,
  CompanySummary,
  Lookup,
  SearchOutcome,
} from './provider.ts'

export const maxCompanies = 50

export const nothingFound: SearchOutcome = { kind: 'ANSWERED', companies: [], truncated: false }

export function summariseCompany(company: CompanyRecord, score: number): CompanySummary {
  const { name, countryCode, siren, siret, vatNumber, duns, lei, localId, localRegister } = company
  const { headOffice, nafCode, mainActivity, status, provider } = company
  const { city = null, postalCode = null } = headOffice ?? {}
  const identifiers = { siren, siret, vatNumber, duns, lei, localId, localRegister }
  return {
    name,
    countryCode,
    ...identifiers,
    city,
    postalCode,
    nafCode,
    mainActivity,
    status,
    provider,
    score,
  }
}

/** A search by an identifier is a lookup. */
export function outcomeOf(lookup: Lookup<CompanyRecord>): SearchOutcome {
  if (lookup.kind === 'UNAVAILABLE') return { ...lookup, retryAfterSeconds: null }
  if (lookup.kind === 'NOT_FOUND') return nothingFound
  return { kind: 'ANSWERED', companies: [summariseCompany(lookup.company, 1)], truncated: false }
}

/** The best fit of any of a company's names; null when none fits. */
export function bestNameScore(typed: string, names: readonly (string | null | undefined)[]): number | null {
  const words = splitName(typed)
  const scores = names.flatMap((name) => scoreWords(words, splitName(name ?? '')) ?? [])
  return scores.length === 0 ? null : Math.max(...scores)
}

/** Exact first, then the active ones, then by fit. */
export function rankCompanies<C extends CompanySummary>(companies: readonly C[]): C[] {
  const order = (one: C) => [one.score === 1 ? 0 : 1, one.status === 'STRUCK_OFF' ? 1 : 0, -one.score]
  return companies
    .map((company) => ({ company, keys: order(company) }))
    .toSorted((a, b) => {
      const at = a.keys.findIndex((key, index) => key !== b.keys[index])
      if (at >= 0) return (a.keys[at] ?? 0) - (b.keys[at] ?? 0)
      return a.company.name.localeCompare(b.company.name, 'fr')
    })
    .map(({ company }) => company)
}

/** Best first, and no more than a search shows. */
export function searchAnswer<C extends CompanySummary>(
  companies: readonly C[],
  more = false,
): SearchOutcome<C> {
  const truncated = more || companies.length > maxCompanies
  return { kind: 'ANSWERED', companies: rankCompanies(companies).slice(0, maxCompanies), truncated }
}

/** The identifier a question asks by, for registers that look up; null for a name, and for other identifiers. */
export function identifierOf({ searchBy, value }: CompanyQuery): CompanyIdentifier | null {
  const codes = { SIRET: 'CIT001', VAT: 'CIT002', DUNS: 'CIT003', SIREN: 'SIREN', LEI: 'LEI' } as const
  if (searchBy === 'NAME' || searchBy === 'LOCAL_ID') return null
  return { code: codes[searchBy], value }
}

/** The first of the ways a register finds companies by which this one can be added. */
export function addByOf(company: CompanySummary, findsBy: readonly AddedBy['code'][]): AddedBy | null {
  for (const code of findsBy) {
    const by = addByCode(company, code)
    if (by !== null) return by
  }
  return null
}

function addByCode(company: CompanySummary, code: AddedBy['code']): AddedBy | null {
  const { siret, vatNumber, duns, lei, siren, countryCode } = company
  if (code === 'NATIONAL') {
    const given = { value: siren ?? company.localId ?? '', countryCode, register: company.localRegister }
    const verdict = checkNational(given)
    return verdict.ok ? { ...given, code, value: verdict.value } : null
  }
  const value = { CIT001: siret, CIT002: vatNumber, CIT003: duns, LEI: lei }[code]
  return value === null ? null : { code, value }
}
