import { sql, type NotNull } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { dropReadingsOf, forgetPieces } from '../evaluation/index.ts'

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
  const rows = await tx
    .selectFrom('evidence')
    .select('object_key')
    .where('account_id', '=', accountId)
    .where((evidence) => evidence('response_id', '=', evidence.fn.any(evidence.val([...responseIds]))))
    .where('object_key', 'is not', null)
    .orderBy('evidence_id')
    .forUpdate()
    .$narrowType<{ object_key: NotNull }>()
    .execute()
  await tx
    .updateTable('evidence')
    .set({
      file_state: 'DELETED',
      deleted_at: sql<Date>`account_now(${accountId})`,
      file_name: null,
      object_key: null,
      formdata: null,
      metadata: '{}',
      seal: null,
    })
    .where('account_id', '=', accountId)
    .where((evidence) => evidence('response_id', '=', evidence.fn.any(evidence.val([...responseIds]))))
    .where('file_state', '<>', 'DELETED')
    .execute()
  await dropReadingsOf(tx, scope, responseIds)
  await forgetPieces(tx, scope, { responseIds })
  await tx
    .updateTable('check_result')
    .set({ provider_reference: null })
    .where('account_id', '=', accountId)
    .where((result) => result('response_id', '=', result.fn.any(result.val([...responseIds]))))
    .where('provider_reference', 'is not', null)
    .execute()
  return [...new Set(rows.map((row) => row.object_key))]
}
