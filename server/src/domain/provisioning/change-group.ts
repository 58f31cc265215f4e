import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import {
  callRoll,
  memberIds,
  membersOf,
  rollAfter,
  rollOf,
  type Roll,
  type RollChange,
} from './group-members.ts'
import { getDirectoryGroup, type DirectoryGroup } from './groups.queries.ts'
import { applyPatch, type PatchStep } from './protocol/patch.ts'
import type { Resource } from './protocol/read-resource.ts'
import { groupKind } from './protocol/schemas.ts'
import { notUnique, quote } from './protocol/scim-error.ts'
import {
  lockDirectory,
  recordMembershipChanges,
  settleMemberships,
  type MembershipChange,
} from './settle-memberships.ts'

/** The part of a group that is not its members. */
interface GroupWords {
  readonly displayName: string
  readonly externalId: string | null
}

const wordsOf = (resource: Resource): GroupWords => ({
  displayName: String(resource['displayName']),
  externalId: (resource['externalId'] as string | undefined) ?? null,
})

/** A new group gives nothing until an administrator says what. */
export async function addGroup(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  resource: Resource,
): Promise<{ scimId: string; concerned: number[] }> {
  const { accountId } = scope
  await lockDirectory(tx, scope)
  const words = wordsOf(resource)
  await requireFreeName(tx, scope, { ...words, groupId: 0 })
  const { group_id: groupId, scim_id: scimId } = await tx
    .insertInto('directory_group')
    .values({ account_id: accountId, display_name: words.displayName, external_id: words.externalId })
    .returning(['group_id', 'scim_id'])
    .executeTakeFirstOrThrow()
  const roll = await callRoll(tx, scope, groupId, rollOf(memberIds(membersIn(resource), null)))
  recordAdministration(tx, scope, {
    name: 'DIRECTORY_GROUP_ADDED',
    subject: { type: 'DIRECTORY_GROUP', id: groupId },
    after: { displayName: words.displayName, ...rollWords(roll) },
  })
  const changes = await settleRoll(tx, scope, clock, roll)
  return { scimId, concerned: changes.map(({ userId }) => userId) }
}

const membersIn = (resource: Resource) => (resource['members'] ?? []) as { value?: string; type?: string }[]

export interface GroupChange {
  readonly scimId: string
  readonly checkVersion: (version: number) => void
  /** All of it anew, or steps. */
  readonly change: { readonly resource: Resource } | { readonly steps: readonly PatchStep[] }
}

/** Replaces or patches a group. Answers whose standing changed. */
export async function changeGroup(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { scimId, checkVersion, change }: GroupChange,
): Promise<number[]> {
  await lockDirectory(tx, scope)
  const group = await getDirectoryGroup(tx, scope, scimId)
  checkVersion(group.version)
  const { words, roll: wanted } = await outcomeOf(tx, scope, group, change)
  await requireFreeName(tx, scope, { ...words, groupId: group.groupId })
  const roll = await callRoll(tx, scope, group.groupId, wanted)
  const isRenamed = words.displayName !== group.displayName || words.externalId !== group.externalId
  if (!isRenamed && roll.joined.length === 0 && roll.left.length === 0) return []
  await tx
    .updateTable('directory_group')
    .set({
      display_name: words.displayName,
      external_id: words.externalId,
      version: group.version + 1,
      updated_at: sql<Date>`now()`,
    })
    .where('account_id', '=', scope.accountId)
    .where('group_id', '=', group.groupId)
    .execute()
  recordAdministration(tx, scope, {
    name: 'DIRECTORY_GROUP_CHANGED',
    subject: { type: 'DIRECTORY_GROUP', id: group.groupId },
    before: { displayName: group.displayName },
    after: { displayName: words.displayName, ...rollWords(roll) },
  })
  const changes = await settleRoll(tx, scope, clock, roll)
  return changes.map(({ userId }) => userId)
}

async function outcomeOf(
  tx: Tx,
  scope: AdministrationScope,
  group: DirectoryGroup,
  change: GroupChange['change'],
): Promise<{ words: GroupWords; roll: Roll }> {
  const { groupId, scimId, displayName, externalId } = group
  if ('resource' in change) {
    const { resource } = change
    return { words: wordsOf(resource), roll: rollOf(memberIds(membersIn(resource), scimId)) }
  }
  const isOfMembers = ({ attribute }: PatchStep) => attribute.name === 'members'
  const before = { displayName, ...(externalId !== null && { externalId }) }
  const others = change.steps.filter((step) => !isOfMembers(step))
  const roll = await rollAfter(change.steps.filter(isOfMembers), scimId, () => membersOf(tx, scope, groupId))
  return { words: wordsOf(applyPatch(groupKind, before, others)), roll }
}

/** The people stay; what the group gave them goes. */
export async function removeGroup(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { scimId, checkVersion }: Pick<GroupChange, 'scimId' | 'checkVersion'>,
): Promise<number[]> {
  await lockDirectory(tx, scope)
  const { groupId, displayName, version } = await getDirectoryGroup(tx, scope, scimId)
  checkVersion(version)
  const roll = await callRoll(tx, scope, groupId, rollOf([]))
  recordAdministration(tx, scope, {
    name: 'DIRECTORY_GROUP_REMOVED',
    subject: { type: 'DIRECTORY_GROUP', id: groupId },
    before: { displayName },
    after: rollWords(roll),
  })
  // While it is there: were it the last that says who sees which units, what it gave would stay otherwise.
  const changes = await settleRoll(tx, scope, clock, roll)
  await tx
    .deleteFrom('directory_group')
    .where('account_id', '=', scope.accountId)
    .where('group_id', '=', groupId)
    .execute()
  return changes.map(({ userId }) => userId)
}

async function settleRoll(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { joined, left }: RollChange,
): Promise<MembershipChange[]> {
  const changes = await settleMemberships(tx, scope, clock, [...joined, ...left])
  recordMembershipChanges(tx, scope, changes)
  return changes
}

// Whoever joins a large group is told by their number; thousands at once are counted.
const mostNumbers = 1_000

function rollWords({ joined, left }: RollChange): Record<string, unknown> {
  const told = (numbers: readonly number[]) => (numbers.length > mostNumbers ? numbers.length : numbers)
  return { ...(joined.length > 0 && { joined: told(joined) }), ...(left.length > 0 && { left: told(left) }) }
}

/** Directories find their groups again by name. */
async function requireFreeName(
  tx: Tx,
  { accountId }: AdministrationScope,
  { displayName, groupId }: GroupWords & { readonly groupId: number },
): Promise<void> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from directory_group g where g.account_id = ${accountId}
      and lower(g.display_name) = lower(${displayName}::text) and g.group_id <> ${groupId}) as taken`.execute(
    tx,
  )
  if (rows[0]?.taken) throw notUnique(`The directory already has a group called ${quote(displayName)}.`)
}
