import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deletionHolds,
  readKeptProofs,
  readProofs,
  type DeletionProof,
} from '../../src/domain/leaving/index.ts'
import { deleteRevived, findRevived, gatherProofs } from '../../src/commands/revived-accounts.ts'
import { createCheckpointSigner } from '../../src/platform/journal/index.ts'
import { givenFile } from '../files/given-file.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { handWorker, type HandWorker } from '../jobs/hand-worker.ts'
import { reviewDesk, type ReviewDesk } from '../responses/review-desk.ts'
import { askExport } from './export-desk.ts'

let t: TestApp
let folder: string
let worker: HandWorker
beforeAll(async () => {
  t = await testApp()
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-deletions-'))
  worker = handWorker(t, { checkpoints: { signer: createCheckpointSigner(t.secretKey), folder } })
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

/** Every table with a column that names accounts, and what it holds of this one. */
async function rowsOf(accountId: number): Promise<Record<string, number>> {
  const { rows: columns } = await t.admin.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'vigie'::regnamespace and c.relkind in ('r', 'p') and not a.attisdropped
       and a.attname ~ 'account_id$'`,
  )
  const found: Record<string, number> = {}
  for (const { name, column } of columns) {
    const { rows } = await t.admin.query<{ n: number }>(
      `select count(*)::int as n from ${name} where ${column} = $1`,
      [accountId],
    )
    if (rows[0]!.n > 0) found[`${name}.${column}`] = rows[0]!.n
  }
  return found
}

const objectsOf = async (accountId: number) => {
  const keys: string[] = []
  for await (const { key } of t.store.list({})) if (key.startsWith(`${accountId}/`)) keys.push(key)
  return keys
}

const nameOf = async (accountId: number) => {
  const { rows } = await t.admin.query<{ name: string }>('select name from account where account_id = $1', [
    accountId,
  ])
  return rows[0]!.name
}

const proofOf = async (accountId: number) => {
  const { rows } = await t.admin.query<{ proof: string }>(
    'select proof from deletion_proof where former_account = $1',
    [accountId],
  )
  return rows[0] ? (JSON.parse(rows[0].proof) as DeletionProof) : null
}

const askDeletion = async (d: Pick<ReviewDesk, 'base' | 'token' | 'accountId'>, name?: string) =>
  t.call('POST', `${d.base}/leaving/deletion`, {
    token: d.token,
    body: { name: name ?? (await nameOf(d.accountId)), reason: 'We leave' },
  })

const makeDue = (accountId: number) =>
  t.admin.query('update account_standing set deletion_due_at = now() where account_id = $1', [accountId])

describe('A deletion that an administrator asks for', { shuffle: false }, () => {
  let d: ReviewDesk
  let neighbour: ReviewDesk
  let before: Record<string, number>
  const people: { leaves: number; stays: number } = { leaves: 0, stays: 0 }

  beforeAll(async () => {
    ;[d, neighbour] = [await reviewDesk(t), await reviewDesk(t)]
    await givenFile(t, { accountId: d.accountId, documentId: d.documents['NDA']!, text: 'the signed NDA' })
    await d.answer('KBIS').catch(() => undefined)
    people.leaves = (await t.given.person([d.accountId])).userId
    people.stays = (await t.given.person([d.accountId, neighbour.accountId])).userId
    before = await rowsOf(neighbour.accountId)
  })

  test('It needs the name of the account', async () => {
    const answer = await askDeletion(d, 'Another name')
    expect(answer.json()).toMatchObject({ status: 422, code: 'ACCOUNT_NAME_DIFFERS' })
  })

  test('It suspends the account at once, and can be asked for once', async () => {
    const answer = await askDeletion(d)
    expect(answer.statusCode, answer.body).toBe(202)
    expect(answer.json()).toMatchObject({ state: 'LEAVING', deletion: { reason: 'We leave' } })
    const list = await t.call('GET', `${d.base}/thirdparties`, { token: d.token })
    expect(list.json()).toMatchObject({ status: 403, code: 'ACCOUNT_SUSPENDED' })
    expect((await askDeletion(d)).json()).toMatchObject({ status: 409, code: 'DELETION_ASKED_ALREADY' })
  })

  test('Nothing is deleted before its day', async () => {
    await worker.run('leaving.delete', { accountId: d.accountId })
    expect(await proofOf(d.accountId)).toBeNull()
    expect(await objectsOf(d.accountId)).toHaveLength(1)
    await expect(
      t.db.write({ accountId: d.accountId, units: 'ALL' }, (tx) =>
        tx.deleteFrom('dossier').where('account_id', '=', d.accountId).execute(),
      ),
    ).rejects.toThrow('permission denied')
  })

  test('What the operator asked for is not taken back by an administrator', async () => {
    const by = (type: string) =>
      t.admin.query('update account_standing set deletion_asked_by_type = $2 where account_id = $1', [
        d.accountId,
        type,
      ])
    await by('OPERATOR')
    const refused = await t.call('DELETE', `${d.base}/leaving/deletion`, { token: d.token })
    expect(refused.json()).toMatchObject({ status: 409, code: 'DELETION_BY_OPERATOR' })
    const told = await t.call('GET', `${d.base}/leaving`, { token: d.token })
    expect(told.json()).toMatchObject({ state: 'LEAVING', deletion: { revocable: false } })
    await by('API_CLIENT')
  })

  test('It can be taken back, and the account works again', async () => {
    const taken = await t.call('DELETE', `${d.base}/leaving/deletion`, { token: d.token })
    expect(taken.json()).toMatchObject({ state: null, deletion: null })
    expect((await t.call('GET', `${d.base}/thirdparties`, { token: d.token })).statusCode).toBe(200)
    const again = await t.call('DELETE', `${d.base}/leaving/deletion`, { token: d.token })
    expect(again.json()).toMatchObject({ status: 409, code: 'DELETION_NOT_ASKED' })
  })

  test('When its day has come, nothing of the account is left in any table or in the store', async () => {
    const { exportId } = await askExport(t, d)
    expect((await askDeletion(d)).statusCode).toBe(202)
    await makeDue(d.accountId)
    await worker.run('leaving.run', {})
    await worker.run('leaving.delete', { accountId: d.accountId })
    expect(await rowsOf(d.accountId)).toEqual({})
    expect(await objectsOf(d.accountId)).toEqual([])
    const { rows } = await t.admin.query(
      `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where j.payload ->> 'accountId' = $1 and k.identifier <> 'leaving.delete'`,
      [String(d.accountId)],
    )
    expect(rows).toEqual([])
    // The job of an export that was asked for meanwhile finds nothing to do, and leaves nothing.
    await worker.run('leaving.export', { accountId: d.accountId, exportId })
    expect(await objectsOf(d.accountId)).toEqual([])
  })

  test('Its neighbour is untouched, and people whom another account has stay', async () => {
    const after = await rowsOf(neighbour.accountId)
    expect(after).toEqual(before)
    const { rows } = await t.admin.query<{ id: number }>(
      'select user_id::int as id from app_user where user_id = any($1)',
      [[people.leaves, people.stays]],
    )
    expect(rows).toEqual([{ id: people.stays }])
  })

  test('The proof is signed, counts what went, and names nobody', async () => {
    const proof = (await proofOf(d.accountId))!
    expect(deletionHolds(proof)).toBe(true)
    expect(proof.proof).toMatchObject({
      format: 'vigie-deletion-proof/1',
      accountId: d.accountId,
      askedBy: { type: 'API_CLIENT' },
      files: { count: 1, bytes: 'the signed NDA'.length },
    })
    expect(proof.proof.tables['event']).toBe(proof.proof.journal!.seq)
    expect(proof.proof.tables['thirdparty']).toBe(1)
    expect(proof.proof.remains.join(' ')).toContain('Backups')
    const altered = { ...proof, proof: { ...proof.proof, files: { count: 0, bytes: 0 } } }
    expect(deletionHolds(altered)).toBe(false)
    expect(await readKeptProofs(folder)).toContainEqual(proof)
  })

  test('A second run finds nothing to do', async () => {
    await worker.run('leaving.delete', { accountId: d.accountId })
    expect(deletionHolds((await proofOf(d.accountId))!)).toBe(true)
  })

  test('Proofs cannot be changed or removed, not even by the owner of the tables', async () => {
    await expect(t.admin.query('delete from deletion_proof')).rejects.toThrow('append-only')
    await expect(t.admin.query(`update deletion_proof set proof = ''`)).rejects.toThrow('append-only')
  })
})

test('An export that is being made while its account is deleted ends, and leaves nothing', async () => {
  const office = await t.given.office()
  const { accountId } = office
  const { exportId } = await askExport(t, office)
  const put = t.store.put.bind(t.store)
  let [letOn, arrive] = [() => {}, () => {}]
  const gate = new Promise<void>((resolve) => (letOn = resolve))
  const reached = new Promise<void>((resolve) => (arrive = resolve))
  let puts = 0
  t.store.put = async (...given) => {
    puts += 1
    if (puts === 5) {
      arrive()
      await gate
    }
    return put(...given)
  }
  try {
    const made = worker.run('leaving.export', { accountId, exportId })
    await reached
    expect((await askDeletion(office)).statusCode).toBe(202)
    await makeDue(accountId)
    await worker.run('leaving.delete', { accountId })
    expect(await proofOf(accountId)).not.toBeNull()
    letOn()
    await made
  } finally {
    letOn()
    t.store.put = put
  }
  expect(await objectsOf(accountId)).toEqual([])
  expect(await rowsOf(accountId)).toEqual({})
})

test('A proof is kept only once the account is gone, and again should it be lost', async () => {
  const { accountId, ...office } = await t.given.office()
  expect((await askDeletion({ accountId, ...office })).statusCode).toBe(202)
  await makeDue(accountId)
  const kept = async () => (await readKeptProofs(folder)).map(({ proof }) => proof.accountId)
  // Nothing can be written beside the checkpoints: the last step of the deletion is not reached.
  const broken = handWorker(t, {
    checkpoints: { signer: createCheckpointSigner(t.secretKey), folder: '/dev/null/nowhere' },
  })
  await expect(broken.run('leaving.delete', { accountId })).rejects.toThrow('/dev/null/nowhere')
  expect(await proofOf(accountId)).not.toBeNull()
  expect(await kept()).not.toContain(accountId)
  await worker.run('leaving.delete', { accountId })
  expect(await kept()).toContain(accountId)
})

test('Rows of an account that is not being deleted stay, whoever asks', async () => {
  const { accountId } = await t.given.office()
  const scope = { accountId, units: 'ALL' } as const
  const call = (statement: string) => t.db.write(scope, (tx) => sql.raw(statement).execute(tx))
  await expect(call(`select delete_account_rows('event', 10)`)).rejects.toThrow('not being deleted')
  await expect(call('select delete_account_people(10)')).rejects.toThrow('not being deleted')
  await expect(call(`select finish_account_deletion('{}', now())`)).rejects.toThrow('not being deleted')
  await expect(call('update account_standing set deleting_at = now()')).rejects.toThrow('permission denied')
  await expect(call('delete from event')).rejects.toThrow('permission denied')
  await expect(
    t.admin.query('delete from administration_event where account_id = $1', [accountId]),
  ).rejects.toThrow('append-only')
})

test('A copy from before a deletion deletes the account again when it is released', async () => {
  const gone = await t.given.office()
  const other = await t.given.office()
  const answer = await askDeletion(gone)
  expect(answer.statusCode).toBe(202)
  await makeDue(gone.accountId)
  await worker.run('leaving.delete', { accountId: gone.accountId })
  const proof = (await proofOf(gone.accountId))!
  // As a restored copy has it: the account is there, and nothing tells that it was deleted.
  await t.admin.query(`insert into account (account_id, name) values ($1, 'Back from a copy')`, [
    gone.accountId,
  ])
  const file = path.join(folder, 'proofs.jsonl')
  await writeFile(file, `${JSON.stringify(proof)}\n`)
  const proofs = await gatherProofs(file, null)
  const revived = await t.db.system((tx) => findRevived(tx, proofs))
  expect(revived).toEqual([gone.accountId])
  await t.db.system((tx) => deleteRevived(tx, revived, new Date()))
  const { rows } = await t.admin.query(
    `select state, account_id::int as id from account_standing where state is not null`,
  )
  expect(rows).toContainEqual({ state: 'LEAVING', id: gone.accountId })
  expect(rows).not.toContainEqual(expect.objectContaining({ id: other.accountId }))
  const { rows: jobs } = await t.admin.query<{ isDue: boolean }>(
    `select j.run_at <= now() as "isDue" from graphile_worker._private_jobs j
       join graphile_worker._private_tasks k on k.id = j.task_id
     where k.identifier = 'leaving.delete' and j.payload ->> 'accountId' = $1`,
    [String(gone.accountId)],
  )
  expect(jobs).toEqual([{ isDue: true }])
  const forged = { ...proof, proof: { ...proof.proof, accountId: other.accountId } }
  await writeFile(file, `${JSON.stringify(forged)}\n`)
  await expect(gatherProofs(file, null)).rejects.toThrow('is not as it was signed')
  expect(() => readProofs('{"no": "proof"}')).toThrow('Line 1 is no proof')
})
