import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf } from '../kernel/index.ts'
import { SharedLimits, type Buckets, type Rate, type TakeResult } from '../limits/index.ts'
import { defaultRates, type HttpOptions } from './options.ts'
import type { RoutePlan } from './types.ts'

interface Policy {
  readonly name: string
  readonly rate: Rate
  readonly header: string
  readonly buckets: Buckets
}

/** A promise only where other processes must be asked first: most requests wait for nothing. */
export type RateLimiter = (
  plan: RoutePlan,
  request: FastifyRequest,
  reply: FastifyReply,
) => void | Promise<void>

type LimitOptions = Pick<HttpOptions, 'rates' | 'sharedLimits'>

const counter = ({ sharedLimits }: LimitOptions) => sharedLimits ?? new SharedLimits({ together: null })

function policy(limits: SharedLimits, name: string, rate: Rate): Policy {
  const window = Math.max(1, Math.ceil(rate.burst / rate.perSecond))
  const header = `"${name}";q=${rate.burst};w=${window}`
  return { name, rate, header, buckets: limits.buckets(`rate ${name}`, rate) }
}

export function rateLimiter(options: LimitOptions): RateLimiter {
  if (options.rates === false) return () => undefined
  const rates = { ...defaultRates, ...options.rates }
  const limits = counter(options)
  const account = policy(limits, 'account', rates.account)
  const route = policy(limits, 'route', rates.route)
  const write = policy(limits, 'write', rates.write)
  const address = policy(limits, 'address', rates.address)
  const named = new Map<string, Policy>()
  const ofRoute = (rate: NonNullable<RoutePlan['rate']>): Policy => {
    const known = named.get(rate.name) ?? policy(limits, rate.name, rate)
    named.set(rate.name, known)
    return known
  }
  return (plan, request, reply) => {
    const costs: Cost[] = []
    const { identity } = request
    const caller = networkOf(request.ip)
    if (identity === null) costs.push([address, caller])
    const owner = String(identity?.scope?.accountId ?? identity?.principal.key ?? caller)
    if (identity !== null) {
      costs.push([account, owner], [route, `${identity.principal.key} ${plan.key}`])
      if (plan.writes) costs.push([write, owner])
    }
    if (plan.rate !== null) costs.push([ofRoute(plan.rate), owner])
    return new Tightest(reply).spendAll(costs)
  }
}

/**
 * A limit that only part of a route's work costs. It throws when the owner has spent it, and tells of it in the answer
 * otherwise.
 */
export function createLimit(
  limits: SharedLimits,
  name: string,
  rate: Rate,
): (owner: string, reply: FastifyReply) => Promise<void> {
  const limit = policy(limits, name, rate)
  return async (owner, reply) => {
    await new Tightest(reply).spendAll([[limit, owner]])
  }
}

/** Null when nobody is limited. */
export function badTokenBuckets(options: LimitOptions): Buckets | null {
  if (options.rates === false) return null
  return counter(options).buckets('bad tokens', { ...defaultRates, ...options.rates }.badTokens)
}

export function refuseByRate(secondsLeft: number): AppError {
  const seconds = Math.max(1, Math.ceil(secondsLeft))
  return new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
}

type Cost = readonly [of: Policy, key: string]

/** Spends from several buckets and tells the client about the one nearest to its end. */
class Tightest {
  readonly #reply: FastifyReply
  #policy: Policy | undefined
  #taken: TakeResult | undefined
  #share = Number.POSITIVE_INFINITY

  constructor(reply: FastifyReply) {
    this.#reply = reply
  }

  spendAll(costs: readonly Cost[], from = 0): void | Promise<void> {
    for (let nth = from; nth < costs.length; nth += 1) {
      const [of, key] = costs[nth] as Cost
      const result = of.buckets.take(key)
      if (result instanceof Promise) {
        return result.then((settled) => {
          this.#note(of, settled)
          return this.spendAll(costs, nth + 1)
        })
      }
      this.#note(of, result)
    }
    this.#tell()
  }

  #note(of: Policy, result: TakeResult): void {
    const share = result.remaining / of.rate.burst
    if (result.allowed && share >= this.#share) return
    this.#policy = of
    this.#taken = result
    this.#share = share
    if (result.allowed) return
    this.#tell()
    throw refuseByRate(result.seconds)
  }

  #tell(): void {
    if (this.#policy === undefined || this.#taken === undefined) return
    const { remaining, seconds } = this.#taken
    this.#reply.header('ratelimit-policy', this.#policy.header)
    this.#reply.header('ratelimit', `"${this.#policy.name}";r=${remaining};t=${Math.ceil(seconds)}`)
  }
}
