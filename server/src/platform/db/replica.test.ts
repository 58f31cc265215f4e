import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import type { Scope } from '../kernel/index.ts'
import { openDatabase } from './database.ts'
import { parsePosition, readPosition, Replica } from './replica.ts'

let database: TestDatabase
let scope: Scope
let replica: Replica
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scope = await newAccount(database)
  // Not a standby: what a real one answers is proven with two servers.
  const db = openDatabase(testPool({ url: database.appUrl, max: 2 }))
  replica = new Replica({ db, maxLagMs: 5_000 })
  return () => replica.close()
})

test.each([
  ['0/0', 0n],
  ['0/1', 1n],
  ['1/0', 4_294_967_296n],
  ['16/B374D848', 97_500_059_720n],
])('The place %s is read as a number', (text, number) => {
  expect(parsePosition(text)).toBe(number)
})

test('What is noted of a write never goes back, and is known by who wrote', async () => {
  const { db } = database
  const noted = async (actor = 'JOB test') => (await db.lookUp(scope, readPosition, actor))[0]?.written_to
  const writer = { ...scope, actor: { type: 'JOB', id: null, name: 'test' } } as const
  await replica.noteWritten(db, writer)
  const first = await noted()
  await replica.noteWritten(db, writer)
  const second = await noted()
  expect(parsePosition(second!)).toBeGreaterThanOrEqual(parsePosition(first!))
  expect(await noted('JOB other')).toBeUndefined()
})

test('A server that follows nobody is never read from', async () => {
  await replica.measure(database.db)
  expect(replica.lagSeconds).toBeNull()
  expect(await replica.readerFor(database.db, scope)).toBe(database.db)
  expect(Object.fromEntries(replica.reads)).toEqual({ replica: 0, primary: 1, repeated: 0 })
})
