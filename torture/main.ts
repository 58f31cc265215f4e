// npm run torture -- [--minutes=120] [--hours=N] [--seed=N]: kills the service and its database at random under
// steady writes, asks after every few kills whether all that was acknowledged is there, and prints one JSON line.
// The same seed gives the same faults in the same order. Ends with code 1 when anything was lost or broken.
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { examine, sound, type Findings } from '../server/test/product/oracle.ts'
import { until } from '../server/test/product/processes.ts'
import { adminUrlOf } from '../server/test/product/product.ts'
import { Writers } from '../server/test/product/writers.ts'
import { Random } from './random.ts'
import { faults, Service, type Fault } from './service.ts'

const writersAtOnce = 16
const killsBetweenExaminations = 8
const longestPauseMs = 3_000
const honest =
  /^(201|0 NO_CONNECTION|503 (DATABASE|JOURNAL)_UNAVAILABLE|503 OVERLOADED|409 IDEMPOTENCY_IN_PROGRESS)$/

function settings(): { minutes: number; seed: number } {
  const number = { type: 'string' } as const
  const { values } = parseArgs({ options: { minutes: number, hours: number, seed: number } })
  const minutes = values.hours === undefined ? Number(values.minutes ?? 120) : Number(values.hours) * 60
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
  if (!(minutes > 0) || !Number.isInteger(seed)) throw new Error('--minutes and --seed take numbers.')
  return { minutes, seed }
}

interface Tally {
  recoveries: Record<Fault, number[]>
  losses: number
  broken: string[]
}

async function check(service: Service, writers: Writers, tally: Tally): Promise<void> {
  await writers.stop()
  await service.renewToken()
  const settled = await writers.settle()
  const { dataDir, target } = service
  const found = await examine({ target, adminUrl: await adminUrlOf(dataDir), dataDir, ledger: writers })
  tally.losses += found.lost.length
  if (settled.some(({ status }) => status !== 201)) tally.broken.push('a retry was not accepted')
  if (!isSound(found)) tally.broken.push(JSON.stringify(found).slice(0, 1_000))
}

function isSound(found: Findings): boolean {
  return JSON.stringify(found) === JSON.stringify(sound(found))
}

/** One kill at a random moment; counts the seconds until each writer may have been served again. */
async function strike(service: Service, writers: Writers, random: Random, tally: Tally): Promise<void> {
  await delay(random.below(longestPauseMs))
  const fault = random.pick(faults)
  const began = performance.now()
  await service.suffer(fault)
  const after = writers.acknowledged.length
  await until(`writes after ${fault}`, () => writers.acknowledged.length >= after + writersAtOnce, 120_000)
  tally.recoveries[fault].push((performance.now() - began) / 1000)
}

function spread(seconds: readonly number[]): object {
  const sorted = seconds.toSorted((a, b) => a - b)
  const at = (share: number) => Number((sorted[Math.ceil(sorted.length * share) - 1] ?? 0).toFixed(2))
  return { kills: sorted.length, p50: at(0.5), p95: at(0.95), max: at(1) }
}

function report(seed: number, tally: Tally, writers: Writers): object {
  const all = Object.values(tally.recoveries).flat()
  return {
    seed,
    kills: all.length,
    acknowledged: writers.acknowledged.length,
    losses: tally.losses,
    broken: tally.broken,
    answers: Object.fromEntries(writers.answers),
    slowestAnswerMs: Math.round(writers.slowestMs),
    recoverySeconds: spread(all),
    byFault: Object.fromEntries(
      Object.entries(tally.recoveries).map(([fault, list]) => [fault, spread(list)]),
    ),
  }
}

async function main(): Promise<void> {
  const { minutes, seed } = settings()
  const random = new Random(seed)
  const end = performance.now() + minutes * 60_000
  const recoveries = { service: [], postmaster: [], backend: [], both: [], 'both, database first': [] }
  const tally: Tally = { recoveries, losses: 0, broken: [] }
  const service = await Service.start()
  const writers = new Writers(() => service.target)
  try {
    while (performance.now() < end && tally.broken.length === 0) {
      writers.start(writersAtOnce, { retry: true })
      for (let kill = 0; kill < killsBetweenExaminations && performance.now() < end; kill += 1) {
        await strike(service, writers, random, tally)
      }
      await check(service, writers, tally)
      if (service.hasEnded) tally.broken.push('the service ended by itself')
    }
  } catch (error) {
    tally.broken.push(String(error))
  } finally {
    await writers.stop()
    await service.end()
  }
  for (const answer of writers.answers.keys())
    if (!honest.test(answer)) tally.broken.push(`answered ${answer}`)
  console.log(JSON.stringify(report(seed, tally, writers)))
  if (tally.losses > 0 || tally.broken.length > 0) process.exitCode = 1
}

await main()
