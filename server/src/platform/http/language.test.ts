import { expect, test } from 'vitest'
import { negotiateLanguage } from './language.ts'

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'fr'],
  ['FR-be', 'fr'],
  ['fra', 'en'],
  ['fr;q=0.4, en;q=0.5', 'en'],
  ['en;q=0.2, fr;q=0.9', 'fr'],
  ['en;q=0, fr;q=0.1', 'fr'],
  ['fr;q=0', 'en'],
  ['de, fr;q=0.8', 'fr'],
  ['fr;q=0.5, *;q=0.8', 'en'],
  ['fr;q=9', 'en'],
  ['fr;q=abc', 'en'],
  [`fr,${'x,'.repeat(1000)}`, 'en'],
])('The language follows the header %s', (header, language) => {
  expect(negotiateLanguage(header)).toBe(language)
})
