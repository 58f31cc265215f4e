import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { mutations, rehash, type Mutation } from '../../../test/database/tampering.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { openDatabase, type Db, type ReadTx, type Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { createCheckpointSigner } from './checkpoint.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { forgetPerson } from './person-keys.ts'
import { recordPast, type PastEntry } from './record.ts'
import type { Verdict } from './verdict.ts'
import { startSince } from './verify-since.ts'
import { verifyJournal } from './verify.ts'

const length = rounds(500, 5_000)
const checkpointEvery = 100
// Random places for each kind, besides the first and the last event. All of them are searched from a
// checkpoint shortly before the place; every fourth kind is also searched once from the first event on.
const placesPerKind = rounds(2, 10)
const signer = createCheckpointSigner(new Uint8Array(32).fill(7))
let database: TestDatabase
let superuser: Db
let scope: Scope
let neighbour: Scope
let tried = 0

beforeAll(async () => {
  database = await testDatabase()
  superuser = openDatabase(testPool({ url: database.adminUrl, max: 1 }))
  scope = await newAccount(database)
  neighbour = await newAccount(database)
  await append(neighbour, 3)
  for (let written = 0; written < length; written += checkpointEvery) {
    await append(scope, checkpointEvery)
    await makeCheckpoint(database.db, scope, signer)
  }
}, 180_000)
afterAll(async () => {
  await superuser.close()
  await database.close()
})

const kinds: ((id: number) => PastEntry)[] = [
  (id) => ({ name: 'THIRD_PARTY_ADDED', thirdpartyId: id, data: { name: `Company ${id}` } }),
  (id) => ({ name: 'DOSSIER_ADDED', thirdpartyId: 1, dossierId: id }),
  (id) => ({ name: 'DOCUMENT_ADDED', thirdpartyId: 1, dossierId: 2, documentId: id }),
]

async function append(to: Scope, count: number): Promise<void> {
  await database.db.write(to, (tx) => {
    for (let index = 0; index < count; index += 1) recordPast(tx, to, kinds[index % 3]!(index + 1))
    return Promise.resolve()
  })
}
const verify = (of: Scope) => database.db.read(of, (tx) => verifyJournal(tx, of))

/** Since the newest checkpoint before this event that the chain still agrees with; the whole chain without one. */
async function verifySince(tx: ReadTx, of: Scope, seq: number): Promise<Verdict> {
  const since = seq < 1 ? null : await startSince(tx, of, { seq })
  return verifyJournal(tx, of, since ? { since } : {})
}

/** Lets `work` tamper as a superuser with the guards off, tells what the verifier says, and undoes it all. */
async function tampered(
  work: (tx: Tx) => Promise<unknown>,
  judge: (tx: Tx) => Promise<Verdict> = (tx) => verifyJournal(tx, scope),
): Promise<Verdict> {
  const undo = new Error('undo')
  let verdict: Verdict | undefined
  await superuser
    .write(scope, async (tx) => {
      await sql.raw('set local search_path = vigie').execute(tx)
      await sql.raw('set local session_replication_role = replica').execute(tx)
      await work(tx)
      verdict = await judge(tx)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return verdict!
}

const target = (seq: number, step: number) => ({
  accountId: scope.accountId,
  neighbourId: neighbour.accountId,
  length,
  seq,
  other: ((seq - 1 + step) % length) + 1,
  step,
})

async function expectNamed(
  mutation: Mutation,
  { seq, step, whole = false }: { seq: number; step: number; whole?: boolean },
): Promise<void> {
  const at = target(seq, step)
  const expected = mutation.names ? mutation.names(at) : seq
  const verdict = await tampered(
    (tx) => mutation.apply(tx, at),
    (tx) =>
      whole ? verifyJournal(tx, scope) : verifySince(tx, scope, mutation.atEnd ? length - 1 : expected - 1),
  )
  tried += 1
  expect(verdict).toMatchObject({ intact: false, brokenSeq: expected })
}

const anywhere = fc.integer({ min: 1, max: length })
const further = fc.integer({ min: 1, max: length - 1 })

describe('The first broken event of many', { shuffle: false }, () => {
  test.each(mutations)('The verifier names the first broken event after $name', async (mutation) => {
    await fc.assert(
      fc.asyncProperty(anywhere, further, (seq, step) => expectNamed(mutation, { seq, step })),
      { numRuns: placesPerKind },
    )
    for (const seq of [1, length]) await expectNamed(mutation, { seq, step: 1 })
    const [seq = 1] = fc.sample(anywhere, 1)
    if (mutations.indexOf(mutation) % 4 === 0) await expectNamed(mutation, { seq, step: 7, whole: true })
  })

  test('The verifier names the first broken event over a large number of mutations', () => {
    expect(tried).toBeGreaterThan(rounds(150, 500))
  })

  test('A forged event that was linked again shows at its successor, or at the head', async () => {
    for (const seq of [1, 215, length]) {
      const verdict = await tampered(async (tx) => {
        await sql`update event set actor_id = 666 where account_id = ${scope.accountId} and seq = ${seq}`.execute(
          tx,
        )
        await rehash(tx, scope.accountId, seq)
      })
      expect(verdict).toMatchObject({ intact: false, brokenSeq: Math.min(seq + 1, length) })
    }
  })
})

describe('No false alarms', () => {
  test('The chain the mutations were tried on verifies, whole or in parts', async () => {
    expect(await verify(scope)).toMatchObject({
      intact: true,
      events: length,
      checkpoints: length / checkpointEvery,
      complete: true,
    })
    expect(await tampered(() => Promise.resolve())).toMatchObject({ intact: true, events: length })
    const part = await database.db.read(scope, (tx) => verifyJournal(tx, scope, { limit: 200 }))
    expect(part).toMatchObject({ intact: true, complete: false })
    expect(part.events).toBeGreaterThanOrEqual(200)
    expect(part.events).toBeLessThan(length)
  })

  test('Every chain of many verifies, half of them after people were erased', async () => {
    const chains = Array.from({ length: rounds(20, 200) }, (_, index) => index + 1)
    const check = async (count: number) => {
      const fresh = await newAccount(database)
      await append(fresh, 1 + (count % 12))
      if (count % 2 === 0) {
        const person = { type: 'USER', id: fresh.actor.id! } as const
        await database.db.write(fresh, (tx) => forgetPerson(tx, fresh, person))
        await append(fresh, 2)
      }
      return verify(fresh)
    }
    const verdicts: Verdict[] = []
    // A few at a time, as many as the pool has connections.
    for (let at = 0; at < chains.length; at += 4) {
      verdicts.push(...(await Promise.all(chains.slice(at, at + 4).map(check))))
    }
    expect(verdicts.filter(({ intact }) => !intact)).toEqual([])
    expect(verdicts[1]!.events).toBe(5)
  })

  test('An account without events verifies', async () => {
    expect(await verify(await newAccount(database))).toMatchObject({ intact: true, events: 0 })
  })

  test('A chain of several batches verifies while it grows and is signed', async () => {
    const busy = await newAccount(database)
    await append(busy, 2_000)
    await append(busy, 2_100)
    const stop = new AbortController()
    const writer = (async () => {
      while (!stop.signal.aborted) {
        await append(busy, 1)
        await makeCheckpoint(database.db, busy, signer)
      }
    })()
    const verdicts: Verdict[] = []
    for (let turn = 0; turn < rounds(3, 8); turn += 1) verdicts.push(await verify(busy))
    stop.abort()
    await writer
    expect(verdicts.filter((verdict) => !verdict.intact)).toEqual([])
    expect(verdicts.at(-1)!.events).toBeGreaterThan(verdicts[0]!.events)
    expect(verdicts[0]!.events).toBeGreaterThanOrEqual(4_100)
  })
})

test('A second event under the number that ends a batch is detected', async () => {
  const long = await newAccount(database)
  await append(long, 3_001)
  const add = (seq: number) => `insert into event select account_id, seq, event_id, event_type, resource_type,
      resource_id, thirdparty_id, dossier_id, document_id, occurred_at + interval '1 ms', actor_type, actor_id,
      detail_hash, hash
    from event where account_id = ${long.accountId} and seq = ${seq}`
  for (const seq of [3_000, 1_000, 200]) {
    await database.admin.query(
      `set session_replication_role = replica; ${add(seq)}; reset session_replication_role`,
    )
    expect(await verify(long)).toMatchObject({ intact: false, brokenSeq: seq })
  }
})

test('A chain copied to another account does not verify there', async () => {
  const copyTo = async (tx: Tx) => {
    await sql`delete from event where account_id = ${scope.accountId}`.execute(tx)
    await sql`update event set account_id = ${scope.accountId} where account_id = ${neighbour.accountId}`.execute(
      tx,
    )
  }
  expect(await tampered(copyTo)).toMatchObject({ intact: false, brokenSeq: 1, fault: 'ALTERED' })
})
