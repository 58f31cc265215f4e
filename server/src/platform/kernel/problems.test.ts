import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue, type ProblemCode } from './problem-catalogue.ts'
import { accessProblems } from './problem-catalogue-access.ts'
import { evidenceProblems } from './problem-catalogue-evidence.ts'
import { findingProblems } from './problem-catalogue-findings.ts'
import { importProblems } from './problem-catalogue-imports.ts'
import { spreadsheetProblems } from './problem-catalogue-spreadsheets.ts'
import { contactFileProblems } from './problem-catalogue-contact-files.ts'
import { datahubProblems } from './problem-catalogue-datahub.ts'
import { approvalProblems } from './problem-catalogue-approvals.ts'
import { agentProblems } from './problem-catalogue-agents.ts'
import { keyProblems } from './problem-catalogue-keys.ts'
import { alertProblems } from './problem-catalogue-alerts.ts'
import { leavingProblems } from './problem-catalogue-leaving.ts'
import { operatorProblems } from './problem-catalogue-operator.ts'
import { ownerProblems } from './problem-catalogue-owners.ts'
import { relationshipProblems } from './problem-catalogue-relationships.ts'
import { portalProblems } from './problem-catalogue-portal.ts'
import { portfolioProblems } from './problem-catalogue-portfolio.ts'
import { proofProblems } from './problem-catalogue-proof.ts'
import { provisioningProblems } from './problem-catalogue-provisioning.ts'
import { screeningProblems } from './problem-catalogue-screening.ts'
import { queryProblems } from './problem-catalogue-queries.ts'
import { serviceProblems } from './problem-catalogue-service.ts'
import { settingsProblems } from './problem-catalogue-settings.ts'
import { taskProblems } from './problem-catalogue-tasks.ts'
import {
  AppError,
  problemBody,
  problemFromSlug,
  problemOf,
  problemSentence,
  problemSlug,
  problemTitle,
} from './problems.ts'

const codes = Object.keys(catalogue) as ProblemCode[]
const placeholders = (text: string) => new Set(text.match(/\{\w+\}/g))
const requestId = '0b8f3c1e-6f5f-4f0e-9b3a-3f5f1d2c4b6a'

describe('Problem catalogue', () => {
  test('No code is defined by two subjects', () => {
    const parts = [
      accessProblems,
      serviceProblems,
      queryProblems,
      portfolioProblems,
      importProblems,
      spreadsheetProblems,
      contactFileProblems,
      evidenceProblems,
      datahubProblems,
      portalProblems,
      settingsProblems,
      proofProblems,
      provisioningProblems,
      ownerProblems,
      taskProblems,
      relationshipProblems,
      approvalProblems,
      alertProblems,
      screeningProblems,
      findingProblems,
      agentProblems,
      keyProblems,
      operatorProblems,
      leavingProblems,
    ]
    expect(parts.flatMap((part) => Object.keys(part))).toHaveLength(codes.length)
  })

  test('No two codes share a title or a sentence', () => {
    for (const member of ['title', 'titleFr', 'en', 'fr'] as const) {
      expect(new Set(codes.map((code) => problemOf(code)[member])).size).toBe(codes.length)
    }
  })

  test.each(codes)('The problem %s is complete in both languages', (code) => {
    const { status, title, titleFr, en, fr, reasons = {} } = problemOf(code)
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/)
    expect(status >= 400 && status <= 599).toBe(true)
    expect(title).toMatch(/^[A-Z][^.{}]+$/)
    expect(titleFr).toMatch(/^[A-ZÀÉÊ][^.{}]+$/)
    expect(titleFr).not.toBe(title)
    // The service puts the no-break spaces in; a straight apostrophe is never French.
    for (const one of [title, titleFr]) {
      expect(one.length).toBeLessThanOrEqual(60)
      expect(one).not.toMatch(/ {2}|'|[.!?…]$|[\u00a0\u202f]/)
    }
    expect(problemTitle(code, 'fr')).not.toMatch(/ [;:!?»]|« /)
    const sentences = Object.values(reasons)
    for (const sentence of [en, fr, ...sentences.flatMap((reason) => [reason.en, reason.fr])]) {
      expect(sentence).toMatch(/[.]$/)
      expect(sentence.length).toBeGreaterThan(20)
      expect(sentence).not.toMatch(/ {2}|'/)
    }
    expect(en).not.toBe(fr)
    for (const one of [{ en, fr }, ...sentences]) expect(placeholders(one.fr)).toEqual(placeholders(one.en))
  })

  test('A reason chooses a more exact sentence, in both languages', () => {
    const params = { reason: 'LONG', minLength: 12, maxLength: 1_000 }
    expect(problemSentence('PASSWORD_TOO_WEAK', 'en', params)).toMatch(/too long.*at most 1000 characters/)
    expect(problemSentence('PASSWORD_TOO_WEAK', 'fr', params)).toMatch(/trop long.*d’au plus 1000 caractères/)
    expect(problemSentence('PASSWORD_TOO_WEAK', 'en', { minLength: 12 })).toMatch(/too easy to guess/)
  })

  test.each(codes)('The problem %s survives the trip through its page address', (code) => {
    expect(problemSlug(code)).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(problemFromSlug(problemSlug(code))).toBe(code)
  })

  test('Only answers worth retrying are marked so', () => {
    const withStatus = (...statuses: number[]) =>
      codes.filter((code) => statuses.includes(problemOf(code).status))
    expect(withStatus(408, 429, 503).filter((code) => !problemOf(code).retryable)).toEqual([])
    expect(withStatus(401, 403, 404, 405, 412, 422).filter((code) => problemOf(code).retryable)).toEqual([])
  })
})

test('No text that is not a slug finds a problem', () => {
  for (const slug of ['', 'INTERNAL', 'to-string', 'constructor', '__proto__', 'rate_limited', '-internal']) {
    expect(problemFromSlug(slug)).toBeNull()
  }
  fc.assert(fc.property(fc.string(), (text) => problemFromSlug(text) === null))
})

test('The body has the standard members, the extra ones, and the first 20 faults', () => {
  const errors = Array.from({ length: 25 }, (_, i) => ({
    pointer: `/a/${i}`,
    code: 'FIELD_TYPE',
    message: 'x',
  }))
  const error = new AppError(
    'THIRD_PARTY_DUPLICATE',
    { existingThirdpartyId: 42 },
    { members: { existingThirdpartyId: 42, status: 200, code: 'FORGED' }, errors },
  )
  const body = problemBody(error, 'en', requestId)
  expect(body).toMatchObject({
    type: '/problems/third-party-duplicate',
    title: 'Third party already present',
    status: 409,
    instance: `urn:uuid:${requestId}`,
    code: 'THIRD_PARTY_DUPLICATE',
    retryable: false,
    existingThirdpartyId: 42,
  })
  expect(body.detail).toContain('third party 42')
  expect(body.errors).toHaveLength(20)
  expect(error).toMatchObject({ name: 'AppError', message: 'THIRD_PARTY_DUPLICATE', status: 409 })
})

test('Members may mark one occurrence as worth retrying', () => {
  const scanning = { responseId: 7, state: 'CHECKING' }
  const error = new AppError('RESPONSE_NOT_REVIEWABLE', scanning, { members: { retryable: true } })
  expect(problemBody(error, 'en', requestId).retryable).toBe(true)
})

test('A fault without field errors has no errors member', () => {
  expect(problemBody(new AppError('INTERNAL'), 'en', requestId)).not.toHaveProperty('errors')
})

test('French sentences get their no-break spaces, and values stay untouched', () => {
  const label = 'a : b ; « c »'
  const sentence = problemSentence('ATTRIBUTE_UNKNOWN', 'fr', { label, labels: 'd' })
  expect(sentence).toContain(`«\u00a0${label}\u00a0»`)
  expect(sentence).toContain('sont\u00a0: d')
  expect(problemSentence('OVERLOADED', 'fr')).toContain('fait\u202f; réessayez')
})

test('A value cannot smuggle a placeholder or a replacement pattern into the sentence', () => {
  const values = { label: '{labels} $& $1', labels: 'x' }
  expect(problemSentence('ATTRIBUTE_UNKNOWN', 'en', values)).toContain('“{labels} $& $1”')
})

test('A sentence without its values shows a gap, not its template', () => {
  const code: ProblemCode = 'PERMISSION_DENIED'
  expect(problemSentence(code, 'en')).not.toMatch(/[{}]/)
})

test('The values a sentence needs are required by type', () => {
  // @ts-expect-error the permission is missing
  expect(() => new AppError('PERMISSION_DENIED')).not.toThrow()
  // @ts-expect-error misspelt value
  expect(() => new AppError('USER_NOT_FOUND', { user: 1 })).not.toThrow()
  for (const code of codes) expect(new AppError(code).code).toBe(code)
})
