// Whether the statements that the product ran in the tests would stay on one node of a cluster that spreads accounts:
// tsx scripts/check-accounts.ts <folder of records>. PostgreSQL plans each of them, as for any value.
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { ensureDatabase, prepareDatabase, startEmbedded } from '../server/src/platform/db/index.ts'
import { installJobs } from '../server/src/platform/jobs/index.ts'
import type { RecordedPlace } from '../server/test/harness/record-places.ts'
import type { RecordedStatement } from '../server/test/harness/record-statements.ts'
import { judgePlan, type PlanNode, type Verdict } from './account-plans.ts'
import { overAccounts } from './account-statements.ts'
import { localTables, referenceTables } from './account-tables.ts'

export function readPlaces(folder: string): RecordedPlace[] {
  const found = new Map<string, RecordedPlace>()
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.jsonl'))) {
    for (const line of readFileSync(join(folder, name), 'utf8').split('\n')) {
      if (line === '') continue
      const recorded = JSON.parse(line) as RecordedStatement
      if ('place' in recorded) found.set(`${recorded.place} ${recorded.text}`, recorded)
    }
  }
  return [...found.values()]
}

const isRead = (text: string) => /^\s*(--[^\n]*\n\s*)*(select|with|insert|update|delete|merge)\b/i.test(text)

/** Plans a statement without running it; undefined for one that cannot be planned, such as a lock or a setting. */
export async function judgeStatement(client: pg.ClientBase, text: string): Promise<Verdict | undefined> {
  if (!isRead(text)) return undefined
  // Several statements in one text, or tables made meanwhile, such as those of an import.
  const explained = await client
    .query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(`explain (generic_plan, verbose, format json) ${text}`)
    .catch(() => undefined)
  const plan = explained?.rows[0]?.['QUERY PLAN'][0]?.Plan
  return plan && judgePlan(plan, (table, schema) => schema === 'vigie' && isDistributed(table))
}

const isDistributed = (table: string) => !(table in referenceTables) && !(table in localTables)

export interface AccountReport {
  planned: number
  /** With tables of accounts in them. */
  distributed: number
  over: number
  faults: string[]
}

const isNamed = (place: string) =>
  Object.keys(overAccounts).some(
    (named) => place === named || (named.endsWith('/') && place.startsWith(named)),
  )

/** A fault is a statement that no account binds, of a file that the list does not name. */
export async function checkAccounts(
  client: pg.ClientBase,
  places: readonly RecordedPlace[],
): Promise<AccountReport> {
  const report: AccountReport = { planned: 0, distributed: 0, over: 0, faults: [] }
  const faults = new Set<string>()
  for (const { text, place } of places) {
    const verdict = await judgeStatement(client, text)
    if (!verdict) continue
    report.planned += 1
    if (verdict.scans.length === 0) continue
    report.distributed += 1
    if (verdict.open.length === 0) continue
    report.over += 1
    if (isNamed(place)) continue
    faults.add(
      `${place}: ${verdict.open.join(', ')} without an account: ${text.replaceAll(/\s+/g, ' ').trim().slice(0, 160)}`,
    )
  }
  report.faults = [...faults]
  return report
}

async function withSchema<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vigie-accounts-'))
  const server = await startEmbedded({ dataDir, durable: false })
  try {
    const adminUrl = await ensureDatabase(server.adminUrl, 'vigie')
    await prepareDatabase({ adminUrl, appPassword: 'for-the-check', asOwner: installJobs })
    const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function main(): Promise<number> {
  const [folder] = process.argv.slice(2)
  if (folder === undefined) throw new Error('Which folder of records?')
  const report = await withSchema((client) => checkAccounts(client, readPlaces(folder)))
  report.faults.forEach((fault) => console.log(fault))
  console.log(
    `accounts: ${report.planned} statements planned, ${report.distributed} of account tables, ` +
      `${report.over} over accounts in named files, ${report.faults.length} faults`,
  )
  return report.faults.length > 0 ? 1 : 0
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main()
