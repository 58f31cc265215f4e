import type { Buckets } from '../limits/index.ts'
import { refuseByRate } from './rate-limits.ts'

/** Lets somebody fail so often and no oftener. What succeeds costs nothing, so an honest caller never feels it. */
export class FailureBudget {
  readonly #buckets: Buckets

  constructor(buckets: Buckets) {
    this.#buckets = buckets
  }

  /** Makes the attempt at the cost of `key`; beyond its budget the answer is 429, and nothing is attempted. */
  async attempt<T>(
    key: string,
    action: () => Promise<T>,
    isFailure: (error: unknown) => boolean,
  ): Promise<T> {
    const { allowed, seconds } = await this.#buckets.take(key)
    if (!allowed) throw refuseByRate(seconds)
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
}
