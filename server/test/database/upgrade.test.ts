import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installOwned } from '../../src/database-runtime.ts'
import { followCriticality } from '../../src/domain/attributes/criticality.ts'
import { seedAttributes } from '../../src/domain/attributes/index.ts'
import {
  ensureDatabase,
  loginRoleOf,
  openDatabase,
  prepareDatabase,
  urlAs,
  withClient,
  type Db,
} from '../../src/platform/db/index.ts'
import { wholeAccount, jobScope } from '../../src/platform/kernel/index.ts'
import { completeThirdParties } from '../harness/companions.ts'
import { preparedServer, type PreparedServer } from '../harness/server.ts'
import { testPool } from '../harness/database.ts'

const accounts = [71, 72] as const
const [first] = accounts

/**
 * A start must leave the rows of this schema as they are. Those of the newest release have a proof of their own,
 * test/product/upgrade.proof.ts.
 */
describe('A database with data, migrated to the present schema', () => {
  const name = `vigie_upgrade_${randomUUID().replaceAll('-', '')}`
  let admin: pg.Client
  let adminUrl: string
  let db: Db
  let server: PreparedServer
  const prepare = () => prepareDatabase({ adminUrl, appPassword: server.appPassword, asOwner: installOwned })

  beforeAll(async () => {
    server = await preparedServer()
    adminUrl = await ensureDatabase(server.serverUrl, name)
    await prepare()
    admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
    await admin.connect()
    const url = urlAs(adminUrl, loginRoleOf(name), server.appPassword)
    db = openDatabase(testPool({ url, max: 2 }))
    for (const account of accounts) await insertThirdParties(account)
    await insertValues()
    await prepare()
  })
  afterAll(async () => {
    await db.close()
    await admin.end()
    await withClient(server.serverUrl, (client) => client.query(`drop database ${name} with (force)`))
  })

  /** A managed company, one the account keeps itself, and an archived one. */
  async function insertThirdParties(account: number): Promise<void> {
    await admin.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
      String(account),
    ])
    await admin.query('insert into account (account_id, name) values ($1, $2)', [
      account,
      `Account ${account}`,
    ])
    await admin.query(
      `insert into thirdparty (account_id, thirdparty_id, identifier_code, identifier_value, siren, source,
         identity_status, name, trade_name, archived_at, created_at, updated_at, wire)
       values
         ($1, $2 + 1, 'CIT001', $3 || '00011', $3, 'MANAGED', 'COMPLETE', 'Société d’Été', 'L''Orée', null, now(), now(), ''),
         ($1, $2 + 2, 'CIT003', '150483782', null, 'UNMANAGED', 'NOT_FOUND', 'Plain', null, null, now(), now(), ''),
         ($1, $2 + 3, 'CIT003', '150483790', null, 'MANAGED', 'COMPLETE', 'Gone', null, now(), now(), now(), '')`,
      [account, account * 100, `9999${account}012`],
    )
    await db.write(wholeAccount(account), (tx) => seedAttributes(tx, { accountId: account }))
    await completeThirdParties(db, account)
  }

  async function insertValues(): Promise<void> {
    await admin.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
      String(first),
    ])
    await admin.query(
      `insert into attribute_value (account_id, subject, attribute_id, value, text_key, number_key, updated_at)
       select account_id, $2::bigint, attribute_id, given.value, attribute_text_key(given.value),
         attribute_number_key(given.value, options), now()
       from attribute_definition join (values ('CRITICALITY', '"High"'::jsonb), ('ANNUAL_PURCHASE_AMOUNT', '1250.75'))
         given (code, value) using (code) where account_id = $1`,
      [first, first * 100 + 1],
    )
    const scope = jobScope(first, 'test')
    await db.write(scope, (tx) => followCriticality(tx, scope, 'ALL'))
  }

  const all = async (text: string): Promise<Record<string, unknown>[]> => (await admin.query(text)).rows

  test('Every third party has its words, its refresh schedule and its summary', async () => {
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
        await all(`select archived, sum(total)::int as total from portfolio_total
          where account_id = ${account} group by 1 order by 1`),
      ).toEqual([
        { archived: false, total: 2 },
        { archived: true, total: 1 },
      ])
    }
    const records = await all('select wire, version, name_key from thirdparty order by thirdparty_id')
    expect(records.map(({ version }) => version)).toEqual(records.map(() => 1))
    expect(records.map(({ name_key: key }) => key)).toEqual(
      accounts.flatMap(() => ['societe d ete', 'plain', 'gone']),
    )
    expect(JSON.parse(String(records[0]?.['wire']))).toMatchObject({ name: 'Société d’Été' })
    const summaries = await all(
      'select thirdparty_id::int as id, criticality from thirdparty_summary order by thirdparty_id',
    )
    const ids = accounts.flatMap((account) => [1, 2, 3].map((nth) => account * 100 + nth))
    expect(summaries).toEqual(ids.map((id) => ({ id, criticality: id === first * 100 + 1 ? 'High' : null })))
  })

  test('Accounts have their initial attributes, and values keep the keys they are sorted by', async () => {
    const codes = `select account_id::int as account, count(*)::int as n from attribute_definition group by 1 order by 1`
    expect(await all(codes)).toEqual(accounts.map((account) => ({ account, n: 5 })))
    expect(await all('select number_key, text_key from attribute_value order by 1')).toEqual([
      { number_key: 1, text_key: 'High' },
      { number_key: 1250.75, text_key: null },
    ])
  })
})
