import { sql } from 'kysely'
import type { Tx } from '../db/index.ts'

const monthsAhead = 12

/** Makes the monthly partitions of the coming year; a service that runs for long needs it now and then. */
export async function preparePartitions(tx: Tx): Promise<void> {
  await sql`select journal_prepare_partitions(${monthsAhead})`.execute(tx)
}
