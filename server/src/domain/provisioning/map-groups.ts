import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import {
  recordAdministration,
  recordSetting,
  type AdministrationScope,
} from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, isRole, type Clock, type Role } from '../../platform/kernel/index.ts'
import { lockDirectory, recordMembershipChanges, settleMemberships } from './settle-memberships.ts'
import { groupsDecideSight } from './settle-sights.ts'

type OfAccount = { readonly accountId: number }

/** What its members see: all units, or these with what lies beneath. Null: the group says nothing of it. */
type GroupUnits = 'ALL' | number[] | null

export interface MappedGroup {
  groupId: number
  displayName: string
  externalId: string | null
  roles: string[]
  units: GroupUnits
  members: number
}

/** By name. Only those a directory has sent, hence few. */
export async function listMappedGroups(tx: ReadTx, { accountId }: OfAccount): Promise<MappedGroup[]> {
  const { rows } = await sql<GroupRow>`
    select g.group_id as "groupId", g.display_name as "displayName", g.external_id as "externalId", g.roles,
      g.all_units as "allUnits", ${unitsOfGroup} as units,
      (select count(*)::int from directory_group_member gm
        where gm.account_id = g.account_id and gm.group_id = g.group_id) as members
    from directory_group g where g.account_id = ${accountId}
    order by lower(g.display_name), g.group_id`.execute(tx)
  return rows.map(({ allUnits, units, ...group }) => ({ ...group, units: unitsSaid(allUnits, units) }))
}

type GroupRow = Omit<MappedGroup, 'units'> & { readonly allUnits: boolean | null; readonly units: number[] }

const unitsOfGroup = sql<number[]>`array(select gu.unit_id from directory_group_unit gu
  where gu.account_id = g.account_id and gu.group_id = g.group_id order by gu.unit_id)`

const unitsSaid = (allUnits: boolean | null, units: number[]): GroupUnits =>
  allUnits === null ? null : allUnits ? 'ALL' : units

interface GroupMapping {
  readonly groupId: number
  readonly roles: readonly Role[]
  /** Left as they are if not given. */
  readonly units?: GroupUnits
}

/** What the members of a group hold and see. It takes effect for all of them at once. */
export async function mapGroup(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  mapping: GroupMapping,
): Promise<void> {
  const { groupId } = mapping
  await lockDirectory(tx, scope)
  const group = await tx
    .selectFrom('directory_group as g')
    .select(['g.display_name as displayName', 'g.roles', 'g.all_units as allUnits', unitsOfGroup.as('units')])
    .where('g.account_id', '=', scope.accountId)
    .where('g.group_id', '=', groupId)
    .executeTakeFirst()
  if (!group) throw new AppError('DIRECTORY_GROUP_NOT_FOUND', { groupId })
  const { displayName } = group
  const before = { roles: group.roles.toSorted(), units: unitsSaid(group.allUnits, group.units) }
  const after = {
    roles: [...new Set(mapping.roles)].toSorted(),
    units: mapping.units === undefined ? before.units : inOrder(mapping.units),
  }
  if (isDeepStrictEqual(before, after)) return
  const decidedBefore = await groupsDecideSight(tx, scope)
  await writeMapping(tx, scope, groupId, after)
  recordAdministration(tx, scope, {
    name: 'DIRECTORY_GROUP_MAPPED',
    subject: { type: 'DIRECTORY_GROUP', id: groupId },
    before: { displayName, ...before },
    after: { displayName, ...after },
  })
  const isFirst = !decidedBefore && after.units !== null
  await settleAll(
    tx,
    scope,
    clock,
    isFirst ? await everyPerson(tx, scope) : await peopleInGroup(tx, scope, groupId),
  )
}

const inOrder = (units: GroupUnits): GroupUnits =>
  Array.isArray(units) ? units.toSorted((a, b) => a - b) : units

async function writeMapping(
  tx: Tx,
  { accountId: account_id }: AdministrationScope,
  group_id: number,
  { roles, units }: { readonly roles: string[]; readonly units: GroupUnits },
): Promise<void> {
  const chosen = Array.isArray(units) ? units : []
  await requireUnits(tx, account_id, chosen)
  await tx
    .updateTable('directory_group')
    .set({ roles, all_units: units === null ? null : units === 'ALL' })
    .where('account_id', '=', account_id)
    .where('group_id', '=', group_id)
    .execute()
  await tx
    .deleteFrom('directory_group_unit')
    .where('account_id', '=', account_id)
    .where('group_id', '=', group_id)
    .execute()
  const rows = chosen.map((unit_id) => ({ account_id, group_id, unit_id }))
  if (rows.length > 0) await tx.insertInto('directory_group_unit').values(rows).execute()
}

/** None of them is deleted meanwhile. */
async function requireUnits(tx: Tx, accountId: number, unitIds: readonly number[]): Promise<void> {
  if (unitIds.length === 0) return
  const found = await tx
    .selectFrom('unit')
    .select('unit_id')
    .where('account_id', '=', accountId)
    .where('unit_id', 'in', unitIds)
    .orderBy('unit_id')
    .forKeyShare()
    .execute()
  const missing = unitIds.find((unitId) => !found.some((unit) => unit.unit_id === unitId))
  if (missing !== undefined) throw new AppError('UNIT_NOT_FOUND', { unitId: missing })
}

async function peopleInGroup(tx: Tx, { accountId }: AdministrationScope, groupId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('directory_group_member')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('group_id', '=', groupId)
    .execute()
  return rows.map((row) => row.user_id)
}

async function everyPerson(tx: Tx, { accountId }: AdministrationScope): Promise<number[]> {
  const rows = await tx
    .selectFrom('directory_person')
    .select('user_id')
    .where('account_id', '=', accountId)
    .execute()
  return rows.map((row) => row.user_id)
}

export interface ProvisioningSettings {
  readonly defaultRole: Role | null
}

export async function readProvisioningSettings(
  tx: ReadTx,
  { accountId }: OfAccount,
): Promise<ProvisioningSettings> {
  const row = await tx
    .selectFrom('provisioning_settings')
    .select('default_role')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const role = row?.default_role ?? null
  return { defaultRole: role !== null && isRole(role) ? role : null }
}

/** What everybody of the directory holds besides. */
export async function changeProvisioningSettings(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  { defaultRole }: ProvisioningSettings,
): Promise<void> {
  const { accountId } = scope
  await lockDirectory(tx, scope)
  const before = await readProvisioningSettings(tx, scope)
  if (before.defaultRole === defaultRole) return
  await tx
    .insertInto('provisioning_settings')
    .values({ account_id: accountId, default_role: defaultRole })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ default_role: defaultRole, updated_at: sql<Date>`now()` }),
    )
    .execute()
  recordSetting(tx, scope, { setting: 'provisioning', before: { ...before }, after: { defaultRole } })
  await settleAll(tx, scope, clock, await everyPerson(tx, scope))
}

async function settleAll(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  userIds: readonly number[],
): Promise<void> {
  const changes = await settleMemberships(tx, scope, clock, userIds)
  recordMembershipChanges(tx, scope, changes)
}
