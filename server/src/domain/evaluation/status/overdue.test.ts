import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrationOf } from '../../../../test/accounts/administration-of.ts'
import { setClockOffset } from '../../../../test/database/fixtures.ts'
import { problemOf } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { answersDesk, picture, type AnswersDesk } from '../../../../test/responses/answers-desk.ts'
import { runAnswerJobs, runTask } from '../../../../test/responses/run-jobs.ts'
import { expireAccount } from '../answers/expire-answers.task.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const policy = (d: AnswersDesk, body: object, headers = {}) =>
  t.call('PUT', `${d.base}/overdue-policies/ONBOARDING`, { token: d.token, body, headers })
const night = (d: AnswersDesk) =>
  runTask(t, 'responses.expire-account', expireAccount, { accountId: d.accountId })
const dossier = async (d: AnswersDesk) => {
  const { statusCode, statusReason, statusPieces } = (await d.get(`/dossiers/${d.dossierId}`)).json<{
    statusCode: string
    statusReason: string
    statusPieces: { documentCode: string }[]
  }>()
  return { status: `${statusCode} ${statusReason}`, pieces: statusPieces.length }
}
const tasks = async (d: AnswersDesk) =>
  (await d.get(`/tasks?dossierId=${d.dossierId}&state=OPEN,DONE,CANCELLED`)).json<{
    content: { taskId: number; title: string; state: string; assignee: { userId: number } | null }[]
  }>().content

/** A dossier due on 20 November 2026, looked at on the day that is named. */
async function office() {
  const d = await answersDesk(t)
  const boss = await t.given.person([d.accountId], ['ADMIN'])
  expect((await d.patch(`/dossiers/${d.dossierId}`, { dueDate: '2026-11-20' })).statusCode).toBe(200)
  const on = async (day: string) => {
    await setClockOffset(t, d, Date.parse(`${day}T08:00:00Z`) - Date.now())
    await night(d)
  }
  return { d, boss, on }
}

test('Being late has no consequence until a policy is chosen, and none that stays once it is removed', async () => {
  const { d, on } = await office()
  await on('2026-12-31')
  expect((await dossier(d)).status).toBe('ABSENT NO_ANSWER')
  expect((await policy(d, { actionDays: 10, escalationDays: null })).json()).toEqual({
    dossierTypeCode: 'ONBOARDING',
    actionDays: 10,
    escalationDays: null,
    capRating: null,
  })
  await night(d)
  const late = await dossier(d)
  expect(late.status).toBe('ACTION_REQUIRED OVERDUE')
  expect(late.pieces).toBeGreaterThan(0)
  expect(await d.document('NDA')).toMatchObject({ statusCode: 'MISSING' })
  expect((await policy(d, { actionDays: null, escalationDays: null })).statusCode).toBe(200)
  await night(d)
  expect((await dossier(d)).status).toBe('ABSENT NO_ANSWER')
  expect((await d.get('/overdue-policies')).json()).toEqual({ content: [] })
})

test('A dossier asks for action the day after its last, and no more once something was sent', async () => {
  const { d, on } = await office()
  await policy(d, { actionDays: 5, escalationDays: null })
  await on('2026-11-25')
  expect((await dossier(d)).status).toBe('ABSENT NO_ANSWER')
  await d.told()
  await on('2026-11-26')
  expect((await dossier(d)).status).toBe('ACTION_REQUIRED OVERDUE')
  expect(await d.told()).toMatchObject([
    { name: 'DOSSIER_STATUS_UPDATED', data: { reason: 'OVERDUE' } },
    { name: 'DOSSIER_STATUS_UPDATED_ACTION_REQUIRED' },
  ])
  await on('2026-11-27')
  expect(await d.told()).toEqual([])
  for (const code of Object.keys(d.documents)) {
    const optional = await d.patch(d.path(code), { required: code === 'NDA' })
    expect(optional.statusCode, optional.body).toBe(200)
  }
  expect((await d.send('NDA', [picture])).statusCode).toBe(201)
  await runAnswerJobs(t, d.accountId)
  expect((await dossier(d)).status).toBe('ONGOING AWAITING_REVIEW')
})

test('The duty holder gets one task for a dossier that is too late, and it is not opened again', async () => {
  const { d, boss, on } = await office()
  await policy(d, { actionDays: null, escalationDays: 30 })
  await on('2026-12-20')
  expect(await tasks(d)).toEqual([])
  await on('2026-12-21')
  await on('2026-12-22')
  const [task, ...others] = await tasks(d)
  expect([task, others]).toMatchObject([{ state: 'OPEN', assignee: { userId: boss.userId } }, []])
  expect(task?.title).toContain('2026-11-20')
  expect((await dossier(d)).status).toBe('ABSENT NO_ANSWER')
  const cancelled = await d.post(`/tasks/${task?.taskId}/cancel`, { reason: 'They are being replaced.' })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await on('2026-12-23')
  expect(await tasks(d)).toMatchObject([{ state: 'CANCELLED' }])
})

test('A task about a late dossier closes when the dossier is put away', async () => {
  const { d, on } = await office()
  await policy(d, { actionDays: null, escalationDays: 0 })
  await on('2026-12-21')
  expect(await tasks(d)).toMatchObject([{ state: 'OPEN' }])
  expect((await d.post(`/dossiers/${d.dossierId}/archive`)).statusCode).toBe(200)
  await night(d)
  expect(await tasks(d)).toMatchObject([{ state: 'DONE' }])
})

test('Policies are for administrators, by version, for types that exist, and stand in the journal', async () => {
  const { d } = await office()
  const reader = await t.given.person([d.accountId], ['READER'])
  const body = { actionDays: 7, escalationDays: 14 }
  const path = `${d.base}/overdue-policies/ONBOARDING`
  expect((await t.call('PUT', path, { token: reader.token, body })).statusCode).toBe(403)
  expect((await policy(d, { actionDays: -1, escalationDays: null })).statusCode).toBe(400)
  const unknown = await t.call('PUT', `${d.base}/overdue-policies/NOTHING`, { token: d.token, body })
  expect(problemOf(unknown)).toEqual([404, 'DOSSIER_TYPE_NOT_FOUND'])
  expect((await policy(d, body, { 'if-match': '"0"' })).headers['etag']).toBe('"1"')
  expect(problemOf(await policy(d, { ...body, actionDays: 8 }, { 'if-match': '"0"' }))).toEqual([
    412,
    'PRECONDITION_FAILED',
  ])
  // Saying again what holds already changes nothing.
  expect((await policy(d, body)).headers['etag']).toBe('"1"')
  const told = (await administrationOf(t, d.accountId)).filter(({ name }) => name === 'SETTINGS_CHANGED')
  expect(told).toMatchObject([
    {
      after: { setting: 'overdue-policy', dossierTypeCode: 'ONBOARDING', actionDays: 7, escalationDays: 14 },
    },
  ])
})

test('Dossiers that were renewed without an answer are counted in the task', async () => {
  const { d, on } = await office()
  let last = d.dossierId
  for (const day of ['2026-12-01', '2027-12-01']) {
    await on(day)
    const renewed = await d.post(`/dossiers/${last}/renew`)
    expect(renewed.statusCode, renewed.body).toBe(201)
    last = renewed.json<{ dossierId: number }>().dossierId
  }
  expect((await d.patch(`/dossiers/${last}`, { dueDate: '2027-12-20' })).statusCode).toBe(200)
  await policy(d, { actionDays: null, escalationDays: 5 })
  await on('2027-12-31')
  expect(await tasks({ ...d, dossierId: last })).toMatchObject([
    { title: expect.stringContaining('2 in a row') },
  ])
})
