import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createAccount } from '../server/src/create-account.ts'
import { processImport, receiveImport } from '../server/src/domain/imports/index.ts'
import { createBundledProviders, references } from '../server/src/domain/references/index.ts'
import { prepareDatabase } from '../server/src/platform/db/index.ts'
import { installOwned } from '../server/src/database-runtime.ts'
import { jobScope } from '../server/src/platform/kernel/index.ts'
import { companiesCsv } from '../server/test/imports/companies.ts'
import { benchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { ratioFigure, type Bench, type Figure } from './support/figures.ts'
import { family, processorMicros } from './support/load.ts'

const rows = Number(process.env['VIGIE_BENCH_IMPORT_ROWS'] ?? 100_000)

interface Phases {
  kept: number
  read: number
  total: number
}

/** Seconds from the file on disk to its end, and where they went. */
async function importRows({ db }: BenchDatabase, accountId: number, file: string): Promise<Phases> {
  const scope = jobScope(accountId, 'bench')
  const csv = companiesCsv(rows)
  await writeFile(file, csv)
  const command = { path: file, byteCount: csv.length, format: 'CSV', dryRun: false } as const
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1000
  const { importId } = await db.write(scope, (tx) =>
    receiveImport(tx, scope, { ...command, onDuplicate: 'skip', limits: { maxWaiting: 1 } }),
  )
  const phases = { kept: seconds(), read: 0, total: 0 }
  const onProgress = ({ state }: { state: string }) => {
    if (state === 'VALIDATING') phases.read = seconds()
  }
  const deps = { db, references: references(createBundledProviders()), maxRows: rows, onProgress }
  const one = await processImport(deps, { accountId, importId })
  if (one.added !== rows) throw new Error(`Only ${one.added} of ${rows} were added.`)
  return { ...phases, total: seconds() }
}

/** Seconds of COPY of the same rows, from a file, into one new table, and the processor time it took. */
async function copyRows(client: pg.Client, folder: string, isIndexed: boolean): Promise<[number, Spent]> {
  const { rows: found } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'thirdparty'::regclass and attnum > 0
       and not attisdropped and attgenerated = ''`,
  )
  const columns = found.map(({ name }) => name).join(', ')
  const file = path.join(folder, 'rows.copy')
  await client.query(`copy (select ${columns} from thirdparty) to '${file}'`)
  const bare = `create table copied as select ${columns} from thirdparty with no data;
    alter table copied add primary key (account_id, thirdparty_id)`
  const indexed = 'create table copied (like thirdparty including all)'
  await client.query(`drop table if exists copied; ${isIndexed ? indexed : bare}`)
  return whileSpending(client, async () => {
    const began = performance.now()
    await client.query(`copy copied (${columns}) from '${file}'`)
    return (performance.now() - began) / 1000
  })
}

interface Spent {
  process: number
  database: number
}

/** Seconds of processor time so far, of this process and of the database server that the client speaks with. */
async function spentSeconds(client: pg.Client): Promise<Spent> {
  const { rows: found } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const status = await readFile(`/proc/${found[0]?.pid}/status`, 'utf8').catch(() => '')
  const postmaster = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
  const { user, system } = process.cpuUsage()
  const database = await processorMicros(await family([postmaster]))
  return { process: (user + system) / 1e6, database: database / 1e6 }
}

async function whileSpending<T>(client: pg.Client, work: () => Promise<T>): Promise<[T, Spent]> {
  const before = await spentSeconds(client)
  const result = await work()
  const after = await spentSeconds(client)
  return [result, { process: after.process - before.process, database: after.database - before.database }]
}

async function measure(database: BenchDatabase, tell: (line: string) => void): Promise<Figure[]> {
  const { adminUrl } = database
  await prepareDatabase({ adminUrl, appPassword: 'for-the-bench', asOwner: installOwned })
  const folder = await mkdtemp(path.join(tmpdir(), 'vigie-bench-import-'))
  const client = new pg.Client({ connectionString: adminUrl, options: '-c search_path=vigie' })
  await client.connect()
  try {
    // The database server, which may be another user, writes and reads there too.
    await chmod(folder, 0o777)
    const { accountId } = await database.db.system((tx) => createAccount(tx, { name: 'Bench' }))
    const file = path.join(folder, 'rows.csv')
    const [phases, spent] = await whileSpending(client, () => importRows(database, accountId, file))
    const { kept, read, total } = phases
    tell(
      `kept ${kept.toFixed(1)} s, read and checked ${(read - kept).toFixed(1)} s, added ${(total - read).toFixed(1)} s`,
    )
    const [bare] = await copyRows(client, folder, false)
    const [indexed, copying] = await copyRows(client, folder, true)
    const seconds = ({ process: own, database: theirs }: Spent) =>
      `${own.toFixed(1)} s of the process, ${theirs.toFixed(1)} s of the database`
    tell(`processor time: import ${seconds(spent)}; COPY with the same indexes ${seconds(copying)}`)
    tell(
      `COPY: ${bare.toFixed(1)} s into a bare table, ${indexed.toFixed(1)} s into one with the same indexes`,
    )
    const value = rows / total
    const memory = process.resourceUsage().maxRSS / 1024
    return [
      { name: 'rows/s', value, measured: value.toFixed(0) },
      ratioFigure('against COPY into one table with the same indexes', indexed / total, 0.25),
      ratioFigure('against COPY into one bare table', bare / total, 0.25),
      { name: 'peak memory of the process', value: memory, measured: `${memory.toFixed(0)} MB` },
    ]
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

export const portfolioImport: Bench = {
  name: 'portfolio-import',
  title: `Import of ${rows.toLocaleString('en')} third parties, with events, against COPY`,
  async run(tell) {
    const database = await benchDatabase({ shared_buffers: '512MB' })
    try {
      return await measure(database, tell)
    } finally {
      await database.stop()
    }
  },
}
