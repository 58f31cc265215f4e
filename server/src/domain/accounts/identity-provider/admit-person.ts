import { sql } from 'kysely'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { Origin } from '../../../platform/kernel/index.ts'
import { lockAdmins } from '../change-user.ts'
import { announceStanding, personMark } from '../standing.ts'
import { decideAdmission, requireProvedEmail, type Admission, type Arriving } from './decide-admission.ts'
import { SignInRefused } from './sign-in-refusal.ts'

type Command = Arriving & { readonly origin: Origin }
type Of<K extends Admission['kind']> = Extract<Admission, { kind: K }>

/**
 * Lets in whom the account's own provider vouches for: somebody it brought before, a member or an invited person with
 * the proved address, or somebody new with a mapped role. It never reaches anybody who is not of this account. Throws
 * `SignInRefused`. Needs a transaction of the directory.
 */
export async function admitPerson(tx: Tx, command: Command): Promise<number> {
  await lockIdentity(tx, command)
  const admission = await decideAdmission(tx, command)
  if (admission.kind === 'KNOWN') return keepUpToDate(tx, command, admission)
  if (admission.kind === 'LINK') return linkMember(tx, command, admission)
  const userId = await createDirectoryPerson(tx, command, admission)
  await link(tx, command, { userId, givesRoles: admission.kind === 'NEW' })
  return userId
}

/** Two first sign-ins of one person at once are one. */
async function lockIdentity(tx: Tx, { accountId, identity }: Command): Promise<void> {
  const name = JSON.stringify(['person identity', accountId, identity.issuer])
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

async function link(
  tx: Tx,
  { accountId, identity: { issuer, subject } }: Command,
  { userId, givesRoles }: { readonly userId: number; readonly givesRoles: boolean },
): Promise<void> {
  // Somebody of the installation who has left the account since may still be linked.
  await tx
    .deleteFrom('person_identity')
    .where('provider_account_id', '=', accountId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()
  const row = { user_id: userId, provider_account_id: accountId, issuer, subject, gives_roles: givesRoles }
  await tx.insertInto('person_identity').values(row).execute()
}

async function linkMember(tx: Tx, command: Command, admission: Of<'LINK'>): Promise<number> {
  const { userId, isMember, roles } = admission
  if (!isMember) await join(tx, command, { userId, roles })
  await link(tx, command, { userId, givesRoles: !isMember })
  recordAdministration(tx, scopeOf(command, userId), {
    name: 'IDENTITY_LINKED',
    subject: { type: 'USER', id: userId },
    after: { issuer: command.identity.issuer },
  })
  return userId
}

const scopeOf = ({ accountId, identity, origin }: Command, userId: number) => ({
  accountId,
  actor: { type: 'USER', id: userId, name: identity.name ?? identity.email ?? '-' } as const,
  origin,
})

async function createDirectoryPerson(
  tx: Tx,
  command: Command,
  admission: Of<'NEW'> | Of<'INVITED'>,
): Promise<number> {
  const email = requireProvedEmail(command.identity)
  const invitation = admission.kind === 'INVITED' ? admission.invitation : null
  const name = command.identity.name ?? invitation?.name ?? email
  const { user_id: userId } = await tx
    .insertInto('app_user')
    .values({
      ...(invitation && { user_id: invitation.invitationId, language: invitation.language }),
      email,
      name,
      email_proved_at: sql<Date>`now()`,
      directory_account_id: command.accountId,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow()
  if (admission.kind === 'NEW') {
    await join(tx, command, { userId, roles: admission.roles })
    return userId
  }
  const { invitationId, roles } = admission.invitation
  await tx
    .updateTable('member_invitation')
    .set({ closed_at: sql<Date>`now()`, outcome: 'ACCEPTED', link_hash: null })
    .where('account_id', '=', command.accountId)
    .where('invitation_id', '=', invitationId)
    .execute()
  await tx
    .insertInto('membership')
    .values({ account_id: command.accountId, user_id: userId, roles })
    .execute()
  recordAdministration(tx, scopeOf(command, userId), {
    name: 'INVITATION_ACCEPTED',
    subject: { type: 'USER', id: userId },
    after: { invitationId, roles, by: 'identity-provider' },
    personal: { person: { type: 'USER', id: userId }, words: { email, name } },
  })
  return userId
}

async function join(
  tx: Tx,
  command: Command,
  { userId, roles }: { readonly userId: number; readonly roles: readonly string[] },
): Promise<void> {
  const { email, name } = command.identity
  await tx
    .insertInto('membership')
    .values({ account_id: command.accountId, user_id: userId, roles: [...roles] })
    .execute()
  recordAdministration(tx, scopeOf(command, userId), {
    name: 'MEMBER_ADDED',
    subject: { type: 'USER', id: userId },
    after: { roles: [...roles], by: 'identity-provider' },
    personal: { person: { type: 'USER', id: userId }, words: { email, name } },
  })
  await announceStanding(tx, [personMark(userId)])
}

/** People the provider brought bear the address, the name and the roles it gives them. */
async function keepUpToDate(tx: Tx, command: Command, admission: Of<'KNOWN'>): Promise<number> {
  const { userId, keepsWords, isMember, email, name, roles } = admission
  if (keepsWords) {
    await tx
      .updateTable('app_user')
      .set({ email, name, updated_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where((eb) => eb.or([eb('email', '<>', email), eb('name', '<>', name)]))
      .execute()
  }
  if (roles !== null && !isMember) await join(tx, command, { userId, roles })
  if (roles !== null && isMember) await giveRoles(tx, command, userId, roles)
  return userId
}

/** The last administrator stays one, whatever the provider says: somebody must be able to mend it. */
async function giveRoles(tx: Tx, command: Command, userId: number, given: readonly string[]): Promise<void> {
  const { accountId } = command
  const admins = await lockAdmins(tx, { accountId })
  const member = await tx
    .selectFrom('membership')
    .select('roles')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isLast = admins.length === 1 && admins[0] === userId && !given.includes('ADMIN')
  const roles = isLast ? ['ADMIN', ...given] : [...given]
  // No longer the last, since another was appointed meanwhile.
  if (roles.length === 0) throw new SignInRefused('NO_ROLE')
  if (roles.toSorted().join() === member.roles.toSorted().join()) return
  const { numUpdatedRows } = await tx
    .updateTable('membership')
    .set({ roles })
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    // Taken over by a directory while we waited for the lock: then what it says holds.
    .where(
      sql<boolean>`not exists (select from directory_person p
        where p.account_id = ${accountId} and p.user_id = ${userId})`,
    )
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  recordAdministration(tx, scopeOf(command, userId), {
    name: 'MEMBER_CHANGED',
    subject: { type: 'USER', id: userId },
    before: { roles: member.roles },
    after: { roles, by: 'identity-provider', ...(isLast && { keptLastAdministrator: true }) },
  })
  await announceStanding(tx, [personMark(userId)])
}
