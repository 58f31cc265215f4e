import { afterAll, beforeAll, expect, test } from 'vitest'
import { company, ownerDesk, type OwnerDesk } from './owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const told = async (name: string) => {
  const { content } = await d.must<{ content: { name: string; before: object; after: object }[] }>(
    'GET',
    '/administration/journal?size=100',
  )
  return content.filter((entry) => entry.name === name)
}

test('A team is added, renamed, filled and deleted, and each is in the administration journal', async () => {
  const ada = await d.person('ALL')
  const teamId = await d.team('Buyers', [ada])
  expect(await d.refusal('POST', '/teams', { body: { name: 'Buyers' } })).toBe('409 TEAM_NAME_TAKEN')
  await d.must('PATCH', `/teams/${teamId}`, { body: { name: 'Purchasing' } })
  await d.must('PATCH', `/teams/${teamId}`, { body: { name: 'Purchasing' } })
  const other = await d.team('Others', [])
  expect(await d.refusal('PATCH', `/teams/${other}`, { body: { name: 'Purchasing' } })).toBe(
    '409 TEAM_NAME_TAKEN',
  )
  const members = { body: { userIds: [admin.userId, ada.userId] } }
  await d.must('PUT', `/teams/${teamId}/members`, members)
  await d.must('PUT', `/teams/${teamId}/members`, members)
  expect(await d.must<object>('GET', `/teams/${teamId}`)).toMatchObject({
    teamId,
    name: 'Purchasing',
    members: [{ userId: admin.userId, active: true }, { userId: ada.userId }],
  })
  expect((await d.must<{ totalElements: number }>('GET', '/teams')).totalElements).toBe(2)
  const stale = { headers: { 'if-match': '"1"' } }
  expect((await d.ask('DELETE', `/teams/${teamId}`, stale)).statusCode).toBe(412)
  await d.must('DELETE', `/teams/${teamId}`)
  expect(await d.refusal('GET', `/teams/${teamId}`)).toBe('404 TEAM_NOT_FOUND')
  expect((await told('TEAM_CHANGED')).map(({ after }) => after)).toEqual([
    { userIds: [admin.userId, ada.userId] },
    { name: 'Purchasing' },
  ])
  expect([await told('TEAM_ADDED'), await told('TEAM_DELETED')].map((all) => all.length)).toEqual([2, 1])
})

test('An emptied team keeps its companies in its name while they fall to the next in line', async () => {
  const ada = await d.person('ALL')
  const teamId = await d.team('To be emptied', [ada])
  const thirdpartyId = await d.company('Of the team', [])
  const path = company(thirdpartyId)
  await d.name(path, { teamId })
  expect(await d.seen(ada.token, 'owner=me')).toEqual([thirdpartyId])
  await d.must('PUT', `/teams/${teamId}/members`, { body: { userIds: [] } })
  expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  expect(await d.seen(ada.token, 'owner=me')).toEqual([])
  expect(await d.seen(admin.token, 'owner=me')).toContain(thirdpartyId)
  expect(await d.seen(d.office.token, `owner=team:${teamId}`)).toEqual([thirdpartyId])
  expect(await d.refusal('DELETE', `/teams/${teamId}`)).toBe('409 TEAM_IN_USE')
  const handed = { body: { to: { userId: ada.userId } } }
  expect(await d.must<object>('POST', `/teams/${teamId}/hand-over`, handed)).toMatchObject({
    thirdparties: 1,
  })
  await d.must('DELETE', `/teams/${teamId}`)
  expect(await d.answers(path)).toBe(`person ${ada.userId} by THIRD_PARTY`)
})

test('A duty holder is chosen who sees all units, and everything nobody answers for falls to them', async () => {
  const path = company(await d.company('Left over', []))
  const [limited, ada] = [await d.person([await d.unit('A corner')]), await d.person('ALL')]
  const choose = (chosen: object | null) => ({ body: { chosen } })
  expect(await d.refusal('PUT', '/duty-holder', choose({ userId: limited.userId }))).toBe(
    '422 DUTY_HOLDER_LIMITED',
  )
  await d.must('PUT', '/duty-holder', choose({ userId: ada.userId }))
  await d.must('PUT', '/duty-holder', choose({ userId: ada.userId }))
  expect(await d.answers(path)).toBe(`person ${ada.userId} by DUTY`)
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: false } })
  expect(await d.must<object>('GET', '/duty-holder')).toMatchObject({
    holder: { userId: admin.userId, active: true },
    chosen: { userId: ada.userId, active: false },
  })
  expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  await d.must('PUT', '/duty-holder', choose(null))
  expect((await told('DUTY_HOLDER_CHANGED')).map(({ after }) => after)).toEqual([
    { dutyHolder: null },
    { dutyHolder: { userId: ada.userId } },
  ])
})

test('Who may only manage changes neither teams nor the duty', async () => {
  const { token } = await d.person('ALL')
  for (const [method, path, body] of [
    ['POST', '/teams', { name: 'Mine' }],
    ['PUT', '/duty-holder', { chosen: null }],
    ['PUT', '/owner-rules', { rules: [] }],
    ['POST', `/users/${admin.userId}/hand-over`, { to: { userId: admin.userId } }],
  ] as const)
    expect((await d.ask(method, path, { token, body })).statusCode).toBe(403)
})
