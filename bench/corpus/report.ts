import type { Judged } from './judge-piece.ts'
import type { Piece } from './pieces.ts'

/** What became of one piece; parts of a run are kept as these, and joined. */
export interface Result extends Pick<Judged, 'verdict' | 'withScans' | 'findings' | 'milliseconds'> {
  readonly number: number
  readonly kind: string
  readonly layout: string
  readonly medium: Piece['medium']
  readonly forgery: string | null
  readonly isTraceless: boolean
  /** Of dates and identifiers that stand in it: how many were read as they are, and how many there are. */
  readonly dates: Share
  readonly numbers: Share
}

interface Share {
  readonly right: number
  readonly of: number
}

interface Goal {
  readonly name: string
  readonly measured: string
  readonly goal: string
  readonly isMet: boolean | null
}

export interface Report {
  readonly pieces: number
  readonly goals: readonly Goal[]
  /** Accepted alone, sent back, to a person; by kind and medium, and by forgery. */
  readonly genuine: readonly Row[]
  readonly forged: readonly Row[]
  /** Why genuine pieces went to a person or back, and how often. */
  readonly reasons: readonly (readonly [code: string, count: number])[]
}

interface Row {
  readonly name: string
  readonly accepted: number
  readonly sentBack: number
  readonly toPerson: number
}

export function makeReport(results: readonly Result[]): Report {
  const genuine = results.filter(({ forgery }) => forgery === null)
  const forged = results.filter(({ forgery }) => forgery !== null)
  const delicate = 'BANK_DETAILS'
  const counted = genuine.filter(({ kind }) => kind !== delicate)
  const undecided = counted.filter(({ verdict }) => verdict !== 'ACCEPT')
  return {
    pieces: results.length,
    goals: goalsOf(counted, forged),
    genuine: rowsBy(genuine, ({ kind, medium }) => `${kind}, ${medium}`),
    forged: rowsBy(forged, ({ forgery }) => forgery ?? ''),
    reasons: countsOf(undecided.flatMap(({ findings }) => [...new Set(findings)])),
  }
}

function goalsOf(genuine: readonly Result[], forged: readonly Result[]): Goal[] {
  const isText = ({ medium }: Result) => medium === 'text' || medium === 'sealed'
  const texts = genuine.filter(isText)
  const clean = genuine.filter(({ medium }) => medium === 'clean scan')
  const isDecided = ({ verdict }: Result) => verdict === 'ACCEPT'
  const isReturned = ({ verdict }: Result) => verdict === 'SEND_BACK'
  const findable = forged.filter(({ isTraceless }) => !isTraceless)
  const scanned = forged.filter((one) => !isText(one))
  const traceless = forged.filter(({ isTraceless }) => isTraceless)
  const read = [...texts, ...clean]
  const isSuspected = ({ findings }: Result) => findings.some((code) => suspicions.test(code))
  const times = genuine.filter(isText).map(({ milliseconds }) => milliseconds)
  return [
    {
      name: 'forged, accepted alone',
      measured: `${findable.filter(isDecided).length} of ${findable.length}`,
      goal: '0',
      isMet: findable.filter(isDecided).length === 0,
    },
    share('genuine text PDFs, decided without a person', texts, isDecided, { least: 95 }),
    share('clean scans, decided without a person', clean, isDecided, { least: 85 }),
    share('the same with acceptScans', clean, ({ withScans }) => withScans === 'ACCEPT', { least: 85 }),
    share('genuine, wrongly returned', genuine, isReturned, { most: 1 }),
    share('genuine, suspected of a forgery', genuine, isSuspected, { most: 1 }),
    goalOf(
      'dates read rightly',
      read.map(({ dates }) => dates),
      99,
    ),
    goalOf(
      'identifiers read rightly',
      read.map(({ numbers }) => numbers),
      95,
    ),
    {
      name: 'forged scans, accepted alone with acceptScans (no goal)',
      measured: `${scanned.filter(({ withScans }) => withScans === 'ACCEPT').length} of ${scanned.length}`,
      goal: '',
      isMet: null,
    },
    {
      name: 'made anew without a trace, accepted alone (no goal)',
      measured: `${traceless.filter(isDecided).length} of ${traceless.length}`,
      goal: '',
      isMet: null,
    },
    {
      name: 'milliseconds for a text PDF, p50 / p99 / p99.9',
      measured: [0.5, 0.99, 0.999].map((part) => quantile(times, part).toFixed(0)).join(' / '),
      goal: '3000',
      isMet: quantile(times, 0.999) <= 3000,
    },
  ]
}

/** Findings that say that somebody changed a file or lent it, rather than that something is missing. */
const suspicions = /^(?:PDF_(?!NOT_WHOLLY)|SEAL_|PIECE_|NUMBER_|TEXT_NOT_AS_)/

function share(
  name: string,
  all: readonly Result[],
  holds: (one: Result) => boolean,
  { least, most }: { least?: number; most?: number },
): Goal {
  const part = all.length === 0 ? 0 : (100 * all.filter(holds).length) / all.length
  const isMet = all.length === 0 ? null : part >= (least ?? 0) && part <= (most ?? 100)
  const goal = least === undefined ? `at most ${most} %` : `at least ${least} %`
  return { name, measured: `${part.toFixed(1)} % of ${all.length}`, goal, isMet }
}

function goalOf(name: string, shares: readonly Share[], least: number): Goal {
  const [right, of] = [sum(shares.map((one) => one.right)), sum(shares.map((one) => one.of))]
  const part = of === 0 ? 0 : (100 * right) / of
  const isMet = of === 0 ? null : part >= least
  return { name, measured: `${part.toFixed(1)} % of ${of}`, goal: `at least ${least} %`, isMet }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function rowsBy(results: readonly Result[], nameOf: (one: Result) => string): Row[] {
  const names = [...new Set(results.map(nameOf))].toSorted()
  return names.map((name) => {
    const own = results.filter((one) => nameOf(one) === name)
    const count = (wanted: string) => own.filter(({ verdict }) => verdict === wanted).length
    const [accepted, sentBack] = [count('ACCEPT'), count('SEND_BACK')]
    return { name, accepted, sentBack, toPerson: own.length - accepted - sentBack }
  })
}

function countsOf(codes: readonly string[]): [string, number][] {
  const names = [...new Set(codes)]
  const all = names.map((code): [string, number] => [code, codes.filter((one) => one === code).length])
  return all.toSorted((a, b) => b[1] - a[1])
}

export function reportInWords({ pieces, goals, genuine, forged, reasons }: Report): string {
  const met = (isMet: boolean | null) => (isMet === null ? '' : isMet ? 'met' : 'MISSED')
  const rows = (all: readonly Row[]) => [
    ['', 'accepted alone', 'sent back', 'to a person'],
    ...all.map((row) => [row.name, String(row.accepted), String(row.sentBack), String(row.toPerson)]),
  ]
  return [
    `${pieces} pieces`,
    aligned([
      ['', 'measured', 'goal', ''],
      ...goals.map((one) => [one.name, one.measured, one.goal, met(one.isMet)]),
    ]),
    'Genuine pieces',
    aligned(rows(genuine)),
    'Forged pieces',
    aligned(rows(forged)),
    'Why genuine pieces were not accepted',
    aligned(reasons.map(([code, count]) => [code, String(count)])),
  ].join('\n\n')
}

function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
