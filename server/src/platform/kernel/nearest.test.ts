import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance, nearest } from './nearest.ts'

const names = ['DOSSIER_ADDED', 'DOSSIER_ARCHIVED', 'DOCUMENT_ADDED', 'THIRD_PARTY_ADDED']

test.each([
  ['DOSSIER_ADDDED', 'DOSSIER_ADDED'],
  ['DOSSEIR_ADDED', 'DOSSIER_ADDED'],
  ['DOCUMENT_ADD', 'DOCUMENT_ADDED'],
  ['THIRDPARTY_ADDED', 'THIRD_PARTY_ADDED'],
  ['DOSSIER_ADDED', 'DOSSIER_ADDED'],
  ['', null],
  ['xyz', null],
  ['DOSSIER_ADDED'.repeat(9), null],
])('The name %s suggests %s', (text, expected) => {
  expect(nearest(text, names)).toBe(expected)
})

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['abcd', 'acbd', 1],
  ['ca', 'abc', 3],
])('The texts %s and %s are %i edits apart', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
})

test('The distance is symmetric, zero only for equal texts, and at most the longer length', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      const distance = editDistance(a, b)
      expect(distance).toBe(editDistance(b, a))
      expect(distance === 0).toBe(a === b)
      expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
    }),
  )
})

test('One edit of a name leads back to it', () => {
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(8), fc.constantFrom('Q', ''), (name, index, letter) => {
      expect(nearest(name.slice(0, index) + letter + name.slice(index + 1), names)).toBe(name)
    }),
  )
})
