import { afterAll, beforeAll, expect, test } from 'vitest'
import { administrationOf } from '../accounts/administration-of.ts'
import { setClockOffset } from '../database/fixtures.ts'
import { problemOf } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { answersDesk, type AnswersDesk } from '../responses/answers-desk.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { scimDesk } from '../scim/scim-desk.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

interface Indicator {
  code: string
  value: number | null
  rating: string | null
  advice: string | null
  breakdown: { factor: string; label: string; value: number; source: string; asOf: string }[]
}

/** A dossier due on 20 November 2026, looked at on the day that is named. */
async function office() {
  const d = await answersDesk(t)
  const worker = handWorker(t)
  expect((await d.patch(`/dossiers/${d.dossierId}`, { dueDate: '2026-11-20' })).statusCode).toBe(200)
  const call = async <T>(method: 'GET' | 'PUT' | 'PATCH', path: string, body?: object) => {
    const answer = await t.call(method, `${d.base}${path}`, { token: d.token, ...(body && { body }) })
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<T>()
  }
  return {
    d,
    call,
    policy: (body: object) => call('PUT', '/overdue-policies/ONBOARDING', body),
    work: () => worker.workOff(d.accountId),
    on: async (day: string) => {
      await setClockOffset(t, d, Date.parse(`${day}T08:00:00Z`) - Date.now())
      await worker.run('responses.expire-account', { accountId: d.accountId })
      await worker.workOff(d.accountId)
    },
  }
}
type Office = Awaited<ReturnType<typeof office>>

const compliance = async ({ d, call }: Office) => {
  const path = `/thirdparties/${d.thirdpartyId}/indicators`
  const { content: indicators } = await call<{ content: Indicator[] }>('GET', path)
  const found = indicators.find(({ code }) => code === 'LEGAL_COMPLIANCE')
  if (!found) throw new Error('There is no such indicator.')
  return found
}

/** Of two documents one is there. */
async function halfAnswered(d: AnswersDesk) {
  for (const code of Object.keys(d.documents)) {
    const changed = await d.patch(d.path(code), { required: ['NDA', 'ACCOUNTS'].includes(code) })
    expect(changed.statusCode, changed.body).toBe(200)
  }
  const { accountId, documents } = d
  await givenAnswer(t, { accountId, documentId: documents['ACCOUNTS'] ?? 0, state: 'ACCEPTED' })
}

test('An overdue dossier holds indicators of its themes down, as far and as long as the policy says', async () => {
  const o = await office()
  await halfAnswered(o.d)
  await o.on('2026-12-31')
  expect(await compliance(o)).toMatchObject({ value: 50, rating: 'C' })
  await o.policy({ actionDays: 10, escalationDays: null, capRating: 30 })
  await o.work()
  const capped = await compliance(o)
  expect(capped).toMatchObject({ value: 30, rating: 'D' })
  expect(capped.advice).toBe('The score cannot exceed 30 until the overdue dossier is answered.')
  expect(capped.breakdown.at(-1)).toMatchObject({
    factor: 'OVERDUE',
    label: 'Overdue dossier',
    value: 30,
    source: 'ONBOARDING',
    asOf: '2026-12-01',
  })
  // Who does not know of caps leaves them as they are.
  expect(await o.policy({ actionDays: 11, escalationDays: null })).toMatchObject({ capRating: 30 })
  await o.policy({ actionDays: 11, escalationDays: null, capRating: 40 })
  await o.work()
  expect(await compliance(o)).toMatchObject({ value: 40 })
  await o.policy({ actionDays: 90, escalationDays: null, capRating: 40 })
  await o.work()
  expect(await compliance(o)).toMatchObject({ value: 50 })
  await o.policy({ actionDays: 11, escalationDays: null, capRating: 40 })
  await o.work()
  const { accountId, documents } = o.d
  await givenAnswer(t, { accountId, documentId: documents['NDA'] ?? 0, state: 'ACCEPTED' })
  await o.work()
  expect(await compliance(o)).toMatchObject({ value: 100, rating: 'A' })
})

test('A cap without days, and one that is no value, are refused', async () => {
  const { d } = await office()
  const path = `${d.base}/overdue-policies/ONBOARDING`
  const put = (body: object) => t.call('PUT', path, { token: d.token, body })
  expect(problemOf(await put({ actionDays: null, escalationDays: 3, capRating: 40 }))).toEqual([
    422,
    'OVERDUE_CAP_WITHOUT_DAYS',
  ])
  expect((await put({ actionDays: 3, escalationDays: 3, capRating: 101 })).statusCode).toBe(400)
  expect((await d.get('/overdue-policies')).json()).toEqual({ content: [] })
})

test('A policy that is removed takes its cap along', async () => {
  const { policy } = await office()
  await policy({ actionDays: 10, escalationDays: null, capRating: 30 })
  const none = { actionDays: null, escalationDays: null }
  expect(await policy(none)).toMatchObject({ ...none, capRating: null })
})

const assignees = async ({ d }: Office) =>
  (await d.get(`/tasks?dossierId=${d.dossierId}`))
    .json<{ content: { assignee: { userId: number } | null }[] }>()
    .content.map(({ assignee }) => assignee?.userId)

test('What is too late goes to the manager of whoever answers for it, as long as that one can act', async () => {
  const o = await office()
  const { d, call } = o
  const duty = await t.given.person([d.accountId], ['ADMIN'])
  const [owner, boss] = [
    await t.given.person([d.accountId], ['MANAGER']),
    await t.given.person([d.accountId], ['REVIEWER']),
  ]
  const managed = await call<object>('PATCH', `/users/${owner.userId}`, { managerUserId: boss.userId })
  expect(managed).toMatchObject({ userId: owner.userId, managerUserId: boss.userId, roles: ['MANAGER'] })
  await call('PUT', `/thirdparties/${d.thirdpartyId}/owner`, { owner: { userId: owner.userId } })
  await o.policy({ actionDays: null, escalationDays: 5 })
  await o.on('2026-12-31')
  expect(await assignees(o)).toEqual([boss.userId])
  // Of another dossier, once that one may only read.
  await call('PATCH', `/users/${boss.userId}`, { roles: ['READER'] })
  await call('PUT', '/overdue-policies/CSR', { actionDays: null, escalationDays: 5 })
  const opened = await d.open({ dossierTypeCode: 'CSR', dueDate: '2027-01-01' })
  expect(opened.statusCode, opened.body).toBe(201)
  const dossierId = opened.json<{ dossierId: number }>().dossierId
  await o.on('2027-01-31')
  expect(await assignees({ ...o, d: { ...d, dossierId } })).toEqual([duty.userId])
})

test('A manager is somebody else of the account; whoever leaves is nobody’s manager any more', async () => {
  const { d, call } = await office()
  await t.given.person([d.accountId], ['ADMIN'])
  const [one, boss] = [
    await t.given.person([d.accountId], ['MANAGER']),
    await t.given.person([d.accountId], ['MANAGER']),
  ]
  const stranger = await t.given.person([(await t.given.office('SANDBOX')).accountId], ['MANAGER'])
  const name = (managerUserId: number | null) =>
    t.call('PATCH', `${d.base}/users/${one.userId}`, { token: d.token, body: { managerUserId } })
  expect(problemOf(await name(one.userId))).toEqual([422, 'MANAGER_IS_SELF'])
  expect(problemOf(await name(stranger.userId))).toEqual([404, 'USER_NOT_FOUND'])
  expect((await name(boss.userId)).statusCode).toBe(200)
  expect((await name(boss.userId)).statusCode).toBe(200)
  const told = (await administrationOf(t, d.accountId)).filter(({ name: what }) => what === 'MEMBER_CHANGED')
  expect(told).toMatchObject([
    { before: { managerUserId: null }, after: { managerUserId: boss.userId, roles: ['MANAGER'] } },
  ])
  const removed = await t.call('DELETE', `${d.base}/users/${boss.userId}`, { token: d.token })
  expect(removed.statusCode, removed.body).toBe(204)
  const { content } = await call<{ content: { userId: number; managerUserId: number | null }[] }>(
    'GET',
    '/users',
  )
  expect(content.find(({ userId }) => userId === one.userId)).toMatchObject({ managerUserId: null })
})

test('Of people of a directory the directory says who their manager is', async () => {
  const desk = await scimDesk(t)
  const boss = await desk.person('boss@people.example')
  await desk.person('one@people.example', { [enterprise]: { manager: { value: boss.id } } })
  await desk.person('odd@people.example', { [enterprise]: { manager: { value: 'Mrs Smith' } } })
  const { content } = (await desk.admin('GET', '/users')).json<{
    content: { userId: number; email: string; managerUserId: number | null }[]
  }>()
  const of = (email: string) => content.find((person) => person.email === email)
  expect(of('one@people.example')?.managerUserId).toBe(of('boss@people.example')?.userId)
  expect(of('odd@people.example')?.managerUserId).toBeNull()
})
