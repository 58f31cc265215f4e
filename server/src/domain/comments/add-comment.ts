import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { recordComment, recordMentions } from './comment-events.ts'
import { lockPlace, type RequestedPlace } from './comment-place.ts'
import { getComment, type FoundComment } from './comments.queries.ts'
import type { Writer } from './lock-comment.ts'
import { mailMentions } from './mention.mail.ts'
import { requireMentionable, storeMentions } from './mentions.ts'

export interface NewComment {
  readonly text: string
  readonly mentions?: readonly number[]
}

export async function addComment(
  tx: Tx,
  scope: Scope,
  { writer, ...asked }: RequestedPlace & { readonly writer: Writer },
  given: NewComment,
): Promise<FoundComment> {
  const { accountId, actor } = scope
  const place = await lockPlace(tx, scope, asked)
  const mentioned = await requireMentionable(tx, scope, place.thirdpartyId, [...new Set(given.mentions)])
  const userIds = mentioned.map(({ userId }) => userId)
  const { comment_id: commentId } = await tx
    .insertInto('comment')
    .values({
      account_id: accountId,
      thirdparty_id: place.thirdpartyId,
      dossier_id: place.dossierId ?? null,
      document_id: place.documentId ?? null,
      text: given.text,
      author_type: actor.type,
      author_id: actor.id,
      author_name: actor.id === null ? actor.name.slice(0, 200) : null,
      author_key: writer.key,
      created_at: sql<Date>`account_now(${accountId})`,
    })
    .returning('comment_id')
    .executeTakeFirstOrThrow()
  await storeMentions(tx, scope, commentId, userIds)
  recordComment(tx, scope, place, {
    commentId,
    change: 'ADDED',
    data: { mentions: userIds },
    words: { text: given.text },
    author: actor,
  })
  recordMentions(
    tx,
    scope,
    { commentId, place },
    mentioned.map(({ userId, name }) => ({ userId, name, change: 'ADDED' })),
  )
  const comment = await getComment(tx, scope, commentId)
  await mailMentions(tx, scope, { comment, place, publicUrl: writer.publicUrl }, mentioned)
  return comment
}
