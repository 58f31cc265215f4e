import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { ReadOnlyDatabase, readOnlyState, sqlState, type Tx } from '../db/index.ts'
import { AppError } from '../kernel/index.ts'
import { stoppingProblem } from './admission.ts'
import type { StopState } from './graceful-stop.ts'
import type { HttpOptions } from './options.ts'
import { SharedCheck, type Found } from './shared-check.ts'

// Whoever balances the load may ask for anything besides.
const config = { right: 'public', exempt: true, ignoresQuery: true } as const
const schema = { hide: true }

/** Whether the process lives, and whether it can serve: for whoever restarts it and whoever sends it work. */
export function healthRoutes(app: FastifyInstance, options: HttpOptions, state: StopState): void {
  const checks = checksOf(options)
  const tellAlive = () => {
    if (options.isAlive?.() === false) throw new AppError('SERVICE_NOT_READY', { part: 'jobs' })
    return { status: 'ok' }
  }
  app.get('/livez', { config, schema }, tellAlive)
  app.get('/healthz', { config, schema }, tellAlive)
  app.get('/readyz', { config, schema }, async (request) => {
    if (state.stopping || state.draining) throw stoppingProblem()
    const found = await Promise.all(checks.map(async (check) => ({ check, ...(await check.ask()) })))
    const shown = found.map((one) => [one.check.name, isVerbose(request) ? describeCheck(one) : wordOf(one)])
    const members = { checks: Object.fromEntries(shown) as Record<string, unknown> }
    const needed = found.find(({ check, fault }) => check.isEssential && fault !== null)
    if (needed !== undefined) throw unready(needed.check.name, needed.fault, members)
    const notes = await options.readyNotes?.()
    const isWhole = found.every(({ fault }) => fault === null)
    return { status: isWhole ? 'ready' : 'degraded', ...members, ...notes }
  })
  app.get<{ Params: { check: string } }>('/readyz/:check', { config, schema }, async ({ params }) => {
    const check = checks.find(({ name }) => name === params.check)
    if (check === undefined) throw new AppError('ROUTE_NOT_FOUND')
    const { fault } = await check.ask()
    if (fault !== null) throw unready(check.name, fault, {})
    return { status: 'ok' }
  })
}

function checksOf({ db, readiness = {}, dispensable = {} }: HttpOptions): SharedCheck[] {
  const needed = { database: () => db.system(requireWrites), ...readiness }
  return [
    ...Object.entries(needed).map(([name, look]) => new SharedCheck(name, true, look)),
    ...Object.entries(dispensable).map(([name, look]) => new SharedCheck(name, false, look)),
  ]
}

interface Checked extends Found {
  readonly check: SharedCheck
}

function wordOf({ check, fault }: Checked): 'ok' | 'degraded' | 'failed' {
  if (fault === null) return 'ok'
  return check.isEssential ? 'failed' : 'degraded'
}

function describeCheck(checked: Checked): object {
  const { check, durationMs } = checked
  return { status: wordOf(checked), essential: check.isEssential, durationMs }
}

function isVerbose({ url }: FastifyRequest): boolean {
  return new URLSearchParams(url.split('?')[1]).has('verbose')
}

/** A standby, or a server in maintenance: it answers, and keeps nothing. */
async function requireWrites(tx: Tx): Promise<void> {
  const { rows } = await sql<{ read_only: boolean }>`
    select current_setting('transaction_read_only') = 'on' as read_only`.execute(tx)
  if (rows[0]?.read_only) throw new ReadOnlyDatabase('The database is read-only.')
}

function unready(name: string, cause: unknown, members: Record<string, unknown>): AppError {
  if (name !== 'database') return new AppError('SERVICE_NOT_READY', { part: name }, { members, cause })
  const reason = sqlState((cause as Error).cause) === readOnlyState ? { reason: 'read-only' } : {}
  return new AppError('DATABASE_UNAVAILABLE', {}, { members: { ...members, ...reason }, cause })
}
