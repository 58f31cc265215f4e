import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StoreUnavailable } from './object-store.ts'
import { watchStore } from './watch-store.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('A store is asked once in some seconds, and each change is told once', async () => {
  let fault: Error | null = null
  let asked = 0
  const told: (string | null)[] = []
  const check = async () => {
    asked += 1
    if (fault) throw fault
  }
  const watch = watchStore({ check }, (found) => void told.push(found?.message ?? null))
  await Promise.all([watch.check(), watch.check()])
  await watch.check()
  expect([asked, told, watch.isUp]).toEqual([1, [], true])
  fault = new StoreUnavailable(new Error('down'), 'Gone.')
  for (let round = 0; round < 3; round += 1) {
    vi.advanceTimersByTime(5_000)
    await expect(watch.check()).rejects.toBe(fault)
    await expect(watch.check()).rejects.toBe(fault)
  }
  expect([asked, told, watch.isUp]).toEqual([4, ['Gone.'], false])
  fault = null
  vi.advanceTimersByTime(5_000)
  await watch.check()
  expect([asked, told, watch.isUp]).toEqual([5, ['Gone.', null], true])
})
