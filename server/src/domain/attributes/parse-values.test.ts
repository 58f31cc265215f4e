import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../platform/kernel/index.ts'
import { significantDigits, type AttributeType } from './attribute.ts'
import { parseValues } from './parse-values.ts'

const options = ['High', 'Medium', 'Low']
const parse = (type: AttributeType, values: unknown[]) =>
  parseValues({ label: 'Label', type, options, expression: null }, values)

function codeOf(type: AttributeType, values: unknown[]): string {
  try {
    parse(type, values)
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
  return 'accepted'
}

test('The digits of a value are those of the number written out', () => {
  const cases: [number, number][] = [
    [0, 1],
    [1, 1],
    [-12.5, 3],
    [0.001, 3],
    [1e-15, 15],
    [1e-16, 16],
    [999_999_999_999_999, 15],
    [1e15, 16],
    [123_456_789.123_456, 15],
    [0.1 + 0.2, 17],
  ]
  for (const [number, digits] of cases) expect(significantDigits(number), String(number)).toBe(digits)
})

describe('Strict typing', () => {
  test.each<[AttributeType, unknown[], string]>([
    ['string', [12], 'ATTRIBUTE_VALUE_TYPE'],
    ['string', [null], 'ATTRIBUTE_VALUE_TYPE'],
    ['string', ['a', 'b'], 'ATTRIBUTE_SINGLE_VALUE'],
    ['string', ['x'.repeat(1_001)], 'VALIDATION_FAILED'],
    ['boolean', ['true'], 'ATTRIBUTE_VALUE_TYPE'],
    ['boolean', [1], 'ATTRIBUTE_VALUE_TYPE'],
    ['date', ['2025-02-30'], 'ATTRIBUTE_DATE_INVALID'],
    ['date', ['2025-1-3'], 'ATTRIBUTE_DATE_INVALID'],
    ['date', ['31/01/2025'], 'ATTRIBUTE_DATE_INVALID'],
    ['date', [20250131], 'ATTRIBUTE_VALUE_TYPE'],
    ['decimal', ['12'], 'ATTRIBUTE_VALUE_TYPE'],
    ['decimal', [Number.POSITIVE_INFINITY], 'ATTRIBUTE_NUMBER_RANGE'],
    ['decimal', [1e15], 'ATTRIBUTE_NUMBER_RANGE'],
    ['percentage', [0.1 + 0.2], 'ATTRIBUTE_NUMBER_RANGE'],
    ['list_unique', ['high'], 'ATTRIBUTE_OPTION_UNKNOWN'],
    ['list_unique', ['High', 'Low'], 'ATTRIBUTE_SINGLE_VALUE'],
    ['list_multiple', ['High', 'Nope'], 'ATTRIBUTE_OPTION_UNKNOWN'],
    ['list_multiple', ['High', 'High'], 'ATTRIBUTE_OPTION_REPEATED'],
    ['list_multiple', [['High']], 'ATTRIBUTE_VALUE_TYPE'],
  ])('A value of type %s given as %j is %s', (type, values, code) => {
    expect(codeOf(type, values)).toBe(code)
  })

  test('Any number of at most 15 digits is accepted unchanged, and any longer one refused', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const verdict = codeOf('decimal', [number])
        expect(verdict).toBe(significantDigits(number) <= 15 ? 'accepted' : 'ATTRIBUTE_NUMBER_RANGE')
        if (verdict === 'accepted') expect(parse('decimal', [number])).toBe(number === 0 ? 0 : number)
      }),
      { numRuns: 500 },
    )
  })
})
