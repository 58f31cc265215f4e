import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Sheet } from './calculate.ts'
import { CalculationThread, type ThreadLimits } from './calculation-thread.ts'
import { Calculator } from './calculator.ts'
import { AccountQueue } from './account-queue.ts'

const ones = (count: number) => `[${Array(count).fill('1').join(',')}]`
const loops = (depth: number, count = 60): string =>
  depth === 0 ? 'true' : `${ones(count)}.all(v${depth},${loops(depth - 1, count)})`
/** Two thirds of what is allowed. */
const dear = loops(2, 22)
/** Hours, if it were let run. */
const endless = loops(6)
const unbounded = { maxSteps: Infinity, maxStepsTogether: Infinity, evaluationMs: 400 }

const sheet = (...expressions: string[]): Sheet => ({
  known: [{ code: 'AMOUNT', type: 'decimal' }],
  calculated: expressions.map((expression, nth) => ({
    attributeId: nth + 1,
    code: `C${nth}`,
    type: expression.includes('AMOUNT') ? 'decimal' : 'boolean',
    options: [],
    expression,
  })),
})
const subject = (amount: number) => ({ attributes: new Map([['AMOUNT', amount]]), identity: {} })
const subjects = (count: number) => Array.from({ length: count }, (_, nth) => subject(nth))
const value = (found: unknown) => ({ kind: 'VALUE', value: found })
const outOfTime = expect.objectContaining({ kind: 'FAILED', failure: 'OUT_OF_TIME' }) as unknown

describe('The calculator', () => {
  const made: Calculator[] = []
  const make = (...args: ConstructorParameters<typeof Calculator>) => {
    const calculator = new Calculator(...args)
    made.push(calculator)
    return calculator
  }
  afterEach(async () => {
    for (const calculator of made.splice(0)) await calculator.stop()
  })

  test('Each subject gets its results in the order of the sheet, however many there are', async () => {
    const of = { accountId: 1, sheet: sheet('attributes.AMOUNT * 2', 'true'), subjects: subjects(1_000) }
    const outcomes = await make().calculate(of)
    expect(outcomes).toEqual(of.subjects.map((_, nth) => [value(nth * 2), value(true)]))
  })

  test('A calculation that runs too long fails alone, and the others continue on a new thread', async () => {
    const calculator = make(unbounded)
    const hostile = {
      accountId: 1,
      sheet: sheet('true', endless, 'attributes.AMOUNT + 1'),
      subjects: subjects(3),
    }
    const began = performance.now()
    const [stuck, other] = await Promise.all([
      calculator.calculate(hostile),
      calculator.calculate({ accountId: 2, sheet: sheet('attributes.AMOUNT'), subjects: subjects(2) }),
    ])
    expect(stuck).toEqual([0, 1, 2].map((nth) => [value(true), outOfTime, value(nth + 1)]))
    expect(other).toEqual([[value(0)], [value(1)]])
    // Two threads were ended for it, not one for each subject.
    expect(performance.now() - began).toBeLessThan(60_000)
    expect(await calculator.calculate({ accountId: 1, sheet: sheet('true'), subjects: subjects(1) })).toEqual(
      [[value(true)]],
    )
  })

  test('A calculation that would exceed its share is given up, subject after subject', async () => {
    const calculator = make({ ...unbounded, subjectMs: 0 })
    const slow = { accountId: 1, sheet: sheet(dear), subjects: subjects(20_000) }
    const outcomes = await calculator.calculate(slow)
    expect(outcomes).toHaveLength(20_000)
    expect([outcomes[0], outcomes.at(-1)]).toEqual([[value(true)], [outOfTime]])
  })

  test('An expression accepted under a wider limit does not start, nor those beyond the common limit', async () => {
    const tooMany = expect.objectContaining({ kind: 'FAILED', failure: 'TOO_MANY_STEPS' }) as unknown
    const old = { accountId: 1, sheet: sheet(endless, 'true'), subjects: subjects(1) }
    expect(await make().calculate(old)).toEqual([[tooMany, value(true)]])
    const many = { accountId: 1, sheet: sheet(...Array<string>(30).fill(dear)), subjects: subjects(1) }
    const [outcomes] = await make().calculate(many)
    expect(outcomes?.slice(0, 10)).toEqual(Array(10).fill(value(true)))
    expect(outcomes?.slice(-10)).toEqual(Array(10).fill(tooMany))
  })

  test('The calculator resumes its current work when its thread dies', async () => {
    const threads: CalculationThread[] = []
    const start = (limits: ThreadLimits) => {
      const thread = new CalculationThread(limits)
      threads.push(thread)
      return thread
    }
    const calculator = make({}, start)
    const work = { accountId: 1, sheet: sheet(dear, 'attributes.AMOUNT'), subjects: subjects(2_000) }
    const calculating = calculator.calculate(work)
    await expect.poll(() => threads[0]?.isStarting, { interval: 5 }).toBe(false)
    await threads[0]?.stop()
    expect(await calculating).toEqual(work.subjects.map((_, nth) => [value(true), value(nth)]))
    expect(threads).toHaveLength(2)
  })

  test('The calculator reports that no thread can be started, and works once one can', async () => {
    // Enough to begin with, too little for what it loads: with less, Node 24 ends the whole process.
    let memoryMb = 4
    const calculator = make({}, (limits) => new CalculationThread({ ...limits, memoryMb }))
    const work = { accountId: 1, sheet: sheet('true'), subjects: subjects(1) }
    await expect(calculator.calculate(work)).rejects.toMatchObject({ code: 'OVERLOADED' })
    expect(await calculator.calculateAtOnce(work)).toBeNull()
    memoryMb = 128
    expect(await calculator.calculate(work)).toEqual([[value(true)]])
  })

  test('The calculator stops in the middle, and starts again on the next request', async () => {
    const calculator = make()
    const work = { accountId: 1, sheet: sheet(dear), subjects: subjects(5_000) }
    const calculating = calculator.calculate(work)
    await Promise.all([expect(calculating).rejects.toMatchObject({ code: 'OVERLOADED' }), calculator.stop()])
    expect(await calculator.calculate({ ...work, subjects: subjects(1) })).toEqual([[value(true)]])
  })

  test('A transaction waits for short calculations, not for potentially long ones', async () => {
    const calculator = make()
    const atOnce = (expressions: string[], count: number) =>
      calculator.calculateAtOnce({ accountId: 1, sheet: sheet(...expressions), subjects: subjects(count) })
    expect(await atOnce(['true', dear], 1)).toEqual([[value(true), value(true)]])
    expect(await atOnce([dear], 4)).toBeNull()
    expect(await atOnce(Array<string>(4).fill(dear), 1)).toBeNull()
    const crowd = await Promise.all(Array.from({ length: 20 }, () => atOnce(['true'], 1)))
    expect(crowd.filter((one) => one !== null).length).toBeLessThan(10)
  })

  test('The calculator serves other accounts while one has years of work', async () => {
    const calculator = make()
    const flood = Array.from({ length: 50 }, () =>
      calculator.calculate({ accountId: 1, sheet: sheet(dear), subjects: subjects(5_000) }),
    )
    const ended = Promise.race(flood).then(() => 'flood' as const)
    const others = [2, 3].map((accountId) =>
      calculator.calculate({ accountId, sheet: sheet('attributes.AMOUNT'), subjects: subjects(500) }),
    )
    const atOnce = calculator.calculateAtOnce({ accountId: 1, sheet: sheet('true'), subjects: subjects(1) })
    const served = Promise.all([...others, atOnce]).then(() => 'others' as const)
    expect(await Promise.race([ended, served])).toBe('others')
    const stopped = Promise.allSettled(flood)
    await calculator.stop()
    await stopped
  })
})

describe('The fair queue', () => {
  interface Item {
    accountId: number
    isUrgent: boolean
  }
  const anyItem = fc.record({ accountId: fc.integer({ min: 1, max: 5 }), isUrgent: fc.boolean() })

  test('The fair queue loses nothing, and keeps the order within a lane of an account', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 40 }), (items) => {
        const queue = new AccountQueue<Item>()
        for (const item of items) queue.add(item)
        const taken: Item[] = []
        for (let item = queue.take(); item; item = queue.take()) taken.push(item)
        for (const { accountId, isUrgent } of items) {
          const isSame = (one: Item) => one.accountId === accountId && one.isUrgent === isUrgent
          expect(taken.filter(isSame)).toEqual(items.filter(isSame))
        }
        expect(taken).toHaveLength(items.length)
      }),
    )
  })

  test('A busy account lets each of the others have a turn before its next', () => {
    const queue = new AccountQueue<Item & { name: string }>()
    const add = (accountId: number, name: string, isUrgent = false) =>
      queue.add({ accountId, isUrgent, name })
    add(1, 'endless')
    add(1, 'behind it')
    for (const accountId of [2, 3, 4]) add(accountId, 'short')
    add(5, 'urgent', true)
    add(5, 'urgent', true)
    const names: string[] = []
    for (let turn = 0; turn < 9; turn += 1) {
      const item = queue.take()
      names.push(item?.name ?? '')
      if (item?.name === 'endless') queue.putBack(item)
    }
    expect(names).toEqual([
      'urgent',
      'endless',
      'urgent',
      'short',
      'short',
      'short',
      'endless',
      'endless',
      'endless',
    ])
  })
})
