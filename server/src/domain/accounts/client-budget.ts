import { FailureBudget } from '../../platform/http/index.ts'
import { networkOf, type Clock } from '../../platform/kernel/index.ts'
import { BoundedCache } from './bounded-cache.ts'
import { OAuthError } from './oauth-error.ts'

interface Attempt {
  readonly clientId: string
  readonly ip: string
}

/** Runs the check of a client's secret, unless too many were wrong before: then the answer is 429. */
export type ClientBudget = <T>(attempt: Attempt, check: () => Promise<T>) => Promise<T>

const trustedMs = 24 * 60 * 60_000

/**
 * Wrong secrets are counted by address and by client. Nobody can shut a client out by guessing in its name: a client
 * under attack is still heard from any address that has not failed yet, and where it was right within a day it only
 * answers for its own mistakes.
 */
export function createClientBudget(clock: Clock): ClientBudget {
  const now = () => clock.now().getTime()
  const byAddress = new FailureBudget({ perSecond: 0.5, burst: 30 }, now)
  const byPair = new FailureBudget({ perSecond: 1 / 30, burst: 10 }, now)
  const byClient = new FailureBudget({ perSecond: 1, burst: 100 }, now)
  const whileAttacked = new FailureBudget({ perSecond: 1 / 60, burst: 3 }, now)
  const trusted = new BoundedCache<true>(clock, { maxEntries: 10_000, maxAgeMs: trustedMs })

  return async ({ clientId, ip }, check) => {
    const address = networkOf(ip)
    const pair = `${clientId} ${address}`
    const checkOnce = async () => {
      try {
        const found = await check()
        trusted.set(pair, true)
        return found
      } catch (error) {
        if (isWrongSecret(error)) byClient.spend(clientId)
        throw error
      }
    }
    if (trusted.get(pair)) return await byPair.attempt(pair, checkOnce, isWrongSecret)
    const pairs = byClient.isSpent(clientId) ? whileAttacked : byPair
    return await byAddress.attempt(
      address,
      () => pairs.attempt(pair, checkOnce, isWrongSecret),
      isWrongSecret,
    )
  }
}

function isWrongSecret(error: unknown): boolean {
  return error instanceof OAuthError && error.code === 'invalid_client'
}
