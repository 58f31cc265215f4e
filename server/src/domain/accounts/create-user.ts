import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Language, type Role } from '../../platform/kernel/index.ts'
import { normalEmail } from './email.ts'

export interface NewUser {
  readonly accountId: number
  readonly email: string
  readonly name: string
  readonly language?: Language
  readonly roles: readonly Role[]
  /** Made by `acceptPassword`, before the transaction: hashing is slow on purpose. */
  readonly passwordHash: string | null
}

/**
 * The operator's own way, in a transaction of the directory: a person unknown so far becomes a member without being
 * asked. Their address is not proved by it. Somebody who is known is invited instead.
 */
export async function createUser(tx: Tx, command: NewUser): Promise<{ userId: number }> {
  const { accountId, name } = command
  const email = normalEmail(command.email)
  const roles = [...new Set(command.roles)]
  const person = await tx
    .insertInto('app_user')
    .values({ email, name, language: command.language ?? 'en', password_hash: command.passwordHash })
    .onConflict((conflict) => conflict.column('email').where('directory_account_id', 'is', null).doNothing())
    .returning('user_id as userId')
    .executeTakeFirst()
  if (!person) throw new AppError('USER_DUPLICATE')
  const { userId } = person
  await tx.insertInto('membership').values({ account_id: accountId, user_id: userId, roles }).execute()
  recordAdministration(tx, operatorOf(accountId), {
    name: 'MEMBER_ADDED',
    subject: { type: 'USER', id: userId },
    after: { roles },
    personal: { person: { type: 'USER', id: userId }, words: { email, name } },
  })
  return { userId }
}

/** Whoever works at the command line of the installation, acting on an account. */
export const operatorOf = (accountId: number): AdministrationScope => ({
  accountId,
  actor: { type: 'OPERATOR', id: null, name: 'operator' },
})
