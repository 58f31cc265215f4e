import { expect, test } from 'vitest'
import {
  bandFault,
  fiveGrades,
  isValidScale,
  scaleWith,
  worthOf,
  type Band,
  type Scale,
} from './scale-check.ts'

const scale = (bands: Band[], more: Partial<Scale> = {}): Scale => ({
  id: 'scale',
  min: 0,
  max: 100,
  direction: 'HIGHER_IS_BETTER',
  version: '1',
  bands,
  ...more,
})
const band = (code: string, from: number | null, to: number | null, value = 50): Band => ({
  code,
  from,
  to,
  value,
})

test('Five grades share the scale equally, the best first', () => {
  const five = fiveGrades(scale([]))
  expect(five[0]).toEqual({ code: 'A', from: 80, to: 100, value: 90 })
  expect(five[4]).toEqual({ code: 'E', from: 0, to: 20, value: 10 })
  expect(fiveGrades(scale([], { direction: 'LOWER_IS_BETTER' }))[0]).toMatchObject({ from: 0, to: 20 })
  expect(isValidScale(scale(five))).toBe(true)
})

test('What is wrong with a grade is named, first what is plainest', () => {
  const faultsOf = (...bands: Band[]) => bands.map((_, nth) => bandFault(scale(bands), nth))
  expect(faultsOf(band(' ', 0, 10))).toEqual(['noCode'])
  expect(faultsOf(band('A', 0, 10), band(' a', 20, 30))).toEqual(['codeTwice', 'codeTwice'])
  expect(faultsOf(band('A', 0, null))).toEqual(['half'])
  expect(faultsOf(band('A', 10, 0))).toEqual(['reversed'])
  expect(faultsOf(band('A', 90, 101))).toEqual(['outside'])
  expect(faultsOf(band('A', 0, 50), band('B', 49, 60), band('C', 60, 70))).toEqual([
    'overlaps',
    'overlaps',
    null,
  ])
})

test('A score is worth its grade, or without grades its place on the scale', () => {
  const graded = scale([band('A', 50, 100, 90), band('B', 0, 40, 10)])
  expect(worthOf(graded, 72)).toEqual({ value: 90, grade: 'A' })
  expect(worthOf(graded, 45)).toEqual({ value: null, grade: null })
  expect(worthOf(graded, 101)).toBeNull()
  expect(worthOf(scale([]), 30)).toEqual({ value: 30, grade: null })
  expect(worthOf(scale([], { direction: 'LOWER_IS_BETTER' }), 30)).toEqual({ value: 70, grade: null })
})

test('Other figures take the next version, and the known ones their own again', () => {
  const known = scale([band('A', 50, 100)])
  const changed = scaleWith(known, known, { max: 200 })
  expect(changed.version).toBe('2')
  expect(scaleWith(known, changed, { min: 10 }).version).toBe('2')
  expect(scaleWith(known, changed, { max: 100 }).version).toBe('1')
  expect(scaleWith(known, changed, { version: '2027' }).version).toBe('2027')
  const named = { ...known, version: 'spring' }
  expect(scaleWith(named, named, { max: 200 }).version).toBe('spring.1')
})
