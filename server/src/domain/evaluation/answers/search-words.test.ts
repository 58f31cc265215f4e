import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test('Numbers are found in one piece from each of their groups on', () => {
  expect(searchWords('siren 732 829 320 du rhone')).toEqual([
    'siren',
    '732',
    '732829320',
    '829',
    '829320',
    '320',
    'du',
    'rhone',
  ])
})

test('Single signs are no words, and what never ends is cut', () => {
  expect(searchWords(`a ${'x'.repeat(100)}`)).toEqual(['x'.repeat(60)])
})

test('Words of any text are few, and none is too short or too long', () => {
  const text = fc
    .array(fc.string({ maxLength: 80, unit: 'binary' }), { maxLength: 40 })
    .map((parts) => parts.join(' '))
  fc.assert(
    fc.property(text, (folded) => {
      const words = searchWords(folded)
      expect(words.length).toBe(new Set(words).size)
      for (const word of words) {
        expect([...word].length).toBeGreaterThanOrEqual(2)
        expect([...word].length).toBeLessThanOrEqual(60)
      }
    }),
  )
  expect(searchWords(Array.from({ length: 20_000 }, (_, nth) => `w${nth}`).join(' '))).toHaveLength(5_000)
})
