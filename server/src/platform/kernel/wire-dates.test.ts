import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatDate, formatDateTime, parseDate, parseEventSecond } from './wire-dates.ts'

const moments = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
})

test('A moment is written in UTC, to the millisecond, without zone', () => {
  expect(formatDateTime(new Date(Date.UTC(2026, 1, 3, 4, 5, 6, 7)))).toBe('2026-02-03T04:05:06.007')
  expect(formatDate(new Date('2026-02-03T23:59:59.999Z'))).toBe('2026-02-03')
})

test('Every moment of the wire years has the wire form and keeps its value', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const text = formatDateTime(moment)
      expect(text).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}$/)
      expect(new Date(`${text}Z`)).toEqual(moment)
      expect(text.startsWith(formatDate(moment))).toBe(true)
    }),
  )
})

test('Whole seconds and whole days come back unchanged', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const second = formatDateTime(moment).slice(0, 19)
      expect(formatDateTime(parseEventSecond(second) ?? new Date(Number.NaN))).toBe(`${second}.000`)
      const day = formatDate(moment)
      expect(formatDate(parseDate(day) ?? new Date(Number.NaN))).toBe(day)
    }),
  )
})

test('A day is accepted exactly when the calendar has it', () => {
  const number = (max: number) => fc.integer({ min: 0, max })
  fc.assert(
    fc.property(number(9999), number(19), number(39), (year, month, dayOfMonth) => {
      const text = [
        `${year}`.padStart(4, '0'),
        `${month}`.padStart(2, '0'),
        `${dayOfMonth}`.padStart(2, '0'),
      ].join('-')
      const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
      const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
      const exists = dayOfMonth >= 1 && dayOfMonth <= (lengths[month - 1] ?? 0)
      expect(parseDate(text) !== null).toBe(exists)
      expect(parseEventSecond(`${text}T12:00:00`) !== null).toBe(exists)
    }),
    { numRuns: 1000 },
  )
})

test('A second may say that it is UTC, as libraries write it', () => {
  fc.assert(
    fc.property(moments, (moment) => {
      const second = formatDateTime(moment).slice(0, 19)
      expect(parseEventSecond(`${second}Z`)).toEqual(parseEventSecond(second))
    }),
  )
})

test.each([
  '2026-01-01T00:00:00z',
  '2026-01-01T00:00:00ZZ',
  '2026-01-01T00:00:00+00:00',
  '2025-02-29T00:00:00Z',
  'Z',
  '2026-01-01T00:00:00+02:00',
  '2026-01-01T00:00:00.000',
  '2026-01-01T24:00:00',
  '2026-01-01T00:60:00',
  '2026-01-01T23:59:60',
  '2026-01-01 00:00:00',
  '2026-01-01t00:00:00',
  '2026-1-1T00:00:00',
  '2025-02-29T00:00:00',
  '+002026-01-01T00:00:00',
  ' 2026-01-01T00:00:00',
  '2026-01-01T00:00:00\n',
  '٢٠٢٦-01-01T00:00:00',
  '2026-01-01',
  '',
])('The text %j is no event second', (text) => {
  expect(parseEventSecond(text)).toBeNull()
})

test.each([
  '2025-02-30',
  '2026-13-01',
  '2026-00-10',
  '2026-01-01T00:00:00',
  '01/02/2026',
  '2026-1-1',
  '2026-01-01\n',
  '',
])('The text %j is no date', (text) => {
  expect(parseDate(text)).toBeNull()
})

test('Any text is judged without throwing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(() => [parseDate(text), parseEventSecond(text)]).not.toThrow()
    }),
  )
})

test('A moment the wire cannot write is refused, not mangled', () => {
  expect(() => formatDateTime(new Date('+010000-01-01T00:00:00Z'))).toThrow(RangeError)
  expect(() => formatDate(new Date(Number.NaN))).toThrow(RangeError)
})
