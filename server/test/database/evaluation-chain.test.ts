import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { insertStatement, newAccount, sampleRows } from './fixtures.ts'

const chain = [
  'thirdparty',
  'document_type_version',
  'document_type',
  'dossier_type_version',
  'dossier',
  'document',
  'response',
  'check_result',
  'decision',
  'evidence',
  'contact',
  'portal_upload',
  'comment',
  'indicator',
]
const decidedAt = '(select decided_at from decision where response_id = 1)'
let database: TestDatabase
let client: PoolClient

/** Two of everything in one account: third parties 1 and 2, each with a dossier, a document, an answer and a file. */
beforeAll(async () => {
  database = await testDatabase()
  const { accountId } = await newAccount(database)
  client = await database.admin.connect()
  await client.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
    String(accountId),
  ])
  for (const table of chain) {
    for (const nth of [1, 2]) {
      const { text, values } = insertStatement(table, sampleRows[table]?.(accountId, nth) ?? {})
      await client.query(text, values)
    }
  }
})
afterAll(async () => {
  client.release()
  await database.close()
})

test.each([
  [
    'an evidence with the document and the dossier of another answer',
    'evidence',
    'document_id = 2, dossier_id = 2',
  ],
  ['an evidence with the answer to another request', 'evidence', 'response_id = 2'],
  ['an evidence with another dossier than that of its document', 'evidence', 'dossier_id = 2'],
  ['an answer with another dossier than that of its document', 'response', 'dossier_id = 2'],
  ['an answer with the document of another dossier', 'response', `document_id = 2, state = 'INTERRUPTED'`],
  ['an answer of another third party than that of its dossier', 'response', 'thirdparty_id = 2'],
  ['an answer with the outcome of no check', 'response', `check_attempt = 1, check_outcome = 'FAILED'`],
  ['an answer with the check of another', 'response', `check_attempt = 2, check_outcome = 'PASSED'`],
  [
    'an answer that shares a reason nobody gave',
    'response',
    `decision_number = 1, decided_at = ${decidedAt}, reason_shared = true`,
  ],
  [
    'an answer decided at another moment than its decision',
    'response',
    'decision_number = 1, decided_at = now()',
  ],
  ['an answer with a decision nobody took', 'response', `decision_number = 2, decided_at = ${decidedAt}`],
  ['an answer with a first approval nobody gave', 'response', 'first_approval = 2'],
  ['a document of another third party than that of its dossier', 'document', 'thirdparty_id = 2'],
  ['a document that leaves its dossier behind its answers', 'document', 'dossier_id = 2, thirdparty_id = 2'],
  ['a dossier that leaves its third party behind its documents', 'dossier', 'thirdparty_id = 2'],
  ['a comment on a dossier of another third party', 'comment', 'dossier_id = 2'],
  ['a comment on a document of another dossier', 'comment', 'dossier_id = 1, document_id = 2'],
  ['an indicator of a dossier of another third party', 'indicator', 'dossier_id = 2'],
  ['an upload that became an answer to another request', 'portal_upload', 'response_id = 2'],
  ['a type whose theme is not that of its definition', 'document_type', `theme = 'ETHICS'`],
  ['a type answered by another than its definition says', 'document_type', `answered_by = 'ACCOUNT'`],
  ['an upload that became a file that is not there', 'portal_upload', 'response_id = 1, evidence_id = 9'],
])('The statement is refused: %s', async (_name, table, change) => {
  const key = `${table.replace('portal_', '')}_id`
  // Those of the samples without a number of their own are found by what they belong to.
  const named: Record<string, string> = {
    indicator: 'thirdparty_id = 1',
    document_type: `code = 'DOCUMENT_1'`,
  }
  const first = named[table] ?? `${key} = 1`
  await expect(client.query(`update ${table} set ${change} where ${first}`)).rejects.toMatchObject({
    code: '23503',
  })
})

test('A whole chain may move together within one statement', async () => {
  const before = await client.query('select document_id from evidence where evidence_id = 1')
  await client.query(
    'update evidence set response_id = 2, document_id = 2, dossier_id = 2 where evidence_id = 1',
  )
  await client.query(
    'update evidence set response_id = 1, document_id = 1, dossier_id = 1 where evidence_id = 1',
  )
  expect((await client.query('select document_id from evidence where evidence_id = 1')).rows).toEqual(
    before.rows,
  )
})
