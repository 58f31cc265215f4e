import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAnswer } from '../responses/given-answer.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

let d: FindingDesk
let thirdpartyId: number
let dossierId: number
let documents: Record<string, number>
beforeAll(async () => {
  d = await findingDesk()
  thirdpartyId = await d.company('With answers', [])
  const opened = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  dossierId = opened.dossierId
  documents = opened.documents
})
afterAll(() => d.t.close())

const answer = (code: string, state?: string) =>
  givenAnswer(d.t, {
    accountId: d.office.accountId,
    documentId: documents[code] ?? 0,
    ...(state !== undefined && { state }),
  })

test('An answer is turned down and a finding opened from it in one call, or neither', async () => {
  const responseId = await answer('NDA')
  const path = `/responses/${responseId}/reject`
  const finding = { title: 'Signed by nobody', severity: 'MAJOR', questionKey: 'none-such' }
  const body = { shareRejectionReason: false, comment: 'Not signed', finding }
  expect(await d.refusal('POST', path, { body })).toBe('422 FINDING_QUESTION_UNKNOWN')
  const { state } = await d.must<{ state: string }>('GET', `/responses/${responseId}`)
  expect(state).not.toBe('DENIED')
  const { questionKey: _none, ...plain } = finding
  const decided = await d.must<{ findingId: number; status: string }>('POST', path, {
    body: { ...body, finding: plain },
  })
  expect(decided.status).toBe('DENIED')
  expect(await d.read(decided.findingId)).toMatchObject({
    title: 'Signed by nobody',
    theme: 'LEGAL_COMPLIANCE',
    source: { kind: 'ANSWER', dossierId, documentId: documents['NDA'], responseId },
  })
  // Turned down twice is refused, and opens nothing.
  expect(await d.refusal('POST', path, { body: { ...body, finding: plain } })).toBe(
    '409 RESPONSE_ALREADY_REJECTED',
  )
  expect(await d.listed('open=true')).toEqual([decided.findingId])
})

test('A finding is opened from a question, an audit and a piece, with the theme of the piece', async () => {
  const responseId = await answer('UBO')
  const question = { kind: 'QUESTION', responseId, questionKey: 'signatory' }
  const found = await d.open(thirdpartyId, { theme: undefined, source: question })
  expect(found).toMatchObject({ source: { kind: 'QUESTION', questionKey: 'signatory', responseId } })
  const audit = { kind: 'AUDIT', documentId: documents['GTC'], reference: 'Report 12' }
  expect(await d.open(thirdpartyId, { theme: 'ETHICS', source: audit })).toMatchObject({
    theme: 'ETHICS',
    source: { kind: 'AUDIT', dossierId, documentId: documents['GTC'], reference: 'Report 12' },
  })
})

test('A finding cannot follow from a draft, nor from anything of another company', async () => {
  const path = `/thirdparties/${thirdpartyId}/findings`
  const from = (source: object) => ({ body: { title: 'Some', severity: 'MINOR', source } })
  const draft = from({ kind: 'ANSWER', responseId: await answer('GTC', 'DRAFT') })
  expect(await d.refusal('POST', path, draft)).toBe('409 FINDING_SOURCE_UNSENT')
  const elsewhere = `/thirdparties/${await d.company('Elsewhere', [])}/findings`
  const foreign = from({ kind: 'ANSWER', responseId: await answer('ACCOUNTS') })
  expect(await d.refusal('POST', elsewhere, foreign)).toBe('404 RESPONSE_NOT_FOUND')
  expect(await d.refusal('POST', path, from({ kind: 'HIT', hitId: 1 }))).toBe('404 HIT_NOT_FOUND')
})
