import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { getComment, type FoundComment } from './comments.queries.ts'

/** Who writes: the key is the same over all tokens of a person or client, also of those without a row here. */
export interface Writer {
  readonly key: string
  readonly isAdministrator: boolean
  /** Where a mail leads its reader. */
  readonly publicUrl: string
}

export interface Target {
  readonly commentId: number
  readonly writer: Writer
  readonly expectVersion: (version: number) => void
}

/** Locked for the rest of the transaction, and of the version the caller knows. */
export async function lockComment(
  tx: Tx,
  scope: Scope,
  { commentId, expectVersion }: Target,
): Promise<FoundComment> {
  await tx
    .selectFrom('comment')
    .select('comment_id')
    .where('account_id', '=', scope.accountId)
    .where('comment_id', '=', commentId)
    .forUpdate()
    .execute()
  const known = await getComment(tx, scope, commentId)
  expectVersion(known.version)
  return known
}
