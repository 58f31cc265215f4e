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

describe('The queue before password hashing', () => {
  it('Lanes take turns, however many requests wait in one of them', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 100 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 4; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2), ask('other', 2))
    const { order } = await finish(all)
    expect(order).toEqual(['running', 'flood1', 'quiet', 'other', 'flood2', 'flood3', 'flood4'])
  })

  it('Known callers are served first, then callers who have not failed', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 100 })
    const all = [ask('running', 2), ask('failed', 2), ask('fresh', 1), ask('failed', 2), ask('known', 0)]
    expect((await finish(all)).order).toEqual(['running', 'known', 'fresh', 'failed', 'failed'])
  })

  it('A lane that is too long is refused, and no other', async () => {
    const { ask, finish } = stage({ waiting: 100, waitingPerLane: 2 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 4; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2))
    const { order, refused } = await finish(all)
    expect(refused).toEqual(['flood3', 'flood4'])
    expect(order).toContain('quiet')
  })

  it('A full queue drops the latest request of the longest lane of the lowest rank', async () => {
    const { ask, finish } = stage({ waiting: 3, waitingPerLane: 100 })
    const all = [ask('running', 2)]
    for (let n = 1; n <= 3; n += 1) all.push(ask('flood', 2, `flood${n}`))
    all.push(ask('quiet', 2), ask('known', 0), ask('flood', 2, 'flood4'))
    const { order, refused } = await finish(all)
    expect(refused).toEqual(['flood3', 'flood2', 'flood4'])
    expect(order).toEqual(['running', 'known', 'flood1', 'quiet'])
  })

  it('Among strangers the last to arrive is served first, each lane once, and the oldest is dropped', async () => {
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

  it('Callers who have failed keep their order, however many they are', async () => {
    const { ask, finish } = stage({ waiting: 200, waitingPerLane: 100, crowd: 64 })
    const names = Array.from({ length: 100 }, (_, n) => `lane${n}`)
    const { order } = await finish([ask('running', 2), ...names.map((name) => ask(name, 2))])
    expect(order).toEqual(['running', ...names])
  })

  it('The queue continues after a task that failed', async () => {
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
