import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Db, Tx } from '../../platform/db/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import { notifyPerson } from './notify-person.task.ts'
import { recordByPerson } from './person-journal.ts'
import { hashPassword } from './password-hash.ts'
import { findPasswordFault, maxPasswordLength, minPasswordLength } from './password-rules.ts'
import { sha256 } from './secrets.ts'
import { endSessionsOfUser, raiseVersion } from './sessions.ts'

/** The hash of a password that keeps the rules; PASSWORD_TOO_WEAK otherwise. `words`: what is known of the person. */
export async function acceptPassword(
  password: string,
  person: { email: string; words?: readonly string[] },
): Promise<string> {
  const reason = await findPasswordFault(password, person.email, person.words ?? [])
  if (reason !== null) {
    const params = { reason, minLength: minPasswordLength, maxLength: maxPasswordLength }
    throw new AppError('PASSWORD_TOO_WEAK', params, { members: { reason } })
  }
  return hashPassword(password)
}

/**
 * Ends every session, token and link of the person: whoever knew the former password is out. Null leaves it open
 * whether the address is proved.
 */
export async function replacePassword(
  tx: Tx,
  userId: number,
  { passwordHash, provesAddress }: { passwordHash: string; provesAddress: boolean | null },
): Promise<void> {
  await tx
    .updateTable('app_user')
    .set((eb) => ({
      password_hash: passwordHash,
      // A way that does not prove the address leaves nothing proved: the password may be somebody else's choice.
      ...(provesAddress !== null && { email_proved_at: provesAddress ? eb.fn<Date>('now', []) : null }),
      ...raiseVersion(),
      updated_at: eb.fn<Date>('now', []),
    }))
    .where('user_id', '=', userId)
    .execute()
  await tx.deleteFrom('person_link').where('user_id', '=', userId).execute()
  await endSessionsOfUser(tx, userId, 'PASSWORD')
  if (provesAddress === true) await endUnprovedMemberships(tx, userId)
}

/** Whatever was accepted in this name before its owner came was accepted by somebody else, as far as we know. */
export async function endUnprovedMemberships(tx: Tx, userId: number): Promise<void> {
  const ended = await tx
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .where('accepted_unproved', '=', true)
    .returning(['account_id as accountId', 'roles'])
    .execute()
  const actor = { type: 'JOB', id: null, name: 'proof of the address' } as const
  for (const { accountId, roles } of ended) {
    const subject = { type: 'USER', id: userId } as const
    recordAdministration(tx, { accountId, actor }, { name: 'MEMBER_REMOVED', subject, before: { roles } })
  }
}

export async function setPasswordByLink(
  db: Db,
  command: { token: string; password: string; origin: Origin },
): Promise<{ userId: number }> {
  const known = await db.system((tx) => personOfLink(tx, command.token))
  if (!known) throw new AppError('PASSWORD_LINK_INVALID')
  const words = await db.system((tx) => wordsAboutPerson(tx, known.userId))
  const passwordHash = await acceptPassword(command.password, { email: known.email, words })
  await db.system(async (tx) => {
    // Looked up again, locked: the link may have been used while the hash was made.
    const person = await personOfLink(tx, command.token)
    if (!person) throw new AppError('PASSWORD_LINK_INVALID')
    const { userId, name, provesAddress } = person
    await replacePassword(tx, userId, { passwordHash, provesAddress })
    await recordByPerson(tx, { id: userId, name, origin: command.origin }, { name: 'PASSWORD_RESET' })
    await notifyPerson(tx, userId, { kind: 'PASSWORD_CHANGED' })
  })
  return { userId: known.userId }
}

/** What somebody who knows the person would try first: their name, and those of their accounts. */
export async function wordsAboutPerson(tx: Tx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select name as word from app_user where user_id = ${userId}
    union all
    select a.name from membership m join account a using (account_id) where m.user_id = ${userId}
    limit 20`.execute(tx)
  return rows.map(({ word }) => word)
}

function personOfLink(tx: Tx, token: string) {
  return tx
    .selectFrom('person_link as l')
    .innerJoin('app_user as u', (on) =>
      on.onRef('u.user_id', '=', 'l.user_id').onRef('u.token_version', '=', 'l.token_version'),
    )
    .select(['u.user_id as userId', 'u.email', 'u.name', 'l.proves_address as provesAddress'])
    .where('l.link_hash', '=', sha256(token))
    .where('l.expires_at', '>', sql<Date>`now()`)
    .where('u.active', '=', true)
    .forUpdate('u')
    .executeTakeFirst()
}
