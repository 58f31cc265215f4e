import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { beforeCommit, type ReadTx, type Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { completeUntil } from './event-search.ts'
import { record } from './record.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const distantEnd = new Date('2999-01-01T00:00:00Z')
const second = 1_000

/** What a client does that keeps a copy: asks for all since the last time, as far as the answer is final. */
async function poll(scope: Scope, from: Date): Promise<{ seqs: number[]; next: Date }> {
  return database.db.read(scope, async (tx) => {
    const until = await completeUntil(tx, scope, distantEnd)
    const next = new Date(until.getTime() + second)
    const rows = await tx
      .selectFrom('event')
      .select('seq')
      .where('account_id', '=', scope.accountId)
      .where('occurred_at', '>=', from)
      .where('occurred_at', '<', next)
      .execute()
    return { seqs: rows.map((row) => row.seq), next: next > from ? next : from }
  })
}

const append = (tx: Tx, scope: Scope) => record(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId: 1 })

async function lastSeq(scope: Scope): Promise<{ seq: number; occurred_at: Date }> {
  const head = await database.db.read(scope, (tx) =>
    tx.selectFrom('journal_head').select(['seq', 'occurred_at']).executeTakeFirstOrThrow(),
  )
  return head
}

test('windows that were declared complete hold every event, once, whoever writes meanwhile', async () => {
  const scope = await newAccount(database)
  const start = new Date(Date.now() - 10 * second)
  const deadline = Date.now() + 4 * second
  const writer = async () => {
    while (Date.now() < deadline) {
      await database.db.write(scope, async (tx) => {
        append(tx, scope)
        // Some commits take long enough for a second to turn between stamp and commit.
        if (Math.random() < 0.02) beforeCommit(tx, () => pause(tx), 'last')
      })
    }
  }
  const poller = async () => {
    const seen: number[] = []
    let from = start
    let final: { seq: number; occurred_at: Date } | undefined
    for (;;) {
      const { seqs, next } = await poll(scope, from)
      seen.push(...seqs)
      from = next
      if (Date.now() > deadline + 500) final ??= await lastSeq(scope)
      if (final && from > final.occurred_at) return seen
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
  }
  const pollers = Promise.all([poller(), poller()])
  await Promise.all(Array.from({ length: 6 }, writer))
  const { seq } = await lastSeq(scope)
  expect(seq).toBeGreaterThan(50)
  const everything = Array.from({ length: seq }, (_, index) => index + 1)
  for (const seen of await pollers) expect(seen.toSorted((a, b) => a - b)).toEqual(everything)
})

const pause = async (tx: ReadTx) => void (await sql`select pg_sleep(0.3)`.execute(tx))

test('a search waits for a writer that has stamped its event and not committed it', async () => {
  const scope = await newAccount(database)
  let commit = () => {}
  const held = new Promise<void>((resolve) => (commit = resolve))
  let stamped = () => {}
  const isStamped = new Promise<void>((resolve) => (stamped = resolve))
  const writing = database.db.write(scope, async (tx) => {
    append(tx, scope)
    beforeCommit(
      tx,
      () => {
        stamped()
        return held
      },
      'last',
    )
  })
  await isStamped
  const polling = poll(scope, new Date(0))
  await waitingForLock()
  commit()
  await writing
  await polling
  // By now the event's second may not be over; a search that says it is must show the event.
  const { occurred_at: at } = await lastSeq(scope)
  const { seqs, next } = await polling
  expect(seqs).toEqual(next > at ? [1] : [])
})

async function waitingForLock(): Promise<void> {
  const deadline = Date.now() + 1_900
  while (Date.now() < deadline) {
    const { rowCount } = await database.admin.query(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
    )
    if (rowCount) return
  }
  throw new Error('nobody waits for the lock')
}

test('a search that cannot get the lock in time says so as an overload', async () => {
  const scope = await newAccount(database)
  const holder = await database.admin.connect()
  try {
    await holder.query('select pg_advisory_lock(journal_lock_key($1))', [scope.accountId])
    await expect(poll(scope, new Date(0))).rejects.toMatchObject({ code: 'OVERLOADED', status: 503 })
  } finally {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
  }
})

test('the second that still runs is never declared complete, nor one beyond what was asked', async () => {
  const scope = await newAccount(database, 'SANDBOX')
  const ask = (end: Date) => database.db.read(scope, (tx) => completeUntil(tx, scope, end))
  const before = Date.now()
  const until = await ask(distantEnd)
  expect(until.getTime() % second).toBe(0)
  expect(until.getTime() + second).toBeLessThanOrEqual(Date.now())
  expect(until.getTime()).toBeGreaterThanOrEqual(before - 2 * second)
  expect(await ask(new Date('2020-01-01T00:00:10Z'))).toEqual(new Date('2020-01-01T00:00:09Z'))
  await database.admin.query('update account set clock_offset_ms = 3600000 where account_id = $1', [
    scope.accountId,
  ])
  expect((await ask(distantEnd)).getTime()).toBeGreaterThan(before + 3_500_000)
})
