// Writes the tables of docs/scale.md from what the simulation has recorded: npm run scale-doc
import { realpathSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { SimulationFigure } from '../bench/support/simulation-figures.ts'

interface Recorded {
  readonly figures: readonly SimulationFigure[]
}

const page = new URL('../docs/scale.md', import.meta.url)
const recordedFile = new URL('../bench/recorded/simulation.json', import.meta.url)
/** What nobody has measured is told from the two largest sizes. */
const estimated = 10_000_000

const number = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((cell, at) => Math.max(3, cell.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join(
    '\n',
  )
}

class Figures {
  readonly sizes: readonly number[]
  readonly #all: readonly SimulationFigure[]

  constructor({ figures }: Recorded) {
    this.#all = figures
    this.sizes = [...new Set(figures.map(({ companies }) => companies))].toSorted((a, b) => a - b)
  }

  whats(kind: SimulationFigure['kind']): string[] {
    return [...new Set(this.#all.filter((it) => it.kind === kind).map(({ what }) => what))]
  }

  find(wanted: Partial<SimulationFigure>): SimulationFigure | undefined {
    return this.#all.find((it) =>
      Object.entries(wanted).every(([name, value]) => it[name as keyof SimulationFigure] === value),
    )
  }
}

const sizeName = (companies: number) => companies.toLocaleString('en')

function pages(figures: Figures): string {
  const others = figures.sizes.filter((size) => size !== figures.sizes[0])
  const head = ['page', ...others.flatMap((size) => [`largest of ${sizeName(size)}`, 'middle', 'small'])]
  const rows = figures.whats('page').map((what) => [
    what,
    ...others.flatMap((companies) =>
      (['largest', 'middle', 'small'] as const).map((account) => {
        const found = figures.find({ kind: 'page', what, companies, account })
        return found ? `${found.value.toFixed(2)}${found.met === false ? ' (over)' : ''}` : ''
      }),
    ),
  ])
  return table(head, rows)
}

/** What the caller waited for, in the largest account of each size. */
function times(figures: Figures): string {
  const rows = figures.whats('page').map((what) => [
    what,
    ...figures.sizes.map((companies) => {
      const ms = figures.find({ kind: 'page', what, companies, account: 'largest' })?.ms
      return ms === undefined ? '' : number(ms)
    }),
  ])
  return table(['milliseconds for', ...figures.sizes.map(sizeName)], rows)
}

function processor(figures: Figures): string {
  const rows = figures
    .whats('processor')
    .map((what) => [
      what,
      ...figures.sizes.map(
        (companies) => figures.find({ kind: 'processor', what, companies })?.measured ?? '',
      ),
    ])
  return table(['request', ...figures.sizes.map(sizeName)], rows)
}

function bytes(figures: Figures): string {
  const rows = figures.whats('bytes').map((what) => [
    what,
    ...figures.sizes.map((companies) => {
      const found = figures.find({ kind: 'bytes', what, companies })
      return found ? number(found.value) : ''
    }),
  ])
  return table(['bytes in the database for a', ...figures.sizes.map((size) => `at ${sizeName(size)}`)], rows)
}

/** On the line through the two largest sizes that were measured, for a size beyond them. */
function estimate(figures: Figures, wanted: Partial<SimulationFigure>, companies: number): string {
  const measured = figures.sizes.flatMap((size) => figures.find({ ...wanted, companies: size }) ?? [])
  const [before, last] = measured.slice(-2)
  if (before === undefined || last === undefined || companies <= last.companies) return ''
  // What took less for more tells nothing of the next size.
  if (last.value < before.value) return ''
  const growth = (last.value - before.value) / (last.companies - before.companies)
  return `(${number(last.value + growth * (companies - last.companies))})`
}

function jobs(figures: Figures): string {
  const sizes = [...figures.sizes, estimated]
  const rows = figures.whats('job').map((what) => {
    const seconds = sizes.map((companies) => {
      const found = figures.find({ kind: 'job', what, companies })
      if (found) return number(found.value)
      // A time for each thousand does not grow with the whole.
      return /1,000/.test(what) ? '' : estimate(figures, { kind: 'job', what }, companies)
    })
    return [what, ...seconds]
  })
  return table(['seconds for', ...sizes.map(sizeName)], rows)
}

const parts: Readonly<Record<string, (figures: Figures) => string>> = {
  pages,
  times,
  processor,
  bytes,
  jobs,
}

/** The page with its tables made anew; all other words stay. */
export function scaleDocument(text: string, recorded: Recorded): string {
  const figures = new Figures(recorded)
  return Object.entries(parts).reduce((made, [name, write]) => {
    const [start, end] = [`<!-- recorded: ${name} -->`, `<!-- end of ${name} -->`]
    const [from, to] = [made.indexOf(start), made.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`docs/scale.md has no place for ${name}.`)
    return `${made.slice(0, from + start.length)}\n\n${write(figures)}\n\n${made.slice(to)}`
  }, text)
}

export async function readRecorded(): Promise<Recorded> {
  return JSON.parse(await readFile(recordedFile, 'utf8')) as Recorded
}

async function main(): Promise<void> {
  const text = await readFile(page, 'utf8')
  const made = scaleDocument(text, await readRecorded())
  if (made === text) return
  await writeFile(page, made)
  console.log('docs/scale.md written')
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
