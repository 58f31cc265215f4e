import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { version } from '../server/src/version.ts'
import { awaitEffects, isComplete } from './await-effects.ts'
import { pickFault, planFaults, type Plan } from './faults.ts'
import { countLedger, createLedger, sumOf, type Ledger } from './ledger.ts'
import { createVerdict, Oracle, verifyJournal, type Verdict } from './oracle.ts'
import type { Options } from './options.ts'
import { Random } from './random.ts'
import { Stage } from './stage.ts'
import type { RunReport } from './totals.ts'
import { Writers } from './writers.ts'

const roundsBetweenVerifications = 10
const effectsPatienceMs = 600_000
/** What a service may answer while it is maltreated: anything but a refusal that is final or a fault of its own. */
const honest = /^(2\d\d|0 NO_CONNECTION|401 .*|409 (WRITE_CONFLICT|IDEMPOTENCY_IN_PROGRESS)|503 .*|507 .*)$/

interface Run {
  readonly options: Options
  readonly stage: Stage
  readonly plan: Plan
  readonly random: Random
  readonly writers: Writers
  readonly ledger: Ledger
  readonly oracle: Oracle
  readonly verdict: Verdict
  readonly struck: Map<string, number>
  readonly tell: (line: string) => void
}

/** One run from an empty installation to its examination; nothing is left of it but its counts. */
export async function runTorture(options: Options, tell: (line: string) => void): Promise<RunReport> {
  const stage = await Stage.open(options)
  // Nothing is left behind by whoever has seen enough: processes, a mounted disk.
  const leave = () => void stage.close().finally(() => process.exit(130))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  const began = performance.now()
  const end = began + options.minutes * 60_000
  try {
    const plan = await planFaults(stage, options)
    for (const reason of plan.skipped) tell(`Skipped ${reason}.`)
    if (plan.faults.length === 0) throw new Error('No fault is left to try.')
    const ledger = createLedger()
    const { accounts, services } = stage
    const baseUrls = services.map(({ baseUrl }) => baseUrl)
    const writers = new Writers({ ledger, accounts, baseUrls, seed: options.seed })
    const run: Run = {
      options,
      stage,
      plan,
      writers,
      ledger,
      tell,
      random: new Random(options.seed),
      oracle: new Oracle(stage, ledger),
      verdict: createVerdict(),
      struck: new Map(),
    }
    let rounds = 0
    while (performance.now() < end && isSound(run)) await playRound(run, (rounds += 1), end)
    return await conclude(run, { rounds, began })
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave)
    await stage.close()
  }
}

const isSound = ({ verdict }: Run) => sumOf(lengths(verdict)) === 0
const lengths = ({ lost, doubled, broken }: Verdict) => ({
  lost: lost.length,
  doubled: doubled.length,
  broken: broken.length,
})

async function playRound(run: Run, round: number, end: number): Promise<void> {
  const { options, stage, writers, random, ledger, tell } = run
  const began = performance.now()
  const before = sumOf(countLedger(ledger))
  const until = Math.min(end, began + options.roundSeconds * 1_000)
  writers.start(options.writers)
  while (performance.now() < until) {
    await delay(random.below(options.pauseMs))
    const fault = pickFault(run.plan.faults, random)
    await fault.strike(random)
    run.struck.set(fault.name, (run.struck.get(fault.name) ?? 0) + 1)
  }
  await stage.whenReady()
  await writers.stop()
  const seconds = (performance.now() - began) / 1_000
  const isVerified = round % roundsBetweenVerifications === 0
  merge(run.verdict, await run.oracle.examine(false))
  if (isVerified) run.verdict.broken.push(...(await verifyJournal(stage)))
  if (run.plan.backup) run.verdict.broken.push(...(await run.plan.backup.check()))
  const written = sumOf(countLedger(ledger)) - before
  const rate = Math.round(written / seconds)
  tell(
    `round ${round}: ${written} acknowledged (${rate}/s), ${sumOf(Object.fromEntries(run.struck))} faults so far, ` +
      JSON.stringify(lengths(run.verdict)),
  )
}

function merge(into: Verdict, { lost, doubled, broken }: Verdict): void {
  into.lost.push(...lost)
  into.doubled.push(...doubled)
  into.broken.push(...broken)
}

/** The last look at everything, and at what was to be sent. */
async function conclude(run: Run, { rounds, began }: { rounds: number; began: number }): Promise<RunReport> {
  const { stage, writers, verdict, tell } = run
  tell('Waiting for what is still to be sent.')
  const effects = await awaitEffects(stage, effectsPatienceMs, tell)
  for (const [name, counts] of Object.entries(effects))
    if (!isComplete(counts))
      verdict.lost.push(`${counts.expected - counts.arrived - counts.doubtful} ${name}`)
  const last = await run.oracle.examine(true)
  // Found before, it would be counted twice.
  if (isSound(run)) merge(verdict, last)
  verdict.broken.push(...(await verifyJournal(stage)))
  verdict.broken.push(...stage.processes.flatMap(({ crashes }) => crashes))
  for (const [answer, times] of writers.answers)
    if (!honest.test(answer)) verdict.broken.push(`answered ${answer} (${times})`)
  for (const line of [...verdict.lost, ...verdict.doubled, ...verdict.broken].slice(0, 20)) tell(`! ${line}`)
  const seconds = Math.round((performance.now() - began) / 1_000)
  return { ...reportOf(run), ...effects, rounds, seconds }
}

function reportOf({ options, plan, writers, ledger, verdict, struck }: Run) {
  const { seed, accounts } = options
  const count = (isKill: boolean) =>
    Object.fromEntries(
      plan.faults.flatMap((fault) =>
        fault.isKill === isKill && struck.has(fault.name) ? [[fault.name, struck.get(fault.name) ?? 0]] : [],
      ),
    )
  return {
    at: new Date().toISOString(),
    commit: presentCommit(),
    version,
    seed,
    writers: options.writers,
    accounts,
    acknowledged: countLedger(ledger),
    kills: count(true),
    faults: count(false),
    skipped: plan.skipped,
    lost: verdict.lost.length,
    doubled: verdict.doubled.length,
    broken: verdict.broken.map((line) => line.slice(0, 300)),
    answers: Object.fromEntries(writers.answers),
  }
}

function presentCommit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}
