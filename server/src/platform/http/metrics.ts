import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { logDatabaseFaults, poolStates, type DatabaseFaults, type ReplicaReading } from '../db/index.ts'
import { AppError } from '../kernel/index.ts'
import { addCounts, addGauge, addMetric, registerProcessMetrics } from '../metrics/index.ts'
import type { LoadGauge } from './load-shedding.ts'
import { countDroppedLines } from './log-writer.ts'
import type { HttpOptions } from './options.ts'
import { registerOutsideMetrics } from './outside.ts'
import { RouteDurations } from './route-durations.ts'

/** Measures every request by route pattern: never by URL, which would name records and grow without end. */
export function measureRequests(app: FastifyInstance, options: HttpOptions, load: LoadGauge): void {
  const registry = options.registry ?? new Registry()
  collectDefaultMetrics({ register: registry })
  registerProcessMetrics(registry)
  registerOutsideMetrics(registry)
  measurePools(registry)
  measureProcess(registry, options, load)
  if (options.db.faults) countDatabaseFaults(app, registry, options.db.faults)
  if (options.db.replica) measureReplica(registry, options.db.replica)
  countAnswers(app, registry)
  const config = { right: 'public', exempt: true } as const
  const text = sharedText(registry)
  app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    requireReader(request, options)
    endIfUnread(reply)
    return reply.header('content-type', registry.contentType).send(await text())
  })
}

function countAnswers(app: FastifyInstance, registry: Registry): void {
  const durations = new RouteDurations()
  durations.register(registry)
  const refusals = new Counter({
    name: 'vigie_refusals_total',
    help: 'Requests that were answered with a problem, by its code',
    labelNames: ['code'] as const,
    registers: [registry],
  })
  // From the start, or the first one would be no increase: these are worth an alarm.
  for (const code of ['INTERNAL', 'OVERLOADED', 'DATABASE_UNAVAILABLE', 'FILE_INTEGRITY_FAILURE'] as const)
    refusals.inc({ code }, 0)
  app.addHook('onResponse', (request, reply, done) => {
    const { method, plan, problemCode: code } = request
    durations.observe(method, plan?.pattern ?? 'none', reply.statusCode, reply.elapsedTime / 1000)
    if (code !== null) refusals.inc({ code })
    done()
  })
}

/** Whoever asks more often gets what was told last: a storm of scrapers costs no more than this many a second. */
const freshPerSecond = 20

function sharedText(registry: Registry): () => Promise<Buffer> {
  let last: Promise<Buffer> | null = null
  let second = 0
  let madeInIt = 0
  let isUnderWay = false
  const render = async () => {
    isUnderWay = true
    try {
      return Buffer.from(await registry.metrics())
    } finally {
      isUnderWay = false
    }
  }
  return () => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) [second, madeInIt] = [now, 0]
    if (last === null || (!isUnderWay && madeInIt < freshPerSecond)) {
      madeInIt += 1
      last = render()
    }
    return last
  }
}

/** As long as a scraper that hangs may keep an answer of ours in memory. */
const readingMs = 15_000

function endIfUnread({ raw }: FastifyReply): void {
  const timer = setTimeout(() => raw.destroy(), readingMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

function measureProcess(registry: Registry, { sharedLimits }: HttpOptions, load: LoadGauge): void {
  const delay = 'Mean delay of the event loop during the last quarter of a second'
  addGauge(registry, 'event_loop_delay_seconds', delay, () => load.eventLoopDelayMs / 1000)
  const former = 'The same in milliseconds; deprecated, and gone with the next release'
  addGauge(registry, 'event_loop_delay_ms', former, () => load.eventLoopDelayMs)
  const alone = 'Whether this process counts limits for itself, because the database did not answer'
  addGauge(registry, 'limits_alone', alone, () => Number(sharedLimits?.isAlone ?? false))
  addMetric(registry, {
    name: 'log_lines_dropped_total',
    help: 'Lines of the log that could not be written',
    type: 'counter',
    read: (put) => put(countDroppedLines()),
  })
}

function measurePools(registry: Registry): void {
  const gauge = (name: string, help: string, of: 'inUse' | 'idle' | 'waiting' | 'max') =>
    addMetric(registry, {
      name,
      help,
      type: 'gauge',
      read: (put) => {
        for (const state of poolStates()) put(state[of], { pool: state.pool })
      },
    })
  gauge('db_pool_waiting', 'Those who wait for a connection of this pool', 'waiting')
  gauge('db_pool_in_use', 'Connections of this pool that somebody uses', 'inUse')
  gauge('db_pool_idle', 'Connections of this pool that nobody uses', 'idle')
  gauge('db_pool_max', 'Connections this pool may open', 'max')
}

/** And one line in the log for each change of its state. */
function countDatabaseFaults(app: FastifyInstance, registry: Registry, faults: DatabaseFaults): void {
  addCounts(registry, {
    name: 'database_faults_total',
    help: 'Faults of the database, by kind: gone, read-only, slow, stale-plan',
    label: 'kind',
    counts: faults.counts,
  })
  const endLog = logDatabaseFaults(faults, app.log)
  app.addHook('onClose', async () => endLog())
}

function measureReplica(registry: Registry, replica: ReplicaReading): void {
  const lag = 'How long the replica has lacked something that the primary has; -1 when it is not heard of'
  addGauge(registry, 'replica_lag_seconds', lag, () => replica.lagSeconds ?? -1)
  addCounts(registry, {
    name: 'replica_reads_total',
    help: 'Lists and exports by who answered: replica, primary, or repeated at the primary after a failure',
    label: 'source',
    counts: replica.reads,
  })
}

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/**
 * With a token set, only that token; else only the machine itself, and not through a proxy running on it. In production
 * a token is needed: a proxy that says nothing of those it speaks for looks like the machine itself.
 */
function requireReader(
  request: FastifyRequest,
  { metricsToken: token, production = false }: Pick<HttpOptions, 'metricsToken' | 'production'>,
): void {
  if (token !== undefined) {
    const given = Buffer.from(request.headers.authorization ?? '')
    const wanted = Buffer.from(`Bearer ${token}`)
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
      throw new AppError('AUTH_TOKEN_INVALID')
    return
  }
  const names = Object.keys(request.headers)
  const isDirect = !names.some(
    (name) => name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded-'),
  )
  if (production || !isDirect || !loopback.has(request.socket.remoteAddress ?? ''))
    throw new AppError('AUTH_TOKEN_MISSING')
}
