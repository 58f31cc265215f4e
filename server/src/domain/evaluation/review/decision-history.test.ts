import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { queueBehind } from '../../../../test/harness/queue-behind.ts'
import { answersDesk, picture, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { approve, reject, reviewDesk } from '../../../../test/responses/review-desk.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'
import { tableText } from '../../../../test/retention/whole-dump.ts'
import { wholeAccount } from '../../../platform/kernel/index.ts'

interface History extends ResponseWire {
  readonly decision: { readonly comment: string | null; readonly shared: boolean | null } | null
  readonly decisions: readonly Record<string, unknown>[]
  readonly checks: readonly Record<string, unknown>[]
}

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const read = async (d: Desk, id: number) => (await d.get(`/responses/${id}`)).json<History>()
const sharing = { shareRejectionReason: true }
const inside = { shareRejectionReason: false }

describe('The decisions on an answer', () => {
  test('A rejected answer and the one accepted after it each keep their own decision', async () => {
    const d = await reviewDesk(t)
    const documentId = d.documents['REG_PROOF'] ?? 0
    const denied = await d.answer('REG_PROOF')
    await reject(d, denied, { ...sharing, comment: 'Page 2 is missing.' })
    const accepted = await d.answer('REG_PROOF')
    await approve(d, accepted, { comment: 'Complete.' })
    const path = `/dossiers/${d.dossierId}/documents/${documentId}/responses`
    const { content } = (await d.get(path)).json<{ content: History[] }>()
    expect(content).toMatchObject([
      {
        responseId: accepted,
        decision: { comment: 'Complete.', shared: null },
        decisions: [
          { number: 1, verdict: 'ACCEPTANCE', origin: 'REVIEW', comment: 'Complete.', shared: null },
        ],
      },
      {
        responseId: denied,
        decision: { comment: 'Page 2 is missing.', shared: true },
        decisions: [{ number: 1, verdict: 'REJECTION', origin: 'REVIEW', shared: true, fraud: false }],
      },
    ])
  })

  test('An acceptance that is revoked stays beside the revocation', async () => {
    const d = await reviewDesk(t)
    const [one, other] = await Promise.all([1, 2].map(() => t.given.person([d.accountId], ['REVIEWER'])))
    const id = await d.answer('UBO')
    const act = (token: string | undefined, verb: string, body: object) =>
      t.call('POST', `${d.base}/responses/${id}/${verb}`, { token: token ?? '', body })
    await act(one?.token, 'approve', { comment: 'Looks right.' })
    const revoked = await act(other?.token, 'reject', { ...inside, fraud: true, comment: 'A forgery.' })
    expect(revoked.json()).toMatchObject({ status: 'DENIED', comment: 'A forgery.' })
    const { decision, decisions } = await read(d, id)
    expect(decision).toMatchObject({ by: { type: 'USER', id: other?.userId }, comment: 'A forgery.' })
    expect(decisions).toMatchObject([
      { number: 1, verdict: 'ACCEPTANCE', by: { type: 'USER', id: one?.userId }, comment: 'Looks right.' },
      {
        number: 2,
        verdict: 'REJECTION',
        by: { type: 'USER', id: other?.userId },
        fraud: true,
        shared: false,
      },
    ])
    // What was said inside is for those who manage or decide, in the history too.
    const reader = await t.given.person([d.accountId], ['READER'])
    const seen = await t.call('GET', `${d.base}/responses/${id}`, { token: reader.token })
    expect(seen.json<History>().decisions.map(({ comment }) => comment)).toEqual([null, null])
    expect(seen.body).not.toContain('Looks right.')
  })

  test('Both approvals of bank details are kept, and one that corrected dates made void as well', async () => {
    const d = await reviewDesk(t)
    await d.patch('/evaluation-options', { secondReviewer: true, separateDuties: true })
    const people = await Promise.all([1, 2, 3].map(() => t.given.person([d.accountId], ['REVIEWER'])))
    const id = await d.answer('BANK_DETAILS')
    const by = (nth: number) =>
      t.call('POST', `${d.base}/responses/${id}/approve`, {
        token: people[nth]?.token ?? '',
        body: { comment: `Seen by ${nth}` },
      })
    expect((await by(0)).json()).toMatchObject({
      awaitingSecondReviewer: true,
      decidedAt: null,
      comment: null,
    })
    expect(await read(d, id)).toMatchObject({
      status: 'PENDING',
      decision: null,
      decisions: [{ verdict: 'FIRST_APPROVAL', by: { id: people[0]?.userId }, comment: 'Seen by 0' }],
    })
    // Other dates are another answer: it takes two again, the first of whom may be the same.
    expect((await d.patch(`/responses/${id}`, { expirationDate: '2090-01-31' })).statusCode).toBe(200)
    await t.admin.query(`update response set state = 'PENDING' where response_id = $1`, [id])
    expect((await by(0)).json()).toMatchObject({ awaitingSecondReviewer: true })
    expect(problemOf(await by(0))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    expect((await by(1)).json()).toMatchObject({ status: 'ACCEPTED', comment: 'Seen by 1' })
    const { decisions, decision } = await read(d, id)
    expect(decisions.map(({ verdict }) => verdict)).toEqual([
      'FIRST_APPROVAL',
      'FIRST_APPROVAL',
      'ACCEPTANCE',
    ])
    expect(decision).toMatchObject({ comment: 'Seen by 1' })
  })

  test('Several who decide at once leave one decision', async () => {
    const d = await reviewDesk(t)
    const lock = `select from dossier where dossier_id = ${d.dossierId} for update`
    for (const verdict of ['ACCEPTANCE', 'REJECTION'] as const) {
      const id = await d.answer('UBO')
      const decide = { ACCEPTANCE: () => approve(d, id), REJECTION: () => reject(d, id, inside) }
      const answers = await queueBehind(t, lock, [decide[verdict], decide.REJECTION, decide.ACCEPTANCE])
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 409, 409])
      expect((await read(d, id)).decisions).toMatchObject([{ verdict }])
    }
  })

  test('An answer used again tells who accepted the original, and that the original was revoked', async () => {
    const d = await answersDesk(t)
    const vigilance = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const sent = (await d.send('REG_PROOF', [picture], { effectiveDate: '2026-11-01' })).json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    await d.post(`/responses/${sent.responseId}/approve`, { comment: 'Fine.' })
    await runAnswerJobs(t, d.accountId)
    await d.post(`/responses/${sent.responseId}/reject`, { ...inside, fraud: true, comment: 'Not fine.' })
    await runAnswerJobs(t, d.accountId)
    const path = `/dossiers/${vigilance.dossierId}/documents/${vigilance.documents['REG_PROOF']}/responses`
    const [copy] = (await d.get(path)).json<{ content: History[] }>().content
    const original = await read(d, sent.responseId)
    expect(copy).toMatchObject({
      reusedFrom: sent.responseId,
      checkOutcome: original['checkOutcome'],
      checks: [{ attempt: 1, origin: 'REUSE', outcome: original['checkOutcome'], findings: [] }],
      decisions: [
        { verdict: 'ACCEPTANCE', origin: 'REUSE', by: original.decisions[0]?.['by'], comment: null },
        {
          verdict: 'REJECTION',
          origin: 'REVOCATION',
          by: { type: 'JOB' },
          fraud: true,
          comment: 'Not fine.',
        },
      ],
    })
  })

  test('Decisions are invisible to another account, and nobody changes or removes them', async () => {
    const d = await reviewDesk(t)
    const elsewhere = await reviewDesk(t)
    const id = await d.answer('UBO')
    await approve(d, id)
    expect(problemOf(await elsewhere.get(`/responses/${id}`))).toEqual([404, 'RESPONSE_NOT_FOUND'])
    const { accountId } = elsewhere
    const seen = await t.db.read(wholeAccount(accountId), (tx) => sql`select from decision`.execute(tx))
    expect(seen.rows).toEqual([])
    for (const table of ['decision', 'check_result'])
      for (const change of [`update ${table} set response_id = 1`, `delete from ${table}`]) {
        const scope = { accountId: d.accountId, actor: { type: 'JOB', id: null, name: 'test' } } as const
        const changed = t.db.write(wholeAccount(scope.accountId), (tx) => sql.raw(change).execute(tx))
        await expect(changed, change).rejects.toMatchObject({ code: '42501' })
      }
  })

  test('An erased decider leaves a number and the decision, and no name', async () => {
    const d = await reviewDesk(t)
    const person = await t.given.person([d.accountId], ['REVIEWER'])
    const id = await d.answer('UBO')
    const say = (verb: string, body: object) =>
      t.call('POST', `${d.base}/responses/${id}/${verb}`, { token: person.token, body })
    await say('approve', { comment: 'Right.' })
    await say('reject', { ...inside, comment: 'Wrong.' })
    const left = await t.call('DELETE', `${d.base}/users/${person.userId}`, { token: d.token })
    expect(left.statusCode, left.body).toBe(204)
    const erased = await d.post('/erasures', { email: person.email })
    expect(erased.json(), erased.body).toMatchObject({ users: 1 })
    const { decisions } = await read(d, id)
    expect(decisions).toMatchObject([
      { by: { type: 'USER', id: person.userId }, comment: 'Right.' },
      { by: { type: 'USER', id: person.userId }, comment: 'Wrong.' },
    ])
    expect(JSON.stringify(decisions)).not.toContain(person.email)
    expect(await tableText(t.admin, 'decision')).not.toContain(person.email)
  })
})

describe('The checks of an answer', () => {
  test('Each run of the checks keeps what it found, and the last one counts', async () => {
    const d = await answersDesk(t)
    const sent = await d.send('REG_PROOF', [picture], { effectiveDate: '2026-11-01' })
    const { responseId } = sent.json<ResponseWire>()
    expect(await read(d, responseId)).toMatchObject({ checkOutcome: null, checks: [], decisions: [] })
    await runAnswerJobs(t, d.accountId)
    const first = await read(d, responseId)
    expect(first.checks).toMatchObject([{ attempt: 1, origin: 'SERVICE', reference: null }])
    expect(first.checks[0]?.['findings']).toEqual(first.checkFindings)
    await d.patch(`/responses/${responseId}`, { expirationDate: '2020-01-31' })
    // While they run again nothing counts, and nothing is lost.
    expect(await read(d, responseId)).toMatchObject({
      status: 'CHECKING',
      checkOutcome: null,
      checkFindings: [],
      checks: first.checks,
    })
    await runAnswerJobs(t, d.accountId)
    const second = await read(d, responseId)
    expect(second).toMatchObject({ status: 'PENDING', checkOutcome: 'FAILED' })
    expect(second.checkFindings.map(({ code }) => code)).toContain('ALREADY_EXPIRED')
    expect(second.checks).toMatchObject([first.checks[0] ?? {}, { attempt: 2, outcome: 'FAILED' }])
  })

  test('An answer that its checks accepted says so', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    await d.patch('/evaluation-options', { autoAccept: true })
    const form = { reason: 'None', statement: 'true', signatory: 'Ada', signedOn: '02/11/2026' }
    const { responseId } = (await d.fill('SOC_NO_CONTRIB', form)).json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    expect(await read(d, responseId)).toMatchObject({
      status: 'ACCEPTED',
      checks: [{ outcome: 'PASSED', findings: [] }],
      decisions: [{ verdict: 'ACCEPTANCE', origin: 'CHECKS', by: { type: 'JOB', id: null } }],
    })
  })
})
