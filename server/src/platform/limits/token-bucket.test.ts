import { expect, test } from 'vitest'
import { TokenBuckets } from './token-bucket.ts'

test('The reserve may be spent at once, then the rate holds', () => {
  const buckets = new TokenBuckets({ perSecond: 10, burst: 3 })
  const taken = [0, 0, 0, 0].map((now) => buckets.take('a', now))
  expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false])
  expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0])
  expect(taken[3]?.seconds).toBeCloseTo(0.1)
  expect(buckets.take('a', 99).allowed).toBe(false)
  expect(buckets.take('a', 101).allowed).toBe(true)
  expect(buckets.take('a', 102).allowed).toBe(false)
})

test('Exactly the rate passes over a long time', () => {
  const buckets = new TokenBuckets({ perSecond: 25, burst: 50 })
  let passed = 0
  for (let now = 0; now < 10_000; now += 5) if (buckets.take('a', now).allowed) passed += 1
  expect(passed).toBeGreaterThanOrEqual(50 + 10 * 25 - 2)
  expect(passed).toBeLessThanOrEqual(50 + 10 * 25)
})

test('Owners do not share a bucket, and a clock that steps back gives nothing away', () => {
  const buckets = new TokenBuckets({ perSecond: 1, burst: 1 })
  expect(buckets.take('a', 1000).allowed).toBe(true)
  expect(buckets.take('b', 1000).allowed).toBe(true)
  expect(buckets.take('a', 0).allowed).toBe(false)
})

test('Memory is bounded by forgetting the least recently used', () => {
  const buckets = new TokenBuckets({ perSecond: 0.001, burst: 1 }, 3)
  for (const owner of ['a', 'b', 'c']) buckets.take(owner, 0)
  expect(buckets.take('a', 2_000).allowed).toBe(false)
  buckets.take('d', 2_000)
  expect(buckets.size).toBe(3)
  expect(buckets.take('a', 2_000).allowed).toBe(false)
  expect(buckets.take('b', 2_000).allowed).toBe(true)
})
