import pg from 'pg'
import { createImportedSirene } from '../server/src/domain/references/imported/imported-register.ts'
import { normaliseName } from '../server/src/domain/references/company-search-words.ts'
import { chance } from '../server/test/registers/vocabulary.ts'
import { benchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { costFigure, type Bench, type Figure } from './support/figures.ts'
import { fillRegister, nameOf } from './support/synthetic-companies.ts'
import { wholeAccount } from '../server/src/platform/kernel/index.ts'

const rows = Number(process.env['VIGIE_BENCH_COMPANIES'] ?? 5_000_000)
const questions = 1_000
const kinds = ['exact', 'prefix', 'typo', 'two words', 'common words'] as const
type Kind = (typeof kinds)[number]

interface Question {
  kind: Kind
  typed: string
  /** The normalised name that the first ten must contain; null where no company is meant. */
  meant: string | null
}

type Chance = () => number
const whole = (random: Chance, below: number) => Math.floor(random() * below)

/** One slip in one of the longer words. */
function misspell(name: string, random: Chance): string | null {
  const words = name.split(' ')
  const long = words.flatMap((word, i) => (word.length >= 5 ? [i] : []))
  const at = long[whole(random, long.length)]
  if (at === undefined) return null
  const word = words[at] ?? ''
  const i = whole(random, word.length - 1)
  const letter = 'abcdefghijklmnopqrstuvwxyz'[whole(random, 26)] ?? 'e'
  const slips = [
    word.slice(0, i) + word.slice(i + 1),
    word.slice(0, i) + letter + word.slice(i),
    word.slice(0, i) + letter + word.slice(i + 1),
    word.slice(0, i) + word.charAt(i + 1) + word.charAt(i) + word.slice(i + 2),
  ]
  words[at] = slips[whole(random, 4)] ?? word
  return words.join(' ')
}

function question(kind: Kind, random: Chance, companies: ReadonlyMap<string, number>): Question | null {
  const name = nameOf(whole(random, rows))
  const meant = normaliseName(name)
  const words = [...new Set(meant.split(' '))]
  const isCommon = (word = '') => (companies.get(word) ?? 0) > 1_000
  const rareFirst = words.toSorted((a, b) => (companies.get(a) ?? 0) - (companies.get(b) ?? 0))
  switch (kind) {
    case 'exact':
      return { kind, meant, typed: random() < 0.5 ? name : `${name.toLowerCase()} s.a.r.l.` }
    case 'prefix': {
      // As far as one types before looking up: three quarters of the letters, and four of the last word.
      const begun = meant.lastIndexOf(' ') + 1 + 4
      return { kind, meant, typed: meant.slice(0, Math.max(begun, Math.ceil(meant.length * 0.75))) }
    }
    case 'typo': {
      const typed = misspell(meant, random)
      return typed === null || typed === meant ? null : { kind, meant, typed }
    }
    case 'two words':
      // Of more companies than this nobody expects to see the one meant.
      return words.length < 2 || isCommon(rareFirst[0])
        ? null
        : { kind, meant, typed: `${rareFirst[1]} ${rareFirst[0]}` }
    case 'common words': {
      const frequent = [...companies.keys()].slice(0, 100)
      const one = frequent[whole(random, 100)] ?? ''
      return { kind, meant: null, typed: random() < 0.5 ? one : `${one} ${frequent[whole(random, 100)]}` }
    }
  }
}

async function ask(client: pg.Client): Promise<Question[]> {
  const { rows: dictionary } = await client.query<{ word: string; companies: number }>(
    `select word, companies from register_word where source = 'SIRENE' order by companies desc limit 500000`,
  )
  const companies = new Map(dictionary.map((each) => [each.word, each.companies]))
  const random = chance(20_261_115)
  const asked: Question[] = []
  while (asked.length < questions) {
    const next = question(kinds[asked.length % kinds.length] ?? 'exact', random, companies)
    if (next) asked.push(next)
  }
  return asked
}

interface Answer extends Question {
  milliseconds: number
  keyMilliseconds: number
  found: boolean
}

async function answer({ db }: Pick<BenchDatabase, 'db'>, asked: readonly Question[]): Promise<Answer[]> {
  const register = createImportedSirene(db)
  const answers: Answer[] = []
  for (const [i, each] of asked.entries()) {
    const before = performance.now()
    const outcome = await register.search({ searchBy: 'NAME', countryCode: 'FR', value: each.typed })
    const between = performance.now()
    // Interleaved, so that a slow moment of the machine touches both.
    await db.read(wholeAccount(0), (tx) =>
      tx
        .selectFrom('register_company')
        .selectAll()
        .where('source', '=', 'SIRENE')
        .where('record_key', '=', String(100_000_000 + ((i * 48_271) % rows)))
        .executeTakeFirst(),
    )
    const after = performance.now()
    const firstTen = outcome.kind === 'ANSWERED' ? outcome.companies.slice(0, 10) : []
    const found = firstTen.some(({ name }) => normaliseName(name) === each.meant)
    answers.push({ ...each, found, milliseconds: between - before, keyMilliseconds: after - between })
  }
  return answers
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function foundFigure(kind: Kind, answers: readonly Answer[], least: number): Figure {
  const of = answers.filter((each) => each.kind === kind)
  const value = (100 * of.filter(({ found }) => found).length) / of.length
  const name = `found among the first ten, ${kind}`
  return { name, value, measured: `${value.toFixed(1)} %`, goal: `>= ${least} %`, met: value >= least }
}

function figures(answers: readonly Answer[], tell: (line: string) => void): Figure[] {
  for (const kind of kinds) {
    const times = answers.filter((each) => each.kind === kind).map(({ milliseconds }) => milliseconds)
    const [p50, p99, most] = [0.5, 0.99, 1].map((share) => quantile(times, share).toFixed(1))
    tell(`${kind}: p50 ${p50} ms, p99 ${p99} ms, longest ${most} ms`)
  }
  if (process.env['VIGIE_BENCH_MISSES'])
    for (const { kind, typed, meant, found } of answers)
      if (!found && meant !== null) tell(`missed, ${kind}: «${typed}» meant «${meant}»`)
  const times = answers.map(({ milliseconds }) => milliseconds)
  const key = quantile(
    answers.map(({ keyMilliseconds }) => keyMilliseconds),
    0.5,
  )
  return [
    costFigure('search p50', quantile(times, 0.5), { most: 5, unit: 'ms' }),
    costFigure('search p99', quantile(times, 0.99), { most: 30, unit: 'ms' }),
    costFigure('search p50 against a look-up by key', quantile(times, 0.5) / key, { most: 20, unit: 'x' }),
    foundFigure('exact', answers, 100),
    foundFigure('prefix', answers, 95),
    foundFigure('typo', answers, 95),
    foundFigure('two words', answers, 100),
  ]
}

/** On a register that is there already. */
async function measureSearch(
  database: Pick<BenchDatabase, 'db'>,
  client: pg.Client,
  tell: (line: string) => void,
): Promise<Figure[]> {
  const { rows: sizes } = await client.query<{ name: string; size: string }>(
    `select relname as name, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname like 'register\\_%' and pg_relation_size(oid) > 1000000 order by relname`,
  )
  for (const { name, size } of sizes) tell(`${name}: ${size}`)
  const asked = await ask(client)
  await answer(database, asked.slice(0, 100))
  return figures(await answer(database, asked), tell)
}

export const companySearch: Bench = {
  name: 'company-search',
  title: `${questions} searches by name in a register of ${rows.toLocaleString('en')} companies`,
  async run(tell) {
    const database = await benchDatabase({ shared_buffers: '1GB' })
    const client = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=vigie' })
    await client.connect()
    try {
      await fillRegister(client, rows, tell)
      return await measureSearch(database, client, tell)
    } finally {
      await client.end()
      await database.stop()
    }
  },
}
