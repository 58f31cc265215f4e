import { expect, test } from 'vitest'
import type { FormField, PortalAnswer } from '../portal-api.ts'
import { faultsByKey } from './faults.ts'
import {
  answered,
  entriesOf,
  formerValues,
  groupedIban,
  rowsFor,
  valuesOf,
  withoutRow,
} from './form-values.ts'

const field = (key: string, type: string, more: object = {}) =>
  ({ key, type, label: key, required: true, ...more }) as unknown as FormField

const fields = [
  field('turnover', 'number'),
  field('since', 'date'),
  field('iban', 'iban'),
  field('agreed', 'boolean'),
  field('owners', 'table', { minRows: 2, columns: [field('name', 'string'), field('born', 'date')] }),
]
const wire = [
  { key: 'turnover', value: '1250.50' },
  { key: 'since', value: '01/11/2026' },
  { key: 'iban', value: 'FR7630006000011234567890189' },
  { key: 'agreed', value: 'true' },
  { key: 'owners.0.name', value: 'Ada' },
  { key: 'owners.0.born', value: '10/12/1985' },
]
const page = {
  turnover: '1250.50',
  since: '2026-11-01',
  iban: 'FR76 3000 6000 0112 3456 7890 189',
  agreed: 'true',
  'owners.0.name': 'Ada',
  'owners.0.born': '1985-12-10',
}

type Form = PortalAnswer['form']

test('Answers of the wire stand on the page as people write them; a question that is gone is left out', () => {
  expect(valuesOf(fields, [...wire, { key: 'gone', value: 'x' }] as Form)).toEqual(page)
  expect(valuesOf(fields, null)).toEqual({})
})

test('Numbers and days are sent as the wire has them, every question in its order', () => {
  const entries = entriesOf(fields, { ...page, turnover: '1 250,50' }, { owners: 2 })
  const sent = wire.map((entry) => (entry.key === 'iban' ? { ...entry, value: page.iban } : entry))
  expect(entries).toEqual([...sent, { key: 'owners.1.name', value: '' }, { key: 'owners.1.born', value: '' }])
})

test('An account number is read in groups of four, however it was typed', () => {
  expect(groupedIban('fr76.3000-6000 01')).toBe('FR76 3000 6000 01')
  expect(groupedIban('FR76')).toBe('FR76')
})

test('A table shows the rows it needs, or those that have answers', () => {
  expect(rowsFor(fields, {})).toEqual({ owners: 2 })
  expect(rowsFor(fields, { 'owners.3.name': 'Ada' })).toEqual({ owners: 4 })
})

test('The rows below one that is removed move up, and other tables stay', () => {
  const values = { 'a.0.x': '0', 'a.1.x': '1', 'a.2.x': '2', 'b.1.x': 'b', a: 'field' }
  expect(withoutRow(values, 'a', 1)).toEqual({ 'a.0.x': '0', 'a.1.x': '2', 'b.1.x': 'b', a: 'field' })
})

test('Progress counts the questions that need an answer; blanks are none', () => {
  expect(answered(fields, { turnover: ' ', since: '2026-11-01' })).toEqual({ done: 1, all: 4 })
})

test('A correction begins with all that was said, a renewal without its dates and promises', () => {
  const former = { form: wire } as unknown as PortalAnswer
  expect(formerValues(fields, 'TO_CORRECT', former)).toEqual(page)
  const { turnover, iban, 'owners.0.name': owner } = page
  expect(formerValues(fields, 'TO_RENEW', former)).toEqual({ turnover, iban, 'owners.0.name': owner })
  expect(formerValues(fields, 'TO_SEND', former)).toEqual({})
  expect(formerValues(fields, 'TO_CORRECT', undefined)).toEqual({})
})

test('A fault of the server stands at the question it is about, without its title', () => {
  const sent = [
    { key: 'turnover', value: 'x' },
    { key: 'owners.0.name', value: '' },
  ]
  const faults = [
    { pointer: '/formdata/1/value', message: 'Owners, row 1: is missing' },
    { pointer: '/formdata', message: 'owners: at least two rows are needed' },
    { pointer: '/formdata/9/value', message: 'Nobody: knows' },
  ]
  expect(faultsByKey(faults, sent, fields)).toEqual({
    'owners.0.name': 'Is missing',
    owners: 'At least two rows are needed',
  })
})
