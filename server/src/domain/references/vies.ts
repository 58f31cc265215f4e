import { Type, type Static } from 'typebox'
import { systemClock } from '../../platform/kernel/index.ts'
import type { CompanyRecord } from './company.ts'
import { nothingFound, outcomeOf } from './company-search.ts'
import { AnswerCache, createOutbound, type Outbound, type OutboundOptions } from './outbound/index.ts'
import type { Lookup, SearchableProvider } from './provider.ts'
import { companyOfVat } from './vies.record.ts'
import { oneAtATime } from './vies.turns.ts'

const name = 'vies'
const daySeconds = 86_400
const retryAfterSeconds = 60
const maxWaiting = 20

/** Faults come with status 200, isValid false, and their name in userError. */
const Check = Type.Object({
  isValid: Type.Boolean(),
  userError: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  name: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  address: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

type CheckResult = { lookup: Lookup<CompanyRecord>; retryAfterSeconds: number | null }

/** The European Commission's check of VAT numbers: no key, answers of each state's own service. */
export function vies(options: Partial<OutboundOptions> = {}): SearchableProvider {
  const service = createOutbound({
    baseUrl: 'https://ec.europa.eu/taxation_customs/vies/rest-api',
    // States are slow, and a second attempt at once is what their limits punish.
    timeoutMs: 20_000,
    attempts: 1,
    ...options,
    // A state being down is answered with 200: such an answer must not be kept, so ours is the only cache.
    cacheSeconds: 0,
    name,
  })
  const maxAgeMs = (options.cacheSeconds ?? daySeconds) * 1_000
  const cache = new AnswerCache<Lookup<CompanyRecord>>(options.clock ?? systemClock, maxAgeMs)
  const inTurn = oneAtATime(maxWaiting)
  const checkWhenFree = async (vatNumber: string, signal?: AbortSignal): Promise<CheckResult> => {
    const known = cache.get(vatNumber)
    if (known) return { lookup: known, retryAfterSeconds: null }
    const state = vatNumber.slice(0, 2)
    const result =
      (await inTurn(state, () => check(service, vatNumber, signal), signal)) ?? tooManyWaiting(state)
    if (result.lookup.kind !== 'UNAVAILABLE') cache.set(vatNumber, result.lookup, 1_024)
    return result
  }
  return {
    name,
    countries: 'INTERNATIONAL',
    findsBy: ['CIT002'],
    async find({ code, value }, signal) {
      return code === 'CIT002' ? (await checkWhenFree(value, signal)).lookup : { kind: 'NOT_FOUND' }
    },
    async search({ searchBy, value }, signal) {
      if (searchBy !== 'VAT') return nothingFound
      const { lookup, retryAfterSeconds: wait } = await checkWhenFree(value, signal)
      return lookup.kind === 'UNAVAILABLE' ? { ...lookup, retryAfterSeconds: wait } : outcomeOf(lookup)
    },
  }
}

function tooManyWaiting(state: string): CheckResult {
  return {
    lookup: { kind: 'UNAVAILABLE', reason: `${name}: too many checks waiting (${state})` },
    retryAfterSeconds,
  }
}

async function check(service: Outbound, vatNumber: string, signal?: AbortSignal): Promise<CheckResult> {
  const [state, number] = [vatNumber.slice(0, 2), encodeURIComponent(vatNumber.slice(2))]
  const answer = await service.ask({
    path: `/ms/${state}/vat/${number}`,
    schema: Check,
    notFound: [],
    ...(signal ? { signal } : {}),
  })
  if (answer.kind === 'OK') return { lookup: lookupOf(vatNumber, answer.value), retryAfterSeconds }
  const unavailable = answer.kind === 'UNAVAILABLE' ? answer : null
  return {
    lookup: { kind: 'UNAVAILABLE', reason: unavailable?.reason ?? `${name}: no answer` },
    retryAfterSeconds: unavailable?.retryAfterSeconds ?? null,
  }
}

function lookupOf(vatNumber: string, answer: Static<typeof Check>): Lookup<CompanyRecord> {
  if (answer.isValid) return { kind: 'FOUND', company: companyOfVat(name, vatNumber, answer) }
  // Everything but this one word means that nobody looked.
  if (answer.userError === 'INVALID') return { kind: 'NOT_FOUND' }
  const fault = /^[A-Z_]{1,40}$/.exec(answer.userError ?? '')?.[0] ?? 'no verdict'
  return { kind: 'UNAVAILABLE', reason: `${name}: ${fault} (${vatNumber.slice(0, 2)})` }
}
