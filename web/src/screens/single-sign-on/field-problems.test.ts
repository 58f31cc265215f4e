import { expect, test } from 'vitest'
import { problem } from '../../test/problems.ts'
import { isUntold, problemAt } from './field-problems.ts'

const fault = (pointer: string) => [{ pointer, code: 'FIELD_FORMAT', message: 'Not of the expected form.' }]

test('A problem with a name of its own is told at its field in its own words', () => {
  const error = problem('IDENTITY_PROVIDER_ADDRESS', { detail: 'Use https.', errors: fault('/issuer') })
  expect(problemAt(error, '/issuer')).toBe('Use https.')
  expect(problemAt(error, '/scopes')).toBeNull()
  expect(isUntold(error)).toBe(false)
})

test('A field of the wrong form is told by what is wrong with it', () => {
  const error = problem('VALIDATION_FAILED', { detail: 'Invalid.', errors: fault('/claims/email') })
  expect(problemAt(error, '/claims/email')).toBe('Not of the expected form.')
})

test('What belongs to no field of the page is told below them all', () => {
  expect(isUntold(null)).toBe(false)
  expect(isUntold(new Error('No network'))).toBe(true)
  expect(isUntold(problem('IDENTITY_PROVIDER_NOT_TRIED'))).toBe(true)
  expect(isUntold(problem('VALIDATION_FAILED', { errors: fault('/roleMapping/0/value') }))).toBe(true)
  expect(isUntold(problem('IDENTITY_PROVIDER_SECRET_NEEDED'))).toBe(false)
})
