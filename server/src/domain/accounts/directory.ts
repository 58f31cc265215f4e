import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'

/**
 * People belong to the installation, so an account's transaction cannot see those who are not its members.
 * Adding or counting them needs a look beyond, opened for one piece of work and closed again.
 */
export async function inDirectory<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const { rows } = await sql<{
    was: string | null
  }>`select current_setting('app.directory', true) as was`.execute(tx)
  await sql`select set_config('app.directory', 'on', true)`.execute(tx)
  const result = await work()
  // After a fault the transaction is rolled back, and the setting with it.
  await sql`select set_config('app.directory', ${rows[0]?.was ?? ''}, true)`.execute(tx)
  return result
}

/** The other way round: work that has found out which account it is about sees the tables of that one too. */
export async function openAccount(tx: ReadTx, accountId: number): Promise<void> {
  await sql`select set_config('app.account', ${String(accountId)}, true)`.execute(tx)
}
