import { expect, test } from 'vitest'
import {
  frenchActivity,
  frenchHeadcount,
  frenchLegalForm,
  frenchRegion,
  regionOfCommune,
} from './french-labels.ts'

test('A legal form has its label, else that of its category, else none', () => {
  expect(frenchLegalForm('5710')).toEqual({ code: '5710', label: 'SAS, société par actions simplifiée' })
  expect(frenchLegalForm('5505')).toEqual({
    code: '5505',
    label: 'Société anonyme à conseil d’administration',
  })
  expect(frenchLegalForm('7777')).toEqual({ code: '7777', label: null })
  expect(frenchLegalForm('')).toBeNull()
})

test('An activity has the label of its class, else of its division, in its own nomenclature', () => {
  const activity = (code: string, scheme?: string) => Object.values(frenchActivity(code, scheme))
  expect(activity('25.62B')).toEqual(['25.62B', 'Mécanique industrielle', 'NAFRev2'])
  expect(activity('25.99A')).toEqual([
    '25.99A',
    'Fabrication de produits métalliques, à l’exception des machines et des équipements',
    'NAFRev2',
  ])
  expect(activity('25.53Y')).toEqual(['25.53Y', 'Usinage des métaux', 'NAF2025'])
  expect(activity('62.10Y')).toEqual(['62.10Y', null, 'NAF2025'])
  expect(activity('74.1J', 'NAFRev1')).toEqual(['74.1J', null, 'NAFRev1'])
  expect(frenchActivity(null)).toEqual({ nafCode: null, mainActivity: null, activityScheme: null })
})

test('A headcount band has its bounds', () => {
  expect(frenchHeadcount('53', '2023')).toEqual({
    band: '53',
    min: 10_000,
    max: null,
    value: null,
    year: 2023,
  })
  expect(frenchHeadcount('NN', null)).toEqual({ band: 'NN', min: 0, max: 0, value: null, year: null })
  expect(frenchHeadcount('??', 'x')).toEqual({ band: '??', min: null, max: null, value: null, year: null })
  expect(frenchHeadcount(null, '2023')).toBeNull()
})

test('A region is known by its code and by a commune in it', () => {
  expect(frenchRegion('84')).toBe('Auvergne-Rhône-Alpes')
  expect(frenchRegion('00')).toBeNull()
  expect(regionOfCommune('69266')).toBe('Auvergne-Rhône-Alpes')
  expect(regionOfCommune('2A004')).toBe('Corse')
  expect(regionOfCommune('97411')).toBe('La Réunion')
  expect(regionOfCommune('97502')).toBeNull()
  expect(regionOfCommune(null)).toBeNull()
})
