import type { JobHelpers, TaskList } from 'graphile-worker'
import { findAccountState, unusableAccounts, type Db } from '../db/index.ts'
import { jobScope, tracing, type Clock, type Scope, type SpanStart } from '../kernel/index.ts'
import type { RunningJob } from './join-waiting.ts'
import { aboutJob, describeFault, type JobLog } from './logging.ts'
import { suspendedFault } from './put-off.ts'
import { causeMember } from './queue-tables.ts'
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
      (payload: unknown, helpers: JobHelpers) => {
        const given = { task, payload: payload as Given['payload'], job: helpers.job }
        return tracing.around(describeJob(given), () => runJob(handler, deps, given))
      },
    ]),
  )
}

interface Given {
  readonly task: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly job: JobHelpers['job']
}

/** A trace of its own: a job outlives the request that asked for it, and may do the work of many. */
function describeJob({ task, payload, job }: Given): SpanStart {
  const { accountId, [causeMember]: cause } = payload
  return {
    name: `job ${task}`,
    kind: 'consumer',
    attributes: {
      'messaging.system': 'vigie',
      'messaging.destination.name': task,
      'vigie.job': job.id,
      'vigie.attempt': job.attempts,
      ...(typeof accountId === 'number' && { 'vigie.account': accountId }),
    },
    ...(typeof cause === 'string' && { cause }),
  }
}

function currentTrace(): { traceId?: string; spanId?: string } {
  const [, traceId, spanId] = tracing.current?.traceparent.split('-') ?? []
  return traceId === undefined || spanId === undefined ? {} : { traceId, spanId }
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
  { task, payload: raw, job }: Given,
): Promise<void> {
  // The scheduler adds the moment it fired for; our payloads are what we declared.
  const { _cron, [causeMember]: _cause, ...payload } = raw
  const { db, clock, signal } = deps
  const accountId = payload['accountId']
  const log = aboutJob(deps.log, { task, jobId: job.id, account: accountId, ...currentTrace() })
  const scope = typeof accountId === 'number' ? jobScope(accountId, task) : null
  const attempt = job.attempts
  const isLastAttempt = attempt >= job.max_attempts
  const started = performance.now()
  const end = (result: JobOutcome['result']) => {
    const seconds = (performance.now() - started) / 1000
    deps.onOutcome({ task, result, seconds })
    return { status: result, durationMs: Math.round(seconds * 10_000) / 10 }
  }
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
    log.info(end('done'), 'job')
  } catch (error) {
    const fault = describeFault(error)
    // Should this fail as well, all of them are tried again together.
    if (joined !== payload) await deps.part(running, joined).catch(() => undefined)
    if (signal.aborted) {
      // No longer ours once handed back: the failure reported below then finds no row to change.
      await deps.handBack(job.id)
      log.info(end('handed-back'), 'job')
    } else if (await deps.isSuperseded(job.id).catch(() => false)) {
      // Its successor does the work: kept as a failure, it would be one that nobody could mend.
      log.info({ ...end('superseded'), fault }, 'job failed, and was asked for again meanwhile')
      return
    } else {
      const values = { ...end(isLastAttempt ? 'failed' : 'retried'), attempt, fault }
      if (isLastAttempt) log.error(values, 'job failed for good')
      else log.warn(values, 'job failed, to be retried')
    }
    throw new Error(fault, { cause: error })
  }
}
