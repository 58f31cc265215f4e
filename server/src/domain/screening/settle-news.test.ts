import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HitState } from './settle-hits.ts'
import { describeNews, isAdverse, settleNews, type KnownNewsHit } from './settle-news.ts'

const item = {
  key: 'a1',
  title: 'Works closed',
  summary: null,
  url: null,
  day: '2026-11-10',
  sentiment: -0.5,
  digest: 'words',
}
const hit: KnownNewsHit = { hitId: 7, entryKey: 'a1', digest: 'words', state: 'OPEN', day: '2026-11-10' }
const oldest = '2024-11-15'

test('News is adverse below a tone of -0.2, or without any', () => {
  expect([null, -1, -0.21].every((sentiment) => isAdverse({ sentiment }))).toBe(true)
  expect([-0.2, 0, 0.7].some((sentiment) => isAdverse({ sentiment }))).toBe(false)
})

test('The words of an article make it another one; spaces, letter case, tone, address and day do not', () => {
  const { digest } = describeNews(item, 'Feed')
  const same = {
    ...item,
    title: ' works  CLOSED ',
    url: 'https://x.example',
    sentiment: null,
    day: '2026-01-01',
  }
  expect(describeNews(same, 'Other').digest).toBe(digest)
  expect(describeNews({ ...item, title: 'Works open' }, 'Feed').digest).not.toBe(digest)
  expect(describeNews({ ...item, summary: 'More' }, 'Feed').digest).not.toBe(digest)
})

test('Other words open a decided hit again, and leave a true match and an open one as they are', () => {
  const after = (state: HitState) =>
    settleNews({ known: [{ ...hit, state }], items: [{ ...item, digest: 'other' }], oldest })
  expect(after('CLEARED')).toMatchObject([{ kind: 'COMPARE', hitId: 7, why: 'ENTRY_CHANGED' }])
  expect(after('PROPOSED')).toMatchObject([{ kind: 'COMPARE', why: 'ENTRY_CHANGED' }])
  for (const state of ['OPEN', 'TRUE_MATCH'] as const) {
    expect(after(state)).toMatchObject([{ kind: 'COMPARE', why: null }])
  }
})

test('An item that is kept no longer leaves its hit alone until it grows old', () => {
  expect(settleNews({ known: [hit], items: [], oldest })).toEqual([])
  expect(settleNews({ known: [hit], items: [], oldest: '2026-11-11' })).toEqual([{ kind: 'END', hitId: 7 }])
})

test('Whatever is delivered, no decided hit ends, and what people said of the same words holds', () => {
  const states: HitState[] = ['OPEN', 'UNCLEAR', 'PROPOSED', 'CLEARED', 'TRUE_MATCH', 'ENDED']
  const told = fc.record({
    sentiment: fc.constantFrom(null, -0.9, 0.4),
    day: fc.constantFrom('2020-01-01', '2026-11-10'),
    digest: fc.constantFrom('words', 'other'),
  })
  fc.assert(
    fc.property(fc.constantFrom(...states), fc.option(told), (state, given) => {
      const items = given === null ? [] : [{ ...item, ...given }]
      const changes = settleNews({ known: [{ ...hit, state }], items, oldest })
      expect(changes.length).toBeLessThanOrEqual(1)
      expect(changes.every(({ kind }) => kind !== 'OPEN')).toBe(true)
      if (state === 'CLEARED' || state === 'TRUE_MATCH') {
        expect(changes.some(({ kind }) => kind === 'END')).toBe(false)
        if (given?.digest !== 'other') expect(changes).toEqual([])
      }
    }),
  )
})
