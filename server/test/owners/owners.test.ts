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

const eventsOf = async (thirdpartyId: number) => {
  const { content } = await d.must<{ content: { eventName: string; data: Record<string, unknown> }[] }>(
    'GET',
    `/thirdparties/${thirdpartyId}/events?size=50`,
  )
  return content.filter(({ data }) => data['kind'] !== undefined)
}

test('A company in nobody’s name falls to the administrator who has been here longest', async () => {
  const path = company(await d.company('Of nobody', []))
  const { owner, by, named, followers } = await d.ownership(path)
  expect(owner).toMatchObject({ userId: admin.userId, teamId: null, active: true })
  expect({ by, named, followers }).toEqual({ by: 'DUTY', named: null, followers: [] })
})

test('A company is put into a name and out of it, each time with its version and its event', async () => {
  const thirdpartyId = await d.company('Of Ada', [])
  const path = company(thirdpartyId)
  const ada = await d.person('ALL')
  const put = await d.ask('PUT', `${path}/owner`, {
    body: { owner: { userId: ada.userId } },
    headers: { 'if-match': '"0"' },
  })
  expect(put.statusCode).toBe(200)
  expect(put.json<object>()).toMatchObject({ by: 'THIRD_PARTY', owner: { userId: ada.userId } })
  const stale = { body: { owner: null }, headers: { 'if-match': '"0"' } }
  expect((await d.ask('PUT', `${path}/owner`, stale)).statusCode).toBe(412)
  // The same again is no change.
  await d.name(path, { userId: ada.userId })
  await d.name(path, null)
  expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  expect((await eventsOf(thirdpartyId)).map(({ eventName, data }) => [eventName, data])).toEqual([
    [
      'THIRD_PARTY_UPDATED',
      { kind: 'OWNER', before: { owner: { userId: ada.userId } }, after: { owner: null } },
    ],
    [
      'THIRD_PARTY_UPDATED',
      { kind: 'OWNER', before: { owner: null }, after: { owner: { userId: ada.userId } } },
    ],
  ])
})

test('A dossier is its company’s owner’s until it is in a name of its own', async () => {
  const thirdpartyId = await d.company('With a dossier', [])
  const { dossierId } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  const [path, above] = [`/dossiers/${dossierId}`, company(thirdpartyId)]
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  await d.name(above, { userId: ada.userId })
  expect(await d.answers(path)).toBe(`person ${ada.userId} by THIRD_PARTY`)
  await d.name(path, { userId: bob.userId })
  expect(await d.answers(path)).toBe(`person ${bob.userId} by DOSSIER`)
  expect(await d.answers(above)).toBe(`person ${ada.userId} by THIRD_PARTY`)
  expect(await d.dossiers(d.office.token, `owner=${bob.userId}`)).toEqual([dossierId])
  const documentsOf = (userId: number) =>
    d.must<{ content: object[] }>('GET', `/documents?owner=${userId}&size=200`)
  expect((await documentsOf(bob.userId)).content.length).toBeGreaterThan(0)
  expect((await documentsOf(ada.userId)).content).toEqual([])
  expect(await d.dossiers(d.office.token, `owner=${ada.userId}`)).toEqual([])
  await d.name(path, null)
  expect(await d.dossiers(d.office.token, `owner=${ada.userId}`)).toEqual([dossierId])
})

test('People and teams follow a company; the list is replaced as a whole', async () => {
  const thirdpartyId = await d.company('Followed', [])
  const path = company(thirdpartyId)
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const teamId = await d.team('Followers', [bob])
  const follow = (followers: object[]) => d.must('PUT', `${path}/followers`, { body: { followers } })
  await follow([{ userId: ada.userId }, { teamId }, { teamId }])
  expect((await d.ownership(path)).followers).toMatchObject([{ userId: ada.userId }, { teamId }])
  await follow([{ teamId }, { userId: bob.userId }])
  expect((await d.ownership(path)).followers).toMatchObject([{ teamId }, { userId: bob.userId }])
  const [last] = await eventsOf(thirdpartyId)
  expect(last?.data).toEqual({
    kind: 'FOLLOWERS',
    added: [{ userId: bob.userId }],
    removed: [{ userId: ada.userId }],
  })
  expect(await d.refusal('PUT', `${path}/followers`, { body: { followers: [{ teamId: 1 }] } })).toBe(
    '404 TEAM_NOT_FOUND',
  )
  const { dossierId } = await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  const body = { followers: [{ userId: ada.userId }] }
  await d.must('PUT', `/dossiers/${dossierId}/followers`, { body })
  expect((await d.ownership(`/dossiers/${dossierId}`)).followers).toHaveLength(1)
})

test('Nobody is named who does not exist, is suspended, or is an empty team', async () => {
  const path = company(await d.company('Hard to own', []))
  const suspended = await d.person('ALL')
  await d.must('PATCH', `/users/${suspended.userId}`, { body: { active: false } })
  const teamId = await d.team('Nobody', [])
  const stranger = await d.t.given.person([(await d.t.given.account()).accountId])
  const refusals = []
  for (const owner of [
    { userId: stranger.userId },
    { userId: suspended.userId },
    { teamId },
    { teamId: 9_999_999 },
    {},
    { userId: admin.userId, teamId },
  ])
    refusals.push(await d.refusal('PUT', `${path}/owner`, { body: { owner } }))
  expect(refusals).toEqual([
    '404 USER_NOT_FOUND',
    '422 OWNER_INACTIVE',
    '422 TEAM_EMPTY',
    '404 TEAM_NOT_FOUND',
    '400 VALIDATION_FAILED',
    '400 VALIDATION_FAILED',
  ])
  expect((await d.ownership(path)).named).toBeNull()
})

test('Somebody who does not see a company’s unit cannot own it, and loses it by losing sight of it', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const thirdpartyId = await d.company('Northern', [north])
  const path = company(thirdpartyId)
  const [ofNorth, ofSouth] = [await d.person([north]), await d.person([south])]
  const refused = await d.ask('PUT', `${path}/owner`, { body: { owner: { userId: ofSouth.userId } } })
  expect([refused.statusCode, refused.json<object>()]).toMatchObject([
    422,
    { code: 'OWNER_WITHOUT_SIGHT', thirdpartyId },
  ])
  const blind = await d.team('Southerners', [ofSouth])
  expect(await d.refusal('PUT', `${path}/owner`, { body: { owner: { teamId: blind } } })).toBe(
    '422 OWNER_WITHOUT_SIGHT',
  )
  await d.name(path, { userId: ofNorth.userId })
  await d.must('PUT', `${path}/units`, { body: { units: [south] } })
  expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  expect((await d.ownership(path)).named).toMatchObject({ userId: ofNorth.userId, active: false })
  await d.must('PUT', `${path}/units`, { body: { units: [north] } })
  expect(await d.answers(path)).toBe(`person ${ofNorth.userId} by THIRD_PARTY`)
  expect(await d.seen(ofNorth.token, 'owner=me')).toEqual([thirdpartyId])
  // To who sees other units, it is not there.
  expect(await d.refusal('GET', `${path}/owner`, { token: ofSouth.token })).toBe('404 THIRD_PARTY_NOT_FOUND')
})

test('What is archived keeps its owner', async () => {
  const path = company(await d.company('Put away', []))
  await d.must('POST', `${path}/archive`)
  expect(await d.refusal('PUT', `${path}/owner`, { body: { owner: { userId: admin.userId } } })).toBe(
    '409 THIRD_PARTY_ARCHIVED',
  )
})
