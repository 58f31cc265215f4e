import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCountryCode } from '../../platform/kernel/index.ts'
import { companyExecutive, personExecutive } from './executive.ts'
import { masked } from './masked.ts'
import { nationalities, nationalityCode } from './nationality.ts'

const person = { name: 'Ada Wetherby', role: 'director' }

test.each([
  ['1974-06', '1974-06'],
  ['1974', '1974'],
  ['1974-06-12', '1974-06'],
  ['1974-13', undefined],
  ['1974-00', undefined],
  ['0001-01', undefined],
  ['06/1974', undefined],
  [masked, undefined],
  ['', undefined],
  [null, undefined],
])('The birth %j is kept as %s', (born, birthMonth) => {
  expect(personExecutive({ ...person, born })[0]?.birthMonth).toBe(birthMonth)
})

test('No day of birth is ever kept, whatever a register sends', () => {
  const date = fc
    .tuple(fc.integer({ min: 1800, max: 2099 }), fc.nat(14), fc.nat(40))
    .map((parts) => parts.join('-'))
  const padded = fc.date({ noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10))
  fc.assert(
    fc.property(fc.oneof(date, padded, fc.string()), (born) => {
      const kept = personExecutive({ ...person, born })[0]?.birthMonth ?? '1974'
      expect(kept).toMatch(/^\d{4}(-(0[1-9]|1[0-2]))?$/)
      expect(born.startsWith(kept) || kept === '1974').toBe(true)
    }),
  )
})

test('A name that is masked or empty, in part or whole, is nobody', () => {
  for (const name of [masked, `${masked} ${masked}`, `Ada ${masked}`, '', '  ']) {
    expect(personExecutive({ ...person, name, born: '1974-06', nationality: 'British' })).toEqual([])
    expect(companyExecutive({ name, role: 'auditor', identifier: '999993454' })).toEqual([])
  }
})

test.each([
  ['09999077', '09999077'],
  ['  HRB   99999 ', 'HRB 99999'],
  ['None', undefined],
  ['N/A', undefined],
  ['1'.repeat(51), undefined],
  [undefined, undefined],
])('The registration number %j is kept as %s', (identifier, kept) => {
  expect(companyExecutive({ name: 'AIRE', role: 'auditor', identifier })[0]?.identifier).toBe(kept)
})

test.each([
  ['British', 'GB'],
  ['  NORTHERN   IRISH', 'GB'],
  ['Irish', 'IE'],
  ['French', 'FR'],
  ['Française', 'FR'],
  ['FRANCAISE', 'FR'],
  ['Sud-Africaine', 'ZA'],
  ['Nigérienne', 'NE'],
  ['Nigériane', 'NG'],
  ['Nigerian', 'NG'],
  ['Congolese', null],
  ['Korean', null],
  ['British,French', null],
  ['British/Irish', null],
  ['Frenchman', null],
  [masked, null],
  ['constructor', null],
  ['', null],
  [undefined, null],
])('The nationality %j is read as %s', (word, code) => {
  expect(nationalityCode(word)).toBe(code)
})

test('Every word of the table means one country, and one that exists', () => {
  const entries = Object.entries(nationalities)
  const words = entries.flatMap(([, list]) => list)
  expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  for (const [code, list] of entries) {
    expect(isCountryCode(code), code).toBe(true)
    for (const word of list) expect(nationalityCode(word), word).toBe(code)
  }
})
