import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { addMetric, addReading, SharedReading, toLabel, type ReadGauge } from '../metrics/index.ts'
import type { Db } from './database.ts'
import { findQuarantine } from './quarantine.ts'
import type { ReadTx } from './transaction.ts'

interface ServerState {
  postgres: string
  size: number
  locksWaiting: number
  oldestTransaction: number
  connections: number
}

interface Found extends ServerState {
  readonly isQuarantined: boolean
  readonly migrations: readonly { readonly name: string; readonly progress: number }[]
}

async function readDatabase(tx: ReadTx): Promise<Found> {
  const server = await readServer(tx)
  const migrations = await readProgress(tx)
  return { ...server, migrations, isQuarantined: (await findQuarantine(tx)) !== null }
}

/** Their names are those of the program, so they do not grow without end. */
async function readProgress(tx: ReadTx): Promise<Found['migrations']> {
  const rows = await tx
    .selectFrom('long_migration')
    .select(['name', 'done', 'total', 'finished_at'])
    .orderBy('name')
    .execute()
  return rows.map(({ name, done, total, finished_at: finishedAt }) => {
    // Counted at the beginning: more may have come since.
    const share = total ? Math.min(0.99, done / total) : 0
    return { name, progress: finishedAt ? 1 : share }
  })
}

/** Those of other roles are counted; when they began is told to nobody but a superuser. */
async function readServer(tx: ReadTx): Promise<ServerState> {
  await sql`set local statement_timeout = 2000`.execute(tx)
  const { rows } = await sql<ServerState>`
    select current_setting('server_version') as postgres, pg_database_size(current_database()) as size,
      (select count(distinct l.pid)::int from pg_locks l join pg_stat_activity a on a.pid = l.pid
        where not l.granted and a.datname = current_database()) as "locksWaiting",
      coalesce(max(extract(epoch from clock_timestamp() - a.xact_start))
        filter (where a.pid <> pg_backend_pid()), 0)::float8 as "oldestTransaction",
      count(*)::int as connections
    from pg_stat_activity a where a.datname = current_database() and a.backend_type = 'client backend'`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('The database says nothing of itself.')
  return found
}

const gauges: readonly ReadGauge<Found>[] = [
  { name: 'db_size_bytes', help: 'Size of the database', read: ({ size }, put) => put(size) },
  {
    name: 'db_locks_waiting',
    help: 'Sessions of the database that wait for a lock',
    read: ({ locksWaiting }, put) => put(locksWaiting),
  },
  {
    name: 'db_oldest_transaction_seconds',
    help: 'Age of the oldest transaction of Vigie that is under way',
    read: ({ oldestTransaction }, put) => put(oldestTransaction),
  },
  {
    name: 'db_connections',
    help: 'Connections to the database, of all processes and of anybody else',
    read: ({ connections }, put) => put(connections),
  },
  {
    name: 'quarantine',
    help: '1 while the database is a restored copy that nobody has released',
    read: ({ isQuarantined }, put) => put(Number(isQuarantined)),
  },
  {
    name: 'long_migration_progress',
    help: 'Share of a long migration that is done, 1 when it is finished',
    read: ({ migrations }, put) => {
      for (const { name, progress } of migrations) put(progress, { name: toLabel(name) })
    },
  },
]

/** How the database fares, by its own word; and what program this is, which names its version. */
export function measureDatabase(registry: Registry, db: Pick<Db, 'system'>, version: string): void {
  const reading = new SharedReading(() => db.system(readDatabase), { everyMs: 5_000 })
  addReading(registry, 'database', reading, gauges)
  addMetric(registry, {
    name: 'build_info',
    help: 'Always 1; its labels name the versions of Vigie, Node and PostgreSQL',
    type: 'gauge',
    read: async (put) => {
      const postgres = toLabel((await reading.current())?.postgres ?? 'unknown')
      put(1, { version, node: process.versions.node, postgres })
    },
  })
}
