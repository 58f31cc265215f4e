import {
  NameIndex,
  prepare,
  scorePrepared,
  threshold,
  type PreparedSubject,
  type Subject,
} from '@vigie/matching'
import { benchNames } from '@vigie/matching/bench'
import { readPairs } from '../packages/matching/test/labelled-pairs.ts'
import { dataFolder, missingData } from '../packages/matching/test/public-data.ts'
import { readEntries, readPersons } from '../packages/matching/test/public-lists.ts'
import { costFigure, ratioFigure, type Bench, type Figure } from './support/figures.ts'

const million = 1_000_000
const scanned = 20_000
const mebibyte = 1_048_576

/** Processor time in milliseconds: other programs on the machine do not count. */
function spent(work: () => void): number {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000
}

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN

const named = (kind: Subject['kind'], text: string): Subject => ({ kind, names: [{ text, kind: 'PRIMARY' }] })

/** Each fortieth entry of the lists by its first name, and each fourth UN person with a slip of the pen. */
function makeQueries(entries: readonly Subject[]): PreparedSubject[] {
  const listed = entries
    .filter((_, at) => at % 40 === 0)
    .map(({ kind, names }) => named(kind, names[0]?.text ?? ''))
  const slips = readPersons('positives_un_treated').filter((_, at) => at % 4 === 0)
  return [...listed, ...slips.map((text) => named('PERSON', text))].map(prepare)
}

interface Built {
  index: NameIndex
  seconds: number
  bytes: number
}

function build(entries: readonly Subject[]): Built {
  const sources = entries.flatMap(({ kind, names }) => names.map(({ text }) => ({ kind, text })))
  const subjects = benchNames(sources, million)
  const index = new NameIndex()
  const before = process.memoryUsage()
  let id = 0
  let making = 0
  const all = spent(() => {
    for (;;) {
      const batch: Subject[] = []
      making += spent(() => {
        for (let at = 0; at < 10_000; at += 1) {
          const next = subjects.next()
          if (next.done !== true) batch.push(next.value)
        }
      })
      if (batch.length === 0) break
      for (const subject of batch) index.add(id++, subject)
    }
  })
  const after = process.memoryUsage()
  const grown = after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers
  return { index, seconds: (all - making) / 1_000, bytes: Math.max(index.memory(), grown) }
}

/** Finds and scores each query; answers with the times in order. */
function timeQueries(index: NameIndex, queries: readonly PreparedSubject[]): number[] {
  for (const query of queries.slice(0, 50)) index.find(query)
  return queries.map((query) => spent(() => index.find(query))).toSorted((a, b) => a - b)
}

/** Share of the labelled matches whose second name is among the candidates for the first. */
function recallOf(index: NameIndex): number {
  const matches = readPairs().filter(({ isMatch }) => isMatch)
  for (const [at, { kind, theirs }] of matches.entries()) index.add(million + at, named(kind, theirs))
  const found = matches.filter(({ kind, ours }, at) =>
    index.find(named(kind, ours), { limit: 10_000 }).some(({ id }) => id === million + at),
  )
  return found.length / matches.length
}

/** What the same question costs by a key, which finds only equal names, and by comparing with every name. */
function plainWays(entries: readonly Subject[], queries: readonly PreparedSubject[]): Figure[] {
  const subjects = entries.slice(0, scanned).map(prepare)
  const keys = new Map(subjects.map((subject, id) => [subject.names[0]?.key ?? '', id]))
  let hits = 0
  const lookup = spent(() => {
    for (const query of queries) if (keys.has(query.names[0]?.key ?? '')) hits += 1
  })
  const some = queries.slice(0, 3)
  const scan = spent(() => {
    for (const query of some)
      for (const it of subjects) if (scorePrepared(query, it).score >= threshold) hits += 1
  })
  const names = subjects.reduce((sum, subject) => sum + subject.names.length, 0)
  const perMillion = (scan / some.length / names) * million
  const each = lookup / queries.length
  return [
    { name: 'beside: lookup by key (equal names only)', value: each, measured: `${each.toFixed(4)} ms` },
    {
      name: 'beside: scan of a million, from a smaller one',
      value: perMillion,
      measured: `${perMillion.toFixed(0)} ms`,
    },
  ]
}

export const screeningIndex: Bench = {
  name: 'screening-index',
  title: 'One subject against a million names',
  run(tell) {
    if (dataFolder === undefined) return Promise.reject(new Error(`Cannot run: ${missingData}.`))
    const entries = readEntries()
    const queries = makeQueries(entries)
    tell(`building an index of ${million} names`)
    const { index, seconds, bytes } = build(entries)
    tell(`searching ${queries.length} subjects`)
    const times = timeQueries(index, queries)
    const figures = [
      costFigure('median of a search', quantile(times, 0.5), { most: 5, unit: 'ms' }),
      costFigure('99th of 100 searches', quantile(times, 0.99), { most: 50, unit: 'ms' }),
      ratioFigure('labelled matches among the candidates', recallOf(index), 0.95),
      costFigure('memory of the index', bytes / mebibyte, { most: 512, unit: 'MiB' }),
      costFigure('building it', seconds, { most: 30, unit: 's' }),
      { name: 'different words in it', value: index.words, measured: String(index.words) },
      ...plainWays(entries, queries),
    ]
    return Promise.resolve(figures)
  },
}
