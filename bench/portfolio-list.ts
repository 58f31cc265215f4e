import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { median, ratioFigure, type Bench, type Figure } from './support/figures.ts'
import { load, type Load } from './support/load.ts'
import { freePort, startProduct, type Product } from './support/product.ts'

const portfolio = 100_000
const rounds = 5
const secondsEach = 4

/** Copies of the demo's own third parties under fresh numbers: real shapes, and no register to ask. */
async function fill(adminUrl: string, accountId: number): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    // Totals are kept by a trigger that runs behind the account's wall.
    await client.query(`set app.account = '${accountId}'`)
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
    await client.query('analyze thirdparty')
    const { rows } = await client.query<{ id: string }>(
      'select max(thirdparty_id) as id from thirdparty where account_id = $1',
      [accountId],
    )
    return Number(rows[0]?.id)
  } finally {
    await client.end()
  }
}

async function startBare(product: Product): Promise<{ baseUrl: string; pid: number; stop(): Promise<void> }> {
  const port = await freePort()
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url))
  const args = ['--import', 'tsx', script, product.adminUrl, String(port), String(product.accountId)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const baseUrl = `http://127.0.0.1:${port}`
  for (let patience = 100; ; patience -= 1) {
    if (
      await fetch(baseUrl).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    if (patience === 0) throw new Error('The bare server did not start.')
    await delay(100)
  }
  return {
    baseUrl,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

interface Pair {
  name: string
  goal: number
  ours: string
  bare: string
  token: string
  /** Both servers and the database: whoever is not asked costs next to nothing meanwhile. */
  pids: readonly number[]
}

async function compare(pair: Pair, tell: (line: string) => void): Promise<Figure[]> {
  const rates: number[] = []
  const costs: number[] = []
  const ours: number[] = []
  const shape = { seconds: secondsEach, connections: 16, pids: pair.pids }
  // Interleaved, so that a slow moment of the machine touches both.
  for (let round = 1; round <= rounds; round += 1) {
    const bare = await load({ ...shape, url: pair.bare, token: null })
    const own = await load({ ...shape, url: pair.ours, token: pair.token })
    rates.push(own.rate / bare.rate)
    costs.push(own.cpuMicros / bare.cpuMicros)
    ours.push(own.rate)
    tell(`${pair.name}, round ${round}: bare ${inWords(bare)}, Vigie ${inWords(own)}`)
  }
  const rate = median(ours)
  const cost = median(costs)
  return [
    ratioFigure(`${pair.name}: requests/s against the bare server`, median(rates), pair.goal),
    { name: `${pair.name}: processor time against it`, value: cost, measured: `${cost.toFixed(2)} x` },
    { name: `${pair.name}: requests/s`, value: rate, measured: `${rate.toFixed(0)}/s` },
  ]
}

function inWords({ rate, cpuMicros }: Load): string {
  return `${rate.toFixed(0)}/s at ${cpuMicros.toFixed(0)} µs`
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
        const page = { ...common, name: 'list of 50', goal: 1.5, ours: own, bare: `${bare.baseUrl}/` }
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
