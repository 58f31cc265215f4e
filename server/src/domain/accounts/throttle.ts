import type { Clock } from '../../platform/kernel/index.ts'
import { BoundedCache } from './bounded-cache.ts'

export interface Throttle {
  /** Takes one try; answers 0 when it is allowed, else the seconds to wait. */
  take(key: string): number
  /** Gives a try back: only failures are meant to count. */
  giveBack(key: string): void
}

export interface ThrottleOptions {
  burst: number
  refillMs: number
}

interface Bucket {
  tries: number
  at: number
}

const maxKeys = 50_000

/** A bucket per key: `burst` tries at once, then one more every `refillMs`. */
export function createThrottle(clock: Clock, options: ThrottleOptions): Throttle {
  const { burst, refillMs } = options
  // A bucket untouched for this long is full again, so forgetting it changes nothing.
  const buckets = new BoundedCache<Bucket>(clock, { maxEntries: maxKeys, maxAgeMs: burst * refillMs })

  const filled = (key: string): Bucket => {
    const now = clock.now().getTime()
    const bucket = buckets.get(key) ?? { tries: burst, at: now }
    const earned = Math.floor((now - bucket.at) / refillMs)
    return { tries: Math.min(burst, bucket.tries + earned), at: bucket.at + earned * refillMs }
  }
  return {
    take(key) {
      const bucket = filled(key)
      const allowed = bucket.tries > 0
      buckets.set(key, allowed ? { ...bucket, tries: bucket.tries - 1 } : bucket)
      if (allowed) return 0
      return Math.max(1, Math.ceil((bucket.at + refillMs - clock.now().getTime()) / 1000))
    },
    giveBack(key) {
      const bucket = filled(key)
      buckets.set(key, { ...bucket, tries: Math.min(burst, bucket.tries + 1) })
    },
  }
}
