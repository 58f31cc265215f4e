import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { untilWaiting } from '../../../test/harness/queue-behind.ts'
import { beforeCommit, openDatabase, type Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { completeUntil } from './event-search-final.ts'
import { recordPast } from './record.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const distantEnd = new Date('2999-01-01T00:00:00Z')
const second = 1_000

// The database's clock, made to obey: what account_now says beside the account's own lead.
beforeAll(async () => {
  await database.admin.query(`
    create table clock_error (ms bigint not null);
    insert into clock_error values (0);
    grant select on clock_error to public;
    create or replace function account_now(account bigint) returns timestamptz
    language sql volatile set search_path = vigie, pg_temp as $$
      select date_trunc('milliseconds',
        clock_timestamp() + make_interval(secs => (a.clock_offset_ms + c.ms) / 1000.0))
      from account a, clock_error c where a.account_id = account
    $$`)
})
const setClock = (ms: number) => database.admin.query('update clock_error set ms = $1', [ms])
const tick = async (ms: number) =>
  void (await database.admin.query('update clock_error set ms = ms + $1', [ms]))
beforeEach(() => setClock(0))

/** What a client does that keeps a copy: asks for all since the last time, as far as the answer is final. */
async function poll(scope: Scope, from: Date, db = database.db): Promise<{ seqs: number[]; next: Date }> {
  const until = await completeUntil(db, scope, distantEnd)
  const next = new Date(until.getTime() + second)
  const rows = await db.read(scope, (tx) =>
    tx
      .selectFrom('event')
      .select('seq')
      .where('account_id', '=', scope.accountId)
      .where('occurred_at', '>=', from)
      .where('occurred_at', '<', next)
      .execute(),
  )
  return { seqs: rows.map((row) => row.seq), next: next > from ? next : from }
}

const append = (tx: Tx, scope: Scope) =>
  recordPast(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId: 1 })

async function lastSeq(scope: Scope): Promise<{ seq: number; occurred_at: Date }> {
  const head = await database.db.read(scope, (tx) =>
    tx.selectFrom('journal_head').select(['seq', 'occurred_at']).executeTakeFirstOrThrow(),
  )
  return head
}

test('Windows declared complete hold every event, once, also when the clock steps back', async () => {
  const scope = await newAccount(database)
  let written = 0
  const writer = async () => {
    for (let turn = 1; turn <= 25; turn += 1) {
      await database.db.write(scope, async (tx) => {
        append(tx, scope)
        // Some commits take long enough for a second to turn between stamp and commit.
        if (turn % 8 === 0) beforeCommit(tx, () => tick(1_100), 'last')
      })
      written += 1
      // Seconds go by without an event too: otherwise the last event alone would hold the time.
      await tick(stepsBack[written] ?? (written % 5 === 0 ? 1_500 : 60))
    }
  }
  const final: { seq: number; occurred_at: Date }[] = []
  const poller = async () => {
    const seen: number[] = []
    let from = new Date(0)
    for (;;) {
      const { seqs, next } = await poll(scope, from)
      seen.push(...seqs)
      from = next
      if (final[0] && from > final[0].occurred_at) return seen
    }
  }
  const pollers = Promise.all(Array.from({ length: 4 }, poller))
  await Promise.all(Array.from({ length: 8 }, writer))
  const last = await lastSeq(scope)
  final.push(last)
  await tick(60 * second)
  expect(last.seq).toBe(200)
  const everything = Array.from({ length: last.seq }, (_, index) => index + 1)
  for (const seen of await pollers) expect(seen.toSorted((a, b) => a - b)).toEqual(everything)
})

/** By how much the clock goes wrong after so many events. */
const stepsBack: Record<number, number> = { 50: -1_300, 100: -2_900, 150: -3_600 }

/** Everything, as two polls see it between which `happen` lets time pass. */
async function missed(scope: Scope, happen: () => Promise<void>): Promise<number> {
  const first = await poll(scope, new Date(0))
  await happen()
  await setClock(3_600 * second)
  const rest = await poll(scope, first.next)
  return (await lastSeq(scope)).seq - first.seqs.length - rest.seqs.length
}

const stepBack = async (scope: Scope) =>
  missed(scope, async () => {
    await setClock(-30 * second)
    await database.db.write(scope, async (tx) => append(tx, scope))
  })

test('A quiet account gets no event before what was declared complete, nor does a sandbox ahead of time', async () => {
  expect(await stepBack(await newAccount(database))).toBe(0)
  await setClock(0)
  const scope = await newAccount(database, 'SANDBOX')
  await database.admin.query('update account set clock_offset_ms = 86400000 where account_id = $1', [
    scope.accountId,
  ])
  expect(await stepBack(scope)).toBe(0)
  // Other processes must find the mark, also after a crash: an ordinary table, neither temporary nor unlogged.
  const { rows } = await database.admin.query<{ kept: boolean }>(
    `select relpersistence = 'p' and relkind = 'r' as kept from pg_class where oid = 'journal_mark'::regclass`,
  )
  expect(rows).toEqual([{ kept: true }])
})

test('Events come late without the mark or the lock, so these tests can fail', async () => {
  const scope = await newAccount(database)
  await withFunction(
    `create or replace function journal_declare_final(wanted timestamptz) returns timestamptz language sql as $$
       select least(date_trunc('second', account_now(current_setting('app.account')::bigint)), wanted) $$`,
    'journal_declare_final(timestamptz)',
    async () => expect(await stepBack(scope)).toBe(1),
  )
  await setClock(0)
  const other = await newAccount(database)
  await withFunction(
    'create or replace function journal_lock_key(account bigint) returns bigint language sql as $$ select (random() * 1e15)::bigint $$',
    'journal_lock_key(bigint)',
    async () => {
      const held = await heldWriter(other)
      await setClock(10 * second)
      const first = await poll(other, new Date(0))
      await held.commit()
      expect((await lastSeq(other)).occurred_at < first.next).toBe(true)
      expect(first.seqs).toEqual([])
    },
  )
})

/** Runs `work` while a function of the database is another one. */
async function withFunction(definition: string, signature: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await database.admin.query<{ was: string }>(
    `select pg_get_functiondef($1::regprocedure) as was`,
    [signature],
  )
  await database.admin.query(definition)
  try {
    await work()
  } finally {
    await database.admin.query(rows[0]?.was ?? '')
  }
}

/** A writer that has stamped its event, and commits when it is told to. */
async function heldWriter(scope: Scope): Promise<{ commit(): Promise<void> }> {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
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
  return {
    commit: () => {
      release()
      return writing
    },
  }
}

test('A search waits for a writer that has stamped its event and not committed it', async () => {
  const scope = await newAccount(database)
  const held = await heldWriter(scope)
  const polling = poll(scope, new Date(0))
  await untilWaiting(database, 1)
  await held.commit()
  // By now the event's second may not be over; a search that says it is must show the event.
  const { occurred_at: at } = await lastSeq(scope)
  const { seqs, next } = await polling
  expect(seqs).toEqual(next > at ? [1] : [])
})

test('A search that cannot get the lock in time reports an overload', async () => {
  const scope = await newAccount(database)
  const impatient = openDatabase(testPool({ url: database.appUrl, max: 1, lockTimeoutMs: 50 }))
  const holder = await database.admin.connect()
  try {
    await holder.query('select pg_advisory_lock(journal_lock_key($1))', [scope.accountId])
    await expect(poll(scope, new Date(0), impatient)).rejects.toMatchObject({
      code: 'OVERLOADED',
      status: 503,
    })
  } finally {
    await holder.query('select pg_advisory_unlock_all()')
    holder.release()
    await impatient.close()
  }
})

test('The current second is never declared complete, nor one beyond the request', async () => {
  const scope = await newAccount(database, 'SANDBOX')
  const ask = (end: Date) => completeUntil(database.db, scope, end)
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
