import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { recordComment, recordMentions, type MentionChange } from './comment-events.ts'
import { lockPlace, toCommentPlace, type CommentPlace } from './comment-place.ts'
import { getComment, type FoundComment } from './comments.queries.ts'
import { lockComment, type Target } from './lock-comment.ts'
import { mailMentions } from './mention.mail.ts'
import { removeMentions, requireMentionable, storeMentions, type Mentioned } from './mentions.ts'

export interface CommentChange {
  readonly text?: string
  readonly mentions?: readonly number[]
}

export async function changeComment(
  tx: Tx,
  scope: Scope,
  target: Target,
  given: CommentChange,
): Promise<FoundComment> {
  const { commentId, writer } = target
  const seen = await getComment(tx, scope, commentId)
  if (seen.authorKey !== writer.key) throw new AppError('COMMENT_NOT_OWN', { commentId })
  const place = await lockPlace(tx, scope, toCommentPlace(seen))
  const known = await lockComment(tx, scope, target)
  const diff = await difference(tx, scope, known, given)
  if (!diff.isChanged) return known
  await tx
    .updateTable('comment')
    .set((comment) => ({
      text: diff.text,
      edited_at: sql<Date>`account_now(${scope.accountId})`,
      version: comment('version', '+', 1),
    }))
    .where('account_id', '=', scope.accountId)
    .where('comment_id', '=', commentId)
    .execute()
  await removeMentions(tx, scope, commentId, diff.gone)
  await storeMentions(
    tx,
    scope,
    commentId,
    diff.added.map(({ userId }) => userId),
  )
  recordChange(tx, scope, { place, known, diff })
  const comment = await getComment(tx, scope, commentId)
  await mailMentions(tx, scope, { comment, place, publicUrl: writer.publicUrl }, diff.added)
  return comment
}

interface Difference {
  readonly text: string
  readonly textChanged: boolean
  readonly before: number[]
  readonly after: number[]
  readonly added: Mentioned[]
  readonly gone: number[]
  readonly isChanged: boolean
}

/** Whoever was mentioned before may stay so after leaving the account; only new ones are looked up. */
async function difference(
  tx: Tx,
  scope: Scope,
  known: FoundComment,
  given: CommentChange,
): Promise<Difference> {
  const { text = known.text } = given
  const before = known.mentions.map(({ userId }) => userId)
  const after = [...new Set(given.mentions ?? before)].toSorted((a, b) => a - b)
  const fresh = after.filter((userId) => !before.includes(userId))
  const added = await requireMentionable(tx, scope, known.thirdpartyId, fresh)
  const removed = before.filter((userId) => !after.includes(userId))
  const textChanged = text !== known.text
  const isChanged = textChanged || added.length > 0 || removed.length > 0
  return { text, textChanged, before, after, added, gone: removed, isChanged }
}

function recordChange(
  tx: Tx,
  scope: Scope,
  { place, known, diff }: { place: CommentPlace; known: FoundComment; diff: Difference },
): void {
  const { commentId, author } = known
  const moved = diff.added.length > 0 || diff.gone.length > 0
  recordComment(tx, scope, place, {
    commentId,
    change: 'UPDATED',
    ...(moved && { data: { before: { mentions: diff.before }, after: { mentions: diff.after } } }),
    ...(diff.textChanged && { words: { before: { text: known.text }, after: { text: diff.text } } }),
    author,
  })
  const stays = diff.textChanged ? known.mentions.filter(({ userId }) => diff.after.includes(userId)) : []
  const removed = known.mentions.filter(({ userId }) => diff.gone.includes(userId))
  const changes: MentionChange[] = [
    ...diff.added.map(({ userId, name }) => ({ userId, name, change: 'ADDED' as const })),
    ...stays.map((one) => ({ ...one, change: 'UPDATED' as const })),
    ...removed.map((one) => ({ ...one, change: 'DELETED' as const })),
  ]
  recordMentions(tx, scope, { commentId, place }, changes)
}
