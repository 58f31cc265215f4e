import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '../../../test/problems.ts'
import { runAll, type Failure } from './run-all.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const targets = Array.from({ length: 10 }, (_, nth) => ({ thirdpartyId: nth, name: `Company ${nth}` }))

test('All are changed, four at a time, and each refusal is told with its reason', async () => {
  let running = 0
  let most = 0
  const done: (Failure | null)[] = []
  const refusal = problem('THIRD_PARTY_ARCHIVED')
  const run = runAll(targets, {
    signal: new AbortController().signal,
    onDone: (failure) => done.push(failure),
    act: async ({ thirdpartyId }) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 10))
      running -= 1
      if (thirdpartyId === 3) throw refusal
    },
  })
  await vi.runAllTimersAsync()
  await run
  expect([most, done.length]).toEqual([4, 10])
  expect(done.filter((one) => one !== null)).toEqual([{ target: targets[3], error: refusal }])
})

test('A server that asks for patience is asked again, ever more slowly, and not for ever', async () => {
  const busy = problem('TOO_MANY_REQUESTS', { retryable: true })
  const times: number[] = []
  const start = Date.now()
  const failures: (Failure | null)[] = []
  const run = runAll(targets.slice(0, 1), {
    signal: new AbortController().signal,
    onDone: (failure) => failures.push(failure),
    act: async () => {
      times.push(Date.now() - start)
      throw busy
    },
  })
  await vi.runAllTimersAsync()
  await run
  expect(times).toEqual([0, 1_000, 3_000, 7_000])
  expect(failures).toEqual([{ target: targets[0], error: busy }])
})

test('Nothing new is begun once it is stopped', async () => {
  const controller = new AbortController()
  const begun: number[] = []
  await runAll(targets, {
    signal: controller.signal,
    onDone: () => controller.abort(),
    act: async ({ thirdpartyId }) => void begun.push(thirdpartyId),
  })
  expect(begun).toEqual([0, 1, 2, 3])
})
