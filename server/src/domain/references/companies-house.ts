import { companyNumber, companiesHouseRecord, companyOfItem } from './companies-house.record.ts'
import { Officers, Profile, SearchPage, type Officer } from './companies-house.schema.ts'
import type { CompanyRecord } from './company.ts'
import { searchAnswer, nothingFound, outcomeOf, summariseCompany } from './company-search.ts'
import { nameScore } from './name-score.ts'
import { createOutbound, type Outbound, type OutboundAnswer, type OutboundOptions } from './outbound/index.ts'
import type { Lookup, SearchableProvider, SearchOutcome } from './provider.ts'

const name = 'companies-house'
const pageSize = 25
/** Beyond this many officers the rest is left out: no reader of a company's page would go through them. */
const maxOfficers = 100

export interface CompaniesHouse extends SearchableProvider {
  /** The whole record of a company, officers included, by its number. */
  company(number: string, signal?: AbortSignal): Promise<Lookup<CompanyRecord>>
}

/** The register of Great Britain and Northern Ireland: a free key, six hundred requests in five minutes. */
export function companiesHouse(apiKey: string, options: Partial<OutboundOptions> = {}): CompaniesHouse {
  const service = createOutbound({
    baseUrl: 'https://api.company-information.service.gov.uk',
    perSecond: 2,
    burst: 20,
    cacheSeconds: 3_600,
    ...options,
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
    name,
  })
  return {
    name,
    countries: 'INTERNATIONAL',
    findsBy: ['NATIONAL'],
    // It knows neither VAT nor DUNS numbers, so it has nothing to add to what the others say of one.
    async find(identifier, signal) {
      const isBritish = identifier.code === 'NATIONAL' && identifier.countryCode === 'GB'
      return isBritish ? wholeCompany(service, identifier.value, signal) : { kind: 'NOT_FOUND' }
    },
    async search({ searchBy, countryCode, value }, signal) {
      if (countryCode !== null && countryCode !== 'GB') return nothingFound
      if (searchBy === 'NAME') return byName(service, value, signal)
      return searchBy === 'LOCAL_ID' ? byNumber(service, value, signal) : nothingFound
    },
    company: (number, signal) => wholeCompany(service, number, signal),
  }
}

async function wholeCompany(
  service: Outbound,
  given: string,
  signal?: AbortSignal,
): Promise<Lookup<CompanyRecord>> {
  const number = companyNumber(given)
  if (number === null) return { kind: 'NOT_FOUND' }
  const profile = await profileOf(service, number, signal)
  if (profile.kind !== 'OK') return profile
  const officers = await officersOf(service, number, signal)
  // Without its officers the company would seem to have lost them.
  if (officers.kind === 'UNAVAILABLE') return officers
  const items: readonly Officer[] = officers.kind === 'OK' ? (officers.value.items ?? []) : []
  return { kind: 'FOUND', company: companiesHouseRecord(name, profile.value, items) }
}

function profileOf(service: Outbound, number: string, signal?: AbortSignal) {
  return service.ask({ path: `/company/${number}`, schema: Profile, ...(signal ? { signal } : {}) })
}

function officersOf(service: Outbound, number: string, signal?: AbortSignal) {
  const query = { items_per_page: String(maxOfficers) }
  const path = `/company/${number}/officers`
  return service.ask({ path, query, schema: Officers, ...(signal ? { signal } : {}) })
}

async function byName(service: Outbound, value: string, signal?: AbortSignal): Promise<SearchOutcome> {
  const query = { q: value, items_per_page: String(pageSize) }
  const request = { path: '/search/companies', query, schema: SearchPage, notFound: [] }
  const answer = await service.ask({ ...request, ...(signal ? { signal } : {}) })
  if (answer.kind !== 'OK') return toSearchOutcome(answer)
  const items = answer.value.items ?? []
  const companies = items.map((item) =>
    summariseCompany(companyOfItem(name, item), nameScore(value, item.title)),
  )
  return searchAnswer(companies, (answer.value.total_results ?? 0) > items.length)
}

async function byNumber(service: Outbound, value: string, signal?: AbortSignal): Promise<SearchOutcome> {
  const number = companyNumber(value)
  if (number === null) return nothingFound
  const answer = await profileOf(service, number, signal)
  if (answer.kind !== 'OK') return toSearchOutcome(answer)
  return outcomeOf({ kind: 'FOUND', company: companiesHouseRecord(name, answer.value) })
}

function toSearchOutcome(answer: Exclude<OutboundAnswer<unknown>, { kind: 'OK' }>): SearchOutcome {
  return answer.kind === 'UNAVAILABLE' ? answer : nothingFound
}
