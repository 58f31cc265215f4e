import { describe, expect, it } from 'vitest'
import { manualClock } from '../../platform/kernel/index.ts'
import { BoundedCache } from './bounded-cache.ts'
import { createThrottle } from './throttle.ts'

const start = new Date('2026-01-01T00:00:00Z')

describe('Throttle', () => {
  it('The throttle allows the burst, then one try a minute, for each key apart', () => {
    const clock = manualClock(start)
    const throttle = createThrottle(clock, { burst: 10, refillMs: 60_000 })
    for (let i = 0; i < 10; i += 1) expect(throttle.take('a')).toBe(0)
    expect(throttle.take('a')).toBe(60)
    expect(throttle.take('b')).toBe(0)
    clock.advance(45_000)
    expect(throttle.take('a')).toBe(15)
    clock.advance(15_000)
    expect(throttle.take('a')).toBe(0)
    expect(throttle.take('a')).toBe(60)
    clock.advance(24 * 60 * 60_000)
    for (let i = 0; i < 10; i += 1) expect(throttle.take('a')).toBe(0)
    expect(throttle.take('a')).toBeGreaterThan(0)
  })

  it('The throttle continues to refuse while it is being called', () => {
    const clock = manualClock(start)
    const throttle = createThrottle(clock, { burst: 1, refillMs: 60_000 })
    expect(throttle.take('a')).toBe(0)
    let allowed = 0
    for (let second = 1; second <= 600; second += 1) {
      clock.advance(1_000)
      if (throttle.take('a') === 0) allowed += 1
    }
    expect(allowed).toBe(10)
  })
})

describe('Bounded cache', () => {
  it('The bounded cache drops the least recently used entry and any that is too old or from the future', () => {
    const clock = manualClock(start)
    const cache = new BoundedCache<number>(clock, { maxEntries: 2, maxAgeMs: 1_000 })
    cache.set('a', 1)
    cache.set('b', 2)
    expect(cache.get('a')).toBe(1)
    cache.set('c', 3)
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3])
    expect(cache.size).toBe(2)
    clock.advance(999)
    expect(cache.get('a')).toBe(1)
    clock.advance(1)
    expect(cache.get('a')).toBeUndefined()
    cache.set('d', 4)
    clock.set(new Date(start.getTime() - 1))
    expect(cache.get('d')).toBeUndefined()
  })
})
