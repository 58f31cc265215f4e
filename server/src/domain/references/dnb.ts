import type { Static, TSchema } from 'typebox'
import { systemClock } from '../../platform/kernel/index.ts'
import { searchAnswer, nothingFound, summariseCompany } from './company-search.ts'
import { companyOfDuns } from './dnb.record.ts'
import { DataBlocks, Match, type MatchAnswer } from './dnb.schema.ts'
import { tokenSource, type TokenSource } from './dnb.token.ts'
import { createOutbound, type Outbound, type OutboundAnswer, type OutboundOptions } from './outbound/index.ts'
import type { CompanyQuery, SearchableProvider, SearchOutcome } from './provider.ts'

const name = 'dnb'
const maxCandidates = 25
const blocks = 'companyinfo_L2_v1,principalscontacts_L1_v2'
/** Germany wants to know why a company is looked up: here, because business with it is planned. */
const orderReason = '6332'

interface Contract {
  readonly key: string
  readonly secret: string
}

type Query = Record<string, string>
type Ask = <S extends TSchema>(path: string, query: Query, schema: S) => Promise<OutboundAnswer<Static<S>>>

/** D&B Direct+, by contract: the only source that knows DUNS numbers. */
export function dnb(contract: Contract, options: Partial<OutboundOptions> = {}): SearchableProvider {
  const settings = { baseUrl: 'https://plus.dnb.com', perSecond: 5, ...options, name }
  const service = createOutbound({ cacheSeconds: 3_600, ...settings })
  const credentials = Buffer.from(`${contract.key}:${contract.secret}`).toString('base64')
  // Apart from the rest: refused credentials must not look like a fault of the data service.
  const tokens = tokenSource(createOutbound(settings), credentials, options.clock ?? systemClock)
  return {
    name,
    countries: 'INTERNATIONAL',
    findsBy: ['CIT003'],
    async find({ code, value: duns }, signal) {
      if (code !== 'CIT003') return { kind: 'NOT_FOUND' }
      const ask = asking(service, tokens, signal)
      const answer = await ask(`/v1/data/duns/${duns}`, { blockIDs: blocks, orderReason }, DataBlocks)
      if (answer.kind !== 'OK') return answer
      const { value: found } = answer
      const isCompany = typeof found !== 'string' && 'organization' in found
      const company = isCompany ? companyOfDuns(name, found.organization) : null
      if (company === null) return { kind: 'UNAVAILABLE', reason: `${name}: answer without a company` }
      return { kind: 'FOUND', company }
    },
    async search(query, signal) {
      const match = matchOf(query)
      if (match === null) return nothingFound
      const quantity = { candidateMaximumQuantity: String(maxCandidates) }
      const ask = asking(service, tokens, signal)
      return matchOutcome(await ask('/v1/match/cleanseMatch', { ...match, ...quantity }, Match))
    },
  }
}

/** Names and local numbers are matched within one country only. */
function matchOf({ searchBy, countryCode, value }: CompanyQuery): Query | null {
  if (searchBy === 'DUNS') return { duns: value }
  if (countryCode === null) return null
  if (searchBy === 'NAME') return { name: value, countryISOAlpha2Code: countryCode }
  if (searchBy === 'LOCAL_ID') return { registrationNumber: value, countryISOAlpha2Code: countryCode }
  return null
}

/** Asks with the token at hand; when it is refused, once more with a new one. */
function asking(service: Outbound, tokens: TokenSource, signal?: AbortSignal): Ask {
  return async (path, query, schema) => {
    for (let attempt = 1; ; attempt += 1) {
      const granted = await tokens.token()
      if (granted.kind !== 'OK') return granted
      const headers = { authorization: `Bearer ${granted.token}` }
      const accept = [401]
      const answer = await service.ask({
        path,
        query,
        headers,
        schema,
        accept,
        ...(signal ? { signal } : {}),
      })
      const isRefused = answer.kind === 'OK' && isRefusal(answer.value)
      if (!isRefused) return answer
      tokens.forget(granted.token)
      if (attempt === 2) {
        return { kind: 'UNAVAILABLE', reason: `${name}: the token is refused`, retryAfterSeconds: null }
      }
    }
  }
}

function isRefusal(value: unknown): boolean {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'error' in value)
}

function matchOutcome(answer: OutboundAnswer<MatchAnswer>): SearchOutcome {
  if (answer.kind === 'UNAVAILABLE') return answer
  if (answer.kind === 'NOT_FOUND') return nothingFound
  if (typeof answer.value === 'string' || !('matchCandidates' in answer.value)) return nothingFound
  const { matchCandidates, candidatesMatchedQuantity } = answer.value
  const companies = matchCandidates.flatMap(({ organization, matchQualityInformation }) => {
    const company = companyOfDuns(name, organization)
    // Confidence goes from 1 to 10.
    return company ? [summariseCompany(company, (matchQualityInformation?.confidenceCode ?? 5) / 10)] : []
  })
  return searchAnswer(companies, (candidatesMatchedQuantity ?? 0) > matchCandidates.length)
}
