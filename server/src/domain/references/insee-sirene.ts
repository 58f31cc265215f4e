import type { Clock } from '../../platform/kernel/index.ts'
import type { SharedLimits } from '../../platform/limits/index.ts'
import { searchAnswer, identifierOf, maxCompanies, nothingFound, summariseCompany } from './company-search.ts'
import { InseeLookup } from './insee-sirene.lookup.ts'
import { forgivingNameQuery, nameQuery } from './insee-sirene.query.ts'
import { inseeRecord, inseeNames } from './insee-sirene.record.ts'
import { EstablishmentList } from './insee-sirene.schema.ts'
import { nameScore } from './name-score.ts'
import { createOutbound, type Outbound } from './outbound/index.ts'
import type { SearchableProvider, SearchOutcome } from './provider.ts'

interface Options {
  apiKey: string
  baseUrl?: string
  timeoutMs?: number
  attempts?: number
  clock?: Clock
  limits?: SharedLimits
}

const name = 'insee-sirene'

/** INSEE's own register. Thirty questions a minute: ten at once, then one every three seconds. */
export function inseeSirene({ apiKey, ...options }: Options): SearchableProvider {
  const outbound = createOutbound({
    name,
    baseUrl: 'https://api.insee.fr/api-sirene/3.11',
    headers: { 'x-insee-api-key-integration': apiKey },
    perSecond: 1 / 3,
    burst: 10,
    cacheSeconds: 300,
    ...options,
  })
  const register = new InseeLookup(outbound)
  return {
    name,
    countries: 'FR',
    findsBy: ['CIT001', 'NATIONAL'],
    async find(identifier, signal) {
      const found = await register.find(identifier, { fresh: true, signal })
      return found.kind === 'UNAVAILABLE' ? { kind: 'UNAVAILABLE', reason: found.reason } : found
    },
    async search(query, signal) {
      if (query.searchBy === 'NAME') return searchName(outbound, query.value, signal)
      const identifier = identifierOf(query)
      if (identifier === null) return nothingFound
      const found = await register.find(identifier, { signal })
      if (found.kind === 'FOUND') return searchAnswer([summariseCompany(found.company, 1)])
      return found.kind === 'NOT_FOUND' ? nothingFound : found
    },
  }
}

async function searchName(outbound: Outbound, typed: string, signal?: AbortSignal): Promise<SearchOutcome> {
  const exact = await list(outbound, typed, nameQuery(typed), signal)
  if (exact.kind === 'UNAVAILABLE' || exact.companies.length > 0) return exact
  return list(outbound, typed, forgivingNameQuery(typed), signal)
}

async function list(
  outbound: Outbound,
  typed: string,
  q: string | null,
  signal?: AbortSignal,
): Promise<SearchOutcome> {
  if (q === null) return nothingFound
  const query = { q, nombre: String(maxCompanies) }
  // 400 and 414 are of the question: one it cannot read finds nothing.
  const notFound = [400, 404, 414]
  const answer = await outbound.ask({
    path: '/siret',
    query,
    schema: EstablishmentList,
    notFound,
    ...(signal ? { signal } : {}),
  })
  if (answer.kind !== 'OK') return answer.kind === 'NOT_FOUND' ? nothingFound : answer
  const { header, etablissements } = answer.value
  const companies = etablissements.map((headOffice) => {
    const { siren, siret, uniteLegale: unit } = headOffice
    const company = inseeRecord({ siren, siret, unit, headOffice, closedOn: null })
    return summariseCompany(company, nameScore(typed, ...inseeNames(unit)))
  })
  return searchAnswer(companies, (header.total ?? 0) > companies.length)
}
