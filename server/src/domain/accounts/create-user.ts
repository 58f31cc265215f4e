import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Language, type Role } from '../../platform/kernel/index.ts'
import { inDirectory } from './directory.ts'
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

export interface CreatedUser {
  readonly userId: number
  /** False when the person was known already: then their name and password stay their own. */
  readonly created: boolean
  readonly version: number
}

/** Makes a person a member of the account, creating them when their address is new. */
export async function createUser(tx: Tx, command: NewUser): Promise<CreatedUser> {
  const email = normalEmail(command.email)
  const person = await inDirectory(tx, () => personOf(tx, email, command))
  const added = await tx
    .insertInto('membership')
    .values({ account_id: command.accountId, user_id: person.userId, roles: [...new Set(command.roles)] })
    .onConflict((conflict) => conflict.columns(['account_id', 'user_id']).doNothing())
    .executeTakeFirst()
  if (added.numInsertedOrUpdatedRows === 0n) throw new AppError('USER_DUPLICATE')
  return person
}

async function personOf(tx: Tx, email: string, command: NewUser): Promise<CreatedUser> {
  const inserted = await tx
    .insertInto('app_user')
    .values({
      email,
      name: command.name,
      language: command.language ?? 'en',
      password_hash: command.passwordHash,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(['user_id', 'token_version'])
    .executeTakeFirst()
  if (inserted) return { userId: inserted.user_id, created: true, version: inserted.token_version }
  const known = await tx
    .selectFrom('app_user')
    .select(['user_id', 'token_version'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { userId: known.user_id, created: false, version: known.token_version }
}
