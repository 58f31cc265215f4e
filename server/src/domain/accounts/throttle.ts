import type { Clock } from '../../platform/kernel/index.ts'
import { BoundedCache } from './bounded-cache.ts'

export interface Throttle {
  /** Takes one try; answers 0 when it is allowed, else the seconds to wait. */
  take(key: string): number
}

interface Bucket {
  tries: number
  at: number
}

const maxKeys = 50_000

/** Of one process; what must hold for all of them is in attempt-budgets.ts. A bucket per key: `burst` tries at once, then one more every `refillMs`. */
export function createThrottle(clock: Clock, options: { burst: number; refillMs: number }): Throttle {
  const { burst, refillMs } = options
  // A bucket untouched for this long is full again, so forgetting it changes nothing.
  const buckets = new BoundedCache<Bucket>(clock, { maxEntries: maxKeys, maxAgeMs: burst * refillMs })

  const refillBucket = (key: string, now: number): Bucket => {
    const bucket = buckets.get(key) ?? { tries: burst, at: now }
    const earned = Math.floor((now - bucket.at) / refillMs)
    return { tries: Math.min(burst, bucket.tries + earned), at: bucket.at + earned * refillMs }
  }
  return {
    take(key) {
      const now = clock.now().getTime()
      const bucket = refillBucket(key, now)
      const allowed = bucket.tries > 0
      buckets.set(key, allowed ? { ...bucket, tries: bucket.tries - 1 } : bucket)
      if (allowed) return 0
      return Math.max(1, Math.ceil((bucket.at + refillMs - now) / 1000))
    },
  }
}
