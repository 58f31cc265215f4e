import { AppError } from '../kernel/index.ts'
import { TokenBuckets } from './token-bucket.ts'
import type { Rate } from './types.ts'

/** Lets somebody fail so often and no oftener. What succeeds costs nothing, so an honest caller never feels it. */
export class FailureBudget {
  readonly #buckets: TokenBuckets
  readonly #now: () => number

  constructor(rate: Rate, now = () => performance.now()) {
    this.#buckets = new TokenBuckets(rate)
    this.#now = now
  }

  /** Makes the attempt at the cost of `key`; beyond its budget the answer is 429, and nothing is attempted. */
  async attempt<T>(
    key: string,
    action: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    const result = this.#buckets.take(key, this.#now())
    if (!result.allowed) {
      const seconds = Math.max(1, Math.ceil(result.seconds))
      throw new AppError('RATE_LIMITED', { seconds }, { headers: { 'retry-after': String(seconds) } })
    }
    let hasFailed = false
    try {
      return await action()
    } catch (error) {
      hasFailed = isFailure(error)
      throw error
    } finally {
      if (!hasFailed) this.#buckets.giveBack(key)
    }
  }

  /** A failure that was met elsewhere. */
  spend(key: string): void {
    this.#buckets.take(key, this.#now())
  }

  isSpent(key: string): boolean {
    return !this.#buckets.has(key, this.#now())
  }
}
