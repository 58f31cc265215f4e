import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Role } from '../../../platform/kernel/index.ts'
import { secretLink } from '../../../platform/mail/index.ts'
import { normalEmail } from '../email.ts'
import { randomToken, sha256 } from '../secrets.ts'
import { mailInvitation } from './member-invitation.mail.ts'

export interface InvitePerson {
  readonly email: string
  readonly name: string
  readonly language?: Language | undefined
  readonly roles: readonly Role[]
}

/** How an invitation reaches the person: by mail, or printed once for the operator to hand over. */
export type LinkBy = 'MAIL' | 'OPERATOR'

export interface InvitationContext {
  readonly publicUrl: string
  readonly linkBy: LinkBy
}

const linkDays = 7
// An administrator's mistake or malice must not make the service write to the world.
const maxOpenInvitations = 500
const maxMailsPerDay = 200

/**
 * Asks somebody into the account. Whether the address is known here plays no part: the answer and the mail are the
 * same. Returns the link for the operator alone.
 */
export async function invitePerson(
  tx: Tx,
  scope: AdministrationScope,
  command: InvitePerson,
  context: InvitationContext,
): Promise<{ invitationId: number; link: string | null }> {
  const email = normalEmail(command.email)
  const { name, language = 'en' } = command
  const roles = [...new Set(command.roles)]
  await requireRoom(tx, scope, email)
  const { token, values } = newLink(context.linkBy)
  const created = await tx
    .insertInto('member_invitation')
    .values({ account_id: scope.accountId, email, name, language, roles, ...values })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'email']).where('closed_at', 'is', null).doNothing(),
    )
    .returning('invitation_id as invitationId')
    .executeTakeFirst()
  if (!created) throw new AppError('MEMBER_INVITATION_PENDING', { email })
  const { invitationId } = created
  recordAdministration(tx, scope, {
    name: 'PERSON_INVITED',
    after: { invitationId, roles, linkBy: context.linkBy },
    personal: { person: { type: 'USER', id: invitationId }, words: { email, name } },
  })
  return { invitationId, link: await deliver(tx, scope, { invitationId, token }, context) }
}

/** A new link in place of the former one, for whoever lost the mail or let it lapse. */
export async function sendInvitationAgain(
  tx: Tx,
  scope: AdministrationScope,
  invitationId: number,
  context: InvitationContext,
): Promise<string | null> {
  const { token, values } = newLink(context.linkBy)
  const { numUpdatedRows } = await tx
    .updateTable('member_invitation')
    .set({ ...values, bounced_at: null })
    .where('account_id', '=', scope.accountId)
    .where('invitation_id', '=', invitationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('MEMBER_INVITATION_NOT_FOUND', { invitationId })
  recordAdministration(tx, scope, {
    name: 'INVITATION_SENT_AGAIN',
    after: { invitationId, linkBy: context.linkBy },
  })
  return deliver(tx, scope, { invitationId, token }, context)
}

export async function withdrawInvitation(
  tx: Tx,
  scope: AdministrationScope,
  invitationId: number,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('member_invitation')
    .set({ closed_at: sql<Date>`now()`, outcome: 'WITHDRAWN', link_hash: null })
    .where('account_id', '=', scope.accountId)
    .where('invitation_id', '=', invitationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('MEMBER_INVITATION_NOT_FOUND', { invitationId })
  recordAdministration(tx, scope, { name: 'INVITATION_WITHDRAWN', after: { invitationId } })
}

function newLink(linkBy: LinkBy) {
  const token = randomToken('vgi_')
  const link_expires_at = sql<Date>`now() + make_interval(days => ${linkDays})`
  return { token, values: { link_hash: sha256(token), link_by: linkBy, link_expires_at } }
}

/** The token goes in the fragment, which browsers keep out of requests, hence out of logs. */
const linkOf = (publicUrl: string, token: string) => secretLink(`${publicUrl}/app/invitation#token=`, token)

async function deliver(
  tx: Tx,
  scope: AdministrationScope,
  { invitationId, token }: { invitationId: number; token: string },
  { publicUrl, linkBy }: InvitationContext,
): Promise<string | null> {
  const link = linkOf(publicUrl, token)
  if (linkBy === 'OPERATOR') {
    recordAdministration(tx, scope, { name: 'INVITATION_LINK_PRINTED', after: { invitationId } })
    return link.address + link.secret
  }
  const mailId = await mailInvitation(tx, scope, { invitationId, link })
  await tx
    .updateTable('member_invitation')
    .set({ mail_id: mailId })
    .where('account_id', '=', scope.accountId)
    .where('invitation_id', '=', invitationId)
    .execute()
  return null
}

async function requireRoom(tx: Tx, { accountId }: AdministrationScope, email: string): Promise<void> {
  const { rows } = await sql<{ member: boolean; open: number; mails: number }>`
    select exists (select from membership m join app_user u on u.user_id = m.user_id
        where m.account_id = ${accountId} and u.email = ${email}) as member,
      (select count(*)::int from member_invitation where account_id = ${accountId} and closed_at is null) as open,
      (select count(*)::int from mail where account_id = ${accountId} and template = 'member.invitation'
        and created_at > account_now(${accountId}) - interval '1 day') as mails`.execute(tx)
  const [found] = rows
  if (found?.member) throw new AppError('USER_DUPLICATE')
  if ((found?.open ?? 0) >= maxOpenInvitations || (found?.mails ?? 0) >= maxMailsPerDay) {
    throw new AppError('MEMBER_INVITATION_LIMIT', { open: maxOpenInvitations, perDay: maxMailsPerDay })
  }
}
