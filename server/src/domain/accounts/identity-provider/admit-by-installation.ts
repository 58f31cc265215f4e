import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { comparableEmail } from '../email.ts'
import { endSessionsOfUser, raiseVersion } from '../sessions.ts'
import { endUnprovedMemberships } from '../set-password.ts'
import { requireProvedEmail } from './decide-admission.ts'
import type { Identity } from './read-claims.ts'
import { SignInRefused } from './sign-in-refusal.ts'

/**
 * Whoever the installation's own provider vouches for: found by what it calls them, and the first time by the address it
 * proves. Somebody new is let in when an account has invited them, and may then answer the invitation. Throws
 * `SignInRefused`. Needs a transaction of the directory.
 */
export async function admitByInstallation(tx: Tx, identity: Identity): Promise<number> {
  const linked = await findPersonOfIdentity(tx, identity)
  if (linked !== null) return linked
  const email = comparableEmail(requireProvedEmail(identity))
  const known = await tx
    .selectFrom('app_user')
    .select(['user_id as userId', 'email_proved_at as provedAt'])
    .where('email', '=', email)
    .where('directory_account_id', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const userId = known ? known.userId : await createInvited(tx, email)
  if (userId === null) throw new SignInRefused('NOT_INVITED')
  await link(tx, identity, userId)
  if (known?.provedAt === null) await prove(tx, userId)
  return userId
}

async function findPersonOfIdentity(tx: Tx, { issuer, subject }: Identity): Promise<number | null> {
  const row = await tx
    .selectFrom('person_identity')
    .select('user_id')
    .where('provider_account_id', 'is', null)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst()
  return row?.user_id ?? null
}

/** Once: an address that has passed to somebody else opens nothing of its former owner. */
async function link(tx: Tx, { issuer, subject }: Identity, userId: number): Promise<void> {
  const other = await tx
    .selectFrom('person_identity')
    .select('subject')
    .where('user_id', '=', userId)
    .where('provider_account_id', 'is', null)
    .where('issuer', '=', issuer)
    .executeTakeFirst()
  if (other && other.subject !== subject) throw new SignInRefused('ADDRESS_TAKEN')
  await tx
    .insertInto('person_identity')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.constraint('person_identity_key').doNothing())
    .execute()
}

/** A password chosen before that may be somebody else's: it and its sessions end here. */
async function prove(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      email_proved_at: eb.fn<Date>('now', []),
      password_hash: null,
      ...raiseVersion(),
      updated_at: eb.fn<Date>('now', []),
    }))
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('person_link').where('user_id', '=', userId).execute()
  await endSessionsOfUser(tx, userId, 'PASSWORD')
  await endUnprovedMemberships(tx, userId)
}

async function createInvited(tx: Tx, email: string): Promise<number | null> {
  const { rows } = await sql<{ userId: number }>`
    insert into app_user (user_id, email, name, language, email_proved_at)
    select invitation_id, email, name, language, now() from member_invitation
    where email = ${email} and closed_at is null and link_expires_at > now()
    order by invitation_id limit 1
    on conflict (email) where directory_account_id is null do nothing returning user_id as "userId"`.execute(
    tx,
  )
  return rows[0]?.userId ?? null
}
