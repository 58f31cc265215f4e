import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ThirdPartyAttributes } from '../../src/domain/thirdparties/attribute-port.ts'
import { plainPortfolio, portfolioOrder } from '../../src/domain/thirdparties/portfolio-order.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import type { ListOrder, ListPosition } from '../../src/platform/lists/index.ts'
import { segmentStatement } from '../../src/platform/lists/select-page.ts'
import { completeThirdParties } from '../harness/companions.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { newAccount } from './fixtures.ts'

let t: TestDatabase
let scope: Scope

/** One in fifty has no score, and half of them nothing that ends: both a few and many lack a value. */
beforeAll(async () => {
  t = await testDatabase()
  scope = await newAccount(t)
  const client = await t.admin.connect()
  try {
    await client.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
      String(scope.accountId),
    ])
    await client.query(
      `insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status,
         created_at, updated_at, wire)
       select $1, 'CIT003', n, 'UNMANAGED', 'COMPLETE', now(), now(), '' from generate_series(1, 5000) n`,
      [scope.accountId],
    )
    await completeThirdParties(t.db, scope.accountId)
    await client.query(
      `update thirdparty_summary set cybersecurity = case when thirdparty_id % 50 > 0 then thirdparty_id % 101 end,
         next_expiry = case when thirdparty_id % 2 > 0 then date '2030-01-01' + (thirdparty_id % 900)::int end
       where account_id = $1`,
      [scope.accountId],
    )
    await client.query('analyze thirdparty, thirdparty_summary')
  } finally {
    client.release(true)
  }
})
afterAll(() => t.close())

const arrival = { field: null, summary: null, attribute: null }
const unrated = [{ code: 'CYBERSECURITY', ranges: [], unknown: true }] as const
const noAttributes = {} as ThirdPartyAttributes

async function planOf(order: ListOrder, segment: number, after: ListPosition | null = null): Promise<string> {
  const conditions = [sql`t.account_id = ${scope.accountId}`]
  const source = { from: plainPortfolio, id: sql`t.thirdparty_id`, conditions }
  const statement = segmentStatement(source, order, segment, { limit: 51, offset: 0, after })
  const { rows } = await t.db.read(scope, (tx) =>
    sql<Record<string, string>>`explain ${statement}`.execute(tx),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['rating.CYBERSECURITY', 'thirdparty_summary_cybersecurity'],
  ['nextExpiry', 'thirdparty_summary_next_expiry'],
])('Third parties by %s are read along one index, those without a value too', async (summary, index) => {
  for (const descending of [true, false]) {
    const sort = { ...arrival, summary, descending }
    const order = await t.db.read(scope, (tx) =>
      portfolioOrder(tx, scope, { sort, filter: { ratings: null } }, noAttributes),
    )
    expect(order.segments).toHaveLength(2)
    const plans = [
      await planOf(order, 0),
      await planOf(order, 1),
      await planOf(order, 1, { segment: 1, key: null, id: 3000 }),
    ]
    for (const plan of plans) {
      expect(plan).toContain(index)
      expect(plan).not.toContain('Sort')
    }
  }
})

test('Third parties of unknown rating are read along the index of that rating', async () => {
  const sort = { ...arrival, descending: true }
  const order = await t.db.read(scope, (tx) =>
    portfolioOrder(tx, scope, { sort, filter: { ratings: unrated } }, noAttributes),
  )
  const plan = await planOf(order, 0)
  expect(plan).toContain('thirdparty_summary_cybersecurity')
  expect(plan).not.toContain('Sort')
})
