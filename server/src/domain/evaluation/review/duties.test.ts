import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  answersDesk,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { givenAnswer } from '../../../../test/responses/given-answer.ts'
import { runAnswerJobs } from '../../../../test/responses/run-jobs.ts'

const inside = { shareRejectionReason: false }

/** Whoever supplied an answer does not decide on it, in an account where real decisions are taken. */
describe('Separation of duties', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const office = async () => {
    const d = await answersDesk(t, { kind: 'PRODUCTION' })
    const other = await t.given.client(d.accountId)
    const decide = (token: string, id: number, verdict: 'approve' | 'reject') =>
      t.call('POST', `${d.base}/responses/${id}/${verdict}`, {
        token,
        body: verdict === 'reject' ? inside : {},
      })
    return { d, other, decide }
  }
  const send = async (d: AnswersDesk, code = 'NDA') => {
    const answer = await d.send(code, [picture])
    expect(answer.statusCode, answer.body).toBe(201)
    await runAnswerJobs(t, d.accountId)
    return answer.json<ResponseWire>().responseId
  }

  test('A client that sent an answer cannot approve or reject it, and another one can', async () => {
    const { d, other, decide } = await office()
    const id = await send(d)
    for (const verdict of ['approve', 'reject'] as const) {
      expect(problemOf(await decide(d.token, id, verdict))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    }
    expect(await d.response(id)).toMatchObject({ status: 'PENDING', suppliers: [{ type: 'API_CLIENT' }] })
    expect((await decide(other.token, id, 'approve')).json()).toMatchObject({ status: 'ACCEPTED' })
    // Taking an acceptance back is a decision too.
    expect(problemOf(await decide(d.token, id, 'reject'))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    expect((await decide(other.token, id, 'reject')).json()).toMatchObject({ status: 'DENIED' })
  })

  test('Whoever saved the draft, added to it or corrected its dates counts as its author', async () => {
    const { d, other, decide } = await office()
    const reviewer = await t.given.person([d.accountId], ['MANAGER', 'REVIEWER'])
    const third = await t.given.person([d.accountId], ['REVIEWER'])
    const draft = await d.send('GTC', [picture], { draft: 'true' })
    expect(draft.statusCode, draft.body).toBe(201)
    const id = draft.json<ResponseWire>().responseId
    const submitted = await t.call('POST', `${d.base}/responses/${id}/submit`, { token: other.token })
    expect(submitted.statusCode, submitted.body).toBe(200)
    await runAnswerJobs(t, d.accountId)
    const dates = { effectiveDate: '2026-01-31' }
    const corrected = await t.call('PATCH', `${d.base}/responses/${id}`, {
      token: reviewer.token,
      body: dates,
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    await runAnswerJobs(t, d.accountId)
    for (const token of [d.token, other.token, reviewer.token]) {
      expect(problemOf(await decide(token, id, 'approve'))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    }
    expect((await d.response(id))['suppliers']).toEqual(
      expect.arrayContaining([{ type: 'USER', id: reviewer.userId }]),
    )
    expect((await decide(third.token, id, 'approve')).json()).toMatchObject({ status: 'ACCEPTED' })
  })

  test('An answer from the portal can be decided, but not by the owner of the mailbox it came from', async () => {
    const { d, other, decide } = await office()
    const person = await t.given.person([d.accountId], ['REVIEWER'])
    const contactOf = async (email: string) => {
      const answer = await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, { email })
      return answer.json<{ contactId: number }>().contactId
    }
    const by = async (email: string) =>
      givenAnswer(t, {
        accountId: d.accountId,
        documentId: d.documents['NDA'] ?? 0,
        submittedBy: { type: 'CONTACT', id: await contactOf(email) },
      })
    const outside = await by('supplier@outside.example')
    expect((await decide(person.token, outside, 'approve')).json()).toMatchObject({ status: 'ACCEPTED' })
    const own = await by(person.email)
    expect(problemOf(await decide(person.token, own, 'approve'))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    expect((await decide(other.token, own, 'approve')).statusCode).toBe(200)
  })

  test('Bank details need two approvers besides the supplier, from the first day of an account', async () => {
    const { d, other, decide } = await office()
    const third = await t.given.client(d.accountId)
    const sender = await t.given.person([d.accountId], ['ADMIN'])
    const id = await givenAnswer(t, {
      accountId: d.accountId,
      documentId: d.documents['BANK_DETAILS'] ?? 0,
      submittedBy: { type: 'USER', id: sender.userId },
    })
    expect(problemOf(await decide(sender.token, id, 'approve'))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    expect((await decide(other.token, id, 'approve')).json()).toMatchObject({ awaitingSecondReviewer: true })
    expect(problemOf(await decide(sender.token, id, 'approve'))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
    expect(problemOf(await decide(other.token, id, 'approve'))).toEqual([409, 'SECOND_REVIEWER_REQUIRED'])
    expect((await decide(third.token, id, 'approve')).json()).toMatchObject({ status: 'ACCEPTED' })
  })

  test('Separation of duties is a setting whose change is journaled with its former value', async () => {
    const { d, decide } = await office()
    const id = await send(d)
    expect((await d.patch('/evaluation-options', { separateDuties: false })).statusCode).toBe(200)
    expect((await decide(d.token, id, 'approve')).json()).toMatchObject({ status: 'ACCEPTED' })
    // Saying again what holds already changes nothing, and tells nothing.
    await d.patch('/evaluation-options', { separateDuties: false })
    const entries = await administrationOf(t, d.accountId)
    expect(entries.filter(({ name }) => name === 'SETTINGS_CHANGED')).toMatchObject([
      { before: { separateDuties: true }, after: { separateDuties: false } },
    ])
  })

  test('Separation of duties is off in a sandbox until enabled, and never applies to the checks of the service', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const id = await send(d, 'SOC_VIGILANCE')
    expect((await d.post(`/responses/${id}/approve`)).json()).toMatchObject({ status: 'ACCEPTED' })
    await d.patch('/evaluation-options', { separateDuties: true, autoAccept: true })
    const form = { reason: 'None', statement: 'true', signatory: 'Ada', signedOn: '02/11/2026' }
    const checked = (await d.fill('SOC_NO_CONTRIB', form)).json<ResponseWire>().responseId
    const next = await send(d, 'SOC_VIGILANCE')
    expect(await d.response(checked)).toMatchObject({ status: 'ACCEPTED', checkOutcome: 'PASSED' })
    expect(problemOf(await d.post(`/responses/${next}/approve`))).toEqual([403, 'DECIDER_IS_SUPPLIER'])
  })
})
