import { sql } from 'kysely'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { dependencies } from '../../platform/kernel/index.ts'

const beatMs = 10_000
const silentSeconds = 45
const forgottenHours = 24

export interface ProcessFacts {
  readonly processId: string
  readonly role: 'SERVICE' | 'WORKER'
  readonly runsJobs: boolean
  readonly version: string
  readonly host: string
  readonly pid: number
}

/** Says again and again that this process lives. A beat that fails is made up for by the next. */
export async function startProcessHeartbeat(db: Db, facts: ProcessFacts): Promise<{ stop(): Promise<void> }> {
  let beating = beat(db, facts).catch(() => undefined)
  await beating
  const timer = setInterval(() => {
    beating = beat(db, facts).catch(() => undefined)
  }, beatMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await beating
      await forget(db, facts.processId).catch(() => undefined)
    },
  }
}

/** By the clock of the server, so that those of the processes may differ. Old rows go along. */
function beat(db: Db, facts: ProcessFacts): Promise<void> {
  const outside = JSON.stringify(dependencies.states())
  return db.system(async (tx) => {
    await sql`
      insert into process_heartbeat (process_id, role, runs_jobs, version, host, pid, started_at, seen_at, outside)
      values (${facts.processId}, ${facts.role}, ${facts.runsJobs}, ${facts.version}, ${facts.host}, ${facts.pid}, now(), now(), ${outside}::jsonb)
      on conflict (process_id) do update set seen_at = now(), outside = excluded.outside`.execute(tx)
    await sql`
      delete from process_heartbeat where seen_at < now() - make_interval(hours => ${forgottenHours})`.execute(
      tx,
    )
  })
}

async function forget(db: Db, processId: string): Promise<void> {
  await db.system((tx) => tx.deleteFrom('process_heartbeat').where('process_id', '=', processId).execute())
}

export interface ProcessRow {
  processId: string
  role: string
  runsJobs: boolean
  version: string
  host: string
  pid: number
  startedAt: Date
  seenAt: Date
  silent: boolean
}

export async function listProcesses(tx: ReadTx): Promise<ProcessRow[]> {
  const { rows } = await sql<ProcessRow>`
    select process_id::text as "processId", role, runs_jobs as "runsJobs", version, host, pid,
      started_at as "startedAt", seen_at as "seenAt",
      seen_at < now() - make_interval(secs => ${silentSeconds}) as silent
    from process_heartbeat order by silent desc, role, started_at desc limit 200`.execute(tx)
  return rows
}

export interface OutsideRow {
  dependency: string
  name: string
  isUp: boolean
  faults: number
  lastFault: string | null
  succeededAt: string | null
}

/** How each service outside fares, over all processes that are not silent: down if it is so for any of them. */
export async function listOutside(tx: ReadTx): Promise<OutsideRow[]> {
  const { rows } = await sql<OutsideRow>`
    select o.dependency, o.name, bool_and(o."isUp") as "isUp", sum(o.faults)::int as faults,
      max(o."lastFault") as "lastFault", max(o."succeededAt") as "succeededAt"
    from process_heartbeat p cross join lateral jsonb_to_recordset(p.outside)
      as o (dependency text, name text, "isUp" boolean, faults integer, "lastFault" text, "succeededAt" text)
    where p.seen_at >= now() - make_interval(secs => ${silentSeconds})
    group by o.dependency, o.name order by "isUp", o.dependency, o.name limit 200`.execute(tx)
  return rows
}
