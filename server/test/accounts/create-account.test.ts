import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/create-account.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const seeded = [
  'attribute_definition',
  'document_type',
  'document_type_version',
  'dossier_type',
  'dossier_type_version',
  'rule',
]

async function rowsOf(accountId: number): Promise<Record<string, number>> {
  const counts = seeded.map(
    (table) => `(select count(*)::int from ${table} where account_id = $1) as ${table}`,
  )
  const { rows } = await database.admin.query<Record<string, number>>(`select ${counts.join(', ')}`, [
    accountId,
  ])
  return rows[0]!
}

test('A new account has the attributes, the types and the rules that ship', async () => {
  const { accountId } = await database.db.system((tx) => createAccount(tx, { name: 'New' }))
  const { rows } = await database.admin.query<{ kind: string; n: number }>(
    'select kind, count(distinct code)::int as n from shipped_type group by kind',
  )
  const shipped = Object.fromEntries(rows.map(({ kind, n }) => [kind, n]))
  expect(await rowsOf(accountId)).toEqual({
    attribute_definition: 5,
    document_type: shipped['DOCUMENT'],
    document_type_version: shipped['DOCUMENT'],
    dossier_type: shipped['DOSSIER'],
    dossier_type_version: shipped['DOSSIER'],
    rule: shipped['RULE'],
  })
  expect(Object.values(await rowsOf(accountId)).every((n) => n > 0)).toBe(true)
})

test('A failed transaction leaves nothing of a new account, and the directory sees no further than before', async () => {
  let made = 0
  const failing = database.db.system(async (tx) => {
    made = (await createAccount(tx, { name: 'Never' })).accountId
    // The account was entered for its seeds only.
    expect(await tx.selectFrom('rule').select('rule_id').execute()).toEqual([])
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(Object.values(await rowsOf(made))).toEqual(seeded.map(() => 0))
})
