import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { rememberPerson } from '../../platform/journal/index.ts'
import { AppError, type Role, type Scope } from '../../platform/kernel/index.ts'
import { notifyPerson } from './notify-person.task.ts'
import { announceStanding, personMark } from './standing.ts'

export interface UserChange {
  readonly userId: number
  readonly roles?: readonly Role[]
  readonly active?: boolean
  readonly managerUserId?: number | null
}

/** Changes what a person may do in this account. Who they are is theirs. */
export async function changeUser(tx: Tx, scope: Scope, change: UserChange): Promise<void> {
  const admins = await lockAdmins(tx, scope)
  const member = await tx
    .selectFrom('membership')
    .select(['roles', 'active', 'manager_user_id as managerUserId'])
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', change.userId)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('USER_NOT_FOUND', { userId: change.userId })
  await refuseManaged(tx, scope, change.userId)
  const roles = change.roles ? [...new Set<string>(change.roles)] : member.roles
  const active = change.active ?? member.active
  if (!roles.includes('ADMIN') || !active) refuseLastAdmin(admins, change.userId)
  const { managerUserId = member.managerUserId } = change
  if (managerUserId !== member.managerUserId) await checkManager(tx, scope, change.userId, managerUserId)
  await tx
    .updateTable('membership')
    .set({ roles, active, manager_user_id: managerUserId })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', change.userId)
    .execute()
  const isSame = active === member.active && roles.toSorted().join() === member.roles.toSorted().join()
  const isSameManager = managerUserId === member.managerUserId
  if (isSame && isSameManager) return
  recordAdministration(tx, scope, {
    name: 'MEMBER_CHANGED',
    subject: { type: 'USER', id: change.userId },
    before: {
      roles: member.roles,
      active: member.active,
      ...(!isSameManager && { managerUserId: member.managerUserId }),
    },
    after: { roles, active, ...(!isSameManager && { managerUserId }) },
  })
  if (isSame) return
  await announceStanding(tx, [personMark(change.userId)])
  await notifyOfRights(tx, scope, { userId: change.userId, roles, active })
}

/** Somebody else of this account, if anybody. */
async function checkManager(
  tx: Tx,
  scope: Scope,
  userId: number,
  managerUserId: number | null,
): Promise<void> {
  if (managerUserId === null) return
  if (managerUserId === userId) throw new AppError('MANAGER_IS_SELF', { userId })
  const manager = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', managerUserId)
    .forKeyShare()
    .executeTakeFirst()
  if (!manager) throw new AppError('USER_NOT_FOUND', { userId: managerUserId })
}

/** Takes a person out of the account; the person and their other accounts stay. */
export async function removeUser(tx: Tx, scope: Scope, userId: number): Promise<void> {
  refuseLastAdmin(await lockAdmins(tx, scope), userId)
  const removed = await tx
    .deleteFrom('membership')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .returning(['roles', 'active'])
    .executeTakeFirst()
  if (!removed) throw new AppError('USER_NOT_FOUND', { userId })
  const subject = { type: 'USER', id: userId } as const
  recordAdministration(tx, scope, { name: 'MEMBER_REMOVED', subject, before: removed })
  await rememberPerson(tx, scope, { type: 'USER', id: userId })
  await announceStanding(tx, [personMark(userId)])
  await notifyOfRights(tx, scope, { userId, roles: null, active: false })
}

/** What the directory of the account says would undo it again. Putting somebody out stays possible, for an emergency. */
async function refuseManaged(tx: Tx, { accountId }: Scope, userId: number): Promise<void> {
  const managed = await tx
    .selectFrom('directory_person')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (managed) throw new AppError('MEMBER_MANAGED', { userId })
}

/** Whoever changes their own rights knows it. */
async function notifyOfRights(
  tx: Tx,
  { accountId, actor }: Scope,
  { userId, ...change }: { userId: number; roles: readonly string[] | null; active: boolean },
): Promise<void> {
  if (actor.type === 'USER' && actor.id === userId) return
  const by = { type: actor.type, id: actor.id }
  await notifyPerson(tx, userId, { kind: 'RIGHTS_CHANGED', accountId, ...change, by })
}

/** Locked in one order, so that two administrators removing each other cannot both succeed. */
export async function lockAdmins(tx: Tx, scope: Pick<Scope, 'accountId'>): Promise<number[]> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('app_user as u', 'u.user_id', 'm.user_id')
    .select('m.user_id')
    .where('m.account_id', '=', scope.accountId)
    .where('m.active', '=', true)
    // Who sees some units only does not govern the account.
    .where('m.all_units', '=', true)
    .where('u.active', '=', true)
    .where(sql<boolean>`'ADMIN' = any(m.roles)`)
    .orderBy('m.user_id')
    .forUpdate('m')
    .execute()
  return rows.map((row) => row.user_id)
}

/** Somebody else must be left who governs the account. */
export async function requireOtherAdmin(tx: Tx, scope: Scope, userId: number): Promise<void> {
  refuseLastAdmin(await lockAdmins(tx, scope), userId)
}

function refuseLastAdmin(admins: readonly number[], userId: number): void {
  if (admins.length === 1 && admins[0] === userId) throw new AppError('LAST_ADMIN')
}
