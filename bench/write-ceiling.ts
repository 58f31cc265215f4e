import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { siretOf } from '../server/test/imports/companies.ts'
import { until } from '../server/test/product/processes.ts'
import { newAccount, type Grown } from './growth.ts'
import type { Bench, Figure } from './support/figures.ts'
import { processorMicros } from './support/load.ts'
import { withTools, type Tools } from './support/tools.ts'
import { writeFor, type Request, type Written } from './support/writers.ts'

const secondsEach = Number(process.env['VIGIE_BENCH_SECONDS'] ?? 5)
/** Steps of adds a second with the shipped rules on, until the jobs do not follow. */
const steps = [10, 15, 20, 30, 45, 65, 90, 120]

/** What a company that the shipped rules open dossiers for comes to at the least. */
const jobsEach = 5

type Tell = (line: string) => void
const say = ({ rate, p50, p99 }: Written) =>
  `${rate.toFixed(0)}/s, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`

let companies = 0

/** A company no register knows: nothing is asked of the network. */
function addRequest({ accountId, token }: Grown): Request {
  companies += 1
  const body = {
    legalIdentifier: { code: 'CIT001', value: siretOf(companies) },
    code: `W-${companies}`,
    unmanaged: { name: `Company number ${companies}`, countryCode: 'FR' },
  }
  return { path: `/api/v1/account/${accountId}/thirdparties`, token, body }
}

function adds({ product }: Tools, accounts: readonly Grown[], load: { writers: number; pace?: number }) {
  return writeFor({
    baseUrl: product.baseUrl,
    seconds: secondsEach,
    ...load,
    request: (_, writer) => addRequest(accounts[writer % accounts.length] as Grown),
  })
}

/** By this one nobody asks; by the other one rules do, so that each change of it queues a job. */
const plain = (nth: number) => ({ label: 'Internal reference', values: [`R-${nth}`] })
const asked = (nth: number) => ({ label: 'Annual purchase amount', values: [nth] })

/** Each writer has companies of its own: no two wait for the lock of one company. */
async function attributes(
  tools: Tools,
  { accountId, token }: Grown,
  body: (nth: number) => object,
): Promise<Written> {
  const writers = 32
  const { rows } = await tools.client.query<{ id: string }>(
    'select thirdparty_id as id from thirdparty where account_id = $1 limit 3200',
    [accountId],
  )
  const share = Math.floor(rows.length / writers)
  return writeFor({
    baseUrl: tools.product.baseUrl,
    seconds: secondsEach,
    writers,
    request: (nth, writer) => ({
      path: `/api/v1/account/${accountId}/thirdparties/${rows[writer * share + (nth % share)]?.id}/attributes`,
      token,
      body: body(nth),
    }),
  })
}

async function commits({ product, client }: Tools, writers: number): Promise<number> {
  await client.query(
    'create table if not exists bench_commit (id bigint generated always as identity, word text)',
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-'))
  const script = path.join(folder, 'insert.sql')
  await writeFile(script, `insert into vigie.bench_commit (word) values ('a word');\n`)
  const options = ['-n', '-f', script, '-c', String(writers), '-j', '2', '-T', String(secondsEach)]
  try {
    const { stdout } = await promisify(execFile)('pgbench', [...options, product.adminUrl])
    return Number(/tps = ([\d.]+)/.exec(stdout)?.[1])
  } finally {
    await rm(folder, { recursive: true })
  }
}

const waitingJobs = async ({ client }: Tools): Promise<number> => {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int from graphile_worker._private_jobs where attempts < max_attempts and run_at <= now()',
  )
  return rows[0]?.count ?? 0
}

const idle = (tools: Tools) =>
  until('the end of all jobs', async () => (await waitingJobs(tools)) === 0, 300_000)

/** The totals that pages show are those of the portfolio itself, whatever was written at once. */
async function totalsFigure({ client }: Tools, accounts: readonly Grown[]): Promise<Figure> {
  const { rows } = await client.query<{ wrong: number }>(
    `select count(*)::int as wrong from unnest($1::bigint[]) account_id where
       (select coalesce(sum(total), 0) from portfolio_total p where p.account_id = account_id.account_id)
       <> (select count(*) from thirdparty t where t.account_id = account_id.account_id)`,
    [accounts.map(({ accountId }) => accountId)],
  )
  const value = rows[0]?.wrong ?? Number.NaN
  return { name: 'accounts with a wrong total', value, measured: String(value), goal: '0', met: value === 0 }
}

/** The highest step whose jobs are done as fast as they come. */
async function rulesFigures(tools: Tools, tell: Tell): Promise<Figure[]> {
  const account = await newAccount(tools, 'With the shipped rules')
  await tools.client.query('update rule set active = true where account_id = $1', [account.accountId])
  let kept: Written | undefined
  for (const pace of steps) {
    const first = await adds(tools, [account], { writers: 32, pace })
    const before = await waitingJobs(tools)
    const second = await adds(tools, [account], { writers: 32, pace })
    const after = await waitingJobs(tools)
    tell(
      `with the shipped rules, ${pace}/s: ${say(second)}, ${before} jobs left at half time, ${after} at the end`,
    )
    await idle(tools)
    // Each company is several jobs: what is left of the last second is work under way, not a backlog.
    const isGrowing = after > before + pace && after > pace * jobsEach
    if (isGrowing || Math.min(first.rate, second.rate) < pace * 0.95) break
    kept = second
  }
  const { rate = 0, p99 = Number.NaN } = kept ?? {}
  return [
    atLeast('adds/s the jobs of the shipped rules follow', rate, 20),
    { name: 'their p99', value: p99, measured: `${p99.toFixed(0)} ms`, goal: '< 150 ms', met: p99 < 150 },
  ]
}

function atLeast(name: string, value: number, goal: number): Figure {
  // Paced writers never reach their pace to the last request.
  return { name, value, measured: `${value.toFixed(0)}/s`, goal: `>= ${goal}/s`, met: value >= goal * 0.95 }
}

function rateFigure(name: string, value: number): Figure {
  return { name, value, measured: `${value.toFixed(0)}/s` }
}

function shareFigure(name: string, value: number): Figure {
  return { name, value, measured: `${(value * 100).toFixed(1)} %` }
}

async function measure(tools: Tools, tell: Tell): Promise<Figure[]> {
  const one = await newAccount(tools, 'One')
  const eight = await Promise.all(Array.from({ length: 8 }, (_, i) => newAccount(tools, `Account ${i}`)))
  const { pid } = tools.product
  const timed = async (name: string, run: () => Promise<Written>): Promise<Written> => {
    const before = await processorMicros([pid])
    const written = await run()
    const micros = ((await processorMicros([pid])) - before) / (written.rate * secondsEach)
    tell(
      `${name}: ${say(written)}, ${micros.toFixed(0)} µs of the server each, ${await waitingJobs(tools)} jobs left`,
    )
    await idle(tools)
    return written
  }
  await timed('warm-up', () => adds(tools, [one], { writers: 8 }))
  const rates: Record<number, Written> = {}
  for (const writers of [1, 8, 32]) {
    rates[writers] = await timed(`adds, ${writers} writers`, () => adds(tools, [one], { writers }))
  }
  const spread = await timed('adds, 8 accounts x 4', () => adds(tools, eight, { writers: 32 }))
  await timed('warm-up', () => attributes(tools, one, plain))
  const values = await timed('attributes, 32 writers', () => attributes(tools, one, plain))
  const inputs = await timed('attributes that rules ask by', () => attributes(tools, one, asked))
  const bare = await commits(tools, 32)
  tell(`pgbench, 32 writers: ${bare.toFixed(0)} commits/s`)
  const added = rates[32]?.rate ?? Number.NaN
  return [
    atLeast('adds/s, one account, 32 writers', added, 500),
    atLeast('adds/s, eight accounts, 4 writers each', spread.rate, 800),
    atLeast('attributes/s, one account, 32 writers', values.rate, 900),
    rateFigure('attributes/s that rules ask by, 32 writers', inputs.rate),
    shareFigure('adds of the commits of pgbench', added / bare),
    shareFigure('attributes of the commits of pgbench', values.rate / bare),
    ...(await rulesFigures(tools, tell)),
    await totalsFigure(tools, [one, ...eight]),
  ]
}

export const writeCeiling: Bench = {
  name: 'write-ceiling',
  title: 'Companies and attributes written per second, beside the commits of pgbench',
  run: (tell) => withTools((tools) => measure(tools, tell)),
}
