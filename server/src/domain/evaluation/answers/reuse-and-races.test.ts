import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setClockOffset } from '../../../../test/database/fixtures.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { queueBehind } from '../../../../test/harness/queue-behind.ts'
import {
  answersDesk,
  deskDay,
  picture,
  type AnswersDesk,
  type ResponseWire,
} from '../../../../test/responses/answers-desk.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { interruptOldDrafts } from './interrupt-drafts.task.ts'

const lockOf = ({ dossierId }: AnswersDesk) =>
  `select from dossier where dossier_id = ${dossierId} for update`
const valid = ['DOCUMENT_ANSWER_STATUS_UPDATE', 'DOCUMENT_ANSWER_STATUS_UPDATE_VALID']

describe('Answers in several dossiers and at once', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const accepted = async (d: AnswersDesk, code: string, fields = {}): Promise<number> => {
    const answer = await d.send(code, [picture], { effectiveDate: '2026-11-01', ...fields })
    const { responseId } = answer.json<ResponseWire>()
    await runAnswerJobs(t, d.accountId)
    expect((await d.post(`/responses/${responseId}/approve`)).statusCode).toBe(200)
    return responseId
  }
  const historyOf = async (d: AnswersDesk, dossierId: number, documentId: number) =>
    (await d.get(`/dossiers/${dossierId}/documents/${documentId}/responses`)).json<{
      content: ResponseWire[]
    }>().content

  test('An accepted answer serves the other dossiers of its third party, and those opened later', async () => {
    const d = await answersDesk(t)
    const vigilance = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const code = 'REG_PROOF'
    const asked = vigilance.documents[code] ?? 0
    const source = await accepted(d, code)
    await d.told()
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.reuse'])
    const told = await d.told()
    expect(told.map(({ name }) => name)).toEqual([
      'DOCUMENT_ANSWER_ADDED',
      'DOCUMENT_ANSWER_ACCEPTED',
      ...valid,
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_ONGOING',
    ])
    const [copy] = await historyOf(d, vigilance.dossierId, asked)
    const original = await d.response(source)
    expect(copy).toMatchObject({
      status: 'ACCEPTED',
      reusedFrom: source,
      effectiveDate: '2026-11-01',
      expirationDate: '2027-02-01',
      evidences: [{ fileState: 'CLEAN', sha256: original.evidences[0]?.sha256, fileName: picture.name }],
    })
    expect(told[0]?.data).toMatchObject({ evidences: [{ sha256: original.evidences[0]?.sha256 }] })

    // Turned down there, it is not pressed on the same document again.
    const rejection = { shareRejectionReason: false }
    expect((await d.post(`/responses/${copy?.responseId}/reject`, rejection)).statusCode).toBe(200)
    await d.patch(`/responses/${source}`, { scope: 'DOSSIER' })
    await d.patch(`/responses/${source}`, { scope: 'THIRD_PARTY' })
    await runAnswerJobs(t, d.accountId)
    expect(await historyOf(d, vigilance.dossierId, asked)).toHaveLength(1)

    // A renewal takes over what is still good; what was for one dossier only stays there.
    await accepted(d, 'FISCAL_REG', { scope: 'DOSSIER' })
    await d.told()
    const renewed = await d.post(`/dossiers/${d.dossierId}/renew`)
    const { documents } = renewed.json<{ documents: { documentCode: string; statusCode: string }[] }>()
    const status = (wanted: string) => documents.find((one) => one.documentCode === wanted)?.statusCode
    expect([status(code), status('FISCAL_REG')]).toEqual(['VALID', 'MISSING'])
  })

  test('A revoked answer is revoked wherever it was reused', async () => {
    const d = await answersDesk(t)
    const vigilance = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const asked = vigilance.documents['REG_PROOF'] ?? 0
    const source = await accepted(d, 'REG_PROOF')
    await runAnswerJobs(t, d.accountId)
    const rejection = { shareRejectionReason: true, comment: 'Forged', fraud: true }
    expect((await d.post(`/responses/${source}/reject`, rejection)).statusCode).toBe(200)
    await d.told()
    expect(await runAnswerJobs(t, d.accountId)).toEqual(['responses.revoke-copies'])
    expect((await d.told()).map(({ name }) => name)).toEqual([
      'DOCUMENT_ANSWER_DENIED',
      'DOCUMENT_ANSWER_STATUS_UPDATE',
      'DOCUMENT_ANSWER_STATUS_UPDATE_INVALID',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_INVALID',
    ])
    const [copy] = await historyOf(d, vigilance.dossierId, asked)
    expect(copy).toMatchObject({ status: 'DENIED', reusedFrom: source })
  })

  test('A form accepted before its PDF was made gets one for each copy', async () => {
    const d = await answersDesk(t, { typeCode: 'VIGILANCE' })
    const form = { reason: 'None', statement: 'true', signatory: 'Ada', signedOn: '02/11/2026' }
    const { responseId } = (await d.fill('SOC_NO_CONTRIB', form)).json<ResponseWire>()
    await t.admin.query(`update response set state = 'PENDING' where response_id = $1`, [responseId])
    await d.post(`/responses/${responseId}/approve`)
    const renewed = (await d.post(`/dossiers/${d.dossierId}/renew`)).json<{
      dossierId: number
      documents: { documentCode: string; documentId: number }[]
    }>()
    const asked = renewed.documents.find(({ documentCode }) => documentCode === 'SOC_NO_CONTRIB')
    await runAnswerJobs(t, d.accountId)
    const [copy] = await historyOf(d, renewed.dossierId, asked?.documentId ?? 0)
    expect(copy).toMatchObject({ reusedFrom: responseId, evidences: [{ fileState: 'CLEAN' }] })
    expect(copy?.evidences[0]?.sha256).not.toBe((await d.response(responseId)).evidences[0]?.sha256)
  })

  test('Of several answers sent at once exactly one stays pending', async () => {
    const d = await answersDesk(t)
    const sending = Array.from({ length: 4 }, () => () => d.send('REG_PROOF', [picture]))
    const answers = await queueBehind(t, lockOf(d), sending)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
    const states = (await historyOf(d, d.dossierId, d.documents['REG_PROOF'] ?? 0)).map(
      ({ status }) => status,
    )
    expect(states.toSorted()).toEqual(['CHECKING', 'SUPERSEDED', 'SUPERSEDED', 'SUPERSEDED'])
  })

  test('An answer sent while its dossier is archived is either in it or refused', async () => {
    const d = await answersDesk(t)
    const send = (one: typeof d) => () => one.send('REG_PROOF', [picture])
    const archive = (one: typeof d) => () => one.post(`/dossiers/${one.dossierId}/archive`)
    const before = await queueBehind(t, lockOf(d), [send(d), archive(d)])
    expect(before.map(({ statusCode }) => statusCode)).toEqual([201, 200])
    expect(await historyOf(d, d.dossierId, d.documents['REG_PROOF'] ?? 0)).toHaveLength(1)
    const late = await answersDesk(t)
    const after = await queueBehind(t, lockOf(late), [archive(late), send(late)])
    expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(await historyOf(late, late.dossierId, late.documents['REG_PROOF'] ?? 0)).toEqual([])
  })

  test('A draft untouched for thirty days is discarded', async () => {
    const d = await answersDesk(t)
    const { responseId } = (
      await d.post(`${d.path('REG_PROOF')}/responses`, { draft: true })
    ).json<ResponseWire>()
    const sent = (await d.send('FISCAL_REG', [picture])).json<ResponseWire>()
    const run = () =>
      runTask(t, 'responses.expire-drafts', interruptOldDrafts({ accountIds: async () => [d.accountId] }), {})
    const later = (days: number) =>
      setClockOffset(t, d, Date.parse(`${deskDay}T09:00:00Z`) - Date.now() + days * 86_400_000)
    await d.told()
    await later(29)
    await run()
    expect((await d.response(responseId)).status).toBe('DRAFT')
    await later(31)
    await run()
    await run()
    const told = await d.told()
    expect(told.map(({ name }) => name)).toEqual(['DOCUMENT_ANSWER_INTERRUPTED'])
    expect(told[0]?.data).toEqual({ responseId, reason: 'LEFT_TOO_LONG' })
    expect((await d.response(responseId)).status).toBe('INTERRUPTED')
    expect((await d.response(sent.responseId)).status).toBe('CHECKING')
  })
})
