import { expect, test } from 'vitest'
import { AppError } from '../kernel/index.ts'
import { parseByteRange } from './byte-range.ts'

const etag = '"abc"'
const of = (range: string, ifRange?: string, size = 100) =>
  parseByteRange({ range, ...(ifRange === undefined ? {} : { 'if-range': ifRange }) }, { size, etag })

test.each<[string, object | null]>([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-400', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  [' bytes=5-5 ', { start: 5, end: 5 }],
  // The whole is a right answer to whatever is not understood.
  ['bytes=0-9,20-29', null],
  ['bytes=9-0', null],
  ['bytes=-', null],
  ['bytes=a-b', null],
  ['lines=0-9', null],
  ['', null],
])('The range %j is resolved for a hundred bytes', (range, expected) => {
  expect(of(range)).toEqual(expected)
})

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('The range %j is beyond the end', (range) => {
  expect(() => of(range)).toThrow(AppError)
  try {
    of(range)
  } catch (error) {
    expect((error as AppError).headers).toEqual({ 'content-range': 'bytes */100' })
  }
})

test('A part is given only of the requested version', () => {
  expect(of('bytes=0-9', etag)).toEqual({ start: 0, end: 9 })
  expect(of('bytes=0-9', '"other"')).toBeNull()
  expect(of('bytes=0-9', 'W/"abc"')).toBeNull()
  expect(of('bytes=0-9', 'Wed, 21 Oct 2026 07:28:00 GMT')).toBeNull()
  // Even where there is nothing at that place.
  expect(of('bytes=500-', '"other"')).toBeNull()
})

test('An empty body has no part', () => {
  expect(() => of('bytes=0-', undefined, 0)).toThrow(AppError)
})
