import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { ClockSteps, manualClock, systemClock, wholeAccount } from '../kernel/index.ts'
import { enqueue, startWorker, type Worker, type WorkerOptions } from './index.ts'
import { hurryJobs } from './set-back.ts'

const times = { renewMs: 300, leaseMs: 1_200, sweepMs: 20, pollMs: 50 }
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const patience = { timeout: 60_000, interval: 20 }

let database: TestDatabase
let workers: Worker[]
beforeEach(async () => {
  database = await testDatabase()
  workers = []
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()))
  await database.close()
})

async function work(options: Partial<WorkerOptions> = {}): Promise<void> {
  const common = { url: database.appUrl, handlers: {}, schedule: [], log, clock: systemClock, times }
  workers.push(await startWorker({ ...common, concurrency: 1, ...options }))
}

const queue = (options = {}) =>
  database.db.write(wholeAccount(7), (tx) => enqueue(tx, 'mail.send', { accountId: 7, mailId: 1 }, options))
const ask = async <T extends object>(text: string) => (await database.admin.query<T>(text)).rows

test('A database clock set forward takes no job from a worker that lives', async () => {
  let runs = 0
  let finish: () => void = () => undefined
  const held = new Promise<void>((resolve) => (finish = resolve))
  const handlers = {
    'mail.send': () => {
      runs += 1
      return held
    },
  }
  // Says that it lives by its lease alone.
  await work({ handlers, times: { ...times, sweepMs: 60_000 } })
  await queue()
  await vi.waitFor(() => expect(runs).toBe(1), patience)
  // A second one that looks at the leases all the time, and would take the job at once.
  await work({ handlers })
  const [before] = await ask<{ at: Date }>('select now() as at')
  // To leases and locks a clock that goes forward is the same as their moments going back.
  await ask(`update worker_lease set seen_at = seen_at - interval '1 hour'`)
  await ask(`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour'`)
  const renewed = `select worker_id from worker_lease where seen_at > '${before?.at.toISOString()}'`
  await vi.waitFor(async () => expect(await ask(renewed)).toHaveLength(2), patience)
  const jobs = await ask('select attempts, last_error from graphile_worker._private_jobs')
  expect(jobs).toEqual([{ attempts: 1, last_error: null }])
  finish()
  await vi.waitFor(
    async () => expect(await ask('select from graphile_worker._private_jobs')).toEqual([]),
    patience,
  )
  expect(runs).toBe(1)
})

test('A database clock set back does not keep the jobs of a dead worker for as long', async () => {
  await queue()
  await ask(`insert into worker_lease values ('ghost', now() + interval '1 day')`)
  await ask(`update graphile_worker._private_jobs set attempts = 1, locked_by = 'ghost',
    locked_at = now() + interval '1 day'`)
  let runs = 0
  await work({ handlers: { 'mail.send': async () => void (runs += 1) } })
  await vi.waitFor(() => expect(runs).toBe(1), patience)
  expect(await ask(`select from worker_lease where worker_id = 'ghost'`)).toEqual([])
})

test('A job that was due before the database clock was set back does not wait until then', async () => {
  await queue({ runAt: new Date(Date.now() + 1_800_000) })
  await queue({ runAt: new Date(Date.now() + 7_200_000) })
  const pool = new pg.Pool({ connectionString: database.appUrl, max: 1 })
  expect(await hurryJobs(pool, new Date(Date.now() + 3_600_000))).toBe(1)
  await pool.end()
  let runs = 0
  await work({ handlers: { 'mail.send': async () => void (runs += 1) } })
  await vi.waitFor(() => expect(runs).toBe(1), patience)
})

test('Schedules go on after the clock was set back by a day, each from now on', async () => {
  const clock = manualClock(new Date())
  let elapsed = 0
  const steps = new ClockSteps(clock, () => elapsed)
  const schedule = [
    { task: 'idempotency.purge', payload: {}, pattern: '* * * * *', catchUpMs: 60_000 },
  ] as const
  const lines: string[] = []
  const note = (_values: object, line: string) => void lines.push(line)
  const handlers = { 'idempotency.purge': async () => undefined }
  await work({ clock, steps, schedule, handlers, log: { info: note, warn: note, error: note } })
  const known = `select last_execution as at from graphile_worker._private_known_crontabs`
  await vi.waitFor(async () => expect(await ask(known)).toHaveLength(1), patience)
  await ask(`update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 day'`)
  elapsed += 1_000
  clock.advance(1_000)
  steps.look()
  expect(lines).not.toContain('the schedules follow the clock, which was set back')
  const now = new Date()
  clock.set(new Date(now.getTime() - 86_400_000))
  steps.look()
  await vi.waitFor(
    () => expect(lines).toContain('the schedules follow the clock, which was set back'),
    patience,
  )
  const [row] = await ask<{ at: Date }>(known)
  // A schedule knows whole minutes, and another one may have begun meanwhile.
  expect(row?.at.getTime()).toBeLessThanOrEqual(now.getTime() + 60_000)
  // Its timers aim at moments of the old clock, so another queue takes over.
  await vi.waitFor(() => expect(lines.filter((line) => line === 'worker started')).toHaveLength(2), patience)
})
