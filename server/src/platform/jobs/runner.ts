import { EventEmitter } from 'node:events'
import { run, type ParsedCronItem, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import type { Pool } from 'pg'
import { jobSchema } from './install-jobs.ts'
import { quietLogger } from './logging.ts'

export interface RunnerOptions {
  pool: Pool
  concurrency: number
  pollMs: number
  tasks: (workerId: string) => TaskList
  cron: ParsedCronItem[]
}

export interface RunningQueue {
  /** The name under which its jobs are locked. */
  readonly workerId: string
  /** Resolves when it ends, asked or not; never rejects. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

// Graphile Worker keeps a failed look-up of task names for ever; past this many misses we start afresh.
const missesBeforeRestart = 5

export async function startRunner(options: RunnerOptions): Promise<RunningQueue> {
  const events = new EventEmitter() as WorkerEvents
  const tasks: TaskList = {}
  let workerId = ''
  events.once('pool:create', ({ workerPool }) => {
    workerId = workerPool.id
    Object.assign(tasks, options.tasks(workerId))
  })
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
  const ended = runner.promise.catch(() => undefined)
  return {
    workerId,
    ended,
    stop: async () => {
      await runner.stop().catch(() => undefined)
      await ended
    },
  }
}

function restartOnMisses(events: WorkerEvents, runner: Runner): void {
  let misses = 0
  const found = () => {
    misses = 0
  }
  events.on('worker:getJob:empty', found)
  events.on('job:start', found)
  events.on('worker:getJob:error', () => {
    misses += 1
    if (misses === missesBeforeRestart) runner.stop().catch(() => undefined)
  })
}
