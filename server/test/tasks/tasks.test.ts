import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerDesk, type OwnerDesk } from '../owners/owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'
import { addTask, tasksOf, titlesOf, type Task } from './task-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

test('A task is opened, handed on, commented on, finished and opened again', async () => {
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const thirdpartyId = await d.company('Acme', [])
  const { dossierId, documents } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  const documentId = Object.values(documents)[0]
  const body = { title: 'Ask for the extract', details: 'By phone', about: { documentId } }
  const made = await d.ask('POST', '/tasks', { token: ada.token, body })
  expect(made.statusCode).toBe(201)
  const { taskId, ...task } = made.json<Task>()
  expect(task).toMatchObject({
    title: 'Ask for the extract',
    about: { thirdpartyId, name: 'Acme', dossierId, documentId },
    assignee: null,
    dueOn: null,
    overdue: false,
    origin: 'PERSON',
    state: 'OPEN',
    maker: { type: 'USER', id: ada.userId },
  })
  expect(task).not.toHaveProperty('version')
  const path = `/tasks/${taskId}`
  expect(made.headers['location']).toBe(`${d.office.base}${path}`)
  const change = { assignee: { userId: bob.userId }, dueOn: '2026-01-31' }
  const headers = { 'if-match': String(made.headers['etag']) }
  const changed = await d.ask('PATCH', path, { token: ada.token, body: change, headers })
  expect(changed.json<Task>()).toMatchObject({
    assignee: { userId: bob.userId, active: true },
    dueOn: '2026-01-31',
    overdue: true,
    details: 'By phone',
  })
  expect(await d.refusal('PATCH', path, { token: ada.token, body: change, headers })).toBe(
    '412 PRECONDITION_FAILED',
  )
  await d.must('PATCH', path, { token: bob.token, body: change })
  expect((await d.ask('GET', path)).headers['etag']).toBe(changed.headers['etag'])
  await d.must('POST', `${path}/comments`, { token: ada.token, body: { text: 'They never answer' } })
  await d.must('POST', `${path}/done`, { token: bob.token, body: { reason: 'They did' } })
  expect(await d.refusal('POST', `${path}/done`, { token: ada.token, body: {} })).toBe('409 TASK_CLOSED')
  expect(await d.refusal('PATCH', path, { body: { title: 'x' } })).toBe('409 TASK_CLOSED')
  await d.must('POST', `${path}/reopen`, { token: ada.token, body: { reason: 'The wrong one' } })
  expect(await d.refusal('POST', `${path}/reopen`, { body: { reason: 'Again' } })).toBe('409 TASK_OPEN')
  await d.must('POST', `${path}/cancel`, { body: { reason: 'Not needed' } })
  const { content } = await d.must<{ content: { act: string; text: string; author: object }[] }>(
    'GET',
    `${path}/comments`,
  )
  expect(content.map(({ act, text }) => `${act} ${text}`)).toEqual([
    'COMMENT They never answer',
    'DONE They did',
    'REOPENED The wrong one',
    'CANCELLED Not needed',
  ])
  expect(content[1]).toMatchObject({ author: { type: 'USER', id: bob.userId } })
  const journal = await d.must<{ content: { name: string; subject: object; after?: object }[] }>(
    'GET',
    '/administration/journal?size=10',
  )
  const told = journal.content.filter(({ name }) => name.startsWith('TASK_'))
  expect(told.map(({ name }) => name)).toEqual([
    'TASK_CLOSED',
    'TASK_REOPENED',
    'TASK_CLOSED',
    'TASK_CHANGED',
    'TASK_OPENED',
  ])
  expect(told[3]).toMatchObject({ after: { assignee: { userId: bob.userId }, dueOn: '2026-01-31' } })
  expect(JSON.stringify(journal)).not.toMatch(/extract|Acme|phone/)
})

test('Of two people who finish a task at once, one does and the other learns that it is closed', async () => {
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const teamId = await d.team('Both', [ada, bob])
  const taskId = await addTask(d, { title: 'Once', assignee: { teamId } })
  const done = ({ token }: Person) => d.ask('POST', `/tasks/${taskId}/done`, { token, body: {} })
  const answers = await Promise.all([done(ada), done(bob)])
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  const { totalElements } = await d.must<{ totalElements: number }>('GET', `/tasks/${taskId}/comments`)
  expect(totalElements).toBe(1)
})

test('Only whoever it waits for, its maker and administrators change a task, and readers only read', async () => {
  const [ada, bob, cleo] = [await d.person('ALL'), await d.person('ALL'), await d.person('ALL')]
  const reader = await d.t.given.person([d.office.accountId], ['READER'])
  const taskId = await addTask(d, { title: 'For Bob', assignee: { userId: bob.userId } }, ada.token)
  const path = `/tasks/${taskId}`
  const later = { dueOn: '2030-01-01' }
  const isOf = async ({ token }: { token: string }) =>
    (await d.must<{ yours: boolean }>('GET', path, { token })).yours
  expect(await Promise.all([ada, bob, cleo, reader].map(isOf))).toEqual([true, true, false, false])
  expect(await d.refusal('PATCH', path, { token: cleo.token, body: later })).toBe('403 TASK_NOT_YOURS')
  expect(await d.refusal('POST', `${path}/done`, { token: cleo.token, body: {} })).toBe('403 TASK_NOT_YOURS')
  expect(await d.refusal('POST', `${path}/done`, { token: reader.token, body: {} })).toBe(
    '403 PERMISSION_DENIED',
  )
  expect(await d.refusal('POST', '/tasks', { token: reader.token, body: { title: 'x' } })).toBe(
    '403 PERMISSION_DENIED',
  )
  expect(await d.must<Task>('GET', path, { token: reader.token })).toMatchObject({ title: 'For Bob' })
  await d.must('POST', `${path}/comments`, { token: cleo.token, body: { text: 'A hint' } })
  for (const { token } of [ada, bob, admin]) await d.must('PATCH', path, { token, body: later })
  const toReader = { title: 'x', assignee: { userId: reader.userId } }
  expect(await d.refusal('POST', '/tasks', { body: toReader })).toBe('422 TASK_ASSIGNEE_READS_ONLY')
  const readers = await d.team('Readers', [reader])
  expect(await d.refusal('PATCH', path, { body: { assignee: { teamId: readers } } })).toBe(
    '422 TASK_ASSIGNEE_READS_ONLY',
  )
  const nobody = await d.team('Empty', [])
  expect(await d.refusal('PATCH', path, { body: { assignee: { teamId: nobody } } })).toBe('422 TEAM_EMPTY')
})

test('Nobody sees a task about a company they do not see, nor is given one', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const [limited, other] = [await d.person([north]), await d.person([south])]
  const [seen, hidden] = [await d.company('Northern', [north]), await d.company('Southern', [south])]
  const [first, second] = [
    await addTask(d, { title: 'North', about: { thirdpartyId: seen } }),
    await addTask(d, { title: 'South', about: { thirdpartyId: hidden } }),
  ]
  expect(await titlesOf(d, '', limited)).toContain('North')
  expect(await titlesOf(d, '', limited)).not.toContain('South')
  const secret = { token: limited.token, body: { text: 'x' } }
  expect(await d.refusal('GET', `/tasks/${second}`, { token: limited.token })).toBe('404 TASK_NOT_FOUND')
  expect(await d.refusal('POST', `/tasks/${second}/comments`, secret)).toBe('404 TASK_NOT_FOUND')
  expect(await d.refusal('GET', `/tasks/${second}/comments`, { token: limited.token })).toBe(
    '404 TASK_NOT_FOUND',
  )
  const about = { thirdpartyId: hidden }
  expect(await d.refusal('POST', '/tasks', { token: limited.token, body: { title: 'x', about } })).toBe(
    '404 THIRD_PARTY_NOT_FOUND',
  )
  const wrong = { body: { assignee: { userId: other.userId } } }
  expect(await d.refusal('PATCH', `/tasks/${first}`, wrong)).toBe('422 OWNER_WITHOUT_SIGHT')
  // Whoever loses sight of the company loses the task to the next in line, and has it back with the sight.
  await d.must('PATCH', `/tasks/${first}`, { body: { assignee: { userId: limited.userId } } })
  expect(await titlesOf(d, 'assignee=me', limited)).toEqual(['North'])
  await d.must('PUT', `/users/${limited.userId}/units`, { body: { units: [south] } })
  expect(await titlesOf(d, 'assignee=me', limited)).toEqual([])
  expect(await titlesOf(d, `assignee=me&thirdpartyId=${seen}`, admin)).toEqual(['North'])
  expect(await d.must<Task>('GET', `/tasks/${first}`)).toMatchObject({ assignee: { active: false } })
  await d.must('PUT', `/users/${limited.userId}/units`, { body: { units: [north] } })
  expect(await titlesOf(d, `assignee=me&thirdpartyId=${seen}`, admin)).toEqual([])
  // A to-do about no company is for anybody, and for its maker if nobody is named.
  await addTask(d, { title: 'Read the manual' }, limited.token)
  expect(await titlesOf(d, 'assignee=me', limited)).toEqual(['North', 'Read the manual'])
  const own = (await tasksOf(d, 'assignee=me', limited)).find(({ about: of }) => of === null)
  expect(own).toMatchObject({ assignee: { userId: limited.userId, active: true } })
})

test('Tasks come by urgency, page by page, and are narrowed by state, company and lateness', async () => {
  const ada = await d.person('ALL')
  const thirdpartyId = await d.company('Busy', [])
  const { dossierId } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  const about = { dossierId }
  for (const [title, dueOn] of [
    ['Some day', null],
    ['Late', '2026-02-01'],
    ['Later', '2030-02-01'],
    ['Latest', '2030-02-01'],
    ['Gone', '2020-01-01'],
  ] as const)
    await addTask(d, { title, dueOn, about, assignee: { userId: ada.userId } })
  const gone = (await tasksOf(d, `dossierId=${dossierId}`))[0]
  await d.must('POST', `/tasks/${gone?.taskId}/done`, { body: {} })
  const inOrder = ['Late', 'Some day', 'Later', 'Latest']
  for (const query of [`dossierId=${dossierId}`, `thirdpartyId=${thirdpartyId}`, `assignee=${ada.userId}`])
    expect(await titlesOf(d, query)).toEqual(inOrder)
  expect(await titlesOf(d, 'assignee=me', ada)).toEqual(inOrder)
  expect(await titlesOf(d, 'assignee=me&overdue=true', ada)).toEqual(['Late'])
  expect(await titlesOf(d, `dossierId=${dossierId}&overdue=false`)).toEqual(inOrder.slice(1))
  expect(await titlesOf(d, 'assignee=me&state=DONE,CANCELLED', ada)).toEqual(['Gone'])
  expect(await titlesOf(d, `thirdpartyId=${thirdpartyId}&state=OPEN,DONE`)).toEqual(['Gone', ...inOrder])
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = `/tasks?assignee=me&size=2${cursor && `&cursor=${cursor}`}`
    const page: { content: Task[]; next: string | null } = await d.must('GET', query, { token: ada.token })
    found.push(...page.content.map(({ title }) => title))
    cursor = page.next
  }
  expect(found).toEqual(inOrder)
  expect(await d.refusal('GET', '/tasks?assignee=me')).toBe('400 OWNER_ME_IS_NOBODY')
  expect(await d.refusal('POST', '/tasks', { body: { title: 'x', dueOn: '2026-02-30' } })).toBe(
    '400 VALIDATION_FAILED',
  )
})
