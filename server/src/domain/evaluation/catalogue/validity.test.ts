import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, addMonths, dayOfForm, formDay } from '../../../platform/kernel/days.ts'
import type { ValidityPolicy } from './catalogue.schema.ts'
import { effectiveDateOf, expirationDate, type AnswerDates } from './validity.ts'

const dates: AnswerDates = { effectiveDate: '2025-01-15', uploadDate: '2025-02-20' }
const end = (policy: ValidityPolicy, more: Partial<AnswerDates> = {}) =>
  expirationDate(policy, { ...dates, ...more })

it('Validity counts months from the printed date, else from the upload', () => {
  const six = { kind: 'MONTHS', months: 6, from: 'EFFECTIVE_DATE' } as const
  expect(end(six)).toBe('2025-07-15')
  expect(end(six, { effectiveDate: null })).toBe('2025-08-20')
  expect(end({ ...six, from: 'UPLOAD_DATE' })).toBe('2025-08-20')
  expect(end(six, { effectiveDate: '2024-08-31' })).toBe('2025-02-28')
  expect(end(six, { effectiveDate: '2023-08-29' })).toBe('2024-02-29')
})

it('Validity shortens or lengthens with the criticality where the policy says so', () => {
  const byCriticality = { High: 12, Medium: 24, Low: 36 }
  const policy = { kind: 'MONTHS', months: 24, from: 'EFFECTIVE_DATE', byCriticality } as const
  expect(end(policy, { criticality: 'High' })).toBe('2026-01-15')
  expect(end(policy, { criticality: 'Low' })).toBe('2028-01-15')
  expect(end(policy, { criticality: null })).toBe('2027-01-15')
})

it('The date of the form is believed up to a limit', () => {
  const policy = { kind: 'FIELD', field: 'policyEnd', maxMonths: 12 } as const
  const formdata = (value: string) => ({ formdata: [{ key: 'policyEnd', value }] })
  expect(end(policy, formdata('31/10/2025'))).toBe('2025-10-31')
  expect(end(policy, formdata('31/10/2035'))).toBe('2026-01-15')
  expect(end(policy)).toBe('2026-01-15')
  expect(end({ kind: 'FIELD', field: 'policyEnd' }, formdata('31/10/2035'))).toBe('2035-10-31')
  expect(end({ kind: 'FIELD', field: 'policyEnd' })).toBeNull()
})

it('Validity ends with the year, or never', () => {
  expect(end({ kind: 'CALENDAR_YEAR' })).toBe('2025-12-31')
  expect(end({ kind: 'NONE', until: 'REPLACED' })).toBeNull()
  expect(end({ kind: 'CONTINUOUS' })).toBeNull()
})

it('The effective date comes from the form when none came with the answer', () => {
  const formdata = [{ key: 'signedOn', value: '03/04/2025' }]
  expect(effectiveDateOf({ effectiveDateField: 'signedOn' }, null, formdata)).toBe('2025-04-03')
  expect(effectiveDateOf({ effectiveDateField: 'signedOn' }, '2025-01-01', formdata)).toBe('2025-01-01')
  expect(effectiveDateOf({ effectiveDateField: 'signedOn' }, null, null)).toBeNull()
  expect(effectiveDateOf({}, null, formdata)).toBeNull()
})

it('Days are parsed strictly and added without drift', () => {
  for (const text of ['31/02/2025', '29/02/2025', '1/1/2025', '2025-01-01', '01/13/2025', '01/01/25', ''])
    expect(dayOfForm(text), text).toBeNull()
  const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count))
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 120 }), (day, months) => {
      expect(dayOfForm(formDay(day))).toBe(day)
      const later = addMonths(day, months)
      expect(later > day).toBe(true)
      const index = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7))
      expect(index(later) - index(day)).toBe(months)
      expect(Number(later.slice(8))).toBeLessThanOrEqual(Number(day.slice(8)))
      expect(later.slice(8) === day.slice(8) || addDays(later, 1).endsWith('-01')).toBe(true)
    }),
  )
})
