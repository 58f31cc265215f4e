import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { costFigure, type Bench } from './support/figures.ts'
import { load } from './support/load.ts'
import { byteFigures, type SimulationFigure } from './support/simulation-figures.ts'
import { buildFolder, type BuiltFolder, type Size } from './support/simulation-folder.ts'
import { dailyTasks, secondsOfIndicators, secondsOfList, secondsOfTask } from './support/simulation-jobs.ts'
import {
  answersAll,
  compareReaders,
  rankOf,
  readerOf,
  simulationPlaces,
  type AccountSize,
  type Reader,
} from './support/simulation-places.ts'
import { withTools, type Tools } from './support/tools.ts'

/** A page costs what it returns, not what the account holds: against the largest account of the smallest size. */
const most = 1.5
const smallest: Size = { companies: 1_000, accounts: 10 }
const accountSizes: readonly AccountSize[] = ['largest', 'middle', 'small']

type Tell = (line: string) => void

interface Wanted {
  readonly size: Size
  readonly folder: string | undefined
  readonly parts: readonly Part[]
  /** For all jobs together: what has not ended then is left out. */
  readonly jobMinutes: number
}

type Part = 'pages' | 'jobs'

function readOptions(): Wanted {
  const { values } = parseArgs({
    args: process.argv.slice(2),
    allowPositionals: true,
    strict: false,
    options: {
      companies: { type: 'string' },
      accounts: { type: 'string' },
      folder: { type: 'string' },
      only: { type: 'string' },
      'job-minutes': { type: 'string' },
    },
  })
  const companies = Number(values['companies'] ?? smallest.companies)
  const accounts = Number(values['accounts'] ?? Math.min(1_000, Math.max(10, Math.round(companies / 100))))
  if (
    !Number.isInteger(companies) ||
    companies < smallest.companies ||
    !Number.isInteger(accounts) ||
    accounts < 10
  )
    throw new Error('Say --companies=1000 or more, and --accounts=10 or more.')
  const { folder, only } = values
  const jobMinutes = Number(values['job-minutes'] ?? 240)
  if ((only !== undefined && only !== 'pages' && only !== 'jobs') || !(jobMinutes > 0))
    throw new Error('Say --only=pages or --only=jobs, and --job-minutes=1 or more.')
  return {
    size: { companies, accounts },
    folder: typeof folder === 'string' ? path.resolve(folder) : undefined,
    parts: only === undefined ? ['pages', 'jobs'] : [only],
    jobMinutes,
  }
}

async function readersOf(tools: Tools, { accounts }: Size): Promise<Reader[]> {
  const readers: Reader[] = []
  for (const size of accountSizes) readers.push(await readerOf(tools, rankOf(size, accounts)))
  return readers
}

/** The time of every page for each account, beside the largest account of the smallest size. */
async function pageFigures(
  { companies }: Size,
  base: Reader,
  readers: readonly Reader[],
  tell: Tell,
): Promise<SimulationFigure[]> {
  const figures: SimulationFigure[] = []
  for (const place of simulationPlaces()) {
    // Figures of the dashboard that no job has counted yet.
    if (!(await answersAll([base, ...readers], place))) continue
    const isBase = readers[0] === base
    const times = await compareReaders(isBase ? readers : [base, ...readers], place)
    const [atBase = Number.NaN] = times
    const own = isBase ? times : times.slice(1)
    tell(`${place.name}: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`)
    for (const [nth, account] of accountSizes.entries()) {
      const ms = own[nth] ?? Number.NaN
      const name = `${companies.toLocaleString('en')}: ${place.name}, ${account} account`
      const figure = costFigure(name, ms / atBase, { most, unit: 'x' })
      figures.push({ ...figure, kind: 'page', companies, what: place.name, account, ms })
    }
  }
  return figures
}

/** Processor time of one request in the largest account. */
async function processorFigures(
  { companies }: Size,
  reader: Reader,
  pid: number,
): Promise<SimulationFigure[]> {
  const figures: SimulationFigure[] = []
  for (const place of simulationPlaces()) {
    if (!(await answersAll([reader], place))) continue
    const { name, path: asked, as } = place
    const url = `${reader.base}${asked}`
    const spent = await load({ url, token: reader[as], seconds: 2, connections: 4, pids: [pid] })
    // A connection that ends meanwhile takes its past with it.
    const database = Math.max(0, spent.databaseMicros)
    const value = (spent.serverMicros + database) / 1000
    const measured = `${(spent.serverMicros / 1000).toFixed(1)} + ${(database / 1000).toFixed(1)} ms`
    const title = `${companies.toLocaleString('en')}: processor, ${name}`
    figures.push({ name: title, value, measured, kind: 'processor', companies, what: name })
  }
  return figures
}

interface JobRun {
  readonly companies: number
  readonly largest: Reader
  readonly minutes: number
}

/** One after the other; the first that does not end in time is the last, as it would be in the way of the others. */
async function jobFigures(
  tools: Tools,
  { companies, largest, minutes }: JobRun,
  tell: Tell,
): Promise<SimulationFigure[]> {
  const figures: SimulationFigure[] = []
  const until = performance.now() + minutes * 60_000
  const jobs: [string, () => Promise<number | null>][] = [
    ...dailyTasks.map((task): [string, () => Promise<number | null>] => [
      task,
      () => secondsOfTask(tools, task, until),
    ]),
    ['indicators of 1,000 companies', () => secondsOfIndicators(tools, largest, until)],
    ['a list with a hundred new entries', () => secondsOfList(tools, until)],
  ]
  for (const [what, measure] of jobs) {
    const value = await measure()
    if (value === null) {
      tell(`${what}: not ended after ${minutes} minutes of all jobs`)
      break
    }
    const measured = `${value.toFixed(1)} s`
    tell(`${what}: ${measured}`)
    const name = `${companies.toLocaleString('en')}: ${what}`
    figures.push({ name, value, measured, kind: 'job', companies, what })
  }
  return figures
}

/** Jobs of the clock would be met in the middle: for pages the service runs without a worker. */
const withoutWorker = { WORKER_IN_PROCESS: 'false' }

function measurePages(built: BuiltFolder, small: BuiltFolder, tell: Tell): Promise<SimulationFigure[]> {
  return withTools(
    async (tools) => {
      const readers = await readersOf(tools, built)
      const sizes = accountSizes.map((size, nth) => `${size} ${readers[nth]?.companies.toLocaleString('en')}`)
      tell(`companies of the accounts: ${sizes.join(', ')}`)
      const [largest] = readers
      if (!largest) return []
      const beside = async (others: Tools) => {
        const [base = largest] = await readersOf(others, small)
        return pageFigures(built, base, readers, tell)
      }
      const pages =
        built.dataDir === small.dataDir
          ? await pageFigures(built, largest, readers, tell)
          : await withTools(beside, small.dataDir, withoutWorker)
      const processor = await processorFigures(built, largest, tools.product.pid)
      return [...pages, ...processor, ...(await byteFigures(tools, built.companies))]
    },
    built.dataDir,
    withoutWorker,
  )
}

async function measureJobs(built: BuiltFolder, minutes: number, tell: Tell): Promise<SimulationFigure[]> {
  return withTools(async (tools) => {
    const largest = await readerOf(tools, rankOf('largest', built.accounts))
    return jobFigures(tools, { companies: built.companies, largest, minutes }, tell)
  }, built.dataDir)
}

function buildFigure({ companies, secondsToBuild: value }: BuiltFolder): SimulationFigure {
  const name = `${companies.toLocaleString('en')}: seconds to write them`
  return { name, value, measured: `${value.toFixed(0)} s`, kind: 'build', companies, what: 'build' }
}

/** What this run does not measure anew stays in the file: ratios between sizes are read from it. */
async function formerFigures(companies: number, parts: readonly Part[]): Promise<SimulationFigure[]> {
  const file = new URL('results/simulation.json', import.meta.url)
  if (!existsSync(file)) return []
  const { figures } = JSON.parse(await readFile(file, 'utf8')) as { figures: SimulationFigure[] }
  const partOf = ({ kind }: SimulationFigure): Part => (kind === 'job' ? 'jobs' : 'pages')
  return figures.filter((figure) => figure.companies !== companies || !parts.includes(partOf(figure)))
}

async function run(tell: Tell): Promise<SimulationFigure[]> {
  const { size, folder, parts, jobMinutes } = readOptions()
  const root = folder ?? (await mkdtemp(path.join(tmpdir(), 'vigie-simulation-')))
  try {
    const small = await buildFolder(root, smallest, tell)
    const isSmallest = size.companies === smallest.companies
    const built = isSmallest ? small : await buildFolder(root, size, tell)
    const pages = parts.includes('pages')
      ? [...(await measurePages(built, small, tell)), buildFigure(built)]
      : []
    const jobs = parts.includes('jobs') ? await measureJobs(built, jobMinutes, tell) : []
    return [...(await formerFigures(size.companies, parts)), ...pages, ...jobs]
  } finally {
    if (folder === undefined) await rm(root, { recursive: true, force: true })
  }
}

export const simulation: Bench = {
  name: 'simulation',
  title: 'A whole installation: --companies=N --accounts=M --folder=where it stays',
  run,
}
