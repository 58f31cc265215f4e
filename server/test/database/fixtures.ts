import type { Scope } from '../../src/platform/kernel/index.ts'
import type { TestDatabase } from '../harness/database.ts'

/** A new account with somebody in it who acts. */
export async function newAccount(
  { db }: Pick<TestDatabase, 'db'>,
  kind: 'PRODUCTION' | 'SANDBOX' = 'PRODUCTION',
): Promise<Scope> {
  const { account_id: accountId } = await db.system((tx) =>
    tx
      .insertInto('account')
      .values({ name: 'Test account', kind })
      .returning('account_id')
      .executeTakeFirstOrThrow(),
  )
  return { accountId, actor: { type: 'USER', id: 4_711, name: 'Ada Lovelace' } }
}

/** Sets how far a sandbox lives from the world's clock, forward or back. */
export async function setClockOffset(
  { admin }: Pick<TestDatabase, 'admin'>,
  { accountId }: Pick<Scope, 'accountId'>,
  milliseconds: number,
): Promise<void> {
  await admin.query('update account set clock_offset_ms = $2 where account_id = $1', [
    accountId,
    milliseconds,
  ])
}

type Row = Record<string, unknown>

/**
 * One insertable row for every account table that is written by statements. `nth` keeps unique columns
 * apart. A table missing here makes the isolation test fail: it must be added with the table.
 */
export const sampleRows: Record<string, (accountId: number, nth: number) => Row> = {
  account: (_accountId, nth) => ({ name: `Account ${nth}` }),
  membership: (account_id, nth) => ({ account_id, user_id: nth, roles: ['READER'] }),
  api_client: (account_id, nth) => ({
    account_id,
    client_id: `client-${account_id}-${nth}-padding`,
    name: 'Client',
    secret_hash: 'hash',
    scopes: ['READER'],
  }),
  idempotency_key: (account_id, nth) => ({
    account_id,
    principal: 'somebody',
    key: `key-${nth}`,
    request_hash: Buffer.alloc(32),
    status: 201,
    headers: '{}',
    body: '',
  }),
  mail: (account_id, nth) => ({
    account_id,
    dedupe_key: `cause-${nth}`,
    template: 'invitation',
    recipient: 'someone@example.org',
    language: 'en',
    subject: 'Hello',
    body_text: 'Hello',
    body_html: '<p>Hello</p>',
    message_id: `<${nth}@example.org>`,
  }),
  thirdparty: (account_id, nth) => ({
    account_id,
    thirdparty_id: nth,
    identifier_code: 'CIT001',
    identifier_value: String(nth),
    // A managed one would bring its row of thirdparty_refresh along.
    source: 'UNMANAGED',
    identity_status: 'COMPLETE',
    created_at: new Date(),
    updated_at: new Date(),
    wire: '',
  }),
  company_search_count: (account_id, nth) => ({ account_id, day: new Date(nth * 86_400_000), total: 1 }),
  thirdparty_word: (account_id, nth) => ({ account_id, subject: nth, word: 'word' }),
  thirdparty_summary: (account_id, nth) => ({ account_id, thirdparty_id: nth, criticality: 'High' }),
  thirdparty_refresh: (account_id, nth) => ({ account_id, thirdparty_id: nth, due_at: new Date() }),
  attribute_definition: (account_id, nth) => ({
    account_id,
    attribute_id: nth,
    code: `CODE_${nth}`,
    label: `Label ${nth}`,
    type: 'string',
  }),
  attribute_value: (account_id, nth) => ({
    account_id,
    subject: nth,
    attribute_id: nth,
    value: '"text"',
    updated_at: new Date(),
  }),
  attribute_value_history: (account_id, nth) => ({
    account_id,
    attribute_id: nth,
    subject: nth,
    changed_at: new Date(),
    actor_type: 'JOB',
  }),
  portfolio_import: (account_id, nth) => ({
    account_id,
    import_id: nth,
    format: 'CSV',
    byte_count: 1,
    dry_run: false,
    on_duplicate: 'skip',
    actor_type: 'JOB',
    actor_name: 'somebody',
  }),
  portfolio_import_chunk: (account_id, nth) => ({
    account_id,
    import_id: nth,
    nth: 0,
    bytes: Buffer.alloc(1),
  }),
  portfolio_import_row: (account_id, nth) => ({
    account_id,
    import_id: nth,
    row_no: 1,
    keys: [],
    planned: '{}',
  }),
  portfolio_import_error: (account_id, nth) => ({
    account_id,
    import_id: nth,
    row_no: 1,
    nth: 0,
    code: 'IDENTIFIER_MISSING',
  }),
  document_type_version: (account_id, nth) => ({
    account_id,
    code: `DOCUMENT_${nth}`,
    type_version: 1,
    definition: '{}',
  }),
  document_type: (account_id, nth) => ({
    account_id,
    code: `DOCUMENT_${nth}`,
    type_version: 1,
    theme: 'FINANCE',
    kind: 'FILE',
  }),
  dossier_type_version: (account_id, nth) => ({
    account_id,
    code: `DOSSIER_${nth}`,
    type_version: 1,
    definition: '{}',
  }),
  dossier_type: (account_id, nth) => ({ account_id, code: `DOSSIER_${nth}`, type_version: 1 }),
  evaluation_option: (account_id, nth) => ({ account_id, name: `OPTION_${nth}`, enabled: true }),
  rule: (account_id, nth) => ({
    account_id,
    rule_id: nth,
    name: 'Rule',
    dossier_type_codes: ['VIGILANCE'],
    created_at: new Date(),
    updated_at: new Date(),
  }),
  dossier: (account_id, nth) => ({
    account_id,
    dossier_id: nth,
    thirdparty_id: nth,
    type_code: `DOSSIER_${nth}`,
    type_version: 1,
    origin: 'ON_DEMAND',
    status_since: new Date(),
    created_at: new Date(),
    updated_at: new Date(),
  }),
  document: (account_id, nth) => ({
    account_id,
    document_id: nth,
    dossier_id: nth,
    thirdparty_id: nth,
    code: `DOCUMENT_${nth}`,
    type_version: 1,
    request_date: new Date(),
    status_since: new Date(),
    updated_at: new Date(),
  }),
  response: (account_id, nth) => ({
    account_id,
    response_id: nth,
    document_id: nth,
    dossier_id: nth,
    thirdparty_id: nth,
    state: 'DRAFT',
    transmitter: 'FOURNISSEUR',
    created_at: new Date(),
    updated_at: new Date(),
  }),
  evidence: (account_id, nth) => ({
    account_id,
    evidence_id: nth,
    response_id: nth,
    document_id: nth,
    dossier_id: nth,
    kind: 'FORM',
    format: 'FORMULAIRE',
    issuer: 'DO',
    transmitter: 'FOURNISSEUR',
    upload_date: new Date(),
  }),
  contact: (account_id, nth) => ({
    account_id,
    contact_id: nth,
    thirdparty_id: nth,
    email: 'someone@example.org',
    created_at: new Date(),
    updated_at: new Date(),
  }),
  event: (account_id, nth) => ({
    account_id,
    seq: 1_000 + nth,
    event_id: nth,
    event_type: 100,
    resource_type: 1,
    resource_id: nth,
    thirdparty_id: nth,
    occurred_at: new Date(),
    actor_type: 'JOB',
    detail_hash: Buffer.alloc(32),
    hash: Buffer.alloc(32),
  }),
  event_detail: (account_id, nth) => ({
    account_id,
    seq: 1_000 + nth,
    salt: Buffer.alloc(32),
    payload: Buffer.alloc(1),
  }),
  journal_head: (account_id) => ({ account_id, seq: 1, hash: Buffer.alloc(32), occurred_at: new Date() }),
  portfolio_size: (account_id) => ({ account_id, archived: true, total: 1 }),
}

export function insertStatement(table: string, row: Row): { text: string; values: unknown[] } {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  return {
    text: `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`,
    values: Object.values(row),
  }
}
