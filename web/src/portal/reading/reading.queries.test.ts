import { expect, test } from 'vitest'
import { paceOf } from './reading.queries.ts'

const file = { fileId: 1, advice: [], unreadablePages: [], progress: null }
const text = { ...file, state: 'READING' } as const
const waiting = { ...file, state: 'WAITING' } as const
const scan = { ...file, state: 'READING', progress: { page: 1, pages: 2 } } as const
const read = { ...file, state: 'READ' } as const

test('Nobody asks again about what was read', () => {
  expect(paceOf([], 1)).toBe(false)
  expect(paceOf([read, { ...file, state: 'NOT_READ' }], 1)).toBe(false)
})

test('Text is asked for often, scans rarely, and a long queue hardly ever', () => {
  expect(paceOf([read, scan, text], 500)).toBe(700)
  expect(paceOf([read, scan], 1)).toBe(2_000)
  expect(paceOf([waiting, read], 59)).toBe(2_000)
  expect(paceOf([waiting], 60)).toBe(10_000)
})
