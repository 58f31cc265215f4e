import { describe, expect, it } from 'vitest'
import { FairQueue, type Rank } from './fair-queue.ts'

/** A queue of one place at a time, and works that end when told. */
function stage(limits: { waiting: number; waitingPerLane: number; crowd?: number }) {
  const queue = new FairQueue({ running: 1, ...limits, refusal: () => new Error('full') })
  const order: string[] = []
  const refused: string[] = []
  let end = () => {}
  const ask = (lane: string, rank: Rank, name = lane) =>
    queue
      .run({ lane, rank }, async () => {
        order.push(name)
        await new Promise<void>((resolve) => {
          end = resolve
        })
      })
      .catch(() => refused.push(name))
  const finish = async (all: readonly Promise<unknown>[]) => {
    const isOver = Promise.all(all).then(() => true)
    while (!(await Promise.race([isOver, new Promise((resolve) => setImmediate(resolve, false))]))) end()
    return { order, refused }
  }
  return { ask, finish }
}

describe('the queue before the hash', () => {
  it('lets lanes take turns, however many wait in one of them', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 100 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 4; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2), ask('other', 2))
    const { order } = await finish(all)
    expect(order).toEqual(['running', 'flood1', 'quiet', 'other', 'flood2', 'flood3', 'flood4'])
  })

  it('serves whoever is known first, then who has not failed', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 100 })
    const all = [ask('running', 2), ask('failed', 2), ask('fresh', 1), ask('failed', 2), ask('known', 0)]
    expect((await finish(all)).order).toEqual(['running', 'known', 'fresh', 'failed', 'failed'])
  })

  it('refuses a lane that is too long, and no other', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 2 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 4; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2))
    const { order, refused } = await finish(all)
    expect(refused).toEqual(['flood3', 'flood4'])
    expect(order).toContain('quiet')
  })

  it('makes room for others by what the longest lane of the lowest rank asked for last', async () => {
    const { ask, finish } = stage({ waiting: 3, waitingPerLane: 100 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 3; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2), ask('known', 0), ask('flood', 2, 'flood4'))
    const { order, refused } = await finish(all)
    expect(refused).toEqual(['flood3', 'flood2', 'flood4'])
    expect(order).toEqual(['running', 'known', 'flood1', 'quiet'])
  })

  it('serves the last to come first in a crowd of strangers, each lane once, and drives out the oldest', async () => {
    const { ask, finish } = stage({ waiting: 101, waitingPerLane: 100, crowd: 64 })
    const all = [ask('running', 1)]
    for (let n = 0; n < 100; n += 1) all.push(ask(`lane${n}`, 1))
    all.push(ask('greedy', 1, 'greedy1'), ask('greedy', 1, 'greedy2'), ask('late', 1), ask('later', 1))
    const { order, refused } = await finish(all)
    expect(refused).toEqual(['greedy2', 'lane0', 'lane1'])
    expect(order.slice(0, 5)).toEqual(['running', 'later', 'late', 'greedy1', 'lane99'])
    // No longer a crowd, the others go on in the order they came.
    expect(order.slice(-2)).toEqual(['lane64', 'lane65'])
  })

  it('keeps the order among those who have failed, however many they are', async () => {
    const { ask, finish } = stage({ waiting: 200, waitingPerLane: 100, crowd: 64 })
    const names = Array.from({ length: 100 }, (_, n) => `lane${n}`)
    const { order } = await finish([ask('running', 2), ...names.map((name) => ask(name, 2))])
    expect(order).toEqual(['running', ...names])
  })

  it('goes on after a work that failed', async () => {
    const queue = new FairQueue({
      running: 1,
      waiting: 9,
      waitingPerLane: 9,
      refusal: () => new Error('full'),
    })
    const turn = { lane: 'a', rank: 1 } as const
    const failing = queue.run(turn, () => Promise.reject(new Error('no')))
    const next = queue.run(turn, async () => 'done')
    await expect(failing).rejects.toThrow('no')
    expect(await next).toBe('done')
  })
})
