import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf } from '../kernel/index.ts'
import { FailureBudget } from './failure-budget.ts'
import { defaultRates, type HttpOptions } from './options.ts'
import { TokenBuckets, type TakeResult } from './token-bucket.ts'
import type { Rate, RoutePlan } from './types.ts'

interface Policy {
  readonly name: string
  readonly rate: Rate
  readonly header: string
  readonly buckets: TokenBuckets
}

export type RateLimiter = (plan: RoutePlan, request: FastifyRequest, reply: FastifyReply) => void

function policy(name: string, rate: Rate): Policy {
  const window = Math.max(1, Math.ceil(rate.burst / rate.perSecond))
  return { name, rate, header: `"${name}";q=${rate.burst};w=${window}`, buckets: new TokenBuckets(rate) }
}

export function rateLimiter(options: Pick<HttpOptions, 'rates'>): RateLimiter {
  if (options.rates === false) return () => undefined
  const rates = { ...defaultRates, ...options.rates }
  const account = policy('account', rates.account)
  const route = policy('route', rates.route)
  const write = policy('write', rates.write)
  const address = policy('address', rates.address)
  const named = new Map<string, Policy>()
  const ofRoute = (rate: NonNullable<RoutePlan['rate']>): Policy => {
    const known = named.get(rate.name) ?? policy(rate.name, rate)
    named.set(rate.name, known)
    return known
  }
  return (plan, request, reply) => {
    const now = performance.now()
    const tightest = new Tightest(reply, now)
    const { identity } = request
    const caller = networkOf(request.ip)
    if (identity === null) tightest.spend(address, caller)
    const owner = identity?.scope?.accountId ?? identity?.principal.key ?? caller
    if (identity !== null) {
      tightest.spend(account, String(owner))
      tightest.spend(route, `${identity.principal.key} ${plan.key}`)
      if (plan.writes) tightest.spend(write, String(owner))
    }
    if (plan.rate !== null) tightest.spend(ofRoute(plan.rate), String(owner))
    tightest.tell()
  }
}

/**
 * A limit that only part of a route's work costs. It throws when the owner has spent it, and tells of it in the answer
 * otherwise.
 */
export function createLimit(name: string, rate: Rate): (owner: string, reply: FastifyReply) => void {
  const limit = policy(name, rate)
  return (owner, reply) => {
    const spent = new Tightest(reply, performance.now())
    spent.spend(limit, owner)
    spent.tell()
  }
}

/** Null when nobody is limited. */
export function badTokenBudget({ rates }: Pick<HttpOptions, 'rates'>): FailureBudget | null {
  return rates === false ? null : new FailureBudget({ ...defaultRates, ...rates }.badTokens)
}

/** Spends from several buckets and tells the client about the one nearest to its end. */
class Tightest {
  readonly #reply: FastifyReply
  readonly #now: number
  #policy: Policy | undefined
  #taken: TakeResult | undefined
  #share = Number.POSITIVE_INFINITY

  constructor(reply: FastifyReply, now: number) {
    this.#reply = reply
    this.#now = now
  }

  spend(of: Policy, key: string): void {
    const result = of.buckets.take(key, this.#now)
    const share = result.remaining / of.rate.burst
    if (result.allowed && share >= this.#share) return
    this.#policy = of
    this.#taken = result
    this.#share = share
    if (result.allowed) return
    this.tell()
    const seconds = Math.max(1, Math.ceil(result.seconds))
    throw new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
  }

  tell(): void {
    if (this.#policy === undefined || this.#taken === undefined) return
    const { remaining, seconds } = this.#taken
    this.#reply.header('ratelimit-policy', this.#policy.header)
    this.#reply.header('ratelimit', `"${this.#policy.name}";r=${remaining};t=${Math.ceil(seconds)}`)
  }
}
