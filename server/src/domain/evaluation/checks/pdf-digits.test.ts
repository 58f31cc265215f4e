import { expect, test } from 'vitest'
import { DigitCodes } from './pdf-digits.ts'

const liesOf = (said: string, shown: string, codeOf: (digit: number) => number) => {
  const digits = new DigitCodes()
  for (const [index, digit] of [...said].entries()) digits.see('F1', digit, codeOf(Number(shown[index])))
  return digits.lies
}
const inOrder = (digit: number) => 19 + digit

test('Digits that have the code of another digit are lies', () => {
  expect(liesOf('0123456789', '0123456789', inOrder)).toBe(0)
  expect(liesOf('0123456789', '0123465789', inOrder)).toBe(2)
  expect(liesOf('2026 11', '2025 11', inOrder)).toBe(0)
  expect(liesOf('201346', '201345', inOrder)).toBe(1)
})

test('Typefaces that number their signs as they come tell nothing', () => {
  const asTheyCome = (digit: number) => [7, 3, 1, 12, 5, 2, 9, 4, 20, 6][digit] ?? 0
  expect(liesOf('0123456789', '0123456789', asTheyCome)).toBe(0)
  // Another sign came between the eight and the nine.
  expect(liesOf('0123456789', '0123456789', (digit) => (digit === 9 ? 40 : digit))).toBe(0)
})
