import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Counts } from './ledger.ts'
import type { EffectCounts } from './await-effects.ts'

/** What one run came to. */
export interface RunReport {
  readonly at: string
  readonly commit: string
  readonly version: string
  readonly seed: number
  readonly seconds: number
  readonly writers: number
  readonly accounts: number
  readonly rounds: number
  readonly acknowledged: Counts
  readonly kills: Record<string, number>
  readonly faults: Record<string, number>
  readonly skipped: readonly string[]
  readonly lost: number
  readonly doubled: number
  readonly broken: readonly string[]
  readonly mails: EffectCounts
  readonly webhooks: EffectCounts
  readonly answers: Record<string, number>
}

interface Totals {
  readonly runs: number
  readonly seconds: number
  readonly acknowledged: number
  readonly acknowledgedByKind: Record<string, number>
  readonly kills: number
  readonly killsByKind: Record<string, number>
  readonly faultsByKind: Record<string, number>
  readonly lost: number
  readonly doubled: number
  readonly broken: number
  readonly mails: EffectCounts
  readonly webhooks: EffectCounts
}

/** Every run, and what they are together: the sums are made from the runs each time. */
interface TotalsFile {
  readonly totals: Totals
  readonly runs: readonly RunReport[]
}

export function addToTotals(file: string, report: RunReport): Totals {
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as TotalsFile).runs : []
  const runs = [...before, report]
  const totals = sumRuns(runs)
  // Whole or not at all: a run that is killed here must not cost the others.
  writeFileSync(`${file}.new`, `${JSON.stringify({ totals, runs } satisfies TotalsFile, null, 2)}\n`)
  renameSync(`${file}.new`, file)
  return totals
}

export function sumRuns(runs: readonly RunReport[]): Totals {
  const acknowledgedByKind = addUp(runs.map(({ acknowledged }) => ({ ...acknowledged })))
  const killsByKind = addUp(runs.map(({ kills }) => kills))
  const sum = (read: (run: RunReport) => number) => runs.reduce((total, run) => total + read(run), 0)
  const effects = (read: (run: RunReport) => EffectCounts): EffectCounts => ({
    expected: sum((run) => read(run).expected),
    arrived: sum((run) => read(run).arrived),
    repeated: sum((run) => read(run).repeated),
    doubtful: sum((run) => read(run).doubtful),
  })
  return {
    runs: runs.length,
    seconds: sum(({ seconds }) => seconds),
    acknowledged: sumValues(acknowledgedByKind),
    acknowledgedByKind,
    kills: sumValues(killsByKind),
    killsByKind,
    faultsByKind: addUp(runs.map(({ faults }) => faults)),
    lost: sum(({ lost }) => lost),
    doubled: sum(({ doubled }) => doubled),
    broken: sum(({ broken }) => broken.length),
    mails: effects(({ mails }) => mails),
    webhooks: effects(({ webhooks }) => webhooks),
  }
}

function addUp(counts: readonly Record<string, number>[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const one of counts)
    for (const [name, count] of Object.entries(one)) sums[name] = (sums[name] ?? 0) + count
  return sums
}

const sumValues = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/** As lines for people. */
export function describeTotals(totals: Totals): string {
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count.toLocaleString('en')}`)
      .join(', ') || 'none'
  const effects = ({ expected, arrived, repeated, doubtful }: EffectCounts) =>
    `${arrived.toLocaleString('en')} of ${expected.toLocaleString('en')}, repeated ${repeated}, doubtful ${doubtful}`
  const rows: [string, string][] = [
    ['runs', `${totals.runs} (${Math.round(totals.seconds)} s)`],
    ['acknowledged', totals.acknowledged.toLocaleString('en')],
    ['', list(totals.acknowledgedByKind)],
    ['kills', totals.kills.toLocaleString('en')],
    ['', list(totals.killsByKind)],
    ['other faults', list(totals.faultsByKind)],
    ['lost', String(totals.lost)],
    ['doubled', String(totals.doubled)],
    ['broken', String(totals.broken)],
    ['mails', effects(totals.mails)],
    ['webhooks', effects(totals.webhooks)],
  ]
  return rows.map(([name, value]) => `  ${name.padEnd(14)}${value}`).join('\n')
}
