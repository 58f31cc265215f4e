import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'
import type { CommentWire } from './comment.schema.ts'
import type { CommentPlace } from './comment-place.ts'

export interface FoundComment extends CommentWire {
  readonly version: number
  /** Never shown: whose it is. */
  readonly authorKey: string
}

/**
 * Names are read when they are shown: whoever left the account, or was erased, has none here. What they wrote is the
 * account's record and stays until it is deleted.
 */
export function authorName(userId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select u.name from membership m join app_user u on u.user_id = m.user_id
    left join person_key k on k.account_id = m.account_id and k.person_type = 'USER' and k.person = m.user_id
    where m.account_id = c.account_id and m.user_id = ${userId} and k.erased_at is null)`
}

const columns = sql<FoundComment>`
  c.comment_id as "commentId",
  case when c.document_id is not null then 'DOCUMENT' when c.dossier_id is not null then 'DOSSIER'
    else 'THIRD_PARTY' end as "resourceType",
  c.thirdparty_id as "thirdpartyId", c.dossier_id as "dossierId", c.document_id as "documentId", c.text,
  jsonb_build_object('type', c.author_type, 'id', c.author_id, 'name', case c.author_type
    when 'USER' then ${authorName(sql`c.author_id`)}
    else coalesce(c.author_name, (select a.name from api_client a
      where a.account_id = c.account_id and a.api_client_id = c.author_id)) end) as author,
  (select coalesce(jsonb_agg(jsonb_build_object('userId', n.user_id, 'name', ${authorName(sql`n.user_id`)})
      order by n.user_id), '[]')
    from comment_mention n where n.account_id = c.account_id and n.comment_id = c.comment_id) as mentions,
  wire_time(c.created_at) as "createdAt", wire_time(c.edited_at) as "editedAt", c.version,
  c.author_key as "authorKey"`

export async function getComment(tx: ReadTx, scope: Scope, commentId: number): Promise<FoundComment> {
  const { rows } = await sql<FoundComment>`
    select ${columns} from comment c
    where c.account_id = ${scope.accountId} and c.comment_id = ${commentId} and c.deleted_at is null`.execute(
    tx,
  )
  const [comment] = rows
  if (!comment) throw new AppError('COMMENT_NOT_FOUND', { commentId })
  return comment
}

/** Of this very resource: those on a dossier are not repeated under its third party. */
export function commentListing({ accountId }: Scope, place: CommentPlace): Listing<FoundComment> {
  return {
    order: orderById('newest first'),
    source: {
      id: sql`c.comment_id`,
      from: sql`comment c`,
      conditions: [sql`c.account_id = ${accountId}`, ofPlace(place), sql`c.deleted_at is null`],
      columns,
      planOnce: true,
    },
  }
}

function ofPlace({ thirdpartyId, dossierId, documentId }: CommentPlace): RawBuilder<unknown> {
  if (documentId !== undefined) return sql`c.document_id = ${documentId}`
  if (dossierId !== undefined) return sql`c.dossier_id = ${dossierId} and c.document_id is null`
  return sql`c.thirdparty_id = ${thirdpartyId} and c.dossier_id is null and c.document_id is null`
}

const maxShown = 20

/** People who can be mentioned, about a company those who see it; those whose name begins with the words first: for a field that completes names. */
export async function mentionableUsers(
  tx: ReadTx,
  scope: Scope,
  { words, thirdpartyId, userId }: { words: string; thirdpartyId: number | null; userId: number | null },
): Promise<{ userId: number; name: string }[]> {
  // The position of one text in another, not a pattern: what is typed may hold % or _.
  const place = sql`strpos(lower(u.name), ${words.trim().toLowerCase()})`
  const { rows } = await sql<{ userId: number; name: string }>`
    select u.user_id as "userId", u.name from membership m join app_user u on u.user_id = m.user_id
    where m.account_id = ${scope.accountId} and m.active and u.active and ${place} > 0
      and (${userId}::bigint is null or m.user_id = ${userId})
      and (${thirdpartyId}::bigint is null or exists (select from thirdparty t
        where t.account_id = m.account_id and t.thirdparty_id = ${thirdpartyId}
          and member_sees(m.account_id, m.user_id, t.unit_set_id)))
    order by ${place} > 1, u.name, u.user_id limit ${maxShown}`.execute(tx)
  return rows
}
