import { afterEach, expect, test, vi } from 'vitest'
import { loadGauge } from './load-shedding.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A gauge whose loop is as late as the test says, in the milliseconds of each sample. */
function gaugeOf(limits: { eventLoopDelayMs: number }) {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const histogram = { count: 1, mean: 0, enable: () => true, disable: () => true, reset: () => undefined }
  const gauge = loadGauge(
    { ...limits, rssBytes: 16e9, heapBytes: 16e9, databaseQueue: 1 },
    () => 0,
    histogram,
  )
  return (delayMs: number) => {
    histogram.mean = (delayMs + 10) * 1e6
    vi.advanceTimersByTime(250)
    try {
      gauge.check()
      return 'served'
    } catch (error) {
      return (error as { code: string }).code
    }
  }
}

test('A single stall refuses nobody, and two in a row are an overload until one sample is in time', () => {
  const sample = gaugeOf({ eventLoopDelayMs: 250 })
  expect([800, 0, 800, 249, 5_000, 0].map(sample)).toEqual(Array(6).fill('served'))
  expect([300, 300, 800, 20, 300, 251].map(sample)).toEqual([
    'served',
    'OVERLOADED',
    'OVERLOADED',
    'served',
    'served',
    'OVERLOADED',
  ])
})

test('The delay of a blocked event loop is measured, and so is its end', async () => {
  const gauge = loadGauge(
    { eventLoopDelayMs: 250, rssBytes: 16e9, heapBytes: 16e9, databaseQueue: 1 },
    () => 0,
  )
  const delayAfter = (blockedMs: number) => () => {
    for (const end = performance.now() + blockedMs; performance.now() < end;);
    return gauge.eventLoopDelayMs
  }
  // Several turns within a sample of 250 ms, and turns that are each longer than a sample.
  await expect.poll(delayAfter(80), { interval: 1 }).toBeGreaterThan(30)
  await expect.poll(delayAfter(400), { interval: 1 }).toBeGreaterThan(250)
  await expect.poll(delayAfter(0)).toBeLessThan(30)
  gauge.stop()
})
