import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAccount } from '../database/fixtures.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import { dossierListing } from '../../src/domain/evaluation/dossiers/dossiers.queries.ts'
import { documentListing } from '../../src/domain/evaluation/dossiers/documents.queries.ts'
import type { Listing, ListPosition } from '../../src/platform/lists/index.ts'
import { pageStatement } from '../../src/platform/lists/select-page.ts'

let t: TestDatabase
let scope: Scope
beforeAll(async () => {
  t = await testDatabase()
  scope = await newAccount(t)
  await fill(t, scope)
})
afterAll(() => t.close())

/** 5,000 open dossiers and three times as many archived ones, a document each. */
async function fill({ admin }: TestDatabase, { accountId }: Scope): Promise<void> {
  const client = await admin.connect()
  try {
    await client.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
      String(accountId),
    ])
    await client.query(
      `insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status,
         created_at, updated_at, wire)
       select $1, 'CIT001', n, 'UNMANAGED', 'COMPLETE', now(), now(), '' from generate_series(1, 1250) n`,
      [accountId],
    )
    await client.query(
      `with made as (
         insert into dossier (account_id, thirdparty_id, type_code, type_version, origin, status_since, due_date,
           expiration_date, created_at, updated_at, archived_at)
         select account_id, thirdparty_id, type, 1, 'RULE', now(), date '2030-01-01' + (random() * 900)::int,
           date '2030-01-01' + (random() * 900)::int, now(), now() - random() * interval '1 year', archived
         from thirdparty, unnest(array['CSR', 'SCREENING', 'VIGILANCE', 'ONBOARDING']) type,
           unnest(array[null, now(), now(), now()]) archived
         where account_id = $1 returning account_id, dossier_id, thirdparty_id, archived_at)
       insert into document (account_id, dossier_id, thirdparty_id, code, type_version, request_date,
         status_since, status, due_date, updated_at, stopped_at)
       select account_id, dossier_id, thirdparty_id, 'UBO', 1, now() - random() * interval '1 year',
         now() - random() * interval '1 year', (array['MISSING', 'ONGOING', 'VALID'])[1 + dossier_id % 3],
         date '2030-01-01' + (random() * 900)::int, now(), archived_at from made`,
      [accountId],
    )
    await client.query('analyze dossier, document')
  } finally {
    client.release(true)
  }
}

interface Page {
  readonly listing: Listing
  readonly after?: ListPosition
}

async function planOf({ listing: { source, order }, after }: Page): Promise<string> {
  const window = { limit: 51, offset: 0, after: after ?? null }
  const page = pageStatement(source, { merge: 'by key', ...order }, window)
  const { rows } = await t.db.read(scope, (tx) => sql<Record<string, string>>`explain ${page}`.execute(tx))
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const sorted = (field: string, descending = false) => ({ field, descending })
const dossiers = (field: string, descending = false): Listing =>
  dossierListing(scope, { archived: false }, sorted(field, descending))
const documents = (field: string, filter: object = {}): Listing =>
  documentListing(scope, { stopped: false, ...filter }, sorted(field))
const at = (key: string | null, id: number): ListPosition => ({ segment: 0, key, id })

test('A page of a large list is read along the index of its order, whatever the order', async () => {
  const queue = { statusCode: ['ONGOING', 'MISSING'] }
  const plans: [index: string, page: Page][] = [
    ['dossier_list', { listing: dossiers('id', true), after: at(null, 9000) }],
    ['dossier_by_status', { listing: dossiers('status') }],
    ['dossier_by_due_date', { listing: dossiers('dueDate'), after: at('2030-06-01', 1) }],
    ['dossier_by_end', { listing: dossiers('expirationDate', true) }],
    ['dossier_by_change', { listing: dossiers('updatedAt', true) }],
    ['dossier_archived', { listing: dossierListing(scope, { archived: true }, sorted('id', true)) }],
    ['document_queue', { listing: documents('statusSince', queue), after: at('2026-01-01', 1) }],
    ['document_by_due_date', { listing: documents('dueDate') }],
    ['document_by_due_date', { listing: documents('dueDate', queue), after: at('2030-06-01', 1) }],
    ['document_by_request', { listing: documents('requestDate') }],
  ]
  for (const [index, page] of plans) {
    const plan = await planOf(page)
    expect(plan).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `))
    expect(plan).not.toMatch(/Seq Scan on (document|dossier) |Bitmap/)
  }
})
