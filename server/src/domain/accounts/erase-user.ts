import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { forgetPerson } from '../../platform/journal/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { inDirectory } from './directory.ts'
import { forgetFactors } from './second-factor/reset-factors.ts'
import { announceStanding, personMark } from './standing.ts'

export interface FormerUser {
  readonly userId: number
  readonly name: string
}

interface Found extends FormerUser {
  member: boolean
  known: boolean
}

/**
 * Whoever had this address, worked in the account and left: somebody who was invited, somebody of its directory, or both.
 * Of people it never knew, the account learns nothing: they are as absent as those who do not exist.
 */
export async function findFormerUsers(tx: Tx, scope: Scope, email: string): Promise<FormerUser[]> {
  const { accountId } = scope
  const { rows } = await inDirectory(tx, () =>
    sql<Found>`
      select u.user_id as "userId", u.name,
        exists (select from membership m where m.account_id = ${accountId} and m.user_id = u.user_id) as member,
        case when k.person is not null then k.erased_at is null
          else exists (select from response r where r.account_id = ${accountId}
              and r.submitted_by_type = 'USER' and r.submitted_by = u.user_id)
            or exists (select from decision d where d.account_id = ${accountId}
              and d.decided_by_type = 'USER' and d.decided_by = u.user_id) end as known
      from app_user u
      left join person_key k on k.account_id = ${accountId} and k.person_type = 'USER' and k.person = u.user_id
      where u.email = ${email}
        and (u.directory_account_id is null or u.directory_account_id = ${accountId})`.execute(tx),
  )
  const member = rows.find((row) => row.member)
  if (member) throw new AppError('USER_STILL_MEMBER', { userId: member.userId })
  return rows.filter(({ known }) => known).map(({ userId, name }) => ({ userId, name }))
}

/** Their name leaves the journal now, and the directory once no other account has them or remembers them. */
export async function eraseUser(tx: Tx, scope: Scope, { userId }: FormerUser): Promise<void> {
  await forgetPerson(tx, scope, { type: 'USER', id: userId })
  await inDirectory(tx, async () => {
    const { rows } = await sql`
      update app_user u set email = 'erased-' || u.user_id || '@erased.invalid', name = '-', password_hash = null,
        active = false, token_version = u.token_version + 1, tokens_ended_at = now(), updated_at = now()
      where u.user_id = ${userId}
        and not exists (select from membership m where m.user_id = u.user_id)
        and not exists (select from person_key k where k.person_type = 'USER' and k.person = u.user_id
          and k.erased_at is null)
      returning u.user_id`.execute(tx)
    if (rows.length > 0) await forgetAccess(tx, userId)
  })
}

/** From where and with what they signed in, and what providers call them. */
async function forgetAccess(tx: Tx, userId: number): Promise<void> {
  await announceStanding(tx, [personMark(userId)])
  await forgetFactors(tx, userId)
  for (const table of ['person_session', 'person_device', 'person_identity'] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${userId}`.execute(tx)
}

/** Invitations to an address, answered or not, with what the administration journal says of the invited. */
export async function eraseInvitations(tx: Tx, scope: Scope, email: string): Promise<void> {
  const invitations = await tx
    .deleteFrom('member_invitation')
    .where('account_id', '=', scope.accountId)
    .where('email', '=', email)
    .returning('invitation_id')
    .execute()
  for (const { invitation_id: id } of invitations) await forgetPerson(tx, scope, { type: 'USER', id })
}
