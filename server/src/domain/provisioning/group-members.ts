import { sql } from 'kysely'
import type { AdministrationScope } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { lockNamedPeople, membersOfGroups } from './groups.queries.ts'
import type { Filter } from './protocol/filter.ts'
import { isScimId } from './protocol/filter-sql.ts'
import { matchesFilter } from './protocol/match-filter.ts'
import type { PatchStep } from './protocol/patch.ts'
import { readValue } from './protocol/read-resource.ts'
import { invalidPath, invalidValue, quote } from './protocol/scim-error.ts'

/**
 * Who shall be in a group: those who are, or nobody, and then who joins and who leaves. Adding one person to a group of
 * ten thousand therefore costs as much as to a group of ten.
 */
export interface Roll {
  readonly isEmptied: boolean
  readonly changes: ReadonlyMap<string, boolean>
}

interface Member {
  readonly value?: string
  readonly type?: string
}

/** The ids in a list of members; anybody but people of the directory is refused. */
export function memberIds(members: readonly Member[], groupId: string | null): string[] {
  return members.map(({ value = '', type }) => {
    if (value === groupId) throw invalidValue('A group cannot contain itself.')
    if (type !== undefined && type.toLowerCase() !== 'user')
      throw invalidValue('A group contains people; groups within groups are not kept.')
    if (!isScimId(value)) throw invalidValue(`There is no person ${quote(value)}.`)
    return value.toLowerCase()
  })
}

/** Exactly these. */
export const rollOf = (ids: readonly string[]): Roll => ({
  isEmptied: true,
  changes: new Map(ids.map((id) => [id, true])),
})

/** What the steps of a PATCH make of it, one after the other: a later one has the last word. */
export async function rollAfter(
  steps: readonly PatchStep[],
  groupId: string,
  present: () => Promise<readonly { scimId: string; display: string }[]>,
): Promise<Roll> {
  let roll: Roll = { isEmptied: false, changes: new Map() }
  for (const step of steps) {
    if (step.filter !== null || step.part !== null) {
      roll = await leaveByFilter(roll, step, present)
      continue
    }
    const named = memberIds((readValue(step.attribute, step.value) ?? []) as Member[], groupId)
    if (step.op === 'replace' || (step.op === 'remove' && (step.value ?? null) === null)) roll = rollOf(named)
    else
      roll = {
        ...roll,
        changes: new Map([...roll.changes, ...named.map((id) => [id, step.op === 'add'] as const)]),
      }
  }
  return roll
}

/** `members[value eq "…"]` is the usual one and needs no look at the others. */
async function leaveByFilter(
  roll: Roll,
  { op, filter, part }: PatchStep,
  present: () => Promise<readonly { scimId: string; display: string }[]>,
): Promise<Roll> {
  if (op !== 'remove' || filter === null || part !== null)
    throw invalidPath('Members are added and removed as a whole.')
  const only = soleId(filter)
  if (only !== null) return { ...roll, changes: new Map([...roll.changes, [only, false]]) }
  const before = roll.isEmptied ? [] : await present()
  const joined = [...roll.changes].filter(([, stays]) => stays).map(([scimId]) => ({ scimId, display: '' }))
  const leaving = [...before, ...joined].filter(({ scimId, display }) =>
    matchesFilter(filter, { value: scimId, display, type: 'User' }),
  )
  return {
    ...roll,
    changes: new Map([...roll.changes, ...leaving.map(({ scimId }) => [scimId, false] as const)]),
  }
}

function soleId(filter: Filter): string | null {
  if (filter.kind !== 'compare' || filter.operator !== 'eq' || filter.path.toLowerCase() !== 'value')
    return null
  return typeof filter.value === 'string' && isScimId(filter.value) ? filter.value.toLowerCase() : null
}

export interface RollChange {
  readonly joined: number[]
  readonly left: number[]
}

/** Writes who is in the group. Whoever is named and unknown stops it; whoever leaves and is not there does not. */
export async function callRoll(
  tx: Tx,
  scope: AdministrationScope,
  groupId: number,
  { isEmptied, changes }: Roll,
): Promise<RollChange> {
  const people = await lockNamedPeople(tx, scope, [...changes.keys()])
  const staying = [...changes].filter(([, stays]) => stays).map(([id]) => id)
  const unknown = staying.find((id) => !people.has(id))
  if (unknown !== undefined) throw invalidValue(`There is no person ${unknown} in this directory.`)
  const wanted = staying.flatMap((id) => people.get(id) ?? [])
  const leaving = [...changes].filter(([, stays]) => !stays).flatMap(([id]) => people.get(id) ?? [])
  const left = await sql<{ userId: number }>`
    delete from directory_group_member gm where gm.account_id = ${scope.accountId} and gm.group_id = ${groupId}
      and ${isEmptied ? sql`gm.user_id <> all(${wanted}::bigint[])` : sql`gm.user_id = any(${leaving}::bigint[])`}
    returning gm.user_id as "userId"`.execute(tx)
  const joined = await sql<{ userId: number }>`
    insert into directory_group_member (account_id, group_id, user_id)
    select ${scope.accountId}, ${groupId}, user_id from unnest(${wanted}::bigint[]) as named (user_id)
    on conflict do nothing returning user_id as "userId"`.execute(tx)
  const numbers = (rows: { userId: number }[]) => rows.map(({ userId }) => userId)
  return { joined: numbers(joined.rows), left: numbers(left.rows) }
}

export async function membersOf(tx: Tx, scope: AdministrationScope, groupId: number) {
  return (await membersOfGroups(tx, scope, [groupId])).get(groupId) ?? []
}
