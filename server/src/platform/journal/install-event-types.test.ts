import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { eventTypes } from './event-names.ts'
import { installEventTypes } from './install-event-types.ts'

let database: TestDatabase
let owner: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  owner = new pg.Pool({ connectionString: database.adminUrl, max: 1, options: '-c role=vigie_owner' })
})
afterAll(async () => {
  await owner.end()
  await database.close()
})
beforeEach(async () => {
  await database.admin.query('truncate event_type')
  await installEventTypes(owner)
})

const change = (statement: string) => database.admin.query(statement)
async function stored() {
  const { rows } = await database.admin.query<{ code: number; name: string }>(
    'select code, name from event_type order by code',
  )
  return rows
}

test('An empty table gets every name, and a second start adds nothing', async () => {
  const all = eventTypes.map(({ code, name }) => ({ code, name }))
  expect(await stored()).toEqual(all)
  await installEventTypes(owner)
  expect(await stored()).toEqual(all)
})

test('A name that was added at the end of its list is written, and the others stay', async () => {
  const before = await stored()
  await change(`delete from event_type where name = 'THIRD_PARTY_DATA_HUB_UPDATED'`)
  await installEventTypes(owner)
  expect(await stored()).toEqual(before)
})

test('A name that would get another code is refused, and nothing is changed', async () => {
  await change(`delete from event_type where name = 'DOSSIER_COMMENT_MENTION_DELETED'`)
  await change(`update event_type set code = 221 where name = 'DOSSIER_UPDATED'`)
  const before = await stored()
  await expect(installEventTypes(owner)).rejects.toThrow(
    'The event DOSSIER_UPDATED is stored under code 221 and would get 203; in event-names.ts a new name goes at the end of its list.',
  )
  expect(await stored()).toEqual(before)
})

test('A name that this version does not know is refused', async () => {
  await change(`insert into event_type values (190, 'THIRD_PARTY_OF_TOMORROW', 1)`)
  await expect(installEventTypes(owner)).rejects.toThrow(/THIRD_PARTY_OF_TOMORROW.*start the newer version/)
})
