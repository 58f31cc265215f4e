import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../../test/harness/rounds.ts'
import { leaseMs, Share, uncountedShare, type Count, type Report } from './share.ts'
import type { Rate } from './token-bucket.ts'

/** What `count_rates` does, for one key. */
class Counter {
  readonly #rate: Rate
  #used = 0
  #at = 0

  constructor(rate: Rate) {
    this.#rate = rate
  }

  count({ charge, wish }: Report, now: number): Count {
    const refilled = ((now - this.#at) / 1_000) * this.#rate.perSecond
    this.#used = Math.max(0, Math.max(0, this.#used - refilled) + charge)
    this.#at = now
    const granted = Math.max(0, Math.min(wish, Math.floor(this.#rate.burst - this.#used + 0.001)))
    this.#used += granted
    return { granted, room: this.#rate.burst - this.#used }
  }
}

interface Journey {
  readonly report: Report
  readonly waiting: number
  readonly sentAt: number
  readonly arrivesAt: number
  answer: Count | null
}

/** A process that uses a limit, tells now and then, and hears the answer later. */
class Process {
  readonly uses: number[] = []
  readonly #share: Share
  readonly #counter: Counter
  #waiting = 0
  #toldAt = 0
  #journey: Journey | null = null

  constructor(rate: Rate, counter: Counter) {
    this.#share = new Share(rate)
    this.#counter = counter
  }

  step(now: number, { requests, travelMs }: { requests: number; travelMs: number }): void {
    this.#hear(now)
    for (let nth = 0; nth < requests; nth += 1) {
      const use = this.#share.use(now)
      if (use === 'go') this.uses.push(now)
      if (use === 'ask') this.#waiting += 1
    }
    const isPressing = this.#waiting > 0 || this.#share.isRunningOut
    if (this.#journey === null && (isPressing || now - this.#toldAt >= leaseMs)) this.#tell(now, travelMs)
  }

  #tell(now: number, travelMs: number): void {
    const waiting = this.#waiting
    const report = this.#share.report(now, waiting)
    this.#toldAt = now
    if (report === null) return
    this.#waiting = 0
    this.#journey = { report, waiting, sentAt: now, arrivesAt: now + travelMs, answer: null }
  }

  #hear(now: number): void {
    const journey = this.#journey
    if (journey === null || now < journey.arrivesAt) return
    const { report, waiting, sentAt } = journey
    const going = this.#share.accept(this.#counter.count(report, now), waiting, { sentAt, now })
    for (let nth = 0; nth < going; nth += 1) this.uses.push(now)
    this.#journey = null
  }
}

/** The most that any stretch of time holds beyond what the rate allows for it. */
function mostBeyond(uses: readonly number[], { perSecond, burst }: Rate): number {
  const sorted = uses.toSorted((a, b) => a - b)
  // The largest sum of a stretch, in one pass: each use adds one, the time between takes away what it refills.
  let most = Number.NEGATIVE_INFINITY
  let current = 0
  let before = sorted[0] ?? 0
  for (const at of sorted) {
    current = Math.max(0, current - ((at - before) / 1_000) * perSecond) + 1
    before = at
    most = Math.max(most, current)
  }
  return most - burst
}

const rate = fc.record({
  perSecond: fc.constantFrom(0.5, 5, 20, 100, 400),
  burst: fc.constantFrom(1, 10, 40, 200, 800),
})
const minute = fc.array(
  fc.record({
    aheadMs: fc.integer({ min: 1, max: 400 }),
    process: fc.nat({ max: 3 }),
    requests: fc.integer({ min: 0, max: 120 }),
    travelMs: fc.integer({ min: 1, max: 300 }),
  }),
  { minLength: 50, maxLength: 400 },
)

test('All processes together never use more than the limit, their uncounted shares and what is leased for a second', () => {
  fc.assert(
    fc.property(rate, minute, (given, steps) => {
      const counter = new Counter(given)
      const processes = Array.from({ length: 4 }, () => new Process(given, counter))
      let now = 0
      for (const { aheadMs, process, requests, travelMs } of steps) {
        now += aheadMs
        processes[process]?.step(now, { requests, travelMs })
        for (const each of processes) each.step(now, { requests: 0, travelMs })
      }
      const uses = processes.flatMap((each) => each.uses)
      const tolerance = processes.length * uncountedShare(given) + (leaseMs / 1_000) * given.perSecond
      expect(mostBeyond(uses, given)).toBeLessThanOrEqual(tolerance + 0.01)
    }),
    { numRuns: rounds(150, 3_000) },
  )
})

test('A process alone gets all of the limit, and of a small one exactly that', () => {
  for (const given of [
    { perSecond: 100, burst: 200 },
    { perSecond: 5, burst: 10 },
  ]) {
    const process = new Process(given, new Counter(given))
    for (let now = 10; now <= 10_000; now += 10) process.step(now, { requests: 30, travelMs: 1 })
    const fair = given.burst + 10 * given.perSecond
    expect(process.uses.length).toBeGreaterThanOrEqual(fair * 0.95)
    expect(process.uses.length).toBeLessThanOrEqual(fair + uncountedShare(given) + 1)
  }
})

test('What is not used of a grant goes back when its second is over', () => {
  const share = new Share({ perSecond: 0.001, burst: 64 })
  const times = { sentAt: 0, now: 0 }
  expect([share.use(0), share.use(0), share.use(0)]).toEqual(['go', 'go', 'ask'])
  expect(share.report(0, 1)).toEqual({ charge: 2, wish: 5 })
  expect(share.accept({ granted: 5, room: 57 }, 1, times)).toBe(1)
  expect(share.use(1)).toBe('go')
  expect(share.report(500, 0)).toBeNull()
  expect(share.report(leaseMs, 0)).toEqual({ charge: -3, wish: 0 })
  share.accept({ granted: 0, room: 60 }, 0, times)
  expect(share.isIdle(leaseMs)).toBe(true)
})
