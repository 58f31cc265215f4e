import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Pulse } from './pulse.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const pass = (seconds: number) => void vi.advanceTimersByTime(seconds * 1_000)

test('A queue that looks for no job though it has a hand free hangs', () => {
  const pulse = new Pulse(2)
  pulse.attach(() => 1)
  pass(59)
  pulse.beat()
  expect([pulse.isAlive, pulse.isTaking, pulse.running]).toEqual([true, true, 1])
  pass(2)
  expect(pulse.isAlive).toBe(false)
  pulse.look()
  expect(pulse.isAlive).toBe(true)
})

test('A queue with all hands full looks for nothing, and lives as long as its heart beats', () => {
  const pulse = new Pulse(2)
  pulse.attach(() => 2)
  for (let minute = 0; minute < 5; minute += 1) {
    pass(50)
    pulse.beat()
  }
  expect(pulse.isAlive).toBe(true)
  pass(61)
  expect(pulse.isAlive).toBe(false)
})

test('Without its database a worker takes nothing and lives, as long as somebody tries again', () => {
  const pulse = new Pulse(2)
  pulse.attach(() => 0)
  pulse.attach(null)
  pass(59)
  pulse.beat()
  pass(59)
  expect([pulse.isAlive, pulse.isTaking, pulse.running]).toEqual([true, false, 0])
  pass(2)
  expect(pulse.isAlive).toBe(false)
})
