import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, formatDateTime, type Scope } from '../../../platform/kernel/index.ts'
import type { RefusedMail } from '../../../platform/mail/index.ts'
import { recordAdministration } from '../../../platform/administration/index.ts'

export interface MemberInvitationView {
  invitationId: number
  email: string
  name: string
  language: string
  roles: string[]
  state: 'SENT' | 'BOUNCED' | 'EXPIRED'
  createdAt: string
  expiresAt: string
}

type Row = Omit<MemberInvitationView, 'createdAt' | 'expiresAt'> & { createdAt: Date; expiresAt: Date }

const select = sql`
  select i.invitation_id as "invitationId", i.email, i.name, i.language, i.roles, i.created_at as "createdAt",
    i.link_expires_at as "expiresAt",
    case when i.bounced_at is not null then 'BOUNCED' when i.link_expires_at <= now() then 'EXPIRED' else 'SENT' end
      as state
  from member_invitation i`

const view = (row: Row): MemberInvitationView => ({
  ...row,
  createdAt: formatDateTime(row.createdAt),
  expiresAt: formatDateTime(row.expiresAt),
})

/** The open ones, newest first. There are few: an account may have five hundred. */
export async function listInvitations(tx: ReadTx, { accountId }: Scope): Promise<MemberInvitationView[]> {
  const { rows } = await sql<Row>`
    ${select} where i.account_id = ${accountId} and i.closed_at is null
    order by i.invitation_id desc`.execute(tx)
  return rows.map(view)
}

export async function getInvitation(
  tx: ReadTx,
  { accountId }: Scope,
  invitationId: number,
): Promise<MemberInvitationView> {
  const { rows } = await sql<Row>`
    ${select} where i.account_id = ${accountId} and i.invitation_id = ${invitationId} and i.closed_at is null`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new AppError('MEMBER_INVITATION_NOT_FOUND', { invitationId })
  return view(row)
}

export interface OwnInvitationView {
  invitationId: number
  accountName: string
  roles: string[]
  expiresAt: string
}

/** What waits for somebody who is signed in. Needs a transaction of the directory. */
export async function invitationsOfPerson(tx: ReadTx, userId: number): Promise<OwnInvitationView[]> {
  const { rows } = await sql<Omit<OwnInvitationView, 'expiresAt'> & { expiresAt: Date }>`
    select i.invitation_id as "invitationId", a.name as "accountName", i.roles, i.link_expires_at as "expiresAt"
    from app_user u join member_invitation i on i.email = u.email
    join account a on a.account_id = i.account_id
    where u.user_id = ${userId} and u.directory_account_id is null and i.closed_at is null and i.link_expires_at > now()
    order by i.invitation_id`.execute(tx)
  return rows.map((row) => ({ ...row, expiresAt: formatDateTime(row.expiresAt) }))
}

/** The address of an invitation is refused for good: the list says so, and a new mail may be tried. */
export async function markBouncedInvitation(tx: Tx, scope: Scope, { mailId }: RefusedMail): Promise<void> {
  const bounced = await tx
    .updateTable('member_invitation')
    .set({ bounced_at: sql<Date>`now()` })
    .where('account_id', '=', scope.accountId)
    .where('mail_id', '=', mailId)
    .where('closed_at', 'is', null)
    .returning('invitation_id as invitationId')
    .executeTakeFirst()
  if (bounced) recordAdministration(tx, scope, { name: 'INVITATION_BOUNCED', after: bounced })
}
