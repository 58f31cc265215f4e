import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { journalCommand } from '../../src/commands/journal.ts'
import { record } from '../../src/platform/journal/index.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { newAccount } from './fixtures.ts'

let database: TestDatabase
let sound: Scope
let broken: Scope
let opened = 0
let closed = 0
const deps = {
  open: () => {
    opened += 1
    return Promise.resolve({ db: database.db, close: () => Promise.resolve(void (closed += 1)) })
  },
}

beforeAll(async () => {
  database = await testDatabase()
  sound = await newAccount(database)
  broken = await newAccount(database)
  for (const scope of [sound, broken]) {
    await database.db.write(scope, (tx) => {
      for (const thirdpartyId of [1, 2, 3]) record(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId })
      return Promise.resolve()
    })
  }
})
afterAll(() => database.close())
afterEach(() => {
  process.exitCode = undefined
})

async function verify(...words: string[]): Promise<{ printed: string; exitCode: unknown }> {
  process.exitCode = undefined
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await journalCommand(deps)
      .exitOverride()
      .parseAsync(['verify', ...words], { from: 'user' })
  } finally {
    spy.mockRestore()
  }
  return { printed, exitCode: process.exitCode ?? 0 }
}

test('a journal that holds is told with its events, and ends well', async () => {
  const { printed, exitCode } = await verify()
  expect(printed).toBe(
    `Account ${sound.accountId}: 3 events, intact\nAccount ${broken.accountId}: 3 events, intact\n`,
  )
  expect(exitCode).toBe(0)
})

test('a broken one is named with its first broken event, and fails the command', async () => {
  await database.admin.query(
    `set session_replication_role = replica;
     update event set actor_id = 1 where account_id = ${broken.accountId} and seq = 2;
     reset session_replication_role`,
  )
  const { printed, exitCode } = await verify()
  expect(printed).toContain(`Account ${sound.accountId}: 3 events, intact\n`)
  expect(printed).toContain(`Account ${broken.accountId}: 1 event before, BROKEN at event 2 (ALTERED)\n`)
  expect(exitCode).toBe(1)
  const json = await verify('--json', '--account', String(broken.accountId))
  expect(JSON.parse(json.printed)).toEqual([
    { accountId: broken.accountId, intact: false, events: 1, brokenSeq: 2, fault: 'ALTERED' },
  ])
  expect(json.exitCode).toBe(1)
  expect((await verify('--account', String(sound.accountId))).exitCode).toBe(0)
})

test('an account that is not there is an error, and all was closed', async () => {
  await expect(verify('--account', '999999')).rejects.toThrow('no account 999999')
  expect(closed).toBe(opened)
})
