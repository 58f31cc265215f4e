import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { rememberPerson } from '../../platform/journal/index.ts'
import { AppError, type Clock } from '../../platform/kernel/index.ts'
import { announceStanding, endSessionsByDirectory, lockAdmins, personMark } from '../accounts/index.ts'
import { lockDirectoryPerson } from './people.queries.ts'
import type { PersonChange } from './change-person.ts'
import { lockDirectory } from './settle-memberships.ts'

/** Takes somebody out of the account, with their place in every group. What they did keeps its number. */
export async function removePerson(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { scimId, checkVersion }: Pick<PersonChange, 'scimId' | 'checkVersion'>,
): Promise<number> {
  await lockDirectory(tx, scope)
  const { userId, version } = await lockDirectoryPerson(tx, scope, scimId)
  checkVersion(version)
  const admins = await lockAdmins(tx, scope)
  if (admins.length === 1 && admins[0] === userId) throw new AppError('LAST_ADMIN')
  await endSessionsByDirectory(tx, scope, clock, [userId])
  await tx
    .updateTable('directory_group')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: eb.fn<Date>('now', []) }))
    .where('account_id', '=', scope.accountId)
    .where('group_id', 'in', (eb) =>
      eb
        .selectFrom('directory_group_member')
        .select('group_id')
        .where('account_id', '=', scope.accountId)
        .where('user_id', '=', userId),
    )
    .execute()
  await rememberPerson(tx, scope, { type: 'USER', id: userId })
  const before = await tx
    .deleteFrom('membership')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .returning(['roles', 'active'])
    .executeTakeFirstOrThrow()
  recordAdministration(tx, scope, {
    name: 'MEMBER_REMOVED',
    subject: { type: 'USER', id: userId },
    before: { ...before, managed: true },
  })
  await announceStanding(tx, [personMark(userId)])
  return userId
}
