import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { recordComment, recordMentions } from './comment-events.ts'
import { toCommentPlace } from './comment-place.ts'
import { lockComment, type Target } from './lock-comment.ts'
import { removeMentions } from './mentions.ts'

/** Its words go for good, also on what is archived; that there was a comment stays. */
export async function deleteComment(tx: Tx, scope: Scope, target: Target): Promise<void> {
  const { commentId, writer } = target
  const known = await lockComment(tx, scope, target)
  if (known.authorKey !== writer.key && !writer.isAdministrator) {
    const permission = 'administer'
    throw new AppError('PERMISSION_DENIED', { permission }, { members: { permission } })
  }
  await tx
    .updateTable('comment')
    .set((comment) => ({
      text: '',
      deleted_at: sql<Date>`account_now(${scope.accountId})`,
      version: comment('version', '+', 1),
    }))
    .where('account_id', '=', scope.accountId)
    .where('comment_id', '=', commentId)
    .execute()
  const mentions = known.mentions.map((one) => ({ ...one, change: 'DELETED' as const }))
  await removeMentions(
    tx,
    scope,
    commentId,
    mentions.map(({ userId }) => userId),
  )
  const place = toCommentPlace(known)
  recordComment(tx, scope, place, { commentId, change: 'DELETED', author: known.author })
  recordMentions(tx, scope, { commentId, place }, mentions)
}
