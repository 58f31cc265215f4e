import type { Static } from 'typebox'
import type { CompanyRecord } from './company.ts'
import { searchAnswer, bestNameScore, nothingFound, outcomeOf, summariseCompany } from './company-search.ts'
import { companyOfLei, isInForce, gleifNames } from './gleif.record.ts'
import { Completions, LeiRecords, type LeiRecord } from './gleif.schema.ts'
import { nameScore } from './name-score.ts'
import { createOutbound, type Outbound, type OutboundAnswer, type OutboundOptions } from './outbound/index.ts'
import type {
  CompanyQuery,
  CompanySummary,
  Lookup,
  NationalNumber,
  SearchableProvider,
  SearchOutcome,
} from './provider.ts'

const name = 'gleif'
const pageSize = 25

type Filters = Record<string, string>
type Records = OutboundAnswer<Static<typeof LeiRecords>>
type Ask = (filters: Filters) => Promise<Records>

/** The worldwide register of legal entity identifiers: no key, sixty requests a minute. */
export function gleif(options: Partial<OutboundOptions> = {}): SearchableProvider {
  const service = createOutbound({
    baseUrl: 'https://api.gleif.org/api/v1',
    headers: { accept: 'application/vnd.api+json' },
    perSecond: 0.9,
    burst: 6,
    cacheSeconds: 3_600,
    ...options,
    name,
  })
  return {
    name,
    countries: 'INTERNATIONAL',
    findsBy: ['LEI'],
    // It knows neither VAT nor DUNS numbers, so it has nothing to add to what the others say of one.
    async find(identifier, signal) {
      if (identifier.code === 'LEI') return findByLei(service, identifier.value, signal)
      if (identifier.code === 'NATIONAL') return findByNumber(service, identifier, signal)
      return { kind: 'NOT_FOUND' }
    },
    search(query, signal) {
      const searchWithFilters: Ask = (filters) =>
        recordsOf(service, { ...filters, ...countryOf(query) }, signal)
      if (query.searchBy === 'LOCAL_ID') return byLocalId(query, searchWithFilters)
      if (query.searchBy === 'LEI') return findByLei(service, query.value, signal).then(outcomeOf)
      return query.searchBy === 'NAME'
        ? byName(service, query, searchWithFilters, signal)
        : Promise.resolve(nothingFound)
    },
  }
}

function countryOf({ countryCode }: CompanyQuery): Filters {
  return countryCode === null ? {} : { 'entity.legalAddress.country': countryCode }
}

function recordsOf(service: Outbound, filters: Filters, signal?: AbortSignal): Promise<Records> {
  const named = Object.entries(filters).map(([filter, value]) => [`filter[${filter}]`, value])
  const query = { ...(Object.fromEntries(named) as Filters), 'page[size]': String(pageSize) }
  const path = '/lei-records'
  return service.ask({ path, query, schema: LeiRecords, notFound: [], ...(signal ? { signal } : {}) })
}

/**
 * The full text knows countries but no typing mistakes, and finds addresses too. Completions forgive mistakes but
 * know no country and cost two more requests, so they come second.
 */
async function byName(
  service: Outbound,
  query: CompanyQuery,
  ask: Ask,
  signal?: AbortSignal,
): Promise<SearchOutcome> {
  const typed = stripOperators(query.value)
  const worded = await ask({ fulltext: typed })
  if (worded.kind !== 'OK') return toSearchOutcome(worded)
  const fitting = worded.value.data.filter((record) => bestNameScore(typed, gleifNames(record)) !== null)
  if (fitting.length > 0) return searchAnswer(summariesOf(fitting, typed), isCut(worded.value))
  const request = { path: '/fuzzycompletions', query: { field: 'entity.legalName', q: typed } }
  const completions = await service.ask({
    ...request,
    schema: Completions,
    notFound: [],
    ...(signal ? { signal } : {}),
  })
  if (completions.kind !== 'OK') return toSearchOutcome(completions)
  const leis = completions.value.data.flatMap(
    ({ relationships }) => relationships?.['lei-records']?.data.id ?? [],
  )
  if (leis.length === 0) return nothingFound
  const alike = await ask({ lei: [...new Set(leis)].join(',') })
  if (alike.kind !== 'OK') return toSearchOutcome(alike)
  return searchAnswer(summariesOf(alike.value.data, typed), isCut(alike.value))
}

// Registers and people write one number in several ways: HRB 99999, HRB99999.
async function byLocalId({ value }: CompanyQuery, ask: Ask): Promise<SearchOutcome> {
  for (const form of waysToWrite(value)) {
    const answer = await ask({ 'entity.registeredAs': form })
    if (answer.kind !== 'OK') return toSearchOutcome(answer)
    const inForce = answer.value.data.filter(isInForce)
    const companies = inForce.map((record) => summariseCompany(companyOfLei(name, record), 1))
    if (companies.length > 0) return searchAnswer(companies, isCut(answer.value))
  }
  return nothingFound
}

function waysToWrite(value: string): Set<string> {
  const typed = stripOperators(value)
  const compact = typed.replaceAll(' ', '')
  return new Set([typed, compact, compact.replace(/^([A-Za-z]+)(\d)/, '$1 $2')])
}

async function findByLei(
  service: Outbound,
  lei: string,
  signal?: AbortSignal,
): Promise<Lookup<CompanyRecord>> {
  const answer = await recordsOf(service, { lei }, signal)
  if (answer.kind !== 'OK') return answer
  // A number that was merged or given twice is no company any more; it is not told of as if it were.
  const record = answer.value.data.find((one) => one.id === lei && isInForce(one))
  return record ? { kind: 'FOUND', company: companyOfLei(name, record) } : { kind: 'NOT_FOUND' }
}

/** Only where one company alone is meant: branches and funds may go by the number of another, and courts count alike. */
async function findByNumber(
  service: Outbound,
  { value, countryCode, register }: NationalNumber,
  signal?: AbortSignal,
): Promise<Lookup<CompanyRecord>> {
  const forms = new Set([...waysToWrite(value), ...punctuate(value, countryCode)])
  const filters = {
    'entity.legalAddress.country': countryCode,
    // A comma between alternatives: one request for all of them.
    'entity.registeredAs': [...forms].join(','),
  }
  const answer = await recordsOf(service, filters, signal)
  if (answer.kind !== 'OK') return answer
  const inForce = answer.value.data
    .filter(isInForce)
    .map((record) => companyOfLei(name, record))
    .filter(({ localRegister }) => register === null || localRegister === register)
  const active = inForce.filter(({ status }) => status !== 'STRUCK_OFF')
  const [company, ...others] = active.length > 0 ? active : inForce
  return company && others.length === 0 ? { kind: 'FOUND', company } : { kind: 'NOT_FOUND' }
}

/** As the registers of some countries write their numbers. */
function punctuate(value: string, countryCode: string): string[] {
  const [form, written] = punctuation[countryCode] ?? []
  return form && written && form.test(value) ? [value.replace(form, written)] : []
}

const punctuation: Readonly<Record<string, readonly [RegExp, string]>> = {
  AU: [/^(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3'],
  BE: [/^(\d{4})(\d{3})(\d{3})$/, '$1.$2.$3'],
  BR: [/^(.{2})(.{3})(.{3})(.{4})(\d{2})$/, '$1.$2.$3/$4-$5'],
  CH: [/^CHE(\d{3})(\d{3})(\d{3})$/, 'CHE-$1.$2.$3'],
  FI: [/^(\d{7})(\d)$/, '$1-$2'],
  SE: [/^(\d{6})(\d{4})$/, '$1-$2'],
}

/** A comma would split the value into alternatives. */
function stripOperators(value: string): string {
  return value.replaceAll(/[\s,]+/g, ' ').trim()
}

function summariesOf(records: readonly LeiRecord[], typed: string): CompanySummary[] {
  return records
    .filter(isInForce)
    .map((record) => summariseCompany(companyOfLei(name, record), nameScore(typed, ...gleifNames(record))))
}

function isCut({ data, meta }: Static<typeof LeiRecords>): boolean {
  return meta.pagination.total > data.length
}

function toSearchOutcome(answer: Exclude<OutboundAnswer<unknown>, { kind: 'OK' }>): SearchOutcome {
  return answer.kind === 'UNAVAILABLE' ? answer : nothingFound
}
