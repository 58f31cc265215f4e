import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerAs, screeningFinding } from '../../../../test/checks/findings.ts'
import { setClockOffset } from '../../../../test/database/fixtures.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  deskDay,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { approve, reject } from '../../../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'
import { loadShippedCatalogue } from '../catalogue/shipped-catalogue.ts'
import { checkAnswerers } from '../index.ts'
import { checkOrigins } from '../status/response-states.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const clear = screeningFinding('CLEAR')
const hit = screeningFinding('OPEN_HIT', 'one hit')
const match = screeningFinding('TRUE_MATCH', 'one hit')

/** A desk with a dossier of screening, whose first jobs have run. */
async function screeningDesk(): Promise<AnswersDesk> {
  const d = await answersDesk(t, { typeCode: 'SCREENING' })
  await runAnswerJobs(t, d.accountId)
  await d.told()
  return d
}

const answersOf = async (d: AnswersDesk, code: string) =>
  (await d.get(`${d.path(code)}/responses`)).json<{ content: ResponseWire[] }>().content

const statusOf = async (d: AnswersDesk, code: string) => {
  const { statusCode, statusReason } = await d.document(code)
  return `${statusCode} ${statusReason}`
}

const daysLater = (d: AnswersDesk, days: number) =>
  setClockOffset(t, d, Date.parse(`${deskDay}T08:00:00Z`) + days * 86_400_000 - Date.now())

test('Somebody answers every check of the shipped catalogue', () => {
  const { documentTypes } = loadShippedCatalogue()
  const checks = [...documentTypes.values()].filter(({ kind }) => kind === 'CHECK').map(({ code }) => code)
  expect(checks.toSorted()).toEqual(Object.keys(checkAnswerers).toSorted())
  expect(new Set(Object.values(checkAnswerers))).toEqual(new Set(checkOrigins))
})

describe('Answers of checks', () => {
  test('A clear finding is an accepted answer with a report, given once and anew before it ends', async () => {
    const d = await screeningDesk()
    await answerAs(t, d, 'PEP_CHECK', clear)
    expect(await d.names()).toEqual([
      'DOCUMENT_ANSWER_ADDED',
      'DOCUMENT_ANSWER_ACCEPTED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_VALID',
    ])
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.form-pdf'])
    const [first] = await answersOf(d, 'PEP_CHECK')
    expect(first).toMatchObject({
      status: 'ACCEPTED',
      transmitter: 'SOURCE_EXTERNE',
      scope: 'DOSSIER',
      expirationDate: '2027-11-15',
      checks: [{ origin: 'SCREENING', outcome: 'PASSED', findings: [] }],
      decisions: [{ verdict: 'ACCEPTANCE', origin: 'SCREENING' }],
      evidences: [{ format: 'FORMULAIRE', fileState: 'CLEAN', metadata: { lists: 'A, B', hits: '0' } }],
    })
    await d.told()
    await answerAs(t, d, 'PEP_CHECK', clear)
    await daysLater(d, 334)
    await answerAs(t, d, 'PEP_CHECK', clear)
    expect(await d.names()).toEqual([])
    await daysLater(d, 335)
    await answerAs(t, d, 'PEP_CHECK', clear)
    const [second, former] = await answersOf(d, 'PEP_CHECK')
    expect(second).toMatchObject({ status: 'ACCEPTED', expirationDate: '2028-10-16' })
    expect(former).toMatchObject({ responseId: first?.responseId, status: 'SUPERSEDED' })
    // What is kept up to date has no end, and something else found is another answer.
    await answerAs(t, d, 'SANCTIONS_CHECK', clear)
    await answerAs(t, d, 'SANCTIONS_CHECK', screeningFinding('CLEAR', 'lists of December'))
    const sanctions = await answersOf(d, 'SANCTIONS_CHECK')
    expect(sanctions.map(({ status }) => status)).toEqual(['ACCEPTED', 'SUPERSEDED'])
    expect(sanctions[0]).toMatchObject({ expirationDate: null })
  })

  test('An open hit ends the acceptance at once, a confirmed one is invalid, and a clear finding accepts anew', async () => {
    const d = await screeningDesk()
    const dossier = async () =>
      (await d.get(`/dossiers/${d.dossierId}`)).json<{ statusCode: string }>().statusCode
    await answerAs(t, d, 'SANCTIONS_CHECK', clear)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('VALID ACCEPTED')
    expect(await dossier()).toBe('ONGOING')
    await d.told()

    await answerAs(t, d, 'SANCTIONS_CHECK', hit)
    await answerAs(t, d, 'SANCTIONS_CHECK', hit)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('ACTION_REQUIRED HIT_OPEN')
    expect(await dossier()).toBe('ACTION_REQUIRED')
    const [open, accepted] = await answersOf(d, 'SANCTIONS_CHECK')
    expect(open).toMatchObject({ status: 'PENDING', checkFindings: [{ code: 'HIT_OPEN' }], decisions: [] })
    expect(accepted).toMatchObject({ status: 'SUPERSEDED' })
    expect((await d.names()).filter((name) => name === 'DOCUMENT_ANSWER_ADDED')).toHaveLength(1)
    const queue = (await d.get('/documents?statusCode=ONGOING')).json<{ content: { documentId: number }[] }>()
    expect(queue.content.map(({ documentId }) => documentId)).not.toContain(d.documents['SANCTIONS_CHECK'])

    await answerAs(t, d, 'SANCTIONS_CHECK', match)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('INVALID TRUE_MATCH')
    expect(await dossier()).toBe('INVALID')
    expect((await answersOf(d, 'SANCTIONS_CHECK'))[0]).toMatchObject({
      status: 'DENIED',
      checkFindings: [{ code: 'TRUE_MATCH' }],
      decisions: [{ verdict: 'REJECTION', origin: 'SCREENING', shared: false }],
    })
    expect(await d.names()).toContain('DOCUMENT_ANSWER_DENIED')

    await answerAs(t, d, 'SANCTIONS_CHECK', clear)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('VALID ACCEPTED')
    expect(await dossier()).toBe('ONGOING')
    const states = (await answersOf(d, 'SANCTIONS_CHECK')).map(({ status }) => status)
    expect(states).toEqual(['ACCEPTED', 'SUPERSEDED', 'SUPERSEDED', 'SUPERSEDED'])
  })

  test('Nobody decides, corrects or withdraws what a check has answered', async () => {
    const d = await screeningDesk()
    for (const finding of [clear, hit, match]) {
      await answerAs(t, d, 'SANCTIONS_CHECK', finding)
      const responseId = (await answersOf(d, 'SANCTIONS_CHECK'))[0]?.responseId ?? 0
      await d.told()
      for (const answer of [
        await approve(d, responseId),
        await reject(d, responseId, { shareRejectionReason: true }),
        await d.post(`/responses/${responseId}/withdraw`),
        await d.patch(`/responses/${responseId}`, { expirationDate: '2040-01-01' }),
      ]) {
        expect(problemOf(answer)).toEqual([409, 'RESPONSE_FOLLOWS_CHECK'])
      }
      expect(await d.names()).toEqual([])
    }
  })

  test('Every open dossier of the company is answered, and none that is closed or asks no longer', async () => {
    const d = await screeningDesk()
    const other = await t.given.dossier(d, d.thirdpartyId, 'ONBOARDING')
    await d.post(`/dossiers/${other.dossierId}/requirements`, { newRequiredDocuments: ['SANCTIONS_CHECK'] })
    const archived = await t.given.dossier(d, d.thirdpartyId, 'CSR')
    await d.post(`/dossiers/${archived.dossierId}/requirements`, {
      newRequiredDocuments: ['SANCTIONS_CHECK'],
    })
    await d.post(`/dossiers/${archived.dossierId}/archive`)
    await d.told()
    await answerAs(t, d, 'SANCTIONS_CHECK', hit)
    const told = await d.told()
    const answered = told.filter(({ name }) => name === 'DOCUMENT_ANSWER_ADDED')
    expect(answered.map(({ dossierId }) => dossierId)).toEqual([d.dossierId, other.dossierId])
    await d.post(`${d.path('SANCTIONS_CHECK')}/stop`)
    await d.told()
    await answerAs(t, d, 'SANCTIONS_CHECK', clear)
    const later = (await d.told()).filter(({ name }) => name === 'DOCUMENT_ANSWER_ADDED')
    expect(later.map(({ dossierId }) => dossierId)).toEqual([other.dossierId])
  })
})

describe('Checks that nobody can answer', () => {
  const numbers = async (d: AnswersDesk) => {
    const day = '2030-01-01'
    const { content: due } = (await d.get(`/documents?statusCode=MISSING&dueBefore=${day}`)).json<{
      content: { documentId: number }[]
    }>()
    const { content: ahead } = (await d.get('/forecast?days=60&reason=DUE_DATE_PASSES')).json<{
      content: { documentId: number }[]
    }>()
    const id = d.documents['SANCTIONS_CHECK']
    const { rows } = await t.admin.query<{ open: number }>(
      'select open_requests as open from thirdparty_summary where thirdparty_id = $1',
      [d.thirdpartyId],
    )
    const { requests } = (await d.get('/statistics')).json<{ requests: { open: number } }>()
    const isIn = (found: readonly { documentId: number }[]) =>
      found.some(({ documentId }) => documentId === id)
    return { due: isIn(due), ahead: isIn(ahead), open: rows[0]?.open ?? 0, counted: requests.open }
  }

  test('A check without a source says so, and nobody is late for it', async () => {
    const d = await screeningDesk()
    const before = await numbers(d)
    expect(before).toMatchObject({ due: true, ahead: true })
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    expect(await d.told()).toMatchObject([{ name: 'DOCUMENT_MODIFICATION', data: { noSource: true } }])
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('MISSING NO_SOURCE')
    await t.admin.query('delete from statistics_snapshot where account_id = $1', [d.accountId])
    const { open, counted } = before
    expect(await numbers(d)).toEqual({ due: false, ahead: false, open: open - 1, counted: counted - 1 })
    // Somebody there, who has said nothing yet.
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'WAITING' })
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('MISSING NO_ANSWER')
  })

  test('A person answers it by hand with a file, until the service can', async () => {
    const d = await screeningDesk()
    const send = () => d.send('SANCTIONS_CHECK', [picture], { scope: 'THIRD_PARTY' })
    expect(problemOf(await send())).toEqual([409, 'DOCUMENT_ANSWERED_BY_CHECK'])
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    expect(problemOf(await d.post(`${d.path('SANCTIONS_CHECK')}/responses`, {}))[0]).toBe(400)
    const options = { autoAccept: true }
    await t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: options })
    const sent = await send()
    expect(sent.statusCode, sent.body).toBe(201)
    const { responseId } = sent.json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    // A person looks at it, whatever the account lets the checks decide.
    expect(await d.response(responseId)).toMatchObject({ status: 'PENDING', scope: 'DOSSIER' })
    expect((await approve(d, responseId)).statusCode).toBe(200)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('VALID ACCEPTED')
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'WAITING' })
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('VALID ACCEPTED')
    expect(problemOf(await send())).toEqual([409, 'DOCUMENT_ANSWERED_BY_CHECK'])
    await answerAs(t, d, 'SANCTIONS_CHECK', hit)
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('ACTION_REQUIRED HIT_OPEN')
    expect(await d.response(responseId)).toMatchObject({ status: 'SUPERSEDED' })
    expect(problemOf(await send())).toEqual([409, 'DOCUMENT_ANSWERED_BY_CHECK'])
  })

  test('A draft begun by hand is given up when the service answers, and its own answer when nobody can', async () => {
    const d = await screeningDesk()
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    const draft = (await d.send('SANCTIONS_CHECK', [picture], { draft: 'true' })).json<ResponseWire>()
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'WAITING' })
    const submitted = await d.post(`/responses/${draft.responseId}/submit`)
    expect(problemOf(submitted)).toEqual([409, 'DOCUMENT_ANSWERED_BY_CHECK'])
    await answerAs(t, d, 'SANCTIONS_CHECK', clear)
    expect(await d.response(draft.responseId)).toMatchObject({ status: 'INTERRUPTED' })
    await answerAs(t, d, 'SANCTIONS_CHECK', { outcome: 'NOBODY' })
    expect(await statusOf(d, 'SANCTIONS_CHECK')).toBe('MISSING NO_SOURCE')
    expect((await answersOf(d, 'SANCTIONS_CHECK'))[0]).toMatchObject({ status: 'SUPERSEDED' })
  })
})
