import { Type } from 'typebox'
import { sirenOfVat, type Clock } from '../../platform/kernel/index.ts'
import type { SharedLimits } from '../../platform/limits/index.ts'
import type { CompanyRecord } from './company.ts'
import { searchAnswer, identifierOf, nothingFound, summariseCompany } from './company-search.ts'
import { publicSearchRecord } from './french-public-search.record.ts'
import { SearchAnswer, SearchRefusal, type SearchResult } from './french-public-search.schema.ts'
import { nameScore } from './name-score.ts'
import { createOutbound, type Outbound, type OutboundAnswer } from './outbound/index.ts'
import type {
  CompanyIdentifier,
  CompanyQuery,
  Lookup,
  SearchableProvider,
  SearchOutcome,
} from './provider.ts'

interface Options {
  baseUrl?: string
  timeoutMs?: number
  maxBytes?: number
  attempts?: number
  clock?: Clock
  limits?: SharedLimits
}

const name = 'recherche-entreprises'
const perPage = 25

/** The French state's open company search: no key, seven requests a second. */
export function frenchPublicSearch(options: Options = {}): SearchableProvider {
  const baseUrl = 'https://recherche-entreprises.api.gouv.fr'
  const outbound = createOutbound({ name, baseUrl, perSecond: 7, cacheSeconds: 60, ...options })
  return {
    name,
    countries: 'FR',
    findsBy: ['CIT001', 'NATIONAL'],
    async find(identifier, signal) {
      const number = numberOf(identifier)
      if (number === null) return { kind: 'NOT_FOUND' }
      const answer = await searchService(outbound, { q: number }, { fresh: true, signal })
      if (answer.kind === 'UNAVAILABLE') return { kind: 'UNAVAILABLE', reason: answer.reason }
      if (answer.kind === 'NOT_FOUND') return answer
      return pick(answer.value.results, identifier, number)
    },
    async search(query, signal) {
      if (query.searchBy === 'NAME') return searchName(outbound, query.value, signal)
      const identifier = identifierOf(query)
      const number = identifier && numberOf(identifier)
      if (!identifier || !number) return nothingFound
      const answer = await searchService(outbound, { q: number }, { signal })
      if (answer.kind !== 'OK') return answer.kind === 'NOT_FOUND' ? nothingFound : answer
      return only(answer.value.results, query, pick(answer.value.results, identifier, number))
    },
  }
}

// Exactly nine or fourteen digits make the service look the number up instead of searching for it.
function numberOf({ code, value }: CompanyIdentifier): string | null {
  if (code === 'CIT001' || code === 'SIREN') return value
  return code === 'CIT002' ? sirenOfVat(value) : null
}

async function searchService(
  outbound: Outbound,
  query: Record<string, string>,
  { fresh = false, signal }: { fresh?: boolean; signal: AbortSignal | undefined },
): Promise<OutboundAnswer<SearchAnswer>> {
  // Nothing found is an empty list here: a 404 would be of something else at this address.
  const statuses = { notFound: [], accept: [400] }
  const requested = { path: '/search', query, schema, fresh, ...statuses }
  const answer = await outbound.ask(signal ? { ...requested, signal } : requested)
  if (answer.kind !== 'OK') return answer
  return 'erreur' in answer.value ? { kind: 'NOT_FOUND' } : { kind: 'OK', value: answer.value }
}

const schema = Type.Union([SearchAnswer, SearchRefusal])

function pick(
  results: readonly SearchResult[],
  { code, value }: CompanyIdentifier,
  number: string,
): Lookup<CompanyRecord> {
  const result = results.find(({ siren }) => siren === number.slice(0, 9))
  if (!result) return { kind: 'NOT_FOUND' }
  if (code !== 'CIT001')
    return { kind: 'FOUND', company: publicSearchRecord(name, result, result.siege.siret) }
  const establishments = [result.siege, ...(result.matching_etablissements ?? [])]
  const isKnown = establishments.some(({ siret }) => siret === value)
  return isKnown ? { kind: 'FOUND', company: publicSearchRecord(name, result, value) } : { kind: 'NOT_FOUND' }
}

/** A VAT number must be one of the company's where the register lists them. */
function only(
  results: readonly SearchResult[],
  { searchBy, value }: CompanyQuery,
  lookup: Lookup<CompanyRecord>,
): SearchOutcome {
  if (lookup.kind !== 'FOUND') return nothingFound
  if (searchBy !== 'VAT') return searchAnswer([summariseCompany(lookup.company, 1)])
  const listed = results.find(({ siren }) => siren === lookup.company.siren)?.tva ?? []
  if (listed.length > 0 && !listed.includes(value)) return nothingFound
  return searchAnswer([summariseCompany({ ...lookup.company, vatNumber: value }, 1)])
}

async function searchName(
  outbound: Outbound,
  typed: string,
  signal: AbortSignal | undefined,
): Promise<SearchOutcome> {
  const q = typed.trim().replaceAll(/\s+/g, ' ')
  // Below three characters the service refuses; a name of 9 or 14 digits it would take for a number.
  if (q.length < 3 || /^(\d{9}|\d{14})$/.test(q.replaceAll(' ', ''))) return nothingFound
  const paging = { per_page: String(perPage), limite_matching_etablissements: '1' }
  const answer = await searchService(outbound, { q, ...paging }, { signal })
  if (answer.kind !== 'OK') return answer.kind === 'NOT_FOUND' ? nothingFound : answer
  const { results, total_results: total = 0 } = answer.value
  const companies = results.map((result) => {
    const { nom_raison_sociale, nom_complet, sigle, siege } = result
    const names = [nom_raison_sociale, nom_complet, sigle, siege.nom_commercial]
    const score = nameScore(q, ...names.map((one) => one ?? null))
    return summariseCompany(publicSearchRecord(name, result, siege.siret), score)
  })
  return searchAnswer(companies, total > results.length)
}
