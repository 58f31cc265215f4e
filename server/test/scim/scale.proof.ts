import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { groupUrn, scimDesk, userUrn, type ScimDesk, type ScimResource } from './scim-desk.ts'

const people = 10_000
let harness: TestApp
let desk: ScimDesk
let small: ScimDesk

beforeAll(async () => {
  harness = await testApp()
  desk = await scimDesk(harness)
  small = await scimDesk(harness)
  await fillDirectory(desk.accountId)
})
afterAll(() => harness.close())

/** What ten thousand creations would have written, in a second. */
async function fillDirectory(accountId: number): Promise<void> {
  await harness.admin.query(
    `with made as (
       insert into app_user (email, name, directory_account_id)
       select 'person-' || nth || '@scale.example', 'Person ' || nth, $1 from generate_series(1, $2::int) nth
       returning user_id, email, name
     ), joined as (
       insert into membership (account_id, user_id, roles, active) select $1, user_id, '{}', false from made
     )
     insert into directory_person (account_id, user_id, resource)
     select $1, user_id, jsonb_build_object('userName', email, 'displayName', name, 'active', true,
       'externalId', 'external-' || user_id) from made`,
    [accountId, people],
  )
  await harness.admin.query('analyze')
}

let created = 0
const create = (at: ScimDesk) => {
  created += 1
  return at.scim('POST', '/Users', { schemas: [userUrn], userName: `late-${created}@scale.example` })
}

const tookMs = async (action: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await action()
  return performance.now() - startedAt
}

/**
 * Measured in turns, and the quickest of each compared: what it costs when nothing else is in the way. A busy machine
 * only makes it take more turns; a cost that grows with the directory never passes.
 */
async function expectAsQuick(here: () => Promise<unknown>, there: () => Promise<unknown>): Promise<void> {
  let [many, few] = [Infinity, Infinity]
  for (let turn = 0; turn < 60 && (turn < 3 || many >= few * 3 + 15); turn += 1) {
    many = Math.min(many, await tookMs(here))
    few = Math.min(few, await tookMs(there))
  }
  expect(many).toBeLessThan(few * 3 + 15)
}

test('A creation and a look-up cost the same in a directory of ten thousand', async () => {
  const find = (at: ScimDesk, filter: string) => () =>
    at.scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)
  await expectAsQuick(
    () => create(desk),
    () => create(small),
  )
  for (const filter of ['userName eq "person-7@scale.example"', 'externalId eq "external-7"'])
    await expectAsQuick(find(desk, filter), find(small, filter))
})

test('All of ten thousand are read page by page, each once', async () => {
  const seen = new Set<string>()
  let startIndex = 1
  for (;;) {
    const page = await desk.list(`/Users?attributes=userName&count=500&startIndex=${startIndex}`)
    for (const { id } of page.Resources) seen.add(id)
    startIndex += page.itemsPerPage
    if (page.itemsPerPage === 0) {
      expect(seen.size).toBe(page.totalResults)
      break
    }
  }
  expect(seen.size).toBeGreaterThanOrEqual(people)
})

test('A group of ten thousand is sent in one piece, mapped, and changed by one person at a small cost', async () => {
  const { rows } = await harness.admin.query<{ id: string }>(
    `select scim_id as id from directory_person where account_id = $1 and user_name like 'person-%'`,
    [desk.accountId],
  )
  const { id } = await desk.group('Everybody')
  const members = rows.map(({ id: value }) => ({ value, display: 'Somebody of the directory', type: 'User' }))
  const put = await desk.scim('PUT', `/Groups/${id}`, {
    schemas: [groupUrn],
    displayName: 'Everybody',
    members,
  })
  expect(put.json<ScimResource>()['members']).toHaveLength(people)
  expect((await desk.give('Everybody', ['READER'])).statusCode).toBe(200)
  const standing = await harness.admin.query<{ count: number }>(
    `select count(*)::int from membership where account_id = $1 and active and roles = '{READER}'`,
    [desk.accountId],
  )
  expect(standing.rows[0]?.count).toBe(people)
  const told = (await desk.journal()).filter(
    ({ name, after }) => name === 'MEMBER_CHANGED' && after?.['userIds'],
  )
  expect(told.flatMap(({ after }) => after?.['userIds'] as number[])).toHaveLength(people)
  const one = members[0]?.value
  const few = await small.group('Few', [(await small.person('few@scale.example')).id])
  const leaveAndJoin = (at: ScimDesk, group: string, member: string | undefined) => async () => {
    await at.patch(`/Groups/${group}`, [{ op: 'remove', path: `members[value eq "${member}"]` }])
    await at.patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value: [{ value: member }] }])
  }
  const member = (few['members'] as { value: string }[])[0]?.value
  await expectAsQuick(leaveAndJoin(desk, id, one), leaveAndJoin(small, few.id, member))
})
