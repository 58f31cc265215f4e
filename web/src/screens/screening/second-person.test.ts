import { expect, test } from 'vitest'
import { isBy, proposalOf, takesTwo } from './second-person.ts'

const proposed = {
  number: 1,
  verdict: 'TRUE_MATCH',
  step: 'PROPOSED',
  grounds: ['SAME_NAME'],
  comment: null,
  score: 0.91,
  until: null,
  at: '2026-11-15T08:00:00',
  by: { type: 'USER', id: 7, name: 'Ada Guest' },
} as const
const decisions = [{ ...proposed, grounds: [...proposed.grounds] }]

test('A true match always takes two people', () => {
  expect(takesTwo('TRUE_MATCH', { score: 0.7 }, { secondPersonFrom: null })).toBe(true)
  // The settings may not have come yet.
  expect(takesTwo('TRUE_MATCH', { score: 0.7 }, undefined)).toBe(true)
})

test('Clearing takes two people from the score on that the account has set', () => {
  const settings = { secondPersonFrom: 0.9 }
  expect(takesTwo('FALSE_POSITIVE', { score: 0.9 }, settings)).toBe(true)
  expect(takesTwo('FALSE_POSITIVE', { score: 0.89 }, settings)).toBe(false)
  expect(takesTwo('FALSE_POSITIVE', { score: 1 }, { secondPersonFrom: null })).toBe(false)
  expect(takesTwo('UNCLEAR', { score: 1 }, settings)).toBe(false)
})

test('Only the last decision of a hit that waits for a second person is a proposal', () => {
  expect(proposalOf({ state: 'PROPOSED', decisions })).toBe(decisions[0])
  expect(proposalOf({ state: 'OPEN', decisions })).toBeNull()
  expect(proposalOf({ state: 'PROPOSED', decisions: [] })).toBeNull()
})

test('A user and an API client with the same number are two', () => {
  const [decision] = decisions
  expect(decision && isBy(decision, { type: 'USER', id: 7 })).toBe(true)
  expect(decision && isBy(decision, { type: 'API_CLIENT', id: 7 })).toBe(false)
})
