import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testDatabase, testPool, type TestDatabase } from '../../../test/harness/database.ts'
import { countJobs } from '../../../test/jobs/count-jobs.ts'
import { ownerRole, quarantineDatabase } from '../db/index.ts'
import { wholeAccount, systemClock } from '../kernel/index.ts'
import {
  defaultLeaseTimes,
  enqueue,
  listJobs,
  installJobs,
  longestTakeOverMs,
  startWorker,
  type JobOutcome,
  type Worker,
  type WorkerOptions,
} from './index.ts'

const quick = { renewMs: 100, leaseMs: 400, sweepMs: 100, pollMs: 100 }
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const patience = { timeout: 100_000, interval: 20 }

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

async function work(options: Partial<WorkerOptions>): Promise<Worker> {
  const worker = await startWorker({
    url: database.appUrl,
    handlers: {},
    schedule: [],
    concurrency: 2,
    log,
    clock: systemClock,
    times: quick,
    ...options,
  })
  workers.push(worker)
  return worker
}
const queue = (mailId: number, options = {}) =>
  database.db.write(wholeAccount(7), (tx) => enqueue(tx, 'mail.send', { accountId: 7, mailId }, options))
const counts = () => database.db.system(countJobs)
const never = () => new Promise<void>(() => undefined)

describe('The queue', () => {
  it('The queue runs a committed job, with its payload, scope and attempt', async () => {
    const seen: unknown[] = []
    await work({
      handlers: {
        'mail.send': async (payload, { scope, attempt, isLastAttempt }) => {
          seen.push({ payload, scope, attempt, isLastAttempt })
        },
      },
    })
    await queue(1)
    await vi.waitFor(() => expect(seen).toHaveLength(1), patience)
    expect(seen[0]).toEqual({
      payload: { accountId: 7, mailId: 1 },
      scope: { accountId: 7, units: 'ALL', actor: { type: 'JOB', id: null, name: 'mail.send' } },
      attempt: 1,
      isLastAttempt: false,
    })
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  })

  it('The queue does not know a job whose transaction was rolled back', async () => {
    const failing = database.db.write(wholeAccount(7), async (tx) => {
      await enqueue(tx, 'mail.send', { accountId: 7, mailId: 1 })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await counts()).toMatchObject({ waiting: 0 })
  })

  it('The queue keeps one waiting job per key', async () => {
    await queue(1, { jobKey: 'mail:1' })
    await queue(1, { jobKey: 'mail:1' })
    expect(await counts()).toMatchObject({ waiting: 1 })
  })

  it('The queue retries a failing job, then keeps it visible without the text of the error', async () => {
    const outcomes: JobOutcome[] = []
    const attempts: number[] = []
    await work({
      handlers: {
        'mail.send': async (_, { attempt }) => {
          attempts.push(attempt)
          throw Object.assign(new Error('no such person: jane@example.org'), { code: 'ENOTFOUND' })
        },
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    await queue(1, { maxAttempts: 2 })
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ failed: 1 }), patience)
    expect(attempts).toEqual([1, 2])
    expect(outcomes.map(({ result }) => result)).toEqual(['retried', 'failed'])
    const [failed] = await database.db.system((tx) =>
      listJobs(tx, { state: 'failed' }, { after: 0, limit: 10 }),
    )
    expect(failed).toMatchObject({ task: 'mail.send', accountId: 7, attempts: 2, maxAttempts: 2 })
    expect(failed?.fault).toMatch(/^Error ENOTFOUND at worker\.test\.ts:\d+$/)
  })
})

describe('The application role', () => {
  it('The application role works the queue without owning it', async () => {
    const app = testPool({ url: database.appUrl, max: 1 })
    const refused = /permission denied|must be owner/
    await expect(app.query('create table graphile_worker.mine ()')).rejects.toThrow(refused)
    await expect(app.query('drop table graphile_worker._private_jobs')).rejects.toThrow(refused)
    await expect(app.query('delete from graphile_worker.migrations')).rejects.toThrow(refused)
    await app.end()
  })

  it('The application role keeps its rights when the queue is installed again', async () => {
    const owner = new pg.Pool({
      connectionString: database.adminUrl,
      max: 1,
      options: `-c role=${ownerRole}`,
    })
    await installJobs(owner)
    await owner.end()
    await queue(1)
    expect(await counts()).toMatchObject({ waiting: 1 })
  })
})

describe('A worker that stops', () => {
  it('A stopping worker lets a running job finish', async () => {
    let finish = () => {}
    let started = false
    const worker = await work({
      handlers: {
        'mail.send': () =>
          new Promise((resolve) => {
            started = true
            finish = resolve
          }),
      },
    })
    await queue(1)
    await vi.waitFor(() => expect(started).toBe(true), patience)
    workers = []
    const stopped = worker.stop()
    // Told to stop, it still holds the job, and takes no other.
    await queue(2)
    expect(await counts()).toMatchObject({ waiting: 1, running: 1 })
    finish()
    await stopped
    expect(await counts()).toMatchObject({ waiting: 1, running: 0, failed: 0 })
  })

  it.each([
    [
      'obeys the signal',
      (signal: AbortSignal) => new Promise<void>((_, reject) => signal.addEventListener('abort', reject)),
    ],
    ['ignores the signal', never],
  ])('A stopping worker returns a job that %s, at once and without a lost attempt', async (_, handler) => {
    let started = false
    const worker = await work({
      graceMs: 100,
      handlers: {
        'mail.send': (_payload, { signal }) => {
          started = true
          return handler(signal)
        },
      },
    })
    await queue(1, { maxAttempts: 1 })
    await vi.waitFor(() => expect(started).toBe(true), patience)
    workers = []
    await worker.stop()
    expect(await counts()).toMatchObject({ waiting: 1, running: 0, failed: 0 })
    const leases = await database.admin.query('select from worker_lease')
    expect(leases.rowCount).toBe(0)
  })
})

describe('Loss of the database', () => {
  it('Losing the database loses no job and ends no process', async () => {
    const done = new Set<number>()
    await work({
      handlers: {
        'mail.send': async ({ mailId }) => {
          await new Promise((resolve) => setImmediate(resolve))
          done.add(mailId)
        },
      },
    })
    for (let cut = 0; cut < 4; cut += 1) {
      for (let i = 0; i < 25; i += 1) await queue(cut * 25 + i)
      await database.admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'vigie worker' and datname = current_database()`,
      )
    }
    await vi.waitFor(() => expect(done.size).toBe(100), patience)
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  })

  /** Job 1 can be completed no more, which ends the queue. */
  const refuseCompletion = () =>
    database.admin.query(`
      create sequence refusals;
      create function refuse_completion() returns trigger language plpgsql as $$
        begin
          if old.payload ->> 'mailId' <> '1' then return old; end if;
          perform nextval('refusals');
          raise exception 'not now';
        end $$;
      create trigger refuse_completion before delete on graphile_worker._private_jobs
        for each row execute function refuse_completion();
      grant usage on sequence refusals to vigie_app`)
  const allowCompletion = () =>
    database.admin.query('drop trigger refuse_completion on graphile_worker._private_jobs')
  const isRefused = async () => {
    const { rowCount } = await database.admin.query('select from refusals where is_called')
    return rowCount === 1
  }

  it('A worker restarts after one completion failed among others that did not', async () => {
    await refuseCompletion()
    const finish = new Map<number, () => void>()
    const done = new Set<number>()
    await work({
      concurrency: 4,
      handlers: {
        'mail.send': async ({ mailId }) => {
          const isFirstRun = mailId < 5 && !finish.has(mailId)
          if (isFirstRun) await new Promise<void>((resolve) => finish.set(mailId, resolve))
          done.add(mailId)
        },
      },
    })
    for (let mailId = 1; mailId <= 4; mailId += 1) await queue(mailId)
    await vi.waitFor(() => expect(finish.size).toBe(4), patience)
    finish.get(1)?.()
    await vi.waitFor(async () => expect(await isRefused()).toBe(true), patience)
    // The queue ends by itself now, but these still run; each is completed before the next.
    const kept = (mailId: number) =>
      database.admin.query(`select from graphile_worker._private_jobs where payload ->> 'mailId' = $1`, [
        String(mailId),
      ])
    for (const mailId of [2, 3]) {
      finish.get(mailId)?.()
      await vi.waitFor(async () => expect((await kept(mailId)).rowCount).toBe(0), patience)
    }
    finish.get(4)?.()
    await allowCompletion()
    await queue(5)
    await vi.waitFor(() => expect(done).toContain(5), patience)
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  })

  it('A worker asks running jobs to end, so that the next queue need not wait for them', async () => {
    await refuseCompletion()
    const attempts: number[] = []
    const done = new Set<number>()
    await work({
      handlers: {
        'mail.send': async ({ mailId }, { signal, attempt }) => {
          if (mailId === 2) attempts.push(attempt)
          const isLong = mailId === 2 && attempts.length === 1
          if (isLong) await new Promise((_, reject) => signal.addEventListener('abort', reject))
          done.add(mailId)
        },
      },
    })
    await queue(2)
    await vi.waitFor(() => expect(attempts).toEqual([1]), patience)
    await queue(1)
    await vi.waitFor(async () => expect(await isRefused()).toBe(true), patience)
    await allowCompletion()
    await vi.waitFor(() => expect(done).toContain(2), patience)
    expect(attempts).toEqual([1, 1])
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
  })

  it('A worker returns a job whose delivery was lost, and leaves alone those in progress', async () => {
    const runs: number[] = []
    let finish = () => undefined as void
    await work({
      handlers: {
        'mail.send': async ({ mailId }) => {
          runs.push(mailId)
          if (mailId === 1) await new Promise<void>((resolve) => (finish = resolve))
        },
      },
    })
    await queue(1)
    await vi.waitFor(() => expect(runs).toEqual([1]), patience)
    await queue(2, { runAt: new Date(Date.now() + 3_600_000), queueName: 'one by one' })
    // As the database is left by a worker that took the job and never heard so.
    await database.admin.query(`
      with taken as (
        update graphile_worker._private_jobs set
          run_at = now(), attempts = 1, locked_at = now() - interval '1 minute',
          locked_by = (select worker_id from worker_lease)
        where payload ->> 'mailId' = '2' returning locked_at, locked_by)
      update graphile_worker._private_job_queues queue set locked_at = taken.locked_at, locked_by = taken.locked_by
      from taken`)
    await database.admin.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'
       where payload ->> 'mailId' = '1'`,
    )
    await vi.waitFor(() => expect(runs).toEqual([1, 2]), patience)
    finish()
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
    expect(runs).toEqual([1, 2])
  })
})

it('A worker does not take itself for dead, however late it renews its lease', async () => {
  const runs: number[] = []
  const finish: (() => void)[] = []
  await work({
    times: { ...quick, renewMs: 3_600_000 },
    handlers: {
      'mail.send': ({ mailId }) => {
        runs.push(mailId)
        return new Promise<void>((resolve) => finish.push(resolve))
      },
    },
  })
  await queue(1)
  await vi.waitFor(() => expect(runs).toEqual([1]), patience)
  // Its lease is long over. It looks for dead workers, finds one, and does that one's job.
  await queue(2, { runAt: new Date(Date.now() + 3_600_000) })
  await database.admin.query(`
    update worker_lease set seen_at = now() - interval '1 minute';
    update graphile_worker._private_jobs set run_at = now(), locked_at = now() - interval '1 minute',
      locked_by = coalesce(locked_by, 'somebody dead')`)
  await vi.waitFor(() => expect(runs).toEqual([1, 2]), patience)
  finish.forEach((end) => end())
  await vi.waitFor(async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0 }), patience)
})

describe('A job that was asked for again', () => {
  const died = () =>
    database.admin.query(`
      update graphile_worker._private_jobs set locked_by = 'somebody dead', locked_at = now() - interval '1 minute'
      where locked_at is not null`)

  it('A job asked for again leaves no failure behind when its worker dies', async () => {
    const first = await work({ graceMs: 1, handlers: { 'mail.send': never } })
    await queue(1, { jobKey: 'mail:1' })
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ running: 1 }), patience)
    await queue(1, { jobKey: 'mail:1', runAt: new Date(Date.now() + 3_600_000) })
    await died()
    workers = []
    await first.stop()
    const second = await work({ handlers: { 'mail.send': never } })
    await vi.waitFor(async () => expect(await counts()).toMatchObject({ running: 0, waiting: 1 }), patience)
    await second.stop()
    workers = []
    expect(await counts()).toEqual({ running: 0, waiting: 1, failed: 0 })
    const { rowCount } = await database.admin.query('select from graphile_worker._private_jobs')
    expect(rowCount).toBe(1)
  })

  it('A job asked for again leaves no failure behind when it fails itself', async () => {
    const outcomes: JobOutcome[] = []
    let fail: () => void = () => undefined
    let runs = 0
    await work({
      handlers: {
        'mail.send': () => {
          runs += 1
          if (runs > 1) return Promise.resolve()
          return new Promise((_, reject) => (fail = () => reject(new Error('too late'))))
        },
      },
      onOutcome: (outcome) => outcomes.push(outcome),
    })
    await queue(1, { jobKey: 'mail:1' })
    await vi.waitFor(() => expect(runs).toBe(1), patience)
    await queue(1, { jobKey: 'mail:1' })
    fail()
    await vi.waitFor(() => expect(outcomes).toHaveLength(2), patience)
    expect(outcomes.map(({ result }) => result).toSorted()).toEqual(['done', 'superseded'])
    await vi.waitFor(
      async () => expect(await counts()).toEqual({ running: 0, waiting: 0, failed: 0 }),
      patience,
    )
  })
})

describe('A database in quarantine', () => {
  const quarantine = () =>
    quarantineDatabase(database.admin as never, { copyTakenAt: new Date(), restoredAt: new Date() })
  const release = () => database.admin.query('delete from quarantine')

  it('A database in quarantine gets no job done and no schedule started, until it is released', async () => {
    await quarantine()
    const done: number[] = []
    const schedule = [
      { task: 'idempotency.purge', payload: {}, pattern: '* * * * *', catchUpMs: 600_000 },
    ] as const
    await queue(1)
    await work({ schedule, handlers: { 'mail.send': async ({ mailId }) => void done.push(mailId) } })
    const known = await database.admin.query('select from graphile_worker._private_known_crontabs')
    expect([done, known.rowCount]).toEqual([[], 0])
    expect(await counts()).toMatchObject({ waiting: 1, running: 0 })
    await release()
    await vi.waitFor(() => expect(done).toEqual([1]), patience)
    await quarantine()
    const leases = async () => (await database.admin.query('select from worker_lease')).rowCount
    await vi.waitFor(async () => expect(await leases()).toBe(0), patience)
    await queue(2)
    await release()
    await vi.waitFor(() => expect(done).toEqual([1, 2]), patience)
  })
})

describe('Schedulers', () => {
  it('Schedulers fire each due moment once, however many of them run', async () => {
    // No handler: the job stays, and its revision tells how often it was scheduled.
    const schedule = [
      { task: 'idempotency.purge', payload: {}, pattern: '* * * * *', catchUpMs: 10 * 60_000 },
    ] as const
    await database.admin.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since)
       values ('idempotency.purge', now() - interval '1 day')`,
    )
    const before = Date.now()
    await Promise.all(Array.from({ length: 4 }, () => work({ schedule, handlers: { 'mail.send': never } })))
    const scheduled = async () => {
      const { rows } = await database.admin.query<{ revision: number; run_at: Date }>(
        `select revision, run_at from graphile_worker._private_jobs where key = 'schedule:idempotency.purge'`,
      )
      return rows
    }
    const lastDue = Math.floor(before / 60_000) * 60_000
    await vi.waitFor(
      async () => expect((await scheduled())[0]?.run_at.getTime()).toBeGreaterThanOrEqual(lastDue),
      patience,
    )
    const [job] = await scheduled()
    // Nine or ten minutes fell due, and more while we look; a second scheduler would double that.
    expect(job?.revision).toBeLessThanOrEqual(9 + Math.ceil((Date.now() - before) / 60_000))
    expect(job?.revision).toBeGreaterThanOrEqual(8)
  })
})

it('The job of a dead worker is taken over within a minute by default', () => {
  expect(longestTakeOverMs(defaultLeaseTimes)).toBeLessThanOrEqual(60_000)
  // A living worker may miss one renewal and still keep its jobs.
  expect(defaultLeaseTimes.leaseMs).toBeGreaterThan(2 * defaultLeaseTimes.renewMs)
})
