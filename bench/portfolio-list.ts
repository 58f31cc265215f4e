import pg from 'pg'
import { compare, startBare } from './support/against-bare.ts'
import type { Bench } from './support/figures.ts'
import { startProduct } from './support/product.ts'

const portfolio = 100_000

/** Copies of the demo's own third parties under fresh numbers: real shapes, and no register to ask. */
async function fill(adminUrl: string, accountId: number): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    // Totals are kept by a trigger that runs behind the account's wall.
    await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
    await client.query(
      `insert into thirdparty (account_id, code, identifier_code, identifier_value, source, identity_status, name,
         trade_name, duns, country_code, legal_form, head_office, naf_code, main_activity, activity_scheme, executives,
         headcount, creation_date, status, status_detail, status_since, provenance, created_at, updated_at, wire)
       select account_id, 'B-' || n, 'CIT003', lpad((100000000 + n)::text, 9, '0'), source, identity_status,
         name || ' ' || n, trade_name, lpad((100000000 + n)::text, 9, '0'), country_code, legal_form, head_office,
         naf_code, main_activity, activity_scheme, executives, headcount, creation_date, status, status_detail,
         status_since, provenance, now(), now(), ''
       from generate_series(1, $2) n
       join lateral (select * from thirdparty t where t.account_id = $1 order by t.thirdparty_id
                     offset n % 20 limit 1) model on true`,
      [accountId, portfolio],
    )
    // What adding them one by one writes beside each.
    await client.query(
      `insert into thirdparty_summary (account_id, thirdparty_id)
       select account_id, thirdparty_id from thirdparty where account_id = $1 on conflict do nothing`,
      [accountId],
    )
    await client.query('analyze thirdparty, thirdparty_summary')
    const { rows } = await client.query<{ id: string }>(
      'select max(thirdparty_id) as id from thirdparty where account_id = $1',
      [accountId],
    )
    return Number(rows[0]?.id)
  } finally {
    await client.end()
  }
}

export const portfolioList: Bench = {
  name: 'portfolio-list',
  title: `Pages of a portfolio of ${portfolio.toLocaleString('en')} third parties, against node:http + pg`,
  async run(tell) {
    const product = await startProduct()
    try {
      const id = await fill(product.adminUrl, product.accountId)
      const bare = await startBare(product)
      try {
        const own = `${product.baseUrl}/api/v1/account/${product.accountId}/thirdparties`
        const common = { token: product.token, pids: [product.pid, bare.pid] }
        const page = { ...common, name: 'list of 50', goal: 1.2, ours: own, bare: `${bare.baseUrl}/` }
        const one = `${bare.baseUrl}/one/${id}`
        const single = { ...common, name: 'single record', goal: 0.8, ours: `${own}/${id}`, bare: one }
        return [...(await compare(page, tell)), ...(await compare(single, tell))]
      } finally {
        await bare.stop()
      }
    } finally {
      await product.stop()
    }
  },
}
