import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createPool, isQuarantined, openDatabase, type DatabasePool, type KeyGuard } from '../db/index.ts'
import { clockSteps, type Clock, type ClockSteps } from '../kernel/index.ts'
import { countJob } from '../metrics/index.ts'
import { taskListOf, type Handlers, type JobOutcome } from './handlers.ts'
import { joinWaiting, partJoined } from './join-waiting.ts'
import { defaultLeaseTimes, endLease, renewLease, type LeaseTimes } from './lease.ts'
import { LeaseWatch } from './lease-watch.ts'
import { describeFault, type JobLog } from './logging.ts'
import { Pulse } from './pulse.ts'
import { putOffJob } from './put-off.ts'
import { freeForgottenJobs, handBackJobs, isSuperseded, sweepDeadWorkers } from './queue-tables.ts'
import { startRunner, type RunningQueue } from './runner.ts'
import { cronItems, type ScheduleItem } from './schedule.ts'
import { hurryJobs, rewindSchedules } from './set-back.ts'

export interface WorkerOptions {
  /** The address of the database, as the application role; the worker keeps its connections to itself. */
  url: string
  guard?: KeyGuard
  handlers: Partial<Handlers>
  schedule: readonly ScheduleItem[]
  concurrency: number
  log: JobLog
  clock: Clock
  /** Who notices that the clock was set; that of the process unless told. */
  steps?: ClockSteps
  times?: LeaseTimes
  /** How long a stop waits for running jobs before it hands them back. */
  graceMs?: number
  onOutcome?: (outcome: JobOutcome) => void
}

export interface Worker {
  /** False when it hangs: only a new process helps. */
  isAlive(): boolean
  /** Whether it takes jobs at the moment. */
  isTaking(): boolean
  /** How many jobs run. */
  running(): number
  stop(): Promise<void>
}

/** Two that one process runs, taken as one. */
export function joinWorkers(one: Worker, other: Worker): Worker {
  return {
    isAlive: () => one.isAlive() && other.isAlive(),
    isTaking: () => one.isTaking() && other.isTaking(),
    running: () => one.running() + other.running(),
    stop: async () => void (await Promise.all([one.stop(), other.stop()])),
  }
}

const restartDelayMs = 500
// One listens for new jobs, one renews and sweeps, one takes and completes jobs between their handlers.
const ownConnections = 3

/**
 * Takes jobs until stopped, and none while the database is a copy in quarantine. Throws if it cannot start; once started
 * it outlives any database fault.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const pool = createPool({
    url: options.url,
    max: options.concurrency + ownConnections,
    applicationName: 'vigie worker',
    statementTimeoutMs: 30_000,
    ...(options.guard && { guard: options.guard }),
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  const stopping = new AbortController()
  const pulse = new Pulse(options.concurrency)
  const source: Source = { pool, stopping: stopping.signal, pulse }
  try {
    const isHeld = await isQuarantined(pool)
    const first = isHeld ? null : await startQueue(options, source)
    const supervision = supervise(options, source, first)
    return {
      isAlive: () => pulse.isAlive,
      isTaking: () => pulse.isTaking && !stopping.signal.aborted,
      running: () => pulse.running,
      stop: () => stopWorker(pool, stopping, supervision),
    }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function startQueue(
  options: WorkerOptions,
  { pool, stopping: signal, pulse }: Source,
): Promise<RunningQueue> {
  const { handlers, log, clock, concurrency, times = defaultLeaseTimes } = options
  const queue = await startRunner({
    pool,
    concurrency,
    pollMs: times.pollMs,
    cron: cronItems(options.schedule),
    onLook: () => pulse.look(),
    tasks: (workerId, ending) =>
      taskListOf(handlers, {
        db: openDatabase(pool, options.guard),
        clock,
        log,
        // A long job of a queue that ends by itself would keep the next one from beginning.
        signal: AbortSignal.any([signal, ending]),
        handBack: (jobId) => handBackJobs(pool, workerId, jobId),
        putOff: (jobId) => putOffJob(pool, workerId, jobId),
        join: (running) => joinWaiting(pool, running),
        part: (running, joined) => partJoined(pool, running, joined),
        isSuperseded: (jobId) => isSuperseded(pool, jobId),
        onOutcome: (outcome) => {
          countJob(outcome)
          options.onOutcome?.(outcome)
        },
      }),
  })
  pulse.attach(() => queue.jobIds().length)
  log.info({ workerId: queue.workerId, concurrency }, 'worker started')
  return queue
}

interface Source {
  pool: DatabasePool
  stopping: AbortSignal
  pulse: Pulse
}

/**
 * Keeps a queue running: one that ends by itself (the database went away, a quarantine began) is replaced. There is none
 * to begin with in quarantine.
 */
async function supervise(options: WorkerOptions, source: Source, first: RunningQueue | null): Promise<void> {
  const { pool, stopping, pulse } = source
  const { pollMs } = options.times ?? defaultLeaseTimes
  let queue = first
  let isHeld = first === null
  for (;;) {
    if (queue) await runQueue(options, source, queue)
    queue = null
    while (!stopping.aborted && !queue) {
      await delay(isHeld ? pollMs : restartDelayMs, undefined, { signal: stopping }).catch(() => undefined)
      if (stopping.aborted) break
      pulse.beat()
      try {
        isHeld = await holdInQuarantine(options, pool, isHeld)
        if (!isHeld) queue = await startQueue(options, source)
      } catch (error) {
        options.log.warn({ fault: describeFault(error) }, 'worker could not restart')
      }
    }
    if (!queue) return
  }
}

async function holdInQuarantine({ log }: WorkerOptions, pool: Pool, wasHeld: boolean): Promise<boolean> {
  const isHeld = await isQuarantined(pool)
  if (isHeld && !wasHeld) log.warn({}, 'worker rests: the database is in quarantine')
  if (!isHeld && wasHeld) log.info({}, 'quarantine is over')
  return isHeld
}

/** Until it ends, asked or not. */
async function runQueue(options: WorkerOptions, source: Source, queue: RunningQueue): Promise<void> {
  const { pool, stopping, pulse } = source
  const beat = startHeartbeat(options, source, queue)
  const endOfSteps = followSteps(options, pool, queue)
  const stopRequested = await waitForQueue(queue, stopping)
  endOfSteps()
  if (stopRequested) await finishWithin(queue, options.graceMs ?? 10_000)
  pulse.attach(null)
  await beat.stop()
  await tidyUp(options, pool, queue.workerId)
}

/** The timers of a schedule aim at moments of the old clock: one that was set back takes a new queue. */
function followSteps(options: WorkerOptions, pool: Pool, queue: RunningQueue): () => void {
  const { steps = clockSteps, clock, log } = options
  return steps.subscribe((stepMs) => {
    if (stepMs > 0) return
    const { workerId } = queue
    const follow = async () => {
      const schedules = await rewindSchedules(pool, clock.now())
      log.info({ workerId, schedules }, 'the schedules follow the clock, which was set back')
      await queue.stop()
    }
    follow().catch((error: unknown) => {
      log.warn({ workerId, fault: describeFault(error) }, 'the schedules could not follow the clock')
    })
  })
}

/** True when the stop was asked for, false when the queue fell over. */
async function waitForQueue(queue: RunningQueue, stopping: AbortSignal): Promise<boolean> {
  if (stopping.aborted) return true
  const stopRequested = new Promise<true>((resolve) => {
    stopping.addEventListener('abort', () => resolve(true), { once: true })
  })
  return Promise.race([stopRequested, queue.ended.then(() => false)])
}

async function finishWithin(queue: RunningQueue, graceMs: number): Promise<void> {
  const patience = new AbortController()
  const given = delay(graceMs, undefined, { signal: patience.signal }).catch(() => undefined)
  await Promise.race([queue.stop(), given])
  patience.abort()
}

/** What is still locked goes back at once; should this fail, the sweep of another worker does it. */
async function tidyUp({ log }: WorkerOptions, pool: Pool, workerId: string): Promise<void> {
  try {
    const handedBack = await handBackJobs(pool, workerId, null)
    await endLease(pool, workerId)
    log.info({ workerId, handedBack }, 'worker stopped')
  } catch (error) {
    log.warn({ workerId, fault: describeFault(error) }, 'worker could not give up its lease')
  }
}

function startHeartbeat(
  options: WorkerOptions,
  { pool, pulse }: Source,
  queue: RunningQueue,
): { stop(): Promise<void> } {
  const { log, times = defaultLeaseTimes } = options
  const { workerId } = queue
  const end = new AbortController()
  const leases = new LeaseWatch()
  const every = async (periodMs: number, work: () => Promise<void>) => {
    while (!end.signal.aborted) {
      await work().catch((error: unknown) => {
        log.warn({ workerId, fault: describeFault(error) }, 'worker missed a heartbeat')
      })
      pulse.beat()
      await delay(periodMs, undefined, { signal: end.signal }).catch(() => undefined)
    }
  }
  const loops = [
    every(times.renewMs, () => renewLease(pool, workerId)),
    every(times.sweepMs, async () => {
      // After a sleep of the machine our own lease has run out as well: whoever sweeps lives.
      await renewLease(pool, workerId)
      const { dead, setBack } = await leases.look(pool, times)
      if (setBack !== null) await hurryJobs(pool, setBack)
      const freed = await sweepDeadWorkers(pool, times.leaseMs, dead)
      if (freed > 0) log.warn({ workerId, freed }, 'took over the jobs of a dead worker')
      const found = await freeForgottenJobs(pool, workerId, {
        jobIds: queue.jobIds(),
        leaseMs: times.leaseMs,
      })
      if (found > 0) log.warn({ workerId, found }, 'gave back jobs that were never received')
    }),
    every(times.pollMs, async () => {
      // Not awaited: the end of the queue waits for the end of this loop.
      if (await isQuarantined(pool)) void queue.stop()
    }),
  ]
  return {
    stop: async () => {
      end.abort()
      await Promise.all(loops)
    },
  }
}

async function stopWorker(pool: Pool, stopping: AbortController, supervision: Promise<void>): Promise<void> {
  stopping.abort()
  await supervision
  // A handler that ignored the signal may hold a connection; the process ends without waiting for it.
  await Promise.race([pool.end(), delay(1_000, undefined, { ref: false })])
}
