import { runMigrations } from 'graphile-worker'
import type { Pool } from 'pg'
import { appRole, backupRole } from '../db/index.ts'
import { quietLogger } from './logging.ts'
import { queueTables } from './queue-tables.ts'

export const jobSchema = 'graphile_worker'

/** Brings the queue's own schema up to date, as its owner, and opens it to the application role. */
export async function installJobs(pool: Pool): Promise<void> {
  // Without these two listeners Graphile Worker warns on the console.
  const ignore = () => undefined
  const guard = (client: { on(event: 'error', listener: () => void): unknown }) => client.on('error', ignore)
  pool.on('error', ignore)
  pool.on('connect', guard)
  try {
    await runMigrations({ pgPool: pool, schema: jobSchema, logger: quietLogger })
    await pool.query(`begin; ${grants()}; commit`)
  } finally {
    pool.off('error', ignore)
    pool.off('connect', guard)
  }
}

/** Safe to repeat at every start: it says what shall be, not what to change. */
function grants(): string {
  const tableGrants = queueTables.map(
    (table) => `
      grant select, insert, update, delete on ${jobSchema}.${table} to ${appRole};
      ${missingPolicy(table, 'application', `to ${appRole} using (true) with check (true)`)};
      ${missingPolicy(table, 'backup_reads', `for select to ${backupRole} using (true)`)}`,
  )
  return [
    `grant usage on schema ${jobSchema} to ${appRole}, ${backupRole}`,
    `grant select on all tables in schema ${jobSchema} to ${backupRole}`,
    `grant select on all sequences in schema ${jobSchema} to ${backupRole}`,
    // Read at every start, to see that nothing is left to migrate.
    `grant select on ${jobSchema}.migrations to ${appRole}`,
    `revoke execute on all functions in schema ${jobSchema} from public`,
    `grant execute on all functions in schema ${jobSchema} to ${appRole}`,
    ...tableGrants,
  ].join(';')
}

/** Made once: to make it anew would take the queue from every process that works on it. */
function missingPolicy(table: string, name: string, rule: string): string {
  return `do $$ begin
    if not exists (select from pg_policies
        where schemaname = '${jobSchema}' and tablename = '${table}' and policyname = '${name}') then
      create policy ${name} on ${jobSchema}.${table} ${rule};
    end if;
  end $$`
}
