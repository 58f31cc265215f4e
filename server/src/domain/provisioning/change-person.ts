import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { inDirectory } from '../accounts/index.ts'
import { renamePerson, requireFreeUserName } from './add-person.ts'
import { lockDirectoryPerson } from './people.queries.ts'
import { personWords, type PersonWords } from './person-words.ts'
import type { Resource } from './protocol/read-resource.ts'
import { notUnique } from './protocol/scim-error.ts'
import { lockDirectory, recordMembershipChanges, settleMemberships } from './settle-memberships.ts'

export interface PersonChange {
  readonly scimId: string
  /** Refuses a version the caller has not seen. */
  readonly checkVersion: (version: number) => void
  /** What becomes of what is known of them. */
  readonly change: (before: Resource) => Resource
}

/** Replaces what the directory says of somebody. Answers whose standing changed. */
export async function changePerson(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { scimId, checkVersion, change }: PersonChange,
): Promise<number[]> {
  await lockDirectory(tx, scope)
  const { userId, version, resource: before } = await lockDirectoryPerson(tx, scope, scimId)
  checkVersion(version)
  const changed = change(before)
  // Silence about it must not let anybody in again.
  const after: Resource = { ...changed, active: changed['active'] ?? before['active'] ?? true }
  if (isDeepStrictEqual(before, after)) return []
  const words = personWords(after)
  await requireFreeUserName(tx, scope, { userName: String(after['userName']), userId })
  await requireFreeAddress(tx, scope, userId, words)
  await tx
    .updateTable('directory_person')
    .set({
      resource: JSON.stringify(after),
      version: version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .execute()
  const { email, name } = words
  const renamed = await renamePerson(tx, scope, userId, words)
  recordAdministration(tx, scope, {
    name: 'DIRECTORY_PERSON_CHANGED',
    subject: { type: 'USER', id: userId },
    after: { attributes: changedAttributes(before, after) },
    ...(renamed && { personal: { person: { type: 'USER', id: userId }, words: { email, name } } }),
  })
  const changes = await settleMemberships(tx, scope, clock, [userId])
  recordMembershipChanges(tx, scope, changes)
  return changes.map((one) => one.userId)
}

function changedAttributes(before: Resource, after: Resource): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name])).toSorted()
}

/** An address names one person within a directory. Of a member who was invited it is their own affair. */
async function requireFreeAddress(
  tx: Tx,
  { accountId }: AdministrationScope,
  userId: number,
  { email }: PersonWords,
): Promise<void> {
  const taken = await inDirectory(tx, () =>
    tx
      .selectFrom('app_user as own')
      .innerJoin('app_user as other', 'other.directory_account_id', 'own.directory_account_id')
      .select('other.user_id')
      .where('own.user_id', '=', userId)
      .where('own.directory_account_id', '=', accountId)
      .where('other.email', '=', email)
      .where('other.user_id', '<>', userId)
      .executeTakeFirst(),
  )
  if (taken) throw notUnique(`The directory already has somebody with the address ${email}.`)
}
