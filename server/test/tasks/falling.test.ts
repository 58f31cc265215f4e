import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTask } from '../../src/domain/tasks/index.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { company, ownerDesk, type OwnerDesk } from '../owners/owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'
import { addTask, tasksOf, titlesOf } from './task-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const mine = (person: Person) => titlesOf(d, 'assignee=me', person)

test('A task in nobody’s name is for whoever answers for its company or dossier, at each reading', async () => {
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const thirdpartyId = await d.company('Handed around', [])
  const { dossierId } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  const taskId = await addTask(d, { title: 'Of the company', about: { thirdpartyId } })
  await addTask(d, { title: 'Of the dossier', about: { dossierId } })
  expect(await titlesOf(d, `assignee=me&thirdpartyId=${thirdpartyId}`, admin)).toHaveLength(2)
  await d.name(company(thirdpartyId), { userId: ada.userId })
  await d.name(`/dossiers/${dossierId}`, { userId: bob.userId })
  expect([await mine(ada), await mine(bob)]).toEqual([['Of the company'], ['Of the dossier']])
  expect(await titlesOf(d, `assignee=me&thirdpartyId=${thirdpartyId}`, admin)).toEqual([])
  const done = { token: bob.token, body: {} }
  expect(await d.refusal('POST', `/tasks/${taskId}/done`, done)).toBe('403 TASK_NOT_YOURS')
  await d.name(`/dossiers/${dossierId}`, null)
  expect(await mine(ada)).toEqual(['Of the company', 'Of the dossier'])
  await d.must('POST', `/tasks/${taskId}/done`, { token: ada.token, body: {} })
  // By rule, too.
  await d.name(company(thirdpartyId), null)
  await d.must('PUT', '/owner-rules', { body: { rules: [{ owner: { userId: bob.userId } }] } })
  expect([await mine(ada), await mine(bob)]).toEqual([[], ['Of the dossier']])
  await d.must('PUT', '/owner-rules', { body: { rules: [] } })
})

test('Tasks of people who leave and of teams that are emptied fall to the next in line, and nothing is lost', async () => {
  const [leaver, member, owner] = [await d.person('ALL'), await d.person('ALL'), await d.person('ALL')]
  const teamId = await d.team('Short-lived', [member])
  const thirdpartyId = await d.company('Left behind', [])
  await d.name(company(thirdpartyId), { userId: owner.userId })
  const about = { thirdpartyId }
  const first = await addTask(d, { title: 'Of a person', about, assignee: { userId: leaver.userId } })
  await addTask(d, { title: 'Of a team', about, assignee: { teamId } })
  await addTask(d, { title: 'About nothing', assignee: { userId: leaver.userId } })
  expect([await mine(leaver), await mine(member), await mine(owner)]).toEqual([
    ['Of a person', 'About nothing'],
    ['Of a team'],
    [],
  ])
  expect(await d.refusal('DELETE', `/teams/${teamId}`)).toBe('409 TEAM_IN_USE')
  await d.must('DELETE', `/users/${leaver.userId}`)
  await d.must('PUT', `/teams/${teamId}/members`, { body: { userIds: [] } })
  expect(await mine(owner)).toEqual(['Of a person', 'Of a team'])
  expect(await mine(admin)).toContain('About nothing')
  expect((await tasksOf(d, `assignee=${leaver.userId}`))[0]).toMatchObject({
    assignee: { userId: leaver.userId, name: null, active: false },
  })
  // Whoever it falls to may act on it.
  await d.must('PATCH', `/tasks/${first}`, { token: owner.token, body: { dueOn: '2030-01-01' } })
  const to = { body: { to: { userId: owner.userId } } }
  expect(await d.must('POST', `/users/${leaver.userId}/hand-over`, to)).toMatchObject({ tasks: 2 })
  expect(await d.must('POST', `/teams/${teamId}/hand-over`, to)).toMatchObject({ tasks: 1 })
  await d.must('DELETE', `/teams/${teamId}`)
  expect((await mine(owner)).toSorted()).toEqual(['About nothing', 'Of a person', 'Of a team'])
  expect((await tasksOf(d, 'assignee=me', owner)).every((task) => task.assignee?.active)).toBe(true)
})

test('A hand-over to somebody who does not see the company of a task changes nothing', async () => {
  const [unit, leaver] = [await d.unit('Elsewhere'), await d.person('ALL')]
  const heir = await d.person([unit])
  const thirdpartyId = await d.company('Out of sight', [])
  await addTask(d, { title: 'Stays', about: { thirdpartyId }, assignee: { userId: leaver.userId } })
  const to = { body: { to: { userId: heir.userId } } }
  expect(await d.refusal('POST', `/users/${leaver.userId}/hand-over`, to)).toBe('422 OWNER_WITHOUT_SIGHT')
  expect(await mine(leaver)).toEqual(['Stays'])
})

test('A title of the product is told in the language of each reader, until somebody words it anew', async () => {
  const scope = jobScope(d.office.accountId, 'tasks.test')
  const taskId = await d.t.db.write(scope, (tx) =>
    openTask(tx, scope, {
      title: { key: 'MANY_AT_ONCE', values: { count: 1_200 } },
      about: null,
      assignee: null,
      dueOn: null,
      origin: { kind: 'POLICY', key: 'policy:7' },
      link: '/thirdparties?country=FR',
    }),
  )
  const path = `/tasks/${taskId}`
  const titleIn = async (language: string) =>
    (await d.must<{ title: string }>('GET', path, { headers: { 'accept-language': language } })).title
  expect(await titleIn('fr')).toMatch(/^1200 cas/)
  expect(await titleIn('en')).toMatch(/^1200 cases/)
  expect(await d.must('GET', path)).toMatchObject({
    origin: 'POLICY',
    link: '/thirdparties?country=FR',
    maker: { type: 'JOB', id: null },
  })
  expect(await mine(admin)).toContain(await titleIn('en'))
  await d.must('PATCH', path, { body: { title: 'French companies' } })
  expect(await titleIn('fr')).toBe('French companies')
  await d.must('POST', `${path}/done`, { body: {} })
  const again = () =>
    d.t.db.write(scope, (tx) =>
      openTask(tx, scope, {
        title: { text: 'Again' },
        about: null,
        assignee: null,
        dueOn: null,
        origin: { kind: 'POLICY', key: 'policy:7' },
      }),
    )
  expect(await again()).toBeTypeOf('number')
  // What brought it about has opened another one.
  expect(await d.refusal('POST', `${path}/reopen`, { body: { reason: 'Not done' } })).toBe('409 TASK_OPEN')
})

test('When the clock of a sandbox moves on, tasks become late without anybody doing anything', async () => {
  const sandbox = await d.t.given.office('SANDBOX')
  const ask = (query: string) => d.t.call('GET', `${sandbox.base}/tasks?${query}`, { token: sandbox.token })
  const dueOn = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
  const body = { title: 'In ten days', dueOn }
  await d.t.call('POST', `${sandbox.base}/tasks`, { token: sandbox.token, body })
  const late = async () => (await ask('overdue=true')).json<{ totalElements: number }>().totalElements
  expect(await late()).toBe(0)
  const ahead = 12 * 86_400_000
  await d.t.admin.query('update account set clock_offset_ms = $2 where account_id = $1', [
    sandbox.accountId,
    ahead,
  ])
  expect(await late()).toBe(1)
})
