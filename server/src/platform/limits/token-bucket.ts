/** Steady rate and the reserve that may be spent at once. */
export interface Rate {
  readonly perSecond: number
  readonly burst: number
}

export interface TakeResult {
  readonly allowed: boolean
  readonly remaining: number
  /** Seconds until one more request is allowed (when refused) or until the reserve is full again. */
  readonly seconds: number
}

interface Bucket {
  tokens: number
  at: number
}

/**
 * Many buckets of one rate. Memory is bounded: the least recently used are forgotten, which at worst gives
 * their owner a full reserve again.
 */
export class TokenBuckets {
  readonly #buckets = new Map<string, Bucket>()
  readonly #rate: Rate
  readonly #capacity: number

  constructor(rate: Rate, capacity = 10_000) {
    this.#rate = rate
    this.#capacity = capacity
  }

  get size(): number {
    return this.#buckets.size
  }

  take(key: string, nowMs: number): TakeResult {
    const { perSecond, burst } = this.#rate
    const bucket = this.#fill(key, nowMs)
    if (bucket.tokens < 1) return { allowed: false, remaining: 0, seconds: (1 - bucket.tokens) / perSecond }
    bucket.tokens -= 1
    return {
      allowed: true,
      remaining: Math.floor(bucket.tokens),
      seconds: (burst - bucket.tokens) / perSecond,
    }
  }

  /** Takes back what `take` spent. */
  giveBack(key: string): void {
    const bucket = this.#buckets.get(key)
    if (bucket !== undefined) bucket.tokens = Math.min(this.#rate.burst, bucket.tokens + 1)
  }

  #fill(key: string, nowMs: number): Bucket {
    const { perSecond, burst } = this.#rate
    const bucket = this.#recall(key, nowMs)
    bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, nowMs - bucket.at) / 1000) * perSecond)
    bucket.at = nowMs
    return bucket
  }

  #recall(key: string, nowMs: number): Bucket {
    const known = this.#buckets.get(key)
    // Moved to the young end at most once a second: order need not be exact, and moving is not free.
    if (known !== undefined && nowMs - known.at < 1_000) return known
    if (known !== undefined) this.#buckets.delete(key)
    else if (this.#buckets.size >= this.#capacity) {
      const [oldest] = this.#buckets.keys()
      if (oldest !== undefined) this.#buckets.delete(oldest)
    }
    const bucket = known ?? { tokens: this.#rate.burst, at: nowMs }
    this.#buckets.set(key, bucket)
    return bucket
  }
}
