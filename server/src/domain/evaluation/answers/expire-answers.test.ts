import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { daysLater, givenAnswer } from '../../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../../test/responses/queued.ts'
import { jobScope } from '../../../platform/kernel/index.ts'
import { expireAccount, expireAnswers, expireEverywhere } from './expire-answers.task.ts'

const documentPair = (status: string) => [
  'DOCUMENT_ANSWER_STATUS_UPDATE',
  `DOCUMENT_ANSWER_STATUS_UPDATE_${status}`,
]
const dossierPair = (status: string) => ['DOSSIER_STATUS_UPDATED', `DOSSIER_STATUS_UPDATED_${status}`]

describe('Expiry of accepted answers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const run = (d: Desk) => expireAnswers(t.db, jobScope(d.accountId, 'responses.expire-account'))
  const stateOf = async (id: number) =>
    (await t.admin.query<{ state: string }>('select state from response where response_id = $1', [id]))
      .rows[0]?.state

  test('An accepted answer expires the day after its last, leaves 30 days, then makes the document invalid', async () => {
    const d = await desk(t, 'SANDBOX')
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
    const documentId = documents['UBO'] ?? 0
    const id = await givenAnswer(t, {
      accountId: d.accountId,
      documentId,
      state: 'ACCEPTED',
      expirationDate: inDays(10),
    })
    const status = async () =>
      (await d.get(`/dossiers/${dossierId}/documents/${documentId}`)).json<{ statusCode: string }>()
        .statusCode
    await d.told()
    await daysLater(t, d.accountId, 10)
    await run(d)
    expect([await stateOf(id), await status(), await d.names()]).toEqual(['ACCEPTED', 'VALID', []])
    await daysLater(t, d.accountId, 1)
    await Promise.all([run(d), run(d)])
    expect([await stateOf(id), await status()]).toEqual(['EXPIRED', 'ACTION_REQUIRED'])
    expect(await d.names()).toEqual([
      'DOCUMENT_ANSWER_EXPIRED',
      ...documentPair('ACTION_REQUIRED'),
      ...dossierPair('ACTION_REQUIRED'),
    ])
    await daysLater(t, d.accountId, 29)
    await run(d)
    expect([await status(), await d.names()]).toEqual(['ACTION_REQUIRED', []])
    await daysLater(t, d.accountId, 1)
    await run(d)
    await run(d)
    expect([await status(), await d.names()]).toEqual([
      'INVALID',
      [...documentPair('INVALID'), ...dossierPair('INVALID')],
    ])
  })

  test('Answers of frozen dossiers and stopped documents do not expire; a dossier past its own end is invalid', async () => {
    const d = await desk(t, 'SANDBOX')
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
    const expiring = { accountId: d.accountId, state: 'ACCEPTED', expirationDate: inDays(5) }
    const stopped = await givenAnswer(t, { ...expiring, documentId: documents['NDA'] ?? 0 })
    await d.post(`/dossiers/${dossierId}/documents/${documents['NDA']}/stop`)
    const frozen = await givenAnswer(t, { ...expiring, documentId: documents['UBO'] ?? 0 })
    const other = await t.given.dossier(d, d.thirdpartyId, 'CYBERSECURITY')
    await d.patch(`/dossiers/${other.dossierId}`, { expirationDate: inDays(7) })
    await d.post(`/dossiers/${dossierId}/archive`)
    await d.told()
    await daysLater(t, d.accountId, 8)
    await run(d)
    expect([await stateOf(stopped), await stateOf(frozen)]).toEqual(['ACCEPTED', 'ACCEPTED'])
    expect(await d.names()).toEqual(dossierPair('INVALID'))
    await d.post(`/dossiers/${dossierId}/reactivate`)
    await d.told()
    await run(d)
    expect([await stateOf(stopped), await stateOf(frozen)]).toEqual(['ACCEPTED', 'EXPIRED'])
    expect(await d.names()).toEqual(['DOCUMENT_ANSWER_EXPIRED'])
  })

  test('Answers expire in batches, in every dossier once, while a renewal is being approved', async () => {
    const d = await desk(t, 'SANDBOX')
    const types = ['ONBOARDING', 'CYBERSECURITY', 'CSR', 'DUTY_OF_VIGILANCE']
    const renewals: number[] = []
    const former: number[] = []
    for (const type of types) {
      const { documents } = await t.given.dossier(d, d.thirdpartyId, type)
      for (const documentId of Object.values(documents)) {
        const answer = { accountId: d.accountId, documentId }
        former.push(await givenAnswer(t, { ...answer, state: 'ACCEPTED', expirationDate: inDays(1) }))
        if (renewals.length < 8) renewals.push(await givenAnswer(t, answer))
      }
    }
    await daysLater(t, d.accountId, 3)
    const approvals = await Promise.all([
      ...renewals.map((id) => d.post(`/responses/${id}/approve`)),
      run(d).then(() => null),
    ])
    expect(approvals.filter((one) => one !== null && one.statusCode !== 200)).toEqual([])
    const states = await Promise.all(former.map(stateOf))
    expect(new Set(states)).toEqual(new Set(['SUPERSEDED', 'EXPIRED']))
    expect(states.filter((state) => state === 'SUPERSEDED')).toHaveLength(renewals.length)
    expect(await Promise.all(renewals.map(stateOf))).toEqual(renewals.map(() => 'ACCEPTED'))
    // The schedule gives each account a job of its own, however often it fires.
    const { accountId } = d
    const everywhere = expireEverywhere({ accountIds: async () => [accountId] })
    await runTask(t, 'responses.expire', everywhere, { accountId } as never)
    await runTask(t, 'responses.expire', everywhere, { accountId } as never)
    expect(await queued(t, accountId, 'responses.expire-account')).toEqual([{ accountId }])
    await runTask(t, 'responses.expire-account', expireAccount, { accountId })
    expect(await Promise.all(former.map(stateOf))).toEqual(states)
  })
})
