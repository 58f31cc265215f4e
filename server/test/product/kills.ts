import pg from 'pg'
import { postmasterPid } from './processes.ts'
import { adminUrlOf } from './product.ts'

/** No farewell to anybody: its sessions notice by themselves. */
export async function killPostmaster(dataDir: string): Promise<void> {
  const pid = await postmasterPid(dataDir)
  if (pid === undefined) throw new Error('There is no server to kill.')
  process.kill(pid, 'SIGKILL')
}

/** PostgreSQL then throws out every session and recovers, with its postmaster still there. */
export async function killBackend(dataDir: string): Promise<void> {
  const client = new pg.Client({ connectionString: await adminUrlOf(dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity where application_name = 'vigie api' order by state = 'active' desc limit 1`,
  )
  if (rows[0] === undefined) throw new Error('There is no session to kill.')
  process.kill(rows[0].pid, 'SIGKILL')
  await client.end().catch(() => undefined)
}
