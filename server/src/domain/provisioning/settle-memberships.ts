import { sql } from 'kysely'
import { recordAdministration, type AdministrationScope } from '../../platform/administration/index.ts'
import { plannedAnew, type Tx } from '../../platform/db/index.ts'
import { AppError, type Clock } from '../../platform/kernel/index.ts'
import { groupRows } from './group-rows.ts'
import { groupsDecideSight, settleSights, type SightChange } from './settle-sights.ts'
import {
  announceSight,
  announceStanding,
  endSessionsByDirectory,
  lockAdmins,
  personMark,
} from '../accounts/index.ts'

type Standing = { readonly roles: readonly string[]; readonly active: boolean }

export type MembershipChange =
  | {
      readonly name: 'MEMBER_CHANGED'
      readonly userId: number
      readonly before: Standing
      readonly after: Standing
    }
  | ({ readonly name: 'SIGHT_CHANGED' } & SightChange)

/**
 * One change of a directory at a time in each account: what its people hold follows from all of it together. Then the
 * administrators, whom every change by hand takes first too.
 */
export async function lockDirectory(tx: Tx, scope: AdministrationScope): Promise<void> {
  const name = `provisioning ${scope.accountId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  await lockAdmins(tx, scope)
}

/**
 * Gives people of the directory the roles and the sight that follow from their groups, and closes the account to whom nothing follows for or
 * whom the directory has suspended: their sessions end with it. The caller holds the directory and records the changes.
 */
export async function settleMemberships(
  tx: Tx,
  scope: AdministrationScope,
  clock: Clock,
  userIds: readonly number[],
): Promise<MembershipChange[]> {
  if (userIds.length === 0) return []
  const admins = await lockAdmins(tx, scope)
  const changes: MembershipChange[] = []
  for (let start = 0; start < userIds.length; start += writtenTogether)
    changes.push(...(await writeStandings(tx, scope, userIds.slice(start, start + writtenTogether))))
  const closed = changes.filter(
    (one) => one.name === 'MEMBER_CHANGED' && one.before.active && !one.after.active,
  )
  if (await groupsDecideSight(tx, scope)) {
    const sights = await settleSights(tx, scope, userIds)
    changes.push(...sights.map((sight) => ({ name: 'SIGHT_CHANGED' as const, ...sight })))
  }
  if (changes.length === 0) return []
  if (admins.length > 0 && (await lockAdmins(tx, scope)).length === 0) throw new AppError('LAST_ADMIN')
  await endSessionsByDirectory(
    tx,
    scope,
    clock,
    closed.map(({ userId }) => userId),
  )
  const marksOf = (name: MembershipChange['name']) =>
    changes.flatMap((one) => (one.name === name ? [personMark(one.userId)] : []))
  await announceStanding(tx, marksOf('MEMBER_CHANGED'))
  await announceSight(tx, scope, marksOf('SIGHT_CHANGED'))
  return changes
}

// A plan that is wrong about how many there are compares each with each; of this many that is nothing.
const writtenTogether = 500

interface ChangedRow {
  readonly userId: number
  readonly rolesBefore: string[]
  readonly activeBefore: boolean
  readonly roles: string[]
  readonly active: boolean
}

/** What groups give is said here and, for what is seen, in settle-sights.ts. */
async function writeStandings(
  tx: Tx,
  { accountId }: AdministrationScope,
  userIds: readonly number[],
): Promise<MembershipChange[]> {
  const { rows } = await sql<ChangedRow>`${plannedAnew}
    with held as (
      select gm.user_id, role from directory_group_member gm
      join directory_group g on g.account_id = gm.account_id and g.group_id = gm.group_id
      cross join unnest(g.roles) as role
      where gm.account_id = ${accountId} and gm.user_id = any(${[...userIds]}::bigint[])
      union select named.user_id, s.default_role from unnest(${[...userIds]}::bigint[]) as named (user_id)
      join provisioning_settings s on s.account_id = ${accountId} and s.default_role is not null
    ), given as (
      select p.user_id, coalesce((p.resource ->> 'active')::boolean, true) as active,
        coalesce(array_agg(h.role order by h.role) filter (where h.role is not null), '{}') as roles
      from directory_person p left join held h on h.user_id = p.user_id
      where p.account_id = ${accountId} and p.user_id = any(${[...userIds]}::bigint[])
      group by p.account_id, p.user_id
    ), changed as (
      select m.user_id, m.roles as roles_before, m.active as active_before, g.roles,
        g.active and cardinality(g.roles) > 0 as active
      from membership m join given g on g.user_id = m.user_id
      where m.account_id = ${accountId}
        and (not (m.roles @> g.roles and m.roles <@ g.roles)
          or m.active <> (g.active and cardinality(g.roles) > 0))
    )
    update membership m set roles = c.roles, active = c.active from changed c
    where m.account_id = ${accountId} and m.user_id = c.user_id
    returning m.user_id as "userId", c.roles_before as "rolesBefore", c.active_before as "activeBefore",
      m.roles, m.active`.execute(tx)
  return rows.map(({ userId, rolesBefore, activeBefore, roles, active }) => ({
    name: 'MEMBER_CHANGED' as const,
    userId,
    before: { roles: rolesBefore, active: activeBefore },
    after: { roles, active },
  }))
}

// A change of thousands at once is told in a few entries, so that the chain is not held for seconds.
const toldSingly = 20
const toldTogether = 1_000

export function recordMembershipChanges(
  tx: Tx,
  scope: AdministrationScope,
  changes: readonly MembershipChange[],
): void {
  for (const same of groupRows(changes, transitionOf).values()) {
    const [first] = same
    if (!first) continue
    const { name, before, after } = first
    if (same.length <= toldSingly) {
      for (const { userId: id } of same)
        recordAdministration(tx, scope, { name, subject: { type: 'USER', id }, before, after })
      continue
    }
    for (let start = 0; start < same.length; start += toldTogether) {
      const userIds = same.slice(start, start + toldTogether).map(({ userId }) => userId)
      recordAdministration(tx, scope, { name, before, after: { ...after, userIds } })
    }
  }
}

const transitionOf = ({ name, before, after }: MembershipChange) => JSON.stringify([name, before, after])
