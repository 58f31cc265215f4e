import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { UnitDesk } from '../units/unit-desk.ts'
import { scimDesk, type ScimResource } from './scim-desk.ts'

let harness: TestApp
beforeAll(async () => {
  harness = await testApp()
})
afterAll(() => harness.close())

interface Sees {
  readonly all: boolean
  readonly units: number[]
}

/** An account with a directory, a unit within another, a third beside them, and one company in each. */
async function world() {
  const desk = await scimDesk(harness)
  const d = new UnitDesk(harness, { ...desk, token: desk.adminToken })
  const europe = await d.unit('Europe')
  const france = await d.unit('France', europe)
  const asia = await d.unit('Asia')
  const companies = {
    french: await d.company('Alpha', [france]),
    asian: await d.company('Beta', [asia]),
    nowhere: await d.company('Gamma', []),
  }
  // Whoever the directory takes over keeps a role, and hence their session.
  await desk.admin('PUT', '/provisioning/settings', { defaultRole: 'READER' })
  // Not of the directory: somebody who governs the account whatever groups say.
  await harness.given.person([desk.accountId], ['ADMIN'])
  return {
    ...desk,
    d,
    units: { europe, france, asia },
    companies,
    async sees(userId: number): Promise<Sees | undefined> {
      const { content } = await d.must<{ content: { userId: number; sees: Sees }[] }>(
        'GET',
        '/users?size=100',
      )
      return content.find((user) => user.userId === userId)?.sees
    },
    /** A member who can sign in, taken over by the directory. */
    async colleague() {
      const person = await harness.given.person([desk.accountId], ['READER'])
      const resource = await desk.person(person.email)
      return { ...person, scimId: resource.id }
    },
    setMembers: (group: ScimResource, ids: readonly string[]) =>
      desk.patch(`/Groups/${group.id}`, [
        { op: 'replace', path: 'members', value: ids.map((value) => ({ value })) },
      ]),
  }
}

test('Groups give units together with roles, at once, and all units win over some', async () => {
  const w = await world()
  const person = await w.colleague()
  const [eu, as, board] = [await w.group('EU', [person.scimId]), await w.group('AS'), await w.group('Board')]
  await w.give('EU', ['READER'])
  // Nobody has said anything about units yet: as without a directory.
  expect(await w.d.seen(person.token)).toHaveLength(3)
  expect(await w.sees(person.userId)).toEqual({ all: true, units: [] })

  const mapped = await w.give('EU', ['READER'], [w.units.europe])
  expect(mapped.json()).toMatchObject({ roles: ['READER'], units: [w.units.europe] })
  expect(await w.d.seen(person.token)).toEqual([w.companies.french])

  await w.give('AS', [], [w.units.asia])
  await w.setMembers(as, [person.scimId])
  expect(await w.sees(person.userId)).toEqual({ all: false, units: [w.units.europe, w.units.asia] })
  expect((await w.d.seen(person.token)).toSorted((a, b) => a - b)).toEqual([
    w.companies.french,
    w.companies.asian,
  ])

  await w.give('Board', [], 'ALL')
  await w.setMembers(board, [person.scimId])
  expect(await w.sees(person.userId)).toEqual({ all: true, units: [] })
  await w.setMembers(board, [])
  await w.setMembers(eu, [])
  expect(await w.sees(person.userId)).toEqual({ all: false, units: [w.units.asia] })

  const byHand = await w.admin('PUT', `/users/${person.userId}/units`, { all: true })
  expect(byHand.json()).toMatchObject({ status: 409, code: 'MEMBER_MANAGED' })
  // A change of the roles alone leaves the units of a group as they are.
  expect((await w.give('AS', ['READER'])).json()).toMatchObject({ units: [w.units.asia] })
  expect(await w.d.seen(person.token)).toEqual([w.companies.asian])
})

test('Once a group says who sees what, whoever is in none that does sees nothing', async () => {
  const w = await world()
  const before = await w.colleague()
  await w.group('EU')
  await w.give('EU', [], [w.units.europe])
  expect(await w.sees(before.userId)).toEqual({ all: false, units: [] })
  await w.person('later@people.example')
  const later = (await w.members()).get('later@people.example')
  expect(later?.active).toBe(true)
  expect(await w.sees(later?.user_id ?? 0)).toEqual({ all: false, units: [] })
  // Nothing is widened when the last word about units is taken back; from then on it is set by hand.
  await w.give('EU', [], null)
  expect(await w.sees(before.userId)).toEqual({ all: false, units: [] })
  expect((await w.admin('PUT', `/users/${before.userId}/units`, { all: true })).statusCode).toBe(200)
})

test('Changes of sight by groups are journaled with who caused them', async () => {
  const w = await world()
  const person = await w.colleague()
  const eu = await w.group('EU', [person.scimId])
  await w.give('EU', ['READER'], [w.units.europe])
  await w.setMembers(eu, [])
  const entries = await w.journal()
  const changes = entries.filter(
    ({ name, subject }) => name === 'SIGHT_CHANGED' && subject?.id === person.userId,
  )
  expect(changes.map(({ actor, before, after }) => [actor.type, before, after])).toEqual([
    ['DIRECTORY', { all: false, units: [w.units.europe] }, { all: false, units: [] }],
    ['API_CLIENT', { all: true, units: [] }, { all: false, units: [w.units.europe] }],
  ])
  expect(entries.find(({ name }) => name === 'DIRECTORY_GROUP_MAPPED')).toMatchObject({
    before: { displayName: 'EU', roles: [], units: null },
    after: { displayName: 'EU', roles: ['READER'], units: [w.units.europe] },
  })
})

test('A unit that is deleted is gone from groups, and neither that nor a removed group widens a sight', async () => {
  const w = await world()
  const person = await w.colleague()
  const eu = await w.group('EU', [person.scimId])
  await w.give('EU', ['READER'], [w.units.france, w.units.asia])
  await w.d.must('DELETE', `/units/${w.units.asia}?moveTo=${w.units.europe}`)
  expect(await w.sees(person.userId)).toEqual({ all: false, units: [w.units.france] })
  const { content } = (await w.admin('GET', '/provisioning/groups')).json<{
    content: { groupId: number; units: number[] }[]
  }>()
  expect(content).toMatchObject([{ units: [w.units.france] }])
  const deleted = (await w.journal()).find(({ name }) => name === 'UNIT_DELETED')
  expect(deleted?.after).toMatchObject({ groups: [content[0]?.groupId] })
  await w.d.must('DELETE', `/units/${w.units.france}?moveTo=${w.units.europe}`)
  expect(await w.sees(person.userId)).toEqual({ all: false, units: [] })
  await w.give('EU', ['READER'], [w.units.europe])
  await w.scim('DELETE', `/Groups/${eu.id}`)
  expect(await w.sees(person.userId)).toEqual({ all: false, units: [] })
})

test('Units that are not there are refused, and so is to leave nobody who governs the account', async () => {
  const desk = await scimDesk(harness)
  const unit = await new UnitDesk(harness, { ...desk, token: desk.adminToken }).unit('Only')
  const { id } = await desk.person('boss@people.example')
  await desk.group('Bosses', [id])
  expect((await desk.give('Bosses', ['ADMIN'], [999_999_999])).json()).toMatchObject({
    code: 'UNIT_NOT_FOUND',
  })
  expect((await desk.give('Bosses', ['ADMIN'])).statusCode).toBe(200)
  expect((await desk.give('Bosses', ['ADMIN'], [unit])).json()).toMatchObject({ code: 'LAST_ADMIN' })
  await desk.group('Others')
  // It would leave the bosses, of whom no group says what they see, without any.
  expect((await desk.give('Others', [], [unit])).json()).toMatchObject({ code: 'LAST_ADMIN' })
  expect((await desk.give('Bosses', ['ADMIN'], 'ALL')).statusCode).toBe(200)
  expect((await desk.give('Others', [], [unit])).statusCode).toBe(200)
})
