import { expect, test } from 'vitest'
import { marksOf, toneOfCode } from './field-marks.ts'
import type { FileReading, ReadCode } from './reading.queries.ts'

const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.1 }
const code: ReadCode = {
  format: 'DATA_MATRIX',
  kind: 'TWO_D_DOC',
  page: 2,
  box,
  value: 'ZZ01 AB12',
  verdict: 'VALID',
  reason: null,
  documentKind: null,
  authority: 'ZZ01',
  certificate: 'AB12',
  signer: null,
  issuedOn: null,
  signedOn: null,
  trustVersion: 1,
  fields: [],
  proves: true,
}
const field = { name: 'iban', label: 'IBAN', value: '', isCut: false }
const read = {
  name: 'iban',
  label: 'IBAN',
  value: '',
  confidence: 1,
  sure: true,
  declared: null,
  agrees: null,
}

test('A code that proves what is printed is good, a wrong one or one that differs is a doubt', () => {
  expect(toneOfCode(code)).toBe('good')
  expect(toneOfCode({ ...code, proves: false, verdict: 'INVALID' })).toBe('doubt')
  expect(toneOfCode({ ...code, proves: false, fields: [{ ...field, agreement: 'DIFFERS' }] })).toBe('doubt')
  expect(toneOfCode({ ...code, proves: false, verdict: 'NOT_JUDGED' })).toBe('plain')
})

test('Codes are marked after the fields, by numbers that no field has', () => {
  const fields: FileReading['fields'] = [
    { ...read, page: 1, box: null, findings: [] },
    { ...read, page: 1, box, findings: [] },
  ]
  expect(marksOf({ fields, codes: [code] })).toEqual([
    { id: 1, page: 1, ...box, tone: 'plain' },
    { id: 2, page: 2, ...box, tone: 'good' },
  ])
})
