import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { rememberPerson } from '../../platform/journal/index.ts'
import { AppError, type Role, type Scope } from '../../platform/kernel/index.ts'
import { inDirectory } from './directory.ts'

export interface UserChange {
  readonly userId: number
  readonly roles?: readonly Role[]
  readonly active?: boolean
  readonly name?: string
}

/** Changes what a person may do in this account, and their name when no other account knows them. */
export async function changeUser(tx: Tx, scope: Scope, change: UserChange): Promise<void> {
  const admins = await lockAdmins(tx, scope)
  const member = await tx
    .selectFrom('membership')
    .select(['roles', 'active'])
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', change.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('USER_NOT_FOUND', { userId: change.userId })
  const roles = change.roles ? [...new Set<string>(change.roles)] : member.roles
  const active = change.active ?? member.active
  if (!roles.includes('ADMIN') || !active) refuseLastAdmin(admins, change.userId)
  await tx
    .updateTable('membership')
    .set({ roles, active })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', change.userId)
    .execute()
  if (change.name !== undefined) await rename(tx, scope, change.userId, change.name)
}

/** Takes a person out of the account; the person and their other accounts stay. */
export async function removeUser(tx: Tx, scope: Scope, userId: number): Promise<void> {
  refuseLastAdmin(await lockAdmins(tx, scope), userId)
  const removed = await tx
    .deleteFrom('membership')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) throw new AppError('USER_NOT_FOUND', { userId })
  await rememberPerson(tx, scope, { type: 'USER', id: userId })
}

/** Locked in one order, so that two administrators removing each other cannot both succeed. */
async function lockAdmins(tx: Tx, scope: Scope): Promise<number[]> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', scope.accountId)
    .where('m.active', '=', true)
    .where('u.active', '=', true)
    .where(sql<boolean>`'ADMIN' = any(m.roles)`)
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute()
  return rows.map((row) => row.user_id)
}

function refuseLastAdmin(admins: readonly number[], userId: number): void {
  if (admins.length === 1 && admins[0] === userId) throw new AppError('LAST_ADMIN')
}

async function rename(tx: Tx, scope: Scope, userId: number, name: string): Promise<void> {
  await requireSoleAccount(tx, scope, userId)
  await tx
    .updateTable('app_user')
    .set((eb) => ({ name, updated_at: eb.fn<Date>('now', []) }))
    .where('user_id', '=', userId)
    .execute()
}

/** An account may touch the person, not only the membership, as long as it is the person's only account. */
export async function requireSoleAccount(tx: Tx, scope: Scope, userId: number): Promise<void> {
  const elsewhere = await inDirectory(tx, () =>
    tx
      .selectFrom('membership')
      .select('account_id')
      .where('user_id', '=', userId)
      .where('account_id', '<>', scope.accountId)
      .executeTakeFirst(),
  )
  if (elsewhere) throw new AppError('PERMISSION_DENIED', { permission: 'administer the person' })
}
