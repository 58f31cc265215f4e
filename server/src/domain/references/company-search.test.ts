import { expect, test } from 'vitest'
import { cpuMsOf } from '../../../test/harness/cpu-ms.ts'
import { bestNameScore, rankCompanies } from './company-search.ts'
import type { CompanySummary } from './provider.ts'

test('Less similar names score less', () => {
  const scores = [
    'ATELIERS VALMERAC',
    'ATELIERSVALMERAC',
    'VALMERAC ATELIERS',
    'ATELIERS VALMERAK',
    'ATELIERS VALMERAC LYON SUD',
  ].map((name) => bestNameScore('ateliers valmerac', [name]) ?? 0)
  expect(scores[0]).toBe(1)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(new Set(scores).size).toBe(scores.length)
  expect(scores.at(-1)).toBeGreaterThan(0)
})

test.each([
  ['abc', 'abd'],
  ['ateliers', 'comptoir'],
  ['', 'x'],
  ['de la', 'comptoir de la mer'],
])('The name %j does not match %j', (typed, name) => {
  expect(bestNameScore(typed, [name, null, undefined])).toBeNull()
})

test('An endless text costs little time', () => {
  expect(cpuMsOf(() => bestNameScore('a'.repeat(200), ['b'.repeat(30_000)]))).toBeLessThan(200)
})

test('Exact matches come first, then active companies, then the better score, then by name', () => {
  const one = (name: string, score: number, status = 'ACTIVE') => ({ name, score, status }) as CompanySummary
  const order = [
    one('exact', 1),
    one('exact in procedure', 1, 'IN_COLLECTIVE_PROCEDURE'),
    one('exact, gone', 1, 'STRUCK_OFF'),
    one('close', 0.9),
    one('Éloigné', 0.5),
    one('far', 0.5),
    one('close, gone', 0.9, 'STRUCK_OFF'),
  ]
  expect(rankCompanies(order.toReversed())).toEqual(order)
})
