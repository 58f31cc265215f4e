import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { answersDesk, type ResponseWire } from '../../../../test/responses/answers-desk.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { answerRegisterStatus } from './register-status.task.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

test('The service answers with the status in the register, again when it changes', async () => {
  const d = await answersDesk(t, { typeCode: 'SCREENING' })
  const run = () => runAnswerJobs(t, d.accountId)
  const answers = async () =>
    (await d.get(`${d.path('REGISTER_STATUS')}/responses`)).json<{ content: ResponseWire[] }>().content
  expect(await run()).toEqual(['responses.register-status', 'responses.form-pdf'])
  expect(await d.document('REGISTER_STATUS')).toMatchObject({ statusCode: 'VALID' })
  expect((await d.names()).slice(0, 2)).toEqual(['DOCUMENT_ANSWER_ADDED', 'DOCUMENT_ANSWER_ACCEPTED'])
  const [first] = await answers()
  expect(first).toMatchObject({
    status: 'ACCEPTED',
    transmitter: 'SOURCE_EXTERNE',
    scope: 'DOSSIER',
    checks: [{ origin: 'REGISTER', outcome: 'PASSED' }],
    decisions: [{ verdict: 'ACCEPTANCE', origin: 'REGISTER', by: { type: 'JOB', id: null } }],
    evidences: [{ fileState: 'CLEAN', format: 'FORMULAIRE' }],
  })
  expect(first?.evidences[0]?.formdata).toContainEqual(
    expect.objectContaining({ key: 'status', value: 'ACTIVE' }),
  )

  // The same again changes nothing.
  const { accountId, thirdpartyId } = d
  await runTask(t, 'responses.register-status', answerRegisterStatus, { accountId, thirdpartyId })
  expect(await d.names()).toEqual([])

  const other = await t.given.dossier(d, thirdpartyId, 'ONBOARDING')
  await t.admin.query(
    `update thirdparty set status = 'STRUCK_OFF', closure_date = '2026-11-01' where thirdparty_id = $1`,
    [thirdpartyId],
  )
  await runTask(t, 'responses.register-status', answerRegisterStatus, { accountId, thirdpartyId })
  await run()
  const [second, former] = await answers()
  expect(second).toMatchObject({
    status: 'PENDING',
    checkFindings: [{ code: 'REGISTER_NOT_ACTIVE' }],
    decisions: [],
  })
  expect(former).toMatchObject({ responseId: first?.responseId, status: 'SUPERSEDED' })
  expect(await d.document('REGISTER_STATUS')).toMatchObject({ statusCode: 'ONGOING' })
  // The end of a company is the end of its dossiers, those included that do not ask for its standing.
  const status = async () =>
    (await d.get(`/dossiers/${other.dossierId}`)).json<{ statusCode: string }>().statusCode
  expect(await status()).toBe('INVALID')
  // An account may see it otherwise, and change its mind; its dossiers follow at once.
  const invalidate = (struckOffInvalidates: boolean) =>
    t.call('PATCH', `${d.base}/evaluation-options`, { token: d.token, body: { struckOffInvalidates } })
  expect((await invalidate(false)).statusCode).toBe(200)
  expect(await status()).not.toBe('INVALID')
  expect((await invalidate(true)).statusCode).toBe(200)
  expect(await status()).toBe('INVALID')
})
