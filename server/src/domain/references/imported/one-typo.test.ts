import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from '../../../platform/kernel/index.ts'
import { oneTypoAway } from './one-typo.ts'

test('every slip of one key is among them', () => {
  const near = oneTypoAway('dupont')
  for (const slip of ['dupnt', 'duppont', 'dupond', 'duopnt', 'xdupont', 'duponts'])
    expect(near).toContain(slip)
  for (const far of ['dupont', 'dupn', 'martin', '']) expect(near).not.toContain(far)
})

test('none is further away than it claims, and none is told twice', () => {
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

test('digits are tried only where there are digits', () => {
  expect(oneTypoAway('f1')).toContain('f2')
  expect(oneTypoAway('formule')).not.toContain('formule1')
})
