import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { countJobs } from '../../../test/jobs/count-jobs.ts'
import { systemClock, wholeAccount } from '../kernel/index.ts'
import { enqueue, enqueueTogether, startWorker, type Handlers, type Worker } from './index.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const patience = { timeout: 100_000, interval: 20 }

let database: TestDatabase
let worker: Worker | undefined
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await worker?.stop()
  await database.close()
})

async function work(handlers: Partial<Handlers>): Promise<void> {
  const times = { renewMs: 100, leaseMs: 400, sweepMs: 100, pollMs: 100 }
  const { appUrl: url } = database
  worker = await startWorker({ url, handlers, schedule: [], concurrency: 1, log, clock: systemClock, times })
}
const queue = (accountId: number, thirdpartyIds: number[], more: { again?: true } = {}) =>
  database.db.write(wholeAccount(accountId), (tx) =>
    enqueue(tx, 'rules.apply', { accountId, thirdpartyIds, ...more }),
  )
const counts = () => database.db.system(countJobs)

test('A job takes over the companies of those that wait for the same, and no others', async () => {
  for (const id of [1, 2, 3, 2]) await queue(7, [id])
  await queue(8, [4])
  await queue(7, [5], { again: true })
  await queue(7, [10, 11])
  const runs: unknown[] = []
  await work({ 'rules.apply': async (payload) => void runs.push(payload) })
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  expect(runs).toEqual([
    { accountId: 7, thirdpartyIds: [1, 2, 3] },
    { accountId: 8, thirdpartyIds: [4] },
    { accountId: 7, thirdpartyIds: [5], again: true },
    { accountId: 7, thirdpartyIds: [10, 11] },
  ])
})

test('After a failure each company has a job of its own, so one that fails keeps no other waiting', async () => {
  await database.db.write(wholeAccount(7), (tx) =>
    enqueueTogether(
      tx,
      [1, 2, 3, 4].map((id) => ({
        task: 'screening.run',
        payload: { accountId: 7, thirdpartyIds: [id], trigger: 'ADDED' },
      })),
    ),
  )
  const done: number[] = []
  let isFirst = true
  await work({
    'screening.run': async ({ thirdpartyIds }) => {
      if (isFirst) expect(thirdpartyIds).toEqual([1, 2, 3, 4])
      isFirst = false
      if (thirdpartyIds.includes(3)) throw new Error('This one cannot be served.')
      done.push(...thirdpartyIds)
    },
  })
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set([1, 2, 4])), patience)
  const { rows } = await database.admin.query<{ companies: unknown }>(
    `select payload -> 'thirdpartyIds' as companies from graphile_worker._private_jobs`,
  )
  expect(rows).toEqual([{ companies: [3] }])
})

test('What a worker that died had taken over is all asked for again', async () => {
  for (const id of [1, 2, 3]) await queue(7, [id])
  const runs: number[][] = []
  let hangs = true
  await work({
    'rules.apply': async ({ thirdpartyIds }, { signal }) => {
      runs.push(thirdpartyIds ?? [])
      if (!hangs) return
      hangs = false
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    },
  })
  await vi.waitFor(() => expect(runs).toHaveLength(1), patience)
  await worker?.stop()
  await work({ 'rules.apply': async ({ thirdpartyIds }) => void runs.push(thirdpartyIds ?? []) })
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  expect(new Set(runs.slice(1).flat())).toEqual(new Set([1, 2, 3]))
})
