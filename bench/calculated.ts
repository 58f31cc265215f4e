import pg from 'pg'
import { command, fetchToken } from '../server/test/product/product.ts'
import { costFigure, median, type Bench } from './support/figures.ts'
import { startProduct } from './support/product.ts'

const portfolio = 2_500
const seconds = 15
const rounds = 3
const ones = (count: number) => `[${Array(count).fill('1').join(',')}]`
/** Nearly as many steps as one expression may take; ten of them are nearly as many as an account may have. */
const atTheLimit = (nth: number) => `${ones(24)}.all(a,${ones(24)}.all(b,a+b!=${nth + 3}))`
const attributes = 10

interface Office {
  url: string
  token: string
  accountId: number
}

async function call<T>({ url, token }: Office, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
  return JSON.parse(text) as T
}

/** Another account of the same installation, with a portfolio and attributes at their limits. */
async function openHostile(baseUrl: string, dataDir: string, adminUrl: string) {
  const env = { VIGIE_DATA_DIR: dataDir }
  const ask = async <T>(...args: string[]) => {
    const { code, output } = await command(args, env)
    if (code !== 0) throw new Error(output)
    return JSON.parse(output) as T
  }
  const { accountId } = await ask<{ accountId: number }>('account', 'create', '--json', 'Hostile')
  const scopes = ['--account', String(accountId), '--scopes', 'ADMIN', '--json']
  const client = await ask<{ clientId: string; clientSecret: string }>('client', 'create', 'Bench', ...scopes)
  const token = await fetchToken(baseUrl, client)
  const hostile = { url: `${baseUrl}/api/v1/account/${accountId}`, token, accountId }
  const thirdpartyIds = await fill(adminUrl, accountId)
  const attributeIds: number[] = []
  for (let nth = 1; nth <= attributes; nth += 1) {
    const body = { label: `Limit ${nth}`, type: 'boolean', calculated: atTheLimit(nth) }
    attributeIds.push((await call<{ attributeId: number }>(hostile, 'POST', '/attributes', body)).attributeId)
  }
  return { hostile, thirdpartyIds, attributeIds }
}

async function fill(adminUrl: string, accountId: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    await client.query(`set app.account = '${accountId}'; set app.units = 'all'`)
    const { rows } = await client.query<{ id: string }>(
      `insert into thirdparty (account_id, identifier_code, identifier_value, wire, source, identity_status, name,
         created_at, updated_at)
       select $1, 'CIT003', n::text, '', 'UNMANAGED', 'NOT_FOUND', 'Company ' || n, now(), now()
       from generate_series(1, $2::int) n returning thirdparty_id as id`,
      [accountId, portfolio],
    )
    await client.query('analyze thirdparty')
    return rows.map(({ id }) => Number(id))
  } finally {
    await client.end()
  }
}

/** Everything that calculates, over and over: whole portfolios by jobs, five previews at once, values set. */
function attack({ hostile, thirdpartyIds, attributeIds }: Awaited<ReturnType<typeof openHostile>>) {
  const over = new AbortController()
  let [previews, sets, changes] = [0, 0, 0]
  const repeat = async (work: (nth: number) => Promise<unknown>) => {
    for (let nth = 0; !over.signal.aborted; nth += 1) await work(nth)
  }
  const loops = [
    ...Array.from({ length: 5 }, () =>
      repeat(async (nth) => {
        const calculated = atTheLimit(nth % 7)
        await call(hostile, 'POST', '/attributes/preview', { type: 'boolean', calculated, code: 'LIMIT_1' })
        previews += 1
      }),
    ),
    repeat(async (nth) => {
      const calculated = atTheLimit(nth % 5)
      await call(hostile, 'PATCH', `/attributes/${attributeIds[nth % attributes]}`, { calculated })
      changes += 1
      await new Promise((resolve) => setTimeout(resolve, 500))
    }),
    repeat(async (nth) => {
      const body = { label: 'Annual purchase amount', values: [nth] }
      await call(hostile, 'POST', `/thirdparties/${thirdpartyIds[nth % portfolio]}/attributes`, body)
      sets += 1
    }),
  ]
  return async () => {
    over.abort()
    await Promise.all(loops)
    return `${previews} previews, ${changes} changed expressions, ${sets} values set`
  }
}

/** What one reader waits for the list, in milliseconds: asked twenty times a second, as a person's pages do. */
async function readList(office: Office): Promise<number[]> {
  const waits: number[] = []
  const until = performance.now() + seconds * 1_000
  while (performance.now() < until) {
    const began = performance.now()
    await call(office, 'GET', '/thirdparties?size=50')
    const took = performance.now() - began
    waits.push(took)
    await new Promise((resolve) => setTimeout(resolve, Math.max(50 - took, 0)))
  }
  return waits
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}

export const calculated: Bench = {
  name: 'calculated',
  title: `One account's calculated attributes at their limits on ${portfolio.toLocaleString('en')} third parties, another's list beside them`,
  async run(tell) {
    const product = await startProduct()
    try {
      const { baseUrl, accountId, token } = product
      const reader = { url: `${baseUrl}/api/v1/account/${accountId}`, token, accountId }
      const prepared = await openHostile(baseUrl, product.dataDir, product.adminUrl)
      await readList(reader)
      const found: { alone: number; beside: number; rise: number; median: number }[] = []
      // Interleaved, so that a slow moment of the machine touches both.
      for (let round = 1; round <= rounds; round += 1) {
        const alone = await readList(reader)
        const end = attack(prepared)
        const beside = await readList(reader)
        const done = await end()
        const [before, during] = [percentile(alone, 0.99), percentile(beside, 0.99)]
        const half = percentile(beside, 0.5) - percentile(alone, 0.5)
        found.push({ alone: before, beside: during, rise: during - before, median: half })
        tell(`round ${round}: p99 ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside ${done}`)
      }
      const of = (name: keyof (typeof found)[number]) => median(found.map((one) => one[name]))
      const ms = (name: string, value: number) => ({ name, value, measured: `${value.toFixed(1)} ms` })
      return [
        costFigure('list of another account: rise of its p99', of('rise'), { most: 100, unit: 'ms' }),
        ms('list of another account: p99 alone', of('alone')),
        ms('list of another account: p99 beside them', of('beside')),
        ms('list of another account: rise of its median', of('median')),
      ]
    } finally {
      await product.stop()
    }
  },
}
