import fc from 'fast-check'
import { expect, test } from 'vitest'
import { copiesToKeep, parseRetention } from './retention.ts'

const at = (time: string) => ({ id: time, takenAt: new Date(time) })
const kept = (times: readonly string[], rule: string) =>
  [...copiesToKeep(times.map(at), parseRetention(rule) ?? {})].toSorted()

test('A rule is a number and a letter, each letter once', () => {
  expect(parseRetention('7d,4w,12m')).toEqual({ d: 7, w: 4, m: 12 })
  expect(parseRetention(' 24h , 2y ')).toEqual({ h: 24, y: 2 })
  for (const text of ['', '7', 'd', '0d', '7d,7d', '7x', '7d;4w', '-1d'])
    expect(parseRetention(text)).toBeNull()
})

test('Each day keeps its newest copy, for as many days as have one', () => {
  const times = [
    '2026-11-01T01:00:00Z',
    '2026-11-01T13:00:00Z',
    '2026-11-02T01:00:00Z',
    '2026-11-09T01:00:00Z',
    '2026-11-09T02:00:00Z',
  ]
  expect(kept(times, '2d')).toEqual(['2026-11-02T01:00:00Z', '2026-11-09T02:00:00Z'])
  expect(kept(times, '3d')).toEqual(['2026-11-01T13:00:00Z', '2026-11-02T01:00:00Z', '2026-11-09T02:00:00Z'])
})

test('A week ends on Sunday, a month and a year on their last days', () => {
  // 8 November 2026 is a Sunday.
  const times = ['2026-11-07T12:00:00Z', '2026-11-08T12:00:00Z', '2026-11-09T12:00:00Z']
  expect(kept(times, '2w')).toEqual(['2026-11-08T12:00:00Z', '2026-11-09T12:00:00Z'])
  const turn = ['2025-12-31T23:00:00Z', '2026-01-01T01:00:00Z', '2026-01-31T01:00:00Z']
  expect(kept(turn, '2m')).toEqual(['2025-12-31T23:00:00Z', '2026-01-31T01:00:00Z'])
  expect(kept(turn, '2y')).toEqual(['2025-12-31T23:00:00Z', '2026-01-31T01:00:00Z'])
})

test('The newest copy is always kept, no more than asked for are, and a second run removes nothing', () => {
  const day = 86_400_000
  const moment = fc.integer({ min: 0, max: 400 * 24 }).map((hours) => new Date(1.7e12 + (hours * day) / 24))
  fc.assert(
    fc.property(
      fc.uniqueArray(moment, { minLength: 1, selector: Number }),
      fc.nat(9),
      fc.nat(5),
      (times, d, w) => {
        const copies = times.map((takenAt) => ({ id: takenAt.toISOString(), takenAt }))
        const rule = { d, w }
        const keep = copiesToKeep(copies, rule)
        const newest = new Date(Math.max(...times.map(Number))).toISOString()
        expect(keep.has(newest)).toBe(true)
        expect(keep.size).toBeLessThanOrEqual(Math.max(1, d + w))
        expect(
          copiesToKeep(
            copies.filter(({ id }) => keep.has(id)),
            rule,
          ),
        ).toEqual(keep)
      },
    ),
  )
})
