import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { ReadOnlyDatabase, readOnlyState, sqlState, type Tx } from '../db/index.ts'
import { AppError } from '../kernel/index.ts'
import { stoppingProblem } from './admission.ts'
import type { StopState } from './graceful-stop.ts'
import type { HttpOptions } from './options.ts'

const patienceMs = 2_000
const config = { right: 'public', exempt: true } as const

export function healthRoutes(app: FastifyInstance, options: HttpOptions, state: StopState): void {
  const parts: Record<string, () => Promise<void>> = {
    database: () => options.db.system(requireWrites),
    ...options.readiness,
    ...options.dispensable,
  }
  const isDispensable = (name: string) => Object.hasOwn(options.dispensable ?? {}, name)
  app.get('/healthz', { config, schema: { hide: true } }, () => {
    if (options.isAlive?.() === false) throw new AppError('SERVICE_NOT_READY', { part: 'jobs' })
    return { status: 'ok' }
  })
  app.get('/readyz', { config, schema: { hide: true } }, async () => {
    if (state.stopping || state.draining) throw stoppingProblem()
    const found = await Promise.all(Object.entries(parts).map(([name, check]) => probe(name, check)))
    const status = Object.fromEntries(
      found.map(({ name, fault }) => [name, fault === null ? 'ok' : 'failed']),
    )
    const failed = found.filter(({ fault }) => fault !== null)
    const needed = failed.find(({ name }) => !isDispensable(name))
    if (needed !== undefined) throw unready(needed.name, needed.fault, status)
    const notes = await options.readyNotes?.()
    return { status: failed.length === 0 ? 'ready' : 'degraded', parts: status, ...notes }
  })
}

/** A standby, or a server in maintenance: it answers, and keeps nothing. */
async function requireWrites(tx: Tx): Promise<void> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as read_only`.execute(tx)
  if (rows[0]?.read_only) throw new ReadOnlyDatabase('The database is read-only.')
}

async function probe(name: string, check: () => Promise<void>): Promise<{ name: string; fault: unknown }> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not answer in time`)), patienceMs)
  })
  try {
    await Promise.race([check(), tooLate])
    return { name, fault: null }
  } catch (fault) {
    return { name, fault }
  } finally {
    clearTimeout(timer)
  }
}

function unready(name: string, cause: unknown, parts: Record<string, string>): AppError {
  if (name !== 'database')
    return new AppError('SERVICE_NOT_READY', { part: name }, { members: { parts }, cause })
  const reason = sqlState((cause as Error).cause) === readOnlyState ? { reason: 'read-only' } : {}
  return new AppError('DATABASE_UNAVAILABLE', {}, { members: { parts, ...reason }, cause })
}
