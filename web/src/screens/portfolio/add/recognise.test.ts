import { expect, test } from 'vitest'
import { identifiersOf, searchOf } from './recognise.ts'

test('A number of a company is recognised however it is written', () => {
  expect(identifiersOf('732 829 320 00074')).toEqual([{ code: 'CIT001', value: '73282932000074' }])
  expect(identifiersOf('15-048-3782')).toEqual([{ code: 'CIT003', value: '150483782' }])
  expect(identifiersOf('fr 40 303 265 045')).toEqual([{ code: 'CIT002', value: 'FR40303265045' }])
  expect(identifiersOf('894500 vigiesamp50054')).toEqual([{ code: 'LEI', value: '894500VIGIESAMP50054' }])
  expect(identifiersOf('Ateliers de la Loire')).toEqual([])
})

test('The registers are asked by what was typed, and not while a number is unfinished', () => {
  expect(searchOf('73282932000074')).toEqual({
    searchBy: 'SIRET',
    countryCode: 'FR',
    value: '73282932000074',
  })
  expect(searchOf('15-048-3782')).toEqual({ searchBy: 'DUNS', value: '150483782' })
  expect(searchOf('732 829 320')).toEqual({ searchBy: 'SIREN', countryCode: 'FR', value: '732829320' })
  expect(searchOf('fr40303265045')).toEqual({ searchBy: 'VAT', value: 'FR40303265045' })
  expect(searchOf('894500vigiesamp50054')).toEqual({ searchBy: 'LEI', value: '894500VIGIESAMP50054' })
  expect(searchOf(' ateliers ')).toEqual({ searchBy: 'NAME', value: 'ateliers' })
  expect([searchOf('732 829'), searchOf('a'), searchOf('')]).toEqual([null, null, null])
})
