import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { newAccount, setClockOffset } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { untilWaiting } from '../../../test/harness/queue-behind.ts'
import { beforeCommit, openDatabase, type Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import {
  documentEvents,
  dossierEvents,
  eventTypes,
  resourceTypeCodes,
  thirdPartyEvents,
} from './event-names.ts'
import { openDetails } from './event-words.ts'
import { recordPast, type PastEntry } from './record.ts'
import { verifyJournal } from './verify.ts'

let database: TestDatabase
let scope: Scope
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  scope = await newAccount(database, 'SANDBOX')
})

const added = (thirdpartyId: number): PastEntry => ({ name: 'THIRD_PARTY_ADDED', thirdpartyId })
const write = (...entries: PastEntry[]) =>
  database.db.write(scope, (tx) => {
    for (const entry of entries) recordPast(tx, scope, entry)
    return Promise.resolve()
  })
const events = () =>
  database.db.read(scope, (tx) => tx.selectFrom('event').selectAll().orderBy('seq').execute())
const rename = (tx: Tx) => tx.updateTable('account').set({ name: 'Changed' }).execute()

async function accountName(): Promise<string> {
  const account = await database.db.read(scope, (tx) =>
    tx.selectFrom('account').select('name').executeTakeFirstOrThrow(),
  )
  return account.name
}

async function expectNothingDone(): Promise<void> {
  expect(await accountName()).toBe('Test account')
  const kept = await database.admin.query(
    `select (select count(*) from event where account_id = $1)::int as events,
       (select count(*) from event_detail where account_id = $1)::int as details,
       (select count(*) from journal_head where account_id = $1)::int as heads`,
    [scope.accountId],
  )
  expect(kept.rows).toEqual([{ events: 0, details: 0, heads: 0 }])
}

test('The database knows the 48, 22 and 30 names of the lists, under the same numbers', async () => {
  const { rows } = await database.admin.query(
    'select name, code, resource_type from event_type order by code',
  )
  const expected = eventTypes.map(({ name, code, resourceType }) => ({
    name,
    code,
    resource_type: resourceTypeCodes[resourceType],
  }))
  expect(rows).toEqual(expected)
  expect([thirdPartyEvents, dossierEvents, documentEvents].map((list) => new Set(list).size)).toEqual([
    48, 22, 30,
  ])
})

test('An event is stored with its resource, its actor and its detail', async () => {
  const data = { before: null, after: 'é\u0000"\ud800' }
  await write(
    { name: 'THIRD_PARTY_ADDED', thirdpartyId: 11 },
    { name: 'DOSSIER_ADDED', thirdpartyId: 11, dossierId: 12 },
    { name: 'DOCUMENT_ADDED', thirdpartyId: 11, dossierId: 12, documentId: 13, data },
  )
  const rows = await events()
  const common = { account_id: scope.accountId, thirdparty_id: 11, actor_type: 'USER', actor_id: 4_711 }
  expect(rows).toMatchObject([
    { ...common, seq: 1, event_type: 100, resource_type: 1, resource_id: 11, dossier_id: null },
    { ...common, seq: 2, event_type: 200, resource_type: 2, resource_id: 12, document_id: null },
    {
      ...common,
      seq: 3,
      event_type: 300,
      resource_type: 3,
      resource_id: 13,
      dossier_id: 12,
      document_id: 13,
    },
  ])
  expect(new Set(rows.map((row) => row.occurred_at.getTime())).size).toBe(1)
  expect(Math.abs(rows[0]!.occurred_at.getTime() - Date.now())).toBeLessThan(60_000)
  const details = await database.db.read(scope, (tx) =>
    tx.selectFrom('event_detail').select('payload').where('seq', '=', 3).execute(),
  )
  // The name of the actor is sealed, here as in every event of theirs.
  expect(JSON.parse(details[0]!.payload.toString())).toEqual({
    data,
    sealed: [{ person: 'USER:4711', box: expect.stringMatching(/^[A-Za-z0-9+/=]{60,}$/) as string }],
  })
  const words = await database.db.read(scope, (tx) => openDetails(tx, scope, [details[0]!.payload]))
  expect(words).toEqual([{ actor: 'Ada Lovelace', data, erased: false }])
  expect(await database.db.read(scope, (tx) => verifyJournal(tx, scope))).toMatchObject({
    intact: true,
    events: 3,
  })
})

test('Sixteen writers and a clock stepping back leave no gap and no reversal', async () => {
  let written = 0
  const writer = async (worker: number) => {
    for (let turn = 0; turn < 12; turn += 1) {
      const entries = Array.from({ length: 1 + ((worker + turn) % 3) }, () => added(worker))
      await write(...entries)
      written += 1
      // An hour ahead and back again, twice, while others write.
      if (written % 48 === 0) await setClockOffset(database, scope, written % 96 === 0 ? 0 : 3_600_000)
    }
  }
  await Promise.all(Array.from({ length: 16 }, (_, worker) => writer(worker)))
  for (const ahead of [3_600_000, 0]) {
    await setClockOffset(database, scope, ahead)
    await write(added(1))
  }
  const rows = await events()
  expect(rows.length).toBeGreaterThan(300)
  expect(rows.map((row) => row.seq)).toEqual(rows.map((_, index) => index + 1))
  for (const [index, row] of rows.slice(1).entries()) {
    expect(row.occurred_at.getTime()).toBeGreaterThanOrEqual(rows[index]!.occurred_at.getTime())
  }
  // The clock did go ahead and came back: the last event bears the later hour all the same.
  expect(rows.at(-1)!.occurred_at.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
  expect(await database.db.read(scope, (tx) => verifyJournal(tx, scope))).toMatchObject({ intact: true })
})

test('Events recorded by a hook after the first append are stored as well', async () => {
  await database.db.write(scope, (tx) => {
    recordPast(tx, scope, added(1))
    beforeCommit(tx, () => Promise.resolve(recordPast(tx, scope, added(2))))
    beforeCommit(tx, () => Promise.resolve(recordPast(tx, scope, added(3))), 'last')
    return Promise.resolve()
  })
  expect((await events()).map((row) => [row.seq, row.resource_id])).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('The chain is held for no round trip: the commit is there before the append is answered', async () => {
  const pool = testPool({ url: database.appUrl, max: 1 })
  const streams: Readable[] = []
  pool.on('connect', (client) => {
    streams.push((client as unknown as { connection: { stream: Readable } }).connection.stream)
  })
  const holder = await database.admin.connect()
  try {
    await holder.query('select pg_advisory_lock(journal_lock_key($1))', [scope.accountId])
    const writing = openDatabase(pool).write(scope, async (tx) => {
      await rename(tx)
      recordPast(tx, scope, added(1))
    })
    await untilWaiting(database, 1)
    // From here on the writer hears nothing, so all it could do is done.
    for (const stream of streams) stream.pause()
    await holder.query('select pg_advisory_unlock_all()')
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), { timeout: 20_000 })
    for (const stream of streams) stream.resume()
    await writing
  } finally {
    holder.release()
    await pool.end()
  }
  expect(await accountName()).toBe('Changed')
})

test('A repeated attempt records its events once', async () => {
  let attempts = 0
  await database.db.write(scope, async (tx) => {
    attempts += 1
    recordPast(tx, scope, added(attempts))
    if (attempts < 3) {
      await sql.raw(`do $$ begin raise exception 'again' using errcode = '40001'; end $$`).execute(tx)
    }
  })
  expect((await events()).map((row) => row.resource_id)).toEqual([3])
})

describe('No event without its change', () => {
  test('A write that throws leaves no event', async () => {
    const work = database.db.write(scope, async (tx) => {
      await rename(tx)
      recordPast(tx, scope, added(1))
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    await expectNothingDone()
  })

  test('A change the database refuses leaves no event', async () => {
    const work = database.db.write(scope, async (tx) => {
      recordPast(tx, scope, added(1))
      await tx.updateTable('account').set({ name: '' }).execute()
    })
    await expect(work).rejects.toMatchObject({ code: '23514' })
    await expectNothingDone()
  })
})

describe('No change without its events', () => {
  const unavailable = { code: 'JOURNAL_UNAVAILABLE', status: 503 }
  const changeAnd = (entry: PastEntry, by: Scope = scope, { db } = database) =>
    db.write(scope, async (tx) => {
      await rename(tx)
      recordPast(tx, by, entry)
    })

  test('A change by an actor the journal does not know is refused', async () => {
    const stranger = { ...scope, actor: { ...scope.actor, type: 'GHOST' as 'USER' } }
    await expect(changeAnd(added(1), stranger)).rejects.toMatchObject(unavailable)
    await expectNothingDone()
  })

  test('A change whose event lacks its resource is refused', async () => {
    const entry = { name: 'DOSSIER_ADDED', thirdpartyId: 1 } as unknown as PastEntry
    await expect(changeAnd(entry)).rejects.toMatchObject(unavailable)
    await expectNothingDone()
  })

  test('A change is refused when the last of its events fails', async () => {
    const work = database.db.write(scope, async (tx) => {
      await rename(tx)
      recordPast(tx, scope, added(1))
      recordPast(tx, scope, added(2.5))
    })
    await expect(work).rejects.toMatchObject(unavailable)
    await expectNothingDone()
  })

  test('A change is refused while the chain stays locked', async () => {
    const impatient = openDatabase(testPool({ url: database.appUrl, max: 1, lockTimeoutMs: 50 }))
    const holder = await database.admin.connect()
    try {
      await holder.query('select pg_advisory_lock(journal_lock_key($1))', [scope.accountId])
      await expect(changeAnd(added(1), scope, { ...database, db: impatient })).rejects.toMatchObject(
        unavailable,
      )
    } finally {
      await holder.query('select pg_advisory_unlock_all()')
      holder.release()
      await impatient.close()
    }
    await expectNothingDone()
  })

  test('A change is refused when the application may not call the function', async () => {
    await database.admin.query('revoke execute on function journal_append(jsonb) from vigie_app')
    try {
      await expect(changeAnd(added(1))).rejects.toMatchObject(unavailable)
    } finally {
      await database.admin.query('grant execute on function journal_append(jsonb) to vigie_app')
    }
    await expectNothingDone()
  })

  test('A change outside any account is refused', async () => {
    const work = database.db.system((tx) => Promise.resolve(recordPast(tx, scope, added(1))))
    await expect(work).rejects.toMatchObject(unavailable)
    await expectNothingDone()
  })
})
