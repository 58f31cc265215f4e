import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Language, type Scope } from '../../platform/kernel/index.ts'

export interface Mentioned {
  readonly userId: number
  readonly name: string
  readonly email: string
  readonly language: Language
}

/** The people of these ids, each an active member who sees the company; anybody else is refused, whoever it is. */
export async function requireMentionable(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
  userIds: readonly number[],
): Promise<Mentioned[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<Mentioned>`
    select u.user_id as "userId", u.name, u.email, u.language
    from membership m join app_user u on u.user_id = m.user_id
    join thirdparty t on t.account_id = m.account_id and t.thirdparty_id = ${thirdpartyId}
    where m.account_id = ${scope.accountId} and m.user_id = any(${[...userIds]}::bigint[])
      and m.active and u.active and member_sees(m.account_id, m.user_id, t.unit_set_id)
    order by u.user_id`.execute(tx)
  const known = new Set(rows.map(({ userId }) => userId))
  const unknown = userIds.find((userId) => !known.has(userId))
  if (unknown !== undefined) throw new AppError('COMMENT_MENTION_UNKNOWN', { userId: unknown })
  return rows
}

export async function storeMentions(
  tx: Tx,
  scope: Scope,
  commentId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .insertInto('comment_mention')
    .values(
      userIds.map((userId) => ({ account_id: scope.accountId, comment_id: commentId, user_id: userId })),
    )
    .execute()
  await storeUnread(tx, scope, commentId, userIds)
}

/** Who mentions themselves knows it already. */
async function storeUnread(
  tx: Tx,
  { accountId, actor }: Scope,
  commentId: number,
  userIds: readonly number[],
): Promise<void> {
  const others = userIds.filter((userId) => actor.type !== 'USER' || actor.id !== userId)
  if (others.length === 0) return
  const since = sql<Date>`account_now(${accountId})`
  await tx
    .insertInto('unread_mention')
    .values(others.map((user_id) => ({ account_id: accountId, comment_id: commentId, user_id, since })))
    .execute()
}

/** Says that whoever asks has read the comment. Nothing happens if it does not wait for them any more. */
export async function readMention(tx: Tx, { accountId, actor }: Scope, commentId: number): Promise<void> {
  await tx
    .deleteFrom('unread_mention')
    .where('account_id', '=', accountId)
    .where('user_id', '=', actor.id)
    .where('comment_id', '=', commentId)
    .execute()
}

export async function removeMentions(
  tx: Tx,
  scope: Scope,
  commentId: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  await tx
    .deleteFrom('comment_mention')
    .where('account_id', '=', scope.accountId)
    .where('comment_id', '=', commentId)
    .where('user_id', 'in', userIds)
    .execute()
}
