import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Registry } from 'prom-client'
import { logDatabaseFaults, type DatabaseFaults, type ReplicaReading } from '../db/index.ts'
import { AppError } from '../kernel/index.ts'
import type { LoadGauge } from './load-shedding.ts'
import { countDroppedLines } from './log-writer.ts'
import { measureLongMigrations } from './migration-metrics.ts'
import type { HttpOptions } from './options.ts'
import { registerOutsideMetrics } from './outside.ts'
import { addCounter, addGauge } from './read-metrics.ts'
import { RouteDurations } from './route-durations.ts'

/** Measures every request by route pattern: never by URL, which would name records and grow without end. */
export function measureRequests(app: FastifyInstance, options: HttpOptions, load: LoadGauge): void {
  const registry = options.registry ?? new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new RouteDurations()
  durations.register(registry)
  registerOutsideMetrics(registry)
  measureLongMigrations(registry, options.db)
  countLostLines(registry)
  const { db, sharedLimits } = options
  if (db.faults) countDatabaseFaults(app, registry, db.faults)
  if (db.replica) measureReplica(registry, db.replica)
  addGauge(registry, 'db_pool_waiting', 'Requests waiting for a database connection', () => db.waiting)
  addGauge(registry, 'event_loop_delay_ms', 'Mean delay of the event loop', () => load.eventLoopDelayMs)
  const alone = 'Whether this process counts limits for itself, because the database did not answer'
  addGauge(registry, 'limits_alone', alone, () => Number(sharedLimits?.isAlone ?? false))
  app.addHook('onResponse', (request, reply, done) => {
    durations.observe(
      request.method,
      request.plan?.pattern ?? 'none',
      reply.statusCode,
      reply.elapsedTime / 1000,
    )
    done()
  })
  const config = { right: 'public', exempt: true } as const
  app.get('/metrics', { config, schema: { hide: true } }, async (request, reply) => {
    requireReader(request, options)
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
}

function countLostLines(registry: Registry): void {
  registry.registerMetric(
    new Counter({
      name: 'vigie_log_lines_dropped_total',
      help: 'Lines of the log that could not be written',
      registers: [],
      collect() {
        this.reset()
        this.inc(countDroppedLines())
      },
    }),
  )
}

/** And one line in the log for each change of its state. */
function countDatabaseFaults(app: FastifyInstance, registry: Registry, faults: DatabaseFaults): void {
  addCounter(registry, {
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
  addCounter(registry, {
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
