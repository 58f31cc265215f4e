import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settleHits, type FoundMatch, type HitState, type KnownHit } from './settle-hits.ts'

const found = (over: Partial<FoundMatch> = {}): FoundMatch => ({
  subjectId: 1,
  listId: 7,
  entryKey: 'X.1',
  fingerprint: 'subject',
  matchingDigest: 'entry',
  score: 0.9,
  match: { reasons: [] },
  ...over,
})
const known = (state: HitState, over: Partial<KnownHit> = {}): KnownHit => ({
  hitId: 70,
  subjectId: 1,
  listId: 7,
  entryKey: 'X.1',
  fingerprint: 'subject',
  matchingDigest: 'entry',
  state,
  clearedUntil: null,
  ...over,
})
const today = '2026-11-15'
const settle = (hits: readonly KnownHit[], matches: readonly FoundMatch[], newSubjects: number[] = []) =>
  settleHits({
    known: hits,
    found: matches,
    newSubjects: new Set(newSubjects),
    today,
    otherwise: 'ENTRY_ADDED',
  })

test('A pair that was not known opens a hit, and says whether its subject or its entry is new', () => {
  expect(settle([], [found()])).toMatchObject([{ kind: 'OPEN', why: 'ENTRY_ADDED' }])
  expect(settle([], [found()], [1])).toMatchObject([{ kind: 'OPEN', why: 'SUBJECT_ADDED' }])
})

test('What was decided holds while both sides stay the same', () => {
  for (const state of ['OPEN', 'UNCLEAR', 'PROPOSED', 'CLEARED', 'TRUE_MATCH'] as const) {
    expect(settle([known(state)], [found()])).toEqual([])
  }
  expect(settle([known('CLEARED', { clearedUntil: today })], [found()])).toEqual([])
})

test('A clearance ends with its date, with the entry and with the subject', () => {
  const reopened = (hit: KnownHit, match: FoundMatch) => settle([hit], [match])
  expect(reopened(known('CLEARED', { clearedUntil: '2026-11-14' }), found())).toMatchObject([
    { kind: 'REOPEN', hitId: 70, why: 'CLEARANCE_ENDED' },
  ])
  expect(reopened(known('CLEARED'), found({ matchingDigest: 'other' }))).toMatchObject([
    { kind: 'REOPEN', why: 'ENTRY_CHANGED' },
  ])
  expect(reopened(known('CLEARED'), found({ fingerprint: 'other' }))).toMatchObject([
    { kind: 'REOPEN', why: 'SUBJECT_CHANGED' },
  ])
})

test('A true match is compared anew and stays one', () => {
  expect(settle([known('TRUE_MATCH')], [found({ matchingDigest: 'other' })])).toMatchObject([
    { kind: 'REFRESH', hitId: 70 },
  ])
})

test('A pair that is found no more ends once, and opens again when it comes back', () => {
  expect(settle([known('TRUE_MATCH')], [])).toEqual([{ kind: 'END', hitId: 70 }])
  expect(settle([known('ENDED')], [])).toEqual([])
  expect(settle([known('ENDED')], [found()])).toMatchObject([{ kind: 'REOPEN', hitId: 70 }])
})

test('Whatever is known and found, each pair changes at most once and no open hit is cleared by a run', () => {
  const key = fc.constantFrom<string[]>('A', 'B', 'C')
  const digest = fc.constantFrom('one', 'two')
  const hits = fc.uniqueArray(
    fc.record({
      entryKey: key,
      state: fc.constantFrom<HitState[]>('OPEN', 'UNCLEAR', 'PROPOSED', 'CLEARED', 'TRUE_MATCH', 'ENDED'),
      matchingDigest: digest,
    }),
    { selector: ({ entryKey }) => entryKey },
  )
  const matches = fc.uniqueArray(fc.record({ entryKey: key, matchingDigest: digest }), {
    selector: ({ entryKey }) => entryKey,
  })
  fc.assert(
    fc.property(hits, matches, (given, met) => {
      const knownHits = given.map(({ state, ...over }, place) => known(state, { ...over, hitId: place + 1 }))
      const changes = settle(
        knownHits,
        met.map((over) => found(over)),
      )
      const ids = changes.flatMap((change) => ('hitId' in change ? [change.hitId] : []))
      expect(new Set(ids).size).toBe(ids.length)
      const openedKeys = changes.flatMap((change) => (change.kind === 'OPEN' ? [change.found.entryKey] : []))
      expect(openedKeys.filter((each) => knownHits.some(({ entryKey }) => entryKey === each))).toEqual([])
      const metKeys = new Set(met.map(({ entryKey }) => entryKey))
      const ended = changes.flatMap((change) => (change.kind === 'END' ? [change.hitId] : []))
      expect(ended.every((id) => !metKeys.has(knownHits[id - 1]?.entryKey ?? ''))).toBe(true)
    }),
  )
})
