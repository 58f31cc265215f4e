import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeThirdParties } from '../harness/companions.ts'
import { company, ownerDesk, type OwnerDesk } from './owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const handOver = (from: number, to: object) => ['POST', `/users/${from}/hand-over`, { body: { to } }] as const

test('Somebody who leaves hands over everything in one step, also after they have left', async () => {
  const [leaver, heir] = [await d.person('ALL'), await d.person('ALL')]
  const [first, second] = [await d.company('First', []), await d.company('Second', [])]
  const { dossierId } = await d.t.given.dossier(d.office, second, 'ONBOARDING')
  await d.name(company(first), { userId: leaver.userId })
  await d.name(`/dossiers/${dossierId}`, { userId: leaver.userId })
  const followers = [{ userId: leaver.userId }, { userId: heir.userId }]
  await d.must('PUT', `${company(second)}/followers`, { body: { followers } })
  await d.must('PUT', '/owner-rules', { body: { rules: [{ owner: { userId: leaver.userId } }] } })
  await d.must('PUT', '/duty-holder', { body: { chosen: { userId: leaver.userId } } })
  const whole = {
    thirdparties: 1,
    dossiers: 1,
    followed: 1,
    tasks: 0,
    rules: 1,
    dutyHolder: true,
    more: false,
  }
  const preview = `/users/${leaver.userId}/hand-over`
  expect(await d.must('GET', preview)).toEqual(whole)
  await d.must('DELETE', `/users/${leaver.userId}`)
  expect(await d.must('GET', preview)).toEqual(whole)
  // Nothing is without somebody meanwhile.
  for (const path of [company(first), company(second), `/dossiers/${dossierId}`])
    expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  expect((await d.ownership(company(first))).named).toMatchObject({ name: null, active: false })
  expect(await d.seen(d.office.token, `owner=${leaver.userId}`)).toEqual([first])
  expect(await d.must(...handOver(leaver.userId, { userId: heir.userId }))).toEqual(whole)
  expect(await d.answers(company(first))).toBe(`person ${heir.userId} by THIRD_PARTY`)
  expect(await d.answers(company(second))).toBe(`person ${heir.userId} by RULE`)
  expect(await d.answers(`/dossiers/${dossierId}`)).toBe(`person ${heir.userId} by DOSSIER`)
  expect((await d.ownership(company(second))).followers).toMatchObject([{ userId: heir.userId }])
  // Nothing is left, and the account does not know them any more.
  expect(await d.refusal('GET', preview)).toBe('404 USER_NOT_FOUND')
  expect(await d.refusal(...handOver(leaver.userId, { userId: heir.userId }))).toBe('404 USER_NOT_FOUND')
  const { content } = await d.must<{ content: { name: string; after: object }[] }>(
    'GET',
    '/administration/journal?size=5',
  )
  expect(content[0]).toMatchObject({
    name: 'OWNERSHIP_HANDED_OVER',
    subject: { type: 'USER', id: leaver.userId },
    after: { to: { userId: heir.userId }, thirdparties: 1 },
  })
  await d.must('PUT', '/owner-rules', { body: { rules: [] } })
  await d.must('PUT', '/duty-holder', { body: { chosen: null } })
})

test('A hand-over is refused as a whole to an heir who does not see all of it', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const [leaver, heir] = [await d.person('ALL'), await d.person([north])]
  const [seen, hidden] = [await d.company('In sight', [north]), await d.company('Out of sight', [south])]
  const body = { owner: { userId: leaver.userId }, thirdpartyIds: [seen, hidden] }
  expect(await d.must('POST', '/thirdparties/owner', { body })).toEqual({ changed: 2 })
  const refused = await d.ask(...handOver(leaver.userId, { userId: heir.userId }))
  expect(refused.json<object>()).toMatchObject({ code: 'OWNER_WITHOUT_SIGHT', thirdpartyId: hidden })
  expect(await d.seen(d.office.token, `owner=${leaver.userId}`)).toEqual([hidden, seen])
  expect(await d.refusal(...handOver(leaver.userId, { userId: leaver.userId }))).toBe('422 HAND_OVER_TO_SELF')
  await d.must('PUT', '/duty-holder', { body: { chosen: { userId: leaver.userId } } })
  await d.must('PUT', `${company(hidden)}/owner`, { body: { owner: null } })
  expect(await d.refusal(...handOver(leaver.userId, { userId: heir.userId }))).toBe('422 DUTY_HOLDER_LIMITED')
  expect(await d.answers(company(seen))).toBe(`person ${leaver.userId} by THIRD_PARTY`)
  await d.must('PUT', '/duty-holder', { body: { chosen: null } })
})

test('Handing over nothing is no fault of a member or a team, and tells nobody', async () => {
  const idle = await d.person('ALL')
  const nothing = {
    thirdparties: 0,
    dossiers: 0,
    followed: 0,
    tasks: 0,
    rules: 0,
    dutyHolder: false,
    more: false,
  }
  expect(await d.must(...handOver(idle.userId, { userId: admin.userId }))).toEqual(nothing)
  const to = { body: { to: { userId: admin.userId } } }
  const ofTeam = `/teams/${await d.team('Idle', [])}/hand-over`
  expect(await d.must('GET', ofTeam)).toEqual(nothing)
  expect(await d.must('POST', ofTeam, to)).toEqual(nothing)
  expect(await d.refusal('GET', '/teams/9999999/hand-over')).toBe('404 TEAM_NOT_FOUND')
  expect(await d.refusal('POST', '/teams/9999999/hand-over', to)).toBe('404 TEAM_NOT_FOUND')
})

test('Many companies are put into one name, all or none', async () => {
  const ada = await d.person('ALL')
  const ids = [await d.company('Bulk One', []), await d.company('Bulk Two', [])]
  const name = (thirdpartyIds: number[], owner: object | null) => ({ body: { thirdpartyIds, owner } })
  const owner = { userId: ada.userId }
  expect(await d.refusal('POST', '/thirdparties/owner', name([...ids, 9_999_999], owner))).toBe(
    '404 THIRD_PARTY_NOT_FOUND',
  )
  expect(await d.seen(ada.token, 'owner=me')).toEqual([])
  expect(await d.must('POST', '/thirdparties/owner', name(ids, owner))).toEqual({ changed: 2 })
  expect(await d.must('POST', '/thirdparties/owner', name(ids, owner))).toEqual({ changed: 0 })
  expect(await d.seen(ada.token, 'owner=me')).toEqual(ids.toReversed())
  const matching = '/thirdparties/owner/matching?q=bulk'
  expect(await d.must('POST', matching, { body: { owner: null } })).toEqual({ changed: 2, more: false })
  expect(await d.must('POST', matching, { body: { owner: null } })).toEqual({ changed: 0, more: false })
})

test('More than 2,000 companies that match are named by as many calls as it takes', async () => {
  const { accountId } = d.office
  await d.t.db.write(d.office, (tx) =>
    sql`insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
        country_code, created_at, updated_at, wire)
      select ${accountId}, 'CIT003', 'M' || n, 'UNMANAGED', 'COMPLETE', 'Many ' || n, 'FJ', now(), now(), ''
      from generate_series(1, 2001) n`.execute(tx),
  )
  await completeThirdParties(d.t.db, accountId)
  const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
  const name = (userId: number) =>
    d.must('POST', '/thirdparties/owner/matching?countryCode=FJ', { body: { owner: { userId } } })
  expect(await name(ada.userId)).toEqual({ changed: 2_000, more: true })
  expect(await name(ada.userId)).toEqual({ changed: 1, more: false })
  expect(await d.must<object>(...handOver(ada.userId, { userId: bob.userId }))).toMatchObject({
    thirdparties: 2_001,
    more: false,
  })
  const page = await d.must<{ totalElements: number }>('GET', '/thirdparties?owner=me', { token: bob.token })
  expect(page.totalElements).toBe(2_000)
})
