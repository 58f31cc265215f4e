import { expect, test } from 'vitest'
import { changesOf, formOf, isSound } from './settings-values.ts'

const saved = {
  threshold: 0.845,
  maxListAgeDays: 14,
  leftOutLists: [3],
  screensContacts: false,
  secondPersonFrom: null,
  clearanceMonths: 12,
  readersSeeHits: false,
}

test('Nothing is sent of what stays as it is', () => {
  expect(formOf(saved).threshold).toBe(84.5)
  expect(changesOf(saved, formOf(saved))).toEqual({})
})

test('Scores are filled in in percent and sent as shares', () => {
  const values = { ...formOf(saved), threshold: 80, hasSecondPerson: true, secondPersonFrom: 95 }
  expect(changesOf(saved, values)).toEqual({ threshold: 0.8, secondPersonFrom: 0.95 })
})

test('What is switched off is sent as nothing', () => {
  expect(changesOf(saved, { ...formOf(saved), clearanceEnds: false })).toEqual({ clearanceMonths: null })
})

test('A value outside its bounds is not sound, unless it is switched off', () => {
  const values = formOf(saved)
  expect(isSound(values)).toBe(true)
  expect(isSound({ ...values, threshold: 59 })).toBe(false)
  expect(isSound({ ...values, maxListAgeDays: null })).toBe(false)
  expect(isSound({ ...values, hasSecondPerson: true, secondPersonFrom: null })).toBe(false)
  expect(isSound({ ...values, clearanceEnds: false, clearanceMonths: 900 })).toBe(true)
})
