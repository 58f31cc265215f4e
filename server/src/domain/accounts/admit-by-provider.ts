import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { comparableEmail } from './email.ts'
import { endSessionsOfUser } from './sessions.ts'
import { endUnprovedMemberships } from './set-password.ts'

/**
 * Whoever the identity provider vouches for, which proves the address. Somebody new is let in when an account has
 * invited them, and may then answer the invitation; null when nobody has. Needs a transaction of the directory.
 */
export async function admitByProvider(tx: Tx, vouched: string): Promise<number | null> {
  const email = comparableEmail(vouched)
  const known = await tx
    .selectFrom('app_user')
    .select(['user_id as userId', 'email_proved_at as provedAt'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!known) return createInvited(tx, email)
  if (known.provedAt === null) await prove(tx, known.userId)
  return known.userId
}

/** A password chosen before that may be somebody else's: it and its sessions end here. */
async function prove(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      email_proved_at: eb.fn<Date>('now', []),
      password_hash: null,
      token_version: eb('token_version', '+', 1),
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
    on conflict (email) do nothing returning user_id as "userId"`.execute(tx)
  return rows[0]?.userId ?? null
}
