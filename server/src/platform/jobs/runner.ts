import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  run,
  type Job,
  type ParsedCronItem,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Pool } from 'pg'
import { jobSchema } from './install-jobs.ts'
import { quietLogger } from './logging.ts'

export interface RunnerOptions {
  pool: Pool
  concurrency: number
  pollMs: number
  /** The signal fires when the queue begins to end, asked or not. */
  tasks: (workerId: string, ending: AbortSignal) => TaskList
  cron: ParsedCronItem[]
  /** Told whenever it has looked for a job. */
  onLook?: () => void
}

export interface RunningQueue {
  /** The name under which its jobs are locked. */
  readonly workerId: string
  /** Resolves when it ends, asked or not; never rejects. */
  readonly ended: Promise<void>
  /** The jobs it works on or has just completed. */
  jobIds(): string[]
  stop(): Promise<void>
}

// Graphile Worker keeps a failed look-up of task names for ever; past this many misses we start afresh.
const missesBeforeRestart = 5
// The last completions reach the database well within this; see decision 024.
const lastCompletionsMs = 1_000
const endingEvents = ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const
const lookEvents = ['worker:getJob:empty', 'worker:getJob:error', 'job:start'] as const
const idleEvents = [
  'pool:gracefulShutdown:complete',
  'pool:forcefulShutdown:complete',
  'pool:forcefulShutdown:error',
] as const

export async function startRunner(options: RunnerOptions): Promise<RunningQueue> {
  const events = new EventEmitter() as WorkerEvents
  const tasks: TaskList = {}
  const ending = new AbortController()
  for (const name of endingEvents) events.once(name, () => ending.abort())
  let workerId = ''
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    Object.assign(tasks, options.tasks(workerId, ending.signal))
  })
  const jobs = jobsOf(events)
  const idle = allIdle(events)
  const runner = await run(
    {
      pgPool: options.pool,
      schema: jobSchema,
      concurrency: options.concurrency,
      pollInterval: options.pollMs,
      noHandleSignals: true,
      logger: quietLogger,
      events,
      parsedCronItems: options.cron,
      // Unbatched, the library leaves these two promises alone: a lost connection would end our process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    },
    tasks,
  )
  restartOnMisses(events, runner)
  for (const name of lookEvents) events.on(name, () => options.onLook?.())
  const ended = waitForEnd(runner, idle)
  return {
    workerId,
    ended,
    jobIds: () => [...jobs.keys()],
    stop: async () => {
      runner.stop().catch(() => undefined)
      await ended
    },
  }
}

function restartOnMisses(events: WorkerEvents, runner: Runner): void {
  let misses = 0
  const resetMisses = () => {
    misses = 0
  }
  events.on('worker:getJob:empty', resetMisses)
  events.on('job:start', resetMisses)
  events.on('worker:getJob:error', () => {
    misses += 1
    if (misses === missesBeforeRestart) runner.stop().catch(() => undefined)
  })
}

/** Completed ones are kept for a while: the database hears of their end a moment later. */
function jobsOf(events: WorkerEvents): ReadonlyMap<string, Job> {
  const jobs = new Map<string, Job>()
  events.on('job:start', ({ job }) => jobs.set(job.id, job))
  events.on('job:complete', ({ job }) => {
    const forget = () => {
      // The same job may run again meanwhile, after a failure: that run is another object.
      if (jobs.get(job.id) === job) jobs.delete(job.id)
    }
    setTimeout(forget, lastCompletionsMs).unref()
  })
  return jobs
}

/** Resolves once the queue is shutting down and no handler of it runs any more. */
function allIdle(events: WorkerEvents): Promise<void> {
  return new Promise((resolve) => {
    for (const name of idleEvents) events.once(name, () => resolve())
  })
}

/**
 * Graphile Worker counts the completions it still has to send; one that failed while others succeeded leaves that
 * count wrong, and its end is then never told. So a queue without running handlers is given a moment, not for ever.
 */
async function waitForEnd(runner: Runner, idle: Promise<void>): Promise<void> {
  const runnerEnd = runner.promise.catch(() => undefined)
  await Promise.race([runnerEnd, idle.then(() => delay(lastCompletionsMs, undefined, { ref: false }))])
  // Ends its scheduler too, which would go on beside that of the next queue; refused if it has ended by itself.
  runner.stop().catch(() => undefined)
}
