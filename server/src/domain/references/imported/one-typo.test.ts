import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '../../../platform/kernel/index.ts'
import { oneTypoAway } from './one-typo.ts'

test('Every slip of one key is among the variants', () => {
  const near = oneTypoAway('dupont')
  for (const slip of ['dupnt', 'duppont', 'dupond', 'duopnt', 'xdupont', 'duponts'])
    expect(near).toContain(slip)
  for (const far of ['dupont', 'dupn', 'martin', '']) expect(near).not.toContain(far)
})

test('No variant is further away than it claims, and none comes twice', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{1,10}$/), (word) => {
      const near = oneTypoAway(word)
      expect(new Set(near).size).toBe(near.length)
      for (const each of near) expect(editDistance(word, each)).toBeLessThanOrEqual(2)
      expect(near.length).toBeLessThan(60 * (word.length + 1))
    }),
    { numRuns: 20 },
  )
})

test('Digits are varied only where there are digits', () => {
  expect(oneTypoAway('f1')).toContain('f2')
  expect(oneTypoAway('formule')).not.toContain('formule1')
})
