import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import type { Db, ReadTx } from '../db/index.ts'
import { addReading, LabelValues, SharedReading, type ReadGauge } from '../metrics/index.ts'
import { defaultLeaseTimes } from './lease.ts'
import { countJobsByTask, jobStates, lastScheduled, type TaskCounts } from './queue-view.ts'

interface Upkeep {
  workers: number
  mails: number
  oldestMail: number
  now: Date
}

interface QueueState extends Upkeep {
  readonly tasks: readonly TaskCounts[]
  readonly scheduled: ReadonlyMap<string, Date>
}

async function readQueue(tx: ReadTx): Promise<QueueState> {
  await sql`set local statement_timeout = 2000`.execute(tx)
  const tasks = await countJobsByTask(tx)
  const { rows } = await sql<Upkeep>`
    select now() as now, (
        select count(*)::int from worker_lease l
        where l.seen_at > now() - make_interval(secs => ${defaultLeaseTimes.leaseMs / 1000})) as workers,
      count(*)::int as mails, coalesce(extract(epoch from now() - min(job.created_at)), 0)::float8 as "oldestMail"
    from graphile_worker._private_jobs job
    where job.task_id = (select t.id from graphile_worker._private_tasks t where t.identifier = 'mail.send')
      and (job.locked_at is not null or job.attempts < job.max_attempts)`.execute(tx)
  const [upkeep] = rows
  if (!upkeep) throw new Error('The queue says nothing of itself.')
  return { ...upkeep, tasks, scheduled: await lastScheduled(tx) }
}

/** Whoever deletes what is due to be forgotten. */
const retentionTasks = new Set(['retention.run-account', 'files.delete'])

/** As we name tasks: those come first, whatever else a table might hold. */
const ownName = /^[a-z-]+\.[a-z-]+$/

const ownFirst = (one: TaskCounts, other: TaskCounts) =>
  Number(ownName.test(other.task)) - Number(ownName.test(one.task))

/** Tasks are words of ours. Others are cut, and beyond the first 200 told together. */
function byTask(
  { tasks }: QueueState,
  read: (counts: TaskCounts) => number,
  join: (one: number, other: number) => number,
): Map<string, number> {
  const names = new LabelValues()
  const values = new Map<string, number>()
  for (const counts of tasks.toSorted(ownFirst)) {
    const task = names.of(counts.task)
    const known = values.get(task)
    values.set(task, known === undefined ? read(counts) : join(known, read(counts)))
  }
  return values
}

const sum = (one: number, other: number) => one + other

function taskGauge(
  name: string,
  help: string,
  read: (counts: TaskCounts) => number,
  join = sum,
): ReadGauge<QueueState> {
  return {
    name,
    help,
    read: (state, put) => byTask(state, read, join).forEach((value, task) => put(value, { task })),
  }
}

const gauges: readonly ReadGauge<QueueState>[] = [
  {
    name: 'jobs',
    help: 'Jobs by state: waiting, later (their moment is to come), running, failed (for good)',
    read: ({ tasks }, put) => {
      for (const state of jobStates)
        put(
          tasks.reduce((total, counts) => total + counts[state], 0),
          { state },
        )
    },
  },
  taskGauge('jobs_waiting', 'Jobs that could run and do not, by task', ({ waiting }) => waiting),
  taskGauge('jobs_running', 'Jobs that a worker is at, by task', ({ running }) => running),
  taskGauge('jobs_failed', 'Jobs that used up their attempts, by task', ({ failed }) => failed),
  taskGauge(
    'jobs_oldest_waiting_seconds',
    'Age of the oldest job that could run and does not, by task',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
    Math.max,
  ),
  {
    name: 'schedule_age_seconds',
    help: 'Time since the schedule last started a task, by task',
    read: ({ scheduled, now }, put) => {
      const names = new LabelValues()
      for (const [task, at] of scheduled) put((now.getTime() - at.getTime()) / 1000, { task: names.of(task) })
    },
  },
  {
    name: 'workers',
    help: 'Workers that said lately that they live, of all processes',
    read: ({ workers }, put) => put(workers),
  },
  { name: 'mails_waiting', help: 'Mails that are yet to be sent', read: ({ mails }, put) => put(mails) },
  {
    name: 'mails_oldest_waiting_seconds',
    help: 'Age of the oldest mail that is yet to be sent',
    read: ({ oldestMail }, put) => put(oldestMail),
  },
  {
    name: 'retention_waiting',
    help: 'Jobs that delete what is due to be forgotten and have yet to end, those that failed for good included',
    read: ({ tasks }, put) => {
      const due = tasks.filter(({ task }) => retentionTasks.has(task))
      put(
        due.reduce(
          (total, { waiting, later, running, failed }) => total + waiting + later + running + failed,
          0,
        ),
      )
    },
  },
]

/** The queue as the database knows it: every process of the installation tells the same, also of workers without a port. */
export function measureJobs(registry: Registry, db: Pick<Db, 'system'>): void {
  const reading = new SharedReading(() => db.system(readQueue), { everyMs: 5_000 })
  addReading(registry, 'jobs', reading, gauges)
}
