import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'

/** A verification provider may fetch a file for as long as its answer is awaited. */
export async function isAwaitingVerification(
  tx: ReadTx,
  { accountId, fileId }: { readonly accountId: number; readonly fileId: number },
): Promise<boolean> {
  const { rows } = await sql`
    select from evidence where account_id = ${accountId} and evidence_id = ${fileId}
      and metadata ->> 'doccheck_status' = 'PENDING'`.execute(tx)
  return rows.length > 0
}
