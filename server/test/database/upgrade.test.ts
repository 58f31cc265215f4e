import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { gatherEvidence } from '../../src/domain/anchors/index.ts'
import {
  createPool,
  ensureDatabase,
  openDatabase,
  ownerRole,
  prepareDatabase,
} from '../../src/platform/db/index.ts'
import { loadMigrations } from '../../src/platform/db/migrate.ts'
import type { ChainName } from '../../src/platform/journal/index.ts'
import { installJobs } from '../../src/platform/jobs/index.ts'

const accounts = [71, 72] as const
const [first, second] = accounts
const anchoredLine = JSON.stringify({
  format: 'vigie-checkpoint/1',
  accountId: first,
  seq: 7,
  hash: '00'.repeat(32),
  at: '2026-05-01T10:00:00.000Z',
  madeAt: '2026-05-01T10:10:00.000Z',
  keyId: '0123456789abcdef',
  publicKey: '',
  signature: '',
})

/** Data of an earlier version must come through whole: rows as they stood at 0007, values as at 0009. */
describe('a database with data, brought to the present schema', () => {
  const name = `vigie_upgrade_${randomUUID().replaceAll('-', '')}`
  let admin: pg.Client
  let adminUrl: string

  beforeAll(async () => {
    adminUrl = await ensureDatabase(inject('serverUrl'), name)
    admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    await admin.query(`create schema vigie authorization ${ownerRole}`)
    await admin.query(`grant create on database ${name} to ${ownerRole}; set search_path = vigie`)
    await admin.query(`set role ${ownerRole}`)
    await admin.query(`create table migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()); reset role`)
    await applyUntil('0007')
    for (const account of accounts) await insertThirdParties(account)
    await applyUntil('0009')
    await insertValues()
    await applyUntil('0015')
    await insertDecisions()
    await applyUntil('0038')
    await insertMails()
    await insertClients()
    await applyUntil('0048')
    await insertAnchor()
    await prepareDatabase({ adminUrl, appPassword: inject('appPassword'), asOwner: installJobs })
  })
  afterAll(async () => {
    await admin.end()
    const server = new pg.Client({ connectionString: inject('serverUrl') })
    await server.connect()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })

  async function applyUntil(last: string): Promise<void> {
    const { rows } = await admin.query<{ name: string }>('select name from migration')
    const done = new Set(rows.map((row) => row.name))
    for (const one of await loadMigrations()) {
      if (done.has(one.name) || one.name.slice(0, 4) > last) continue
      await admin.query(`begin; set local role ${ownerRole}`)
      await admin.query(one.sql)
      await admin.query('insert into migration (name, checksum) values ($1, $2)', [one.name, one.checksum])
      await admin.query('commit')
    }
  }

  /** One long after a rotation, one in the middle of it, one put out of use. */
  async function insertClients(): Promise<void> {
    await admin.query(`select set_config('app.account', '${first}', false)`)
    await admin.query(
      `insert into api_client (account_id, client_id, name, scopes, secret_hash, previous_secret_hash,
         previous_secret_until, active)
       values ($1, 'client-plain', 'Plain', '{READER}', 'now', 'old', now() - interval '1 day', true),
         ($1, 'client-rotated', 'Rotated', '{READER}', 'now', 'before', now() + interval '1 day', true),
         ($1, 'client-ended', 'Ended', '{READER}', 'now', null, null, false)`,
      [first],
    )
  }

  /** A managed company, one the account keeps itself, and an archived one. */
  async function insertThirdParties(account: number): Promise<void> {
    await admin.query(`select set_config('app.account', $1, false)`, [String(account)])
    await admin.query('insert into account (account_id, name) overriding system value values ($1, $2)', [
      account,
      `Account ${account}`,
    ])
    const told = JSON.stringify([
      { provider: 'insee-sirene', fetchedAt: '2026-01-01T00:00:00.000', recordId: '1' },
    ])
    await admin.query(
      `insert into thirdparty (account_id, thirdparty_id, identifier_code, identifier_value, siren, source,
         identity_status, name, trade_name, archived_at, provenance, created_at, updated_at, wire)
       values
         ($1, $2 + 1, 'CIT001', $3 || '00011', $3, 'MANAGED', 'COMPLETE', 'Société d’Été', 'L''Orée', null, $4, now(), now(), ''),
         ($1, $2 + 2, 'CIT003', '150483782', null, 'UNMANAGED', 'NOT_FOUND', 'Plain', null, null, '[]', now(), now(), ''),
         ($1, $2 + 3, 'CIT003', '150483790', null, 'MANAGED', 'COMPLETE', 'Gone', null, now(), $4, now(), now(), '')`,
      [account, account * 100, `9999${account}012`, told],
    )
  }

  /** As mails were written before their secrets stood apart. */
  async function insertMails(): Promise<void> {
    await admin.query(`update account set kind = 'SANDBOX' where account_id = $1`, [second])
    await admin.query(
      `insert into mail (account_id, dedupe_key, template, recipient, language, subject, body_text, body_html,
         message_id, created_at, status)
       select account_id, 'way in ' || status, 't', 'a@example.org', 'en', 'x', 'go to /portal#link=AbC-1_2 now',
         '<a href="/portal#link=AbC-1_2">x</a>', gen_random_uuid(), now(), status
       from account, unnest(array['QUEUED', 'FAILED', 'SENT']) status where account_id = any($1)`,
      [accounts],
    )
  }

  async function insertAnchor(): Promise<void> {
    await admin.query(
      `insert into journal_anchor (account_id, target, seq, line, planned_at, delivered_at)
       values ($1, 'WEBHOOK', 7, $2, now(), now())`,
      [first, anchoredLine],
    )
  }

  async function insertValues(): Promise<void> {
    await admin.query(`select set_config('app.account', $1, false)`, [String(first)])
    await admin.query(
      `insert into attribute_value (account_id, subject, attribute_id, value, text_key, number_key, updated_at)
       select account_id, $2::bigint, attribute_id, given.value, attribute_text_key(given.value),
         attribute_number_key(given.value, options), now()
       from attribute_definition join (values ('CRITICALITY', '"High"'::jsonb), ('ANNUAL_PURCHASE_AMOUNT', '1250.75'))
         given (code, value) using (code) where account_id = $1`,
      [first, first * 100 + 1],
    )
  }

  /** As shipped in one account, rewritten by the other. */
  async function insertDecisions(): Promise<void> {
    for (const account of accounts) {
      await admin.query(`select set_config('app.account', $1, false)`, [String(account)])
      await admin.query(
        `insert into document_type_version (account_id, code, type_version, definition, shipped_version)
         select $1::bigint, 'INTEGRITY_DECISION', n, '{}', case n when 1 then 1 end from generate_series(1, $2::int) n`,
        [account, account === first ? 1 : 2],
      )
      await admin.query(
        `insert into document_type (account_id, code, type_version, theme, kind)
         values ($1, 'INTEGRITY_DECISION', $2, 'ETHICS', 'FORM')`,
        [account, account === first ? 1 : 2],
      )
    }
  }

  const all = async (text: string): Promise<Record<string, unknown>[]> => (await admin.query(text)).rows

  test('keeps the way in of mails that wait, and in sandboxes, and forgets the others', async () => {
    const { rows } = await admin.query<{ said: string }>(
      `select account_id || ' ' || status || ' ' || coalesce(secret, 'none') as said, body_text, body_html
       from mail where dedupe_key like 'way in %' order by account_id, status`,
    )
    expect(rows.map(({ said }) => said)).toEqual([
      `${first} FAILED none`,
      `${first} QUEUED AbC-1_2`,
      `${first} SENT none`,
      `${second} FAILED none`,
      `${second} QUEUED AbC-1_2`,
      `${second} SENT AbC-1_2`,
    ])
    for (const row of rows) {
      expect(row).toMatchObject({
        body_text: 'go to /portal#link=\uE000 now',
        body_html: '<a href="/portal#link=\uE000">x</a>',
      })
    }
  })

  test('every third party has its words, its turn with the register, its provenance and its summary', async () => {
    const words = ['ete', 'd', 'societe', 'societedete', 'l', 'loree', 'oree', 'gone', 'plain']
    for (const account of accounts) {
      const found = await all(`select word, subject::int from thirdparty_word where account_id = ${account}`)
      expect(new Set(found.map(({ word }) => word))).toEqual(new Set(words))
      expect(found.find(({ word }) => word === 'plain')).toMatchObject({ subject: account * 100 + 2 })
      expect(
        await all(`select thirdparty_id::int as id, due_at between now() + interval '11 hours'
          and now() + interval '37 hours' as soon, lost_runs from thirdparty_refresh where account_id = ${account}`),
      ).toEqual([{ id: account * 100 + 1, soon: true, lost_runs: 0 }])
      expect(
        await all(`select archived, total::int from portfolio_size where account_id = ${account} order by 1`),
      ).toEqual([
        { archived: false, total: 2 },
        { archived: true, total: 1 },
      ])
    }
    const groups = ['identity', 'address', 'activity', 'executives', 'headcount', 'status', 'identifiers']
    const kept = { provider: 'insee-sirene', fetchedAt: '2026-01-01T00:00:00.000', recordId: '1', groups }
    const records = await all(
      'select wire, version, name_key, provenance from thirdparty order by thirdparty_id',
    )
    expect(records.map(({ version, provenance }) => [version, provenance])).toEqual(
      accounts.flatMap(() => [
        [2, [kept]],
        [2, []],
        [2, [kept]],
      ]),
    )
    expect(records.map(({ name_key: key }) => key)).toEqual(
      accounts.flatMap(() => ['societe d ete', 'plain', 'gone']),
    )
    expect(JSON.parse(String(records[0]?.['wire']))).toMatchObject({
      name: 'Société d’Été',
      provenance: [kept],
    })
    const summaries = await all(
      'select thirdparty_id::int as id, criticality from thirdparty_summary order by thirdparty_id',
    )
    const ids = accounts.flatMap((account) => [1, 2, 3].map((nth) => account * 100 + nth))
    expect(summaries).toEqual(ids.map((id) => ({ id, criticality: id === first * 100 + 1 ? 'High' : null })))
  })

  test('the decision of the account is hidden from third parties, unless the account wrote it anew', async () => {
    const versions = `select account_id::int as account, type_version as version, answered_by as by
      from document_type_version order by 1, 2`
    expect(await all(versions)).toEqual([
      { account: first, version: 1, by: 'ACCOUNT' },
      { account: second, version: 1, by: 'ACCOUNT' },
      { account: second, version: 2, by: 'THIRD_PARTY' },
    ])
    expect(await all('select answered_by as by from document_type order by account_id')).toEqual([
      { by: 'ACCOUNT' },
      { by: 'THIRD_PARTY' },
    ])
  })

  test('secrets of API clients open as before, the former one until its end', async () => {
    const secrets = `select c.client_id as client, s.secret_hash as hash, s.expires_at is null as endless
      from api_client_secret s join api_client c using (account_id, api_client_id)
      order by 1, s.created_at desc`
    expect(await all(secrets)).toEqual([
      { client: 'client-plain', hash: 'now', endless: true },
      { client: 'client-rotated', hash: 'now', endless: true },
      { client: 'client-rotated', hash: 'before', endless: false },
    ])
  })

  test('anchors from before there was another chain are evidence of the events, and stay as they are', async () => {
    const pool = createPool({ url: adminUrl, max: 1, applicationName: 'test' })
    const db = openDatabase(pool)
    const sources = { extent: 'all', stamps: [], authorities: null, store: null } as const
    const evidence = (chain: ChainName) => gatherEvidence(db, { accountId: first, chain }, sources)
    await pool.query('set search_path = vigie')
    expect((await evidence('EVENTS')).checkpoints).toMatchObject([
      { accountId: first, chain: 'EVENTS', seq: 7 },
    ])
    expect((await evidence('ADMINISTRATION')).checkpoints).toEqual([])
    await db.close()
    await expect(admin.query(`update journal_anchor set chain = 'ADMINISTRATION'`)).rejects.toThrow(
      'append-only',
    )
  })

  test('accounts have the attributes they start with, and values keep the keys they are sorted by', async () => {
    const codes = `select account_id::int as account, count(*)::int as n from attribute_definition group by 1 order by 1`
    expect(await all(codes)).toEqual([
      { account: first, n: 5 },
      { account: second, n: 5 },
    ])
    expect(await all('select number_key, text_key from attribute_value order by 1')).toEqual([
      { number_key: 1, text_key: 'High' },
      { number_key: 1250.75, text_key: null },
    ])
  })
})
