import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAccount } from '../../../test/database/fixtures.ts'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { openDatabase, type Db, type Tx } from '../db/index.ts'
import type { Scope } from '../kernel/index.ts'
import { genesis, linkHash } from './chain.ts'
import { checkpointFile, checkpointLine, readCheckpoints } from './checkpoint-file.ts'
import { createCheckpointSigner, signatureHolds, type Checkpoint } from './checkpoint.ts'
import { listCheckpoints, nextCheckpoint, storeCheckpoint } from './checkpoints.queries.ts'
import { exportJournal } from './export-journal.ts'
import { updateCheckpoints } from './update-checkpoints.ts'
import { CheckpointSet } from './checkpoint-set.ts'
import { makeCheckpoint } from './make-checkpoint.ts'
import { recordPast } from './record.ts'
import type { Verdict } from './verdict.ts'
import { verifyExport } from './verify-export.ts'
import { startSince } from './verify-since.ts'
import { verifyJournal, type VerifyOptions } from './verify.ts'

const length = 400
const every = 20
const signer = createCheckpointSigner(new Uint8Array(32).fill(1))
const laterSigner = createCheckpointSigner(new Uint8Array(32).fill(2))
let database: TestDatabase
let superuser: Db
let scope: Scope
let folder: string
let kept: Checkpoint[]

beforeAll(async () => {
  database = await testDatabase()
  superuser = openDatabase(testPool({ url: database.adminUrl, max: 1 }))
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-checkpoints-'))
  scope = await newAccount(database)
  for (let seq = every; seq <= length; seq += every) {
    await append(scope, every)
    // The installation's key was changed in between.
    await keep(scope, { signer: seq <= length / 2 ? signer : laterSigner })
  }
  kept = [...(await readCheckpoints(checkpointFile(folder, scope.accountId))).checkpoints]
})
afterAll(async () => {
  await superuser.close()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function append(to: Scope, count: number): Promise<void> {
  await database.db.write(to, async (tx) => {
    for (let index = 1; index <= count; index += 1) {
      recordPast(tx, to, {
        name: 'THIRD_PARTY_ADDED',
        thirdpartyId: index,
        data: { name: `Company ${index}` },
      })
    }
  })
}

const errors: object[] = []
const log = { error: (values: object) => void errors.push(values) }
const keep = ({ accountId }: Scope, { signer: by = signer, place = folder } = {}) =>
  updateCheckpoints(database.db, { signer: by, folder: place }, { accountIds: [accountId], log })
const verify = (of: Scope, options?: VerifyOptions) =>
  database.db.read(of, (tx) => verifyJournal(tx, of, options))

/** As a superuser with the guards off, undone afterwards. */
async function tampered(
  work: (tx: Tx) => Promise<unknown>,
  judge: (tx: Tx) => Promise<Verdict>,
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

/** Everything behind an event goes, and the head is set back onto it: in itself the journal is whole again. */
async function cut(tx: Tx, last: number, { withCheckpoints }: { withCheckpoints: boolean }): Promise<void> {
  const { accountId } = scope
  const tables = ['event', 'event_detail', ...(withCheckpoints ? ['journal_checkpoint'] : [])]
  for (const table of tables) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId} and seq > ${last}`.execute(tx)
  }
  if (last === 0) await sql`delete from journal_head where account_id = ${accountId}`.execute(tx)
  await sql`update journal_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at
    from event e where h.account_id = ${accountId} and e.account_id = ${accountId} and e.seq = ${last}`.execute(
    tx,
  )
}

/** Changes an event and links all that follow anew, the head too: the forger knows the method. */
async function rewrite(tx: Tx, from: number): Promise<void> {
  const { accountId } = scope
  await sql`update event set actor_id = 666 where account_id = ${accountId} and seq = ${from}`.execute(tx)
  const chain = await tx
    .selectFrom('event')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('seq')
    .execute()
  let previous = genesis(accountId)
  const linked = chain.map((event) => {
    previous = linkHash(event, previous)
    return { seq: event.seq, hash: previous.toString('hex') }
  })
  await sql`update event e set hash = decode(l.hash, 'hex')
    from jsonb_to_recordset(${JSON.stringify(linked)}::jsonb) as l (seq bigint, hash text)
    where e.account_id = ${accountId} and e.seq = l.seq`.execute(tx)
  await sql`update journal_head set hash = ${previous} where account_id = ${accountId}`.execute(tx)
}

describe('Checkpoints', () => {
  test('A checkpoint is signed with a key of the installation, and verifies by the key it names', async () => {
    const again = createCheckpointSigner(new Uint8Array(32).fill(1))
    expect(again.keyId).toBe(signer.keyId)
    expect(laterSigner.keyId).not.toBe(signer.keyId)
    expect(kept).toHaveLength(length / every)
    expect(kept.every(signatureHolds)).toBe(true)
    expect(new Set(kept.map(({ keyId }) => keyId))).toEqual(new Set([signer.keyId, laterSigner.keyId]))
    const [one] = kept
    const changes: Partial<Checkpoint>[] = [
      { seq: 21 },
      { accountId: one!.accountId + 1 },
      { at: new Date(1) },
      { hash: Buffer.alloc(32) },
      { publicKey: laterSigner.publicKey },
      { publicKey: laterSigner.publicKey, keyId: laterSigner.keyId },
      { signature: Buffer.alloc(64) },
    ]
    for (const change of changes) expect(signatureHolds({ ...one!, ...change })).toBe(false)
  })

  test('A checkpoint is made once for each state of the journal, and never of one that contradicts it', async () => {
    const fresh = await newAccount(database)
    const make = () => makeCheckpoint(database.db, fresh, signer)
    expect(await make()).toEqual({ state: 'empty' })
    await append(fresh, 2)
    const both = await Promise.all([make(), make()])
    expect(both.map((made) => 'checkpoint' in made && made.checkpoint.seq)).toEqual([2, 2])
    expect(await make()).toMatchObject({ state: 'current', checkpoint: { seq: 2 } })
    await append(fresh, 1)
    expect(await make()).toMatchObject({ state: 'made', checkpoint: { seq: 3, accountId: fresh.accountId } })
    await database.admin.query(
      `set session_replication_role = replica;
       update event set hash = sha256('x') where account_id = ${fresh.accountId} and seq = 3;
       reset session_replication_role`,
    )
    expect(await make()).toEqual({ state: 'refused', brokenSeq: 3 })
    await keep(fresh)
    expect(errors).toContainEqual({ accountId: fresh.accountId, brokenSeq: 3 })
  })

  test('A checkpoint can be neither changed nor removed', async () => {
    const where = `where account_id = ${scope.accountId}`
    for (const change of [
      `update journal_checkpoint set seq = seq + 1 ${where}`,
      `delete from journal_checkpoint ${where}`,
      'truncate journal_checkpoint',
    ]) {
      await expect(database.admin.query(change)).rejects.toThrow('append-only')
    }
    await expect(
      database.db.write(scope, (tx) => sql.raw(`delete from journal_checkpoint ${where}`).execute(tx)),
    ).rejects.toThrow('permission denied')
  })
})

describe('The file of checkpoints', () => {
  test('The file survives a torn line, two writers and a folder that was away', async () => {
    const fresh = await newAccount(database)
    const place = path.join(folder, 'away')
    const file = checkpointFile(place, fresh.accountId)
    await append(fresh, 1)
    await writeFile(place, 'not a folder')
    const [failed] = await keep(fresh, { place })
    expect(failed).toMatchObject({ outcome: { state: 'made' }, exported: null })
    expect(errors.at(-1)).toMatchObject({ accountId: fresh.accountId, fault: expect.stringMatching(/^E/) })
    await rm(place)
    await append(fresh, 1)
    expect(await keep(fresh, { place })).toMatchObject([{ exported: 2 }])
    expect(await keep(fresh, { place })).toMatchObject([{ outcome: { state: 'current' }, exported: 0 }])

    await appendFile(file, '{"format":"vigie-checkpoint/1","acc')
    await append(fresh, 1)
    await Promise.all([keep(fresh, { place }), keep(fresh, { place }), keep(fresh, { place })])
    const read = await readCheckpoints(place)
    expect(read.unread).toBe(1)
    expect(new Set(read.checkpoints.map(({ seq }) => seq))).toEqual(new Set([1, 2, 3]))
    expect(
      await verify(fresh, {
        kept: new CheckpointSet({ accountId: fresh.accountId, chain: 'EVENTS' }, read.checkpoints),
      }),
    ).toMatchObject({
      intact: true,
      events: 3,
      checkpoints: 3,
    })
    expect((await readFile(file, 'utf8')).endsWith('}\n')).toBe(true)
  })

  test('The file continues after the database was set back to an earlier state', async () => {
    const fresh = await newAccount(database)
    const file = checkpointFile(folder, fresh.accountId)
    await append(fresh, 5)
    await keep(fresh)
    const [first] = await database.db.read(fresh, (tx) => listCheckpoints(tx, fresh, { size: 1 }))
    const lost = { ...first!, seq: 9, madeAt: new Date(first!.madeAt.getTime() + 1) }
    const signature = await signer.sign(fresh.accountId, lost)
    await appendFile(file, `${checkpointLine({ ...lost, signature })}\n`)
    await append(fresh, 1)
    expect(await keep(fresh)).toMatchObject([{ outcome: { state: 'made' }, exported: 1 }])
    const { checkpoints } = await readCheckpoints(file)
    expect(checkpoints.map(({ seq }) => seq)).toEqual([5, 9, 6])
    const held = new CheckpointSet({ accountId: fresh.accountId, chain: 'EVENTS' }, checkpoints)
    expect(await verify(fresh, { kept: held })).toMatchObject({ brokenSeq: 7, fault: 'CHECKPOINT_AHEAD' })
  })
})

describe('Verification against checkpoints', () => {
  const keptSet = () => new CheckpointSet({ accountId: scope.accountId, chain: 'EVENTS' }, kept)

  test('The journal verifies as it was written, whole and since each checkpoint', async () => {
    expect(await verify(scope, { kept: keptSet() })).toMatchObject({
      intact: true,
      events: length,
      checkpoints: 20,
    })
    for (const seq of [20, 200, 399, 400]) {
      const since = await database.db.read(scope, (tx) => startSince(tx, scope, { seq }))
      expect(since?.seq).toBe(Math.floor(seq / every) * every)
      expect(await verify(scope, { since: since! })).toMatchObject({ intact: true, events: length })
    }
  })

  test('All of 50 cut tails are detected, with the first event that is gone', async () => {
    let run = 0
    const lasts = fc.integer({ min: 0, max: length - 1 })
    await fc.assert(
      fc.asyncProperty(lasts, async (last) => {
        // Half of them with the checkpoints of the database cut too: then only the file tells.
        const withCheckpoints = (run += 1) % 2 === 0
        const options = withCheckpoints ? { kept: keptSet() } : {}
        const verdict = await tampered(
          (tx) => cut(tx, last, { withCheckpoints }),
          (tx) => verifyJournal(tx, scope, options),
        )
        expect(verdict).toMatchObject({ intact: false, brokenSeq: last + 1, fault: 'CHECKPOINT_AHEAD' })
      }),
      { numRuns: 50 },
    )
    expect(run).toBeGreaterThanOrEqual(50)
    const blind = await tampered(
      (tx) => cut(tx, 250, { withCheckpoints: true }),
      (tx) => verifyJournal(tx, scope),
    )
    expect(blind).toMatchObject({ intact: true, events: 250 })
  })

  test('All of 20 rewritten journals are detected, at the first checkpoint they contradict', async () => {
    for (let run = 0; run < 20; run += 1) {
      const from = run === 0 ? 1 : 1 + ((run * 97) % length)
      const contradicted = Math.ceil(from / every) * every
      const verdict = await tampered(
        async (tx) => {
          await rewrite(tx, from)
          // Who can write the journal anew can also sign it anew, with a key of their own.
          await sql`delete from journal_checkpoint where account_id = ${scope.accountId}`.execute(tx)
          const forger = createCheckpointSigner(new Uint8Array(32).fill(9))
          const next = await nextCheckpoint(tx, scope)
          if (next.state !== 'due') throw new Error(`nothing to sign: ${next.state}`)
          const signature = await forger.sign(scope.accountId, next.facts)
          await storeCheckpoint(tx, scope, { ...forger, ...next.facts, signature })
        },
        (tx) => verifyJournal(tx, scope, { kept: keptSet() }),
      )
      expect(verdict).toMatchObject({
        intact: false,
        brokenSeq: contradicted,
        fault: 'CHECKPOINT_MISMATCH',
        events: contradicted - every,
      })
    }
  })

  test('A forged checkpoint is distinguished from a broken journal', async () => {
    const trusted = new Set([signer.keyId, laterSigner.keyId])
    expect(await verify(scope, { kept: keptSet(), trusted })).toMatchObject({ intact: true })
    expect(await verify(scope, { trusted: new Set([signer.keyId]) })).toMatchObject({
      intact: false,
      fault: 'CHECKPOINT_FORGED',
      brokenSeq: 220,
    })
    const forged = kept.map((one) => (one.seq === 100 ? { ...one, hash: Buffer.alloc(32) } : one))
    expect(
      await verify(scope, {
        kept: new CheckpointSet({ accountId: scope.accountId, chain: 'EVENTS' }, forged),
      }),
    ).toMatchObject({
      fault: 'CHECKPOINT_FORGED',
      brokenSeq: 100,
    })
    const invented = [...kept, { ...kept[0]!, seq: 10_000 }]
    expect(
      await verify(scope, {
        kept: new CheckpointSet({ accountId: scope.accountId, chain: 'EVENTS' }, invented),
      }),
    ).toMatchObject({
      fault: 'CHECKPOINT_FORGED',
      brokenSeq: 10_000,
    })
  })
})

describe('Exported journals', () => {
  let lines: string[]
  beforeAll(async () => {
    let text = ''
    await database.db.snapshot(scope, async (tx) => {
      for await (const part of exportJournal(tx, scope, new Date())) text += part.text
    })
    lines = text.trimEnd().split('\n')
  })
  async function* each(given: readonly string[]) {
    yield* given
  }
  const judge = (given: readonly string[], options = {}) => verifyExport(each(given), options)
  // After the header and the checkpoints.
  const lineOf = (seq: number) => length / every + seq

  test('An exported journal verifies without the database, and since a checkpoint', async () => {
    expect(lines).toHaveLength(1 + length / every + length)
    const whole = await judge(lines, { kept, trusted: new Set([signer.keyId, laterSigner.keyId]) })
    expect(whole).toMatchObject({ intact: true, accountId: scope.accountId, events: length })
    expect(await judge(lines, { since: 200 })).toMatchObject({ intact: true, events: length })
    await expect(judge(lines, { since: 201 })).rejects.toThrow('no checkpoint at event 201')
    await expect(judge(['{}'])).rejects.toThrow('no export')
  })

  test('An exported journal names what was changed in it', async () => {
    const changed = (seq: number, change: (event: Record<string, unknown>) => void) => {
      const event = JSON.parse(lines[lineOf(seq)]!) as Record<string, unknown>
      change(event)
      return lines.with(lineOf(seq), JSON.stringify(event))
    }
    const cases: [string[], number, string][] = [
      [changed(7, (it) => (it['actorId'] = 1)), 7, 'ALTERED'],
      [changed(7, (it) => (it['occurredAt'] = '2020-01-01T00:00:00.000Z')), 7, 'ALTERED'],
      [changed(7, (it) => (it['strayMicroseconds'] = 1)), 7, 'ALTERED'],
      [changed(8, (it) => (it['payload'] = 'e30=')), 8, 'DETAIL_ALTERED'],
      [changed(8, (it) => (it['salt'] = null)), 8, 'DETAIL_MISSING'],
      [lines.toSpliced(lineOf(9), 1), 9, 'GAP'],
      [lines.toSpliced(lineOf(9), 1, '{"torn'), 9, 'ALTERED'],
      [lines.toSpliced(lineOf(9), 0, lines[lineOf(9)]!), 9, 'ALTERED'],
      [lines.slice(0, lineOf(300)), 300, 'TRUNCATED'],
      [lines.with(0, lines[0]!.replace(/"head":\{[^}]+\}/, '"head":null')), length, 'HEAD_MISSING'],
    ]
    for (const [given, brokenSeq, fault] of cases) {
      expect(await judge(given)).toMatchObject({ intact: false, brokenSeq, fault })
    }
    expect(await judge(lines, { kept: [{ ...kept[3]!, hash: kept[4]!.hash }] })).toMatchObject({
      brokenSeq: 80,
      fault: 'CHECKPOINT_FORGED',
    })
  })
})
