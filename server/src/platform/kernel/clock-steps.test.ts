import { expect, test } from 'vitest'
import { ClockSteps, describeStep } from './clock-steps.ts'
import { manualClock } from './clock.ts'

function setUp() {
  const clock = manualClock(new Date('2026-03-01T10:00:00Z'))
  let elapsed = 0
  const steps = new ClockSteps(clock, () => elapsed)
  const told: number[] = []
  const end = steps.subscribe((stepMs) => told.push(stepMs))
  const pass = (monotonicMs: number, stepMs = 0) => {
    elapsed += monotonicMs
    clock.advance(monotonicMs + stepMs)
    steps.look()
  }
  return { steps, told, pass, end }
}

const hour = 3_600_000

test.each([hour, -hour, 24 * hour, -24 * hour])('A clock set by %d ms is told once', (stepMs) => {
  const { steps, told, pass, end } = setUp()
  pass(1_000)
  pass(1_000, stepMs)
  pass(1_000)
  end()
  expect(told).toEqual([stepMs])
  expect(steps.counts).toEqual(stepMs > 0 ? { forward: 1, back: 0 } : { forward: 0, back: 1 })
})

test('Time that passes while the process is busy is no step, and neither is a clock that is slewed', () => {
  const { told, pass, end } = setUp()
  pass(90_000)
  for (let second = 0; second < 100; second += 1) pass(1_000, 100)
  end()
  expect(told).toEqual([])
})

test('A step is described in the units people use', () => {
  expect([hour, -24 * hour, 5_400_000, -90_061_000, 2_000].map(describeStep)).toEqual([
    '1 h',
    '1 d',
    '1 h 30 min',
    '1 d 1 h 1 min 1 s',
    '2 s',
  ])
})
