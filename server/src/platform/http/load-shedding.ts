import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks'
import { AppError } from '../kernel/index.ts'
import type { HttpLimits } from './options.ts'

const sampleMs = 250

export interface LoadGauge {
  /** Throws when the process has more work than it can answer in time. */
  check(): void
  readonly eventLoopDelayMs: number
  /** Forgets what was measured so far: the delay of a start says nothing about the load. */
  reset(): void
  stop(): void
}

type ShedLimits = Pick<HttpLimits, 'eventLoopDelayMs' | 'rssBytes' | 'heapBytes' | 'databaseQueue'>
type DelayHistogram = Pick<IntervalHistogram, 'count' | 'mean' | 'enable' | 'disable' | 'reset'>

/** Looked at before anything else, so that a refusal costs next to nothing. */
export function loadGauge(
  limits: ShedLimits,
  databaseQueue: () => number,
  histogram: DelayHistogram = monitorEventLoopDelay({ resolution: 10 }),
): LoadGauge {
  histogram.enable()
  let before = 0
  let delay = 0
  let rss = 0
  let heapBefore = 0
  let heap = 0
  let sampledAt = performance.now()
  const timer = setInterval(() => {
    before = delay
    const now = performance.now()
    // The histogram counts its own 10 ms step. It is empty when one turn of the loop took the whole sample.
    delay = histogram.count > 0 ? Math.max(0, histogram.mean / 1e6 - 10) : now - sampledAt
    sampledAt = now
    histogram.reset()
    heapBefore = heap
    ;({ rss, heapUsed: heap } = process.memoryUsage())
  }, sampleMs)
  timer.unref()
  return {
    check() {
      if (
        // One stall alone is over when it is seen; whoever is overloaded is late twice in a row.
        Math.min(before, delay) > limits.eventLoopDelayMs ||
        rss > limits.rssBytes ||
        // What is full for a moment may be what the collector has yet to free.
        Math.min(heapBefore, heap) > limits.heapBytes ||
        databaseQueue() > limits.databaseQueue
      ) {
        throw new AppError('OVERLOADED')
      }
    },
    get eventLoopDelayMs() {
      return delay
    },
    reset() {
      histogram.reset()
      before = 0
      delay = 0
    },
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
