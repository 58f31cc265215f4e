import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { busyness } from '../../../test/harness/busyness.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { compileProcess } from '../../../test/jobs/compile.ts'
import type { WorkerProcessOptions } from '../../../test/jobs/worker-process.ts'
import { countJobs } from '../../../test/jobs/count-jobs.ts'
import { defaultLeaseTimes, enqueue } from './index.ts'

const jobs = 300
const kills = 6
// The default times and the promised minute, all of them ten times as fast.
const faster = 10
const times = {
  renewMs: defaultLeaseTimes.renewMs / faster,
  leaseMs: defaultLeaseTimes.leaseMs / faster,
  sweepMs: defaultLeaseTimes.sweepMs / faster,
  pollMs: defaultLeaseTimes.pollMs / faster,
}
const patience = { timeout: 120_000, interval: 20 }

let database: TestDatabase
let compiled: Awaited<ReturnType<typeof compileProcess>>
const children = new Set<ChildProcess>()
beforeAll(async () => {
  compiled = await compileProcess('test/jobs/worker-process.ts')
  database = await testDatabase()
  await database.admin.query(`
    create table job_run (mail_id int, pid int, phase text, at timestamptz default clock_timestamp());
    grant select, insert on job_run to vigie_app`)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await database.close()
  await compiled.remove()
})

function startChild(): void {
  const options: WorkerProcessOptions = { url: database.appUrl, concurrency: 1, jobMs: 80, times }
  const child = spawn(process.execPath, [compiled.script, JSON.stringify(options)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  children.add(child)
  child.on('exit', () => children.delete(child))
}

/** A child that has begun a job and not ended it. */
async function busyChild(): Promise<ChildProcess | undefined> {
  const { rows } = await database.admin.query<{ pid: number }>(
    `select pid from job_run group by pid having count(*) filter (where phase = 'started') > count(*) filter (where phase = 'done')`,
  )
  const busy = new Set(rows.map(({ pid }) => pid))
  return [...children].find(({ pid }) => pid !== undefined && busy.has(pid))
}

/** While the table is locked no job ends, so that the victim dies in the middle of one. */
async function killOne(): Promise<void> {
  const holder = await database.admin.connect()
  await vi.waitFor(async () => {
    await holder.query('begin; lock table job_run in exclusive mode')
    const victim = await busyChild()
    if (victim) {
      victim.kill('SIGKILL')
      await once(victim, 'exit')
    }
    await holder.query('rollback')
    expect(victim).toBeDefined()
  }, patience)
  holder.release()
  startChild()
}

const doneJobs = async () => {
  const { rows } = await database.admin.query<{ done: number }>(
    `select count(distinct mail_id)::int as done from job_run where phase = 'done'`,
  )
  return rows[0]?.done ?? 0
}

it(
  `None of ${jobs} jobs is lost to ${kills} killed workers, and each lost one is taken over in time`,
  { timeout: 240_000 },
  async () => {
    await database.db.system(async (tx) => {
      for (let mailId = 1; mailId <= jobs; mailId += 1)
        await enqueue(tx, 'mail.send', { accountId: 1, mailId })
    })
    for (let i = 0; i < 4; i += 1) startChild()
    for (let kill = 1; kill <= kills; kill += 1) {
      await vi.waitFor(async () => expect(await doneJobs()).toBeGreaterThanOrEqual(kill * 40), patience)
      await killOne()
    }
    const counts = () => database.db.system(countJobs)
    await vi.waitFor(
      async () => expect(await counts()).toMatchObject({ waiting: 0, running: 0, failed: 0 }),
      patience,
    )
    expect(await doneJobs()).toBe(jobs)

    // A run cut short is followed by one of another process; from the last sign of life to that one:
    const { rows } = await database.admin.query<{ ms: number }>(`
    select extract(epoch from min(next.at) - cut.at)::float8 * 1000 as ms
    from job_run cut join job_run next on next.mail_id = cut.mail_id and next.phase = 'started' and next.at > cut.at
    where cut.phase = 'started'
      and not exists (select from job_run d where d.mail_id = cut.mail_id and d.pid = cut.pid and d.phase = 'done')
    group by cut.mail_id, cut.pid, cut.at`)
    expect(rows.length).toBeGreaterThanOrEqual(kills)
    expect(Math.max(...rows.map(({ ms }) => ms))).toBeLessThanOrEqual((60_000 / faster) * busyness())
  },
)
