import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'

/**
 * Leaves of these answers' evidences what proves that they were there (kind, dates, size, SHA-256), and returns the
 * keys of the stored objects they named. The provider that verified a piece has a copy, so the way to it goes as well.
 * The caller holds the answers and sees to the objects after the commit.
 */
export async function blankEvidences(
  tx: Tx,
  scope: Scope,
  responseIds: readonly number[],
): Promise<string[]> {
  const { accountId } = scope
  const { rows } = await sql<{ key: string }>`
    select object_key as key from evidence
    where account_id = ${accountId} and response_id = any(${[...responseIds]}::bigint[])
      and object_key is not null
    order by evidence_id for update`.execute(tx)
  await sql`
    update evidence set file_state = 'DELETED', deleted_at = account_now(${accountId}), file_name = null,
      object_key = null, formdata = null, metadata = '{}'
    where account_id = ${accountId} and response_id = any(${[...responseIds]}::bigint[])
      and file_state <> 'DELETED'`.execute(tx)
  await tx
    .updateTable('check_result')
    .set({ provider_reference: null })
    .where('account_id', '=', accountId)
    .where('response_id', '=', sql<number>`any(${[...responseIds]}::bigint[])`)
    .where('provider_reference', 'is not', null)
    .execute()
  return [...new Set(rows.map(({ key }) => key))]
}
