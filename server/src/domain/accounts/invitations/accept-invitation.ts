import { sql } from 'kysely'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Db, Tx } from '../../../platform/db/index.ts'
import { AppError, type Language, type Origin } from '../../../platform/kernel/index.ts'
import { sha256 } from '../secrets.ts'
import { acceptPassword, replacePassword } from '../set-password.ts'
import { announceStanding, personMark } from '../standing.ts'

/** An open invitation, locked, with what is known of whoever has its address. */
interface Invitation {
  accountId: number
  invitationId: number
  email: string
  name: string
  language: Language
  roles: string[]
  accountName: string
  accountKind: 'PRODUCTION' | 'SANDBOX'
  expiresAt: Date
  /** The link went to the mailbox and was shown to nobody: whoever has it owns the address. */
  linkProves: boolean
  userId: number | null
  personName: string | null
  isProved: boolean
  belongsElsewhere: boolean
}

/** What the person has to do to accept: choose a first password, or show by signing in that it is them. */
export type Needs = 'PASSWORD' | 'SIGN_IN'

export interface InvitationView {
  accountName: string
  email: string
  name: string
  language: Language
  roles: string[]
  expiresAt: Date
  needs: Needs
}

type ByLink = { token: string }
type BySession = { invitationId: number; userId: number }

/** For whoever holds the link: they own the mailbox, so they may learn what it is about. */
export async function describeInvitation(db: Db, token: string): Promise<InvitationView> {
  const found = await db.system((tx) => lockInvitation(tx, { token }))
  if (!found) throw new AppError('INVITATION_INVALID')
  const { accountName, email, name, language, roles, expiresAt } = found
  return { accountName, email, name, language, roles, expiresAt, needs: needsOf(found) }
}

/** Accepts with a first password. Whoever can sign in already has to, so that a link alone never opens a person. */
export async function acceptByLink(
  db: Db,
  command: { token: string; password: string; name?: string | undefined; origin: Origin },
): Promise<{ userId: number; email: string }> {
  const seen = await db.system((tx) => lockInvitation(tx, command))
  const { email, accountName, name: invitedAs } = requireChoosingPassword(seen)
  const words = [invitedAs, command.name ?? '', accountName]
  const passwordHash = await acceptPassword(command.password, { email, words })
  return db.system(async (tx) => {
    // Looked up again, locked: it may have been used or withdrawn while the hash was made.
    const invitation = requireChoosingPassword(await lockInvitation(tx, command))
    const userId = await personWithPassword(tx, invitation, { passwordHash, name: command.name })
    const name = command.name ?? invitation.name
    await join(tx, invitation, { userId, name, isProved: invitation.linkProves, origin: command.origin })
    return { userId, email }
  })
}

/** Accepts as the person who is signed in. Their address must be the one that was invited. */
export async function acceptSignedIn(db: Db, command: BySession & { origin: Origin }): Promise<number> {
  return db.system(async (tx) => {
    const invitation = await lockInvitation(tx, command)
    if (invitation?.userId !== command.userId) throw notFound(command)
    // Somebody else's word made them, and they never showed that the mailbox is theirs: only its mail lets them in.
    if (!invitation.isProved && invitation.accountKind === 'PRODUCTION') {
      throw new AppError('ADDRESS_NOT_PROVED')
    }
    const { userId, personName, name, isProved } = invitation
    await join(tx, invitation, { userId, name: personName ?? name, isProved, origin: command.origin })
    return invitation.accountId
  })
}

export async function declineInvitation(
  db: Db,
  command: (ByLink | BySession) & { origin: Origin },
): Promise<void> {
  await db.system(async (tx) => {
    const invitation = await lockInvitation(tx, command)
    if (!invitation) throw 'token' in command ? new AppError('INVITATION_INVALID') : notFound(command)
    if ('userId' in command && invitation.userId !== command.userId) throw notFound(command)
    const { accountId, invitationId, name } = invitation
    await close(tx, invitation, 'DECLINED')
    const actor = { type: 'USER', id: invitation.userId ?? invitationId, name } as const
    const scope = { accountId, actor, origin: command.origin }
    recordAdministration(tx, scope, { name: 'INVITATION_DECLINED', after: { invitationId } })
  })
}

const notFound = ({ invitationId }: { invitationId: number }) =>
  new AppError('MEMBER_INVITATION_NOT_FOUND', { invitationId })

/**
 * A link that proves the mailbox may replace what somebody else's word has made. One that does not, because an
 * administrator of a sandbox or the operator could read it, opens only a person who is nowhere else.
 */
function needsOf({ userId, isProved, linkProves, belongsElsewhere }: Invitation): Needs {
  if (userId === null) return 'PASSWORD'
  if (isProved) return 'SIGN_IN'
  return linkProves || !belongsElsewhere ? 'PASSWORD' : 'SIGN_IN'
}

function requireChoosingPassword(invitation: Invitation | undefined): Invitation {
  if (!invitation) throw new AppError('INVITATION_INVALID')
  if (needsOf(invitation) === 'SIGN_IN') throw new AppError('INVITATION_NEEDS_SIGN_IN')
  return invitation
}

async function lockInvitation(tx: Tx, which: ByLink | BySession): Promise<Invitation | undefined> {
  const condition =
    'token' in which
      ? sql`i.link_hash = ${sha256(which.token)} and i.link_expires_at > now()`
      : sql`i.invitation_id = ${which.invitationId}`
  const { rows } = await sql<Invitation>`
    select i.account_id as "accountId", i.invitation_id as "invitationId", i.email, i.name, i.language, i.roles,
      a.name as "accountName", a.kind as "accountKind", i.link_expires_at as "expiresAt",
      i.link_by = 'MAIL' and a.kind = 'PRODUCTION' as "linkProves",
      u.user_id as "userId", u.name as "personName", u.email_proved_at is not null as "isProved",
      exists (select from membership m where m.user_id = u.user_id and m.account_id <> i.account_id)
        as "belongsElsewhere"
    from member_invitation i
    join account a on a.account_id = i.account_id
    left join app_user u on u.email = i.email and u.directory_account_id is null
    where i.closed_at is null and ${condition}
    for update of i`.execute(tx)
  return rows[0]
}

/** A new person, or one that somebody else's word had made: then whoever knew the former password is out. */
async function personWithPassword(
  tx: Tx,
  { invitationId, email, name, language, linkProves, ...known }: Invitation,
  chosen: { passwordHash: string; name: string | undefined },
): Promise<number> {
  if (known.userId !== null) {
    await replacePassword(tx, known.userId, { passwordHash: chosen.passwordHash, provesAddress: linkProves })
    return known.userId
  }
  const created = await tx
    .insertInto('app_user')
    .values({
      user_id: invitationId,
      email,
      name: chosen.name ?? name,
      language,
      password_hash: chosen.passwordHash,
      email_proved_at: linkProves ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.column('email').where('directory_account_id', 'is', null).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  // The same person accepted another invitation in the same instant.
  if (!created) throw new AppError('INVITATION_NEEDS_SIGN_IN')
  return created.user_id
}

interface Joining {
  userId: number
  name: string
  /** Whether it is known that the address is theirs. */
  isProved: boolean
  origin: Origin
}

async function join(tx: Tx, invitation: Invitation, joining: Joining): Promise<void> {
  const { accountId, invitationId, roles, email } = invitation
  const { userId, name, origin, isProved } = joining
  await close(tx, invitation, 'ACCEPTED')
  await tx
    .insertInto('membership')
    .values({ account_id: accountId, user_id: userId, roles, accepted_unproved: !isProved })
    // The operator may have put them in meanwhile; then what they have stays.
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .execute()
  await announceStanding(tx, [personMark(userId)])
  const scope = { accountId, actor: { type: 'USER', id: userId, name } as const, origin }
  recordAdministration(tx, scope, {
    name: 'INVITATION_ACCEPTED',
    subject: { type: 'USER', id: userId },
    after: { invitationId, roles },
    personal: { person: { type: 'USER', id: userId }, words: { email, name } },
  })
}

async function close(
  tx: Tx,
  { accountId, invitationId }: Invitation,
  outcome: 'ACCEPTED' | 'DECLINED',
): Promise<void> {
  await tx
    .updateTable('member_invitation')
    .set({ closed_at: sql<Date>`now()`, outcome, link_hash: null })
    .where('account_id', '=', accountId)
    .where('invitation_id', '=', invitationId)
    .execute()
}
