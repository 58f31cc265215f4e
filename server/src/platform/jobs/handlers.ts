import type { JobHelpers, TaskList } from 'graphile-worker'
import { findAccountState, unusableAccounts, type Db } from '../db/index.ts'
import { jobScope, type Clock, type Scope } from '../kernel/index.ts'
import type { RunningJob } from './join-waiting.ts'
import { describeFault, type JobLog } from './logging.ts'
import { suspendedFault } from './put-off.ts'
import type { TaskName, Tasks } from './tasks.ts'

export interface JobContext<T extends TaskName> {
  readonly db: Db
  readonly clock: Clock
  /** The account named by the payload; null for work that belongs to the installation. */
  readonly scope: Tasks[T] extends { accountId: number } ? Scope : null
  /** Fires when the worker stops or loses its database: end soon, the job goes back to the queue unharmed. */
  readonly signal: AbortSignal
  readonly attempt: number
  /** If this run fails, none follows. */
  readonly isLastAttempt: boolean
  readonly log: JobLog
}

/** Runs at least once, so it must be safe to run twice. */
export type Handler<T extends TaskName> = (payload: Tasks[T], context: JobContext<T>) => Promise<void>
export type Handlers = { readonly [T in TaskName]: Handler<T> }

export interface JobOutcome {
  task: string
  result: 'done' | 'retried' | 'failed' | 'handed-back' | 'put-off' | 'superseded'
  seconds: number
}

export interface HandlerDeps {
  db: Db
  clock: Clock
  log: JobLog
  signal: AbortSignal
  handBack: (jobId: string) => Promise<unknown>
  /** Gives back a job of an account that may not be used: it waits, and loses no attempt. */
  putOff: (jobId: string) => Promise<unknown>
  /** The payload to run with, once the job has taken over the companies of others that wait for the same. */
  join: (running: RunningJob) => Promise<RunningJob['payload']>
  /** Undoes that, when the run has failed. */
  part: (running: RunningJob, joined: RunningJob['payload']) => Promise<unknown>
  /** Whether the same was asked for again meanwhile, so that another job does it. */
  isSuperseded: (jobId: string) => Promise<boolean>
  onOutcome: (outcome: JobOutcome) => void
}

type AnyHandler = (payload: object, context: object) => Promise<void>

export function taskListOf(handlers: Partial<Handlers>, deps: HandlerDeps): TaskList {
  const entries = Object.entries(handlers as Record<string, AnyHandler>)
  return Object.fromEntries(
    entries.map(([task, handler]) => [
      task,
      (payload: unknown, helpers: JobHelpers) => runJob(handler, deps, { task, payload, job: helpers.job }),
    ]),
  )
}

// Exports and deletions are what an account that leaves still has to do; and its people have to hear of it.
const leavingTasks = /^leaving\./
const toldWhileLeaving = 'mail.send'

async function mustWait(db: Db, task: string, accountId: number): Promise<boolean> {
  if (leavingTasks.test(task)) return false
  if (!(await unusableAccounts(db)).has(accountId)) return false
  // What was known a moment ago may be over, and whoever ended it has just woken this job.
  const state = await db.system((tx) => findAccountState(tx, accountId))
  return state !== null && !(state === 'LEAVING' && task === toldWhileLeaving)
}

async function runJob(
  handler: AnyHandler,
  deps: HandlerDeps,
  { task, payload: raw, job }: { task: string; payload: unknown; job: JobHelpers['job'] },
): Promise<void> {
  // The scheduler adds the moment it fired for; our payloads are what we declared.
  const { _cron, ...payload } = raw as Record<string, unknown>
  const { db, clock, log, signal } = deps
  const accountId = payload['accountId']
  const scope = typeof accountId === 'number' ? jobScope(accountId, task) : null
  const attempt = job.attempts
  const isLastAttempt = attempt >= job.max_attempts
  const started = performance.now()
  const end = (result: JobOutcome['result']) =>
    deps.onOutcome({ task, result, seconds: (performance.now() - started) / 1000 })
  if (scope !== null && (await mustWait(db, task, scope.accountId))) {
    // No longer ours: the failure reported by throwing finds no row to change.
    await deps.putOff(job.id)
    end('put-off')
    throw new Error(suspendedFault)
  }
  const running = { jobId: job.id, task, attempt, payload }
  let joined: RunningJob['payload'] = payload
  try {
    joined = await deps.join(running)
    await handler(joined, { db, clock, scope, signal, attempt, isLastAttempt, log })
    end('done')
  } catch (error) {
    const fault = describeFault(error)
    // Should this fail as well, all of them are tried again together.
    if (joined !== payload) await deps.part(running, joined).catch(() => undefined)
    if (signal.aborted) {
      // No longer ours once handed back: the failure reported below then finds no row to change.
      await deps.handBack(job.id)
      end('handed-back')
    } else if (await deps.isSuperseded(job.id).catch(() => false)) {
      // Its successor does the work: kept as a failure, it would be one that nobody could mend.
      end('superseded')
      log.info({ task, jobId: job.id, accountId, fault }, 'job failed, and was asked for again meanwhile')
      return
    } else {
      end(isLastAttempt ? 'failed' : 'retried')
      const values = { task, jobId: job.id, accountId, attempt, fault }
      if (isLastAttempt) log.error(values, 'job failed for good')
      else log.warn(values, 'job failed, to be retried')
    }
    throw new Error(fault, { cause: error })
  }
}
