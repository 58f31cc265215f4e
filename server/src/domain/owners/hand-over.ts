import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockTasksOf, moveTasks } from '../tasks/index.ts'
import {
  holdParty,
  isSameParty,
  lockOwnerSettings,
  requireSight,
  requireWholeSight,
  tellParty,
  type Party,
} from '../teams/index.ts'
import { nameOwners } from './name-owners.ts'
import type { OwnedSubject } from './owned-subject.ts'
import { raiseRulesVersion } from './owner-rules.ts'
import { recordFollowers } from './record-ownership.ts'
import { addFollower, raiseVersions } from './set-followers.ts'

interface HandOver {
  readonly from: Party
  readonly to: Party
}

export interface HandedOver {
  readonly thirdparties: number
  readonly dossiers: number
  readonly followed: number
  readonly tasks: number
  readonly rules: number
  readonly dutyHolder: boolean
  readonly more: boolean
}

// What one transaction writes and a caller waits for; nearly everybody has less.
export const mostAtOnce = 10_000

/**
 * Everything in one name goes into another at once: companies, dossiers, what is followed, open tasks, rules and the duty.
 * It works for somebody who has left as well: their name stays until then.
 */
export async function handOverOwned(tx: Tx, scope: Scope, { from, to }: HandOver): Promise<HandedOver> {
  if (isSameParty(from, to)) throw new AppError('HAND_OVER_TO_SELF')
  await requireKnown(tx, scope, from)
  await lockOwnerSettings(tx, scope)
  await holdParty(tx, scope, to)
  const owned = await lockInName(tx, scope, from, 'subject_owner')
  const followed = await lockInName(tx, scope, from, 'subject_follower')
  const tasks = await lockTasksOf(tx, scope, from, mostAtOnce + 1)
  const subjects = owned.slice(0, mostAtOnce)
  const about = [...subjects, ...followed.slice(0, mostAtOnce), ...tasks.slice(0, mostAtOnce)]
  const companies = about.flatMap(({ thirdpartyId }) => thirdpartyId ?? [])
  await requireSight(tx, scope, to, [...new Set(companies)])
  await nameOwners(tx, scope, subjects, to)
  await moveFollowed(tx, scope, followed.slice(0, mostAtOnce), { from, to })
  await moveTasks(tx, scope, tasks.slice(0, mostAtOnce), to)
  const rules = await moveRules(tx, scope, { from, to })
  const dutyHolder = await moveDuty(tx, scope, { from, to })
  const thirdparties = subjects.filter(({ subject, thirdpartyId }) => subject === thirdpartyId).length
  const handed = {
    thirdparties,
    dossiers: subjects.length - thirdparties,
    followed: Math.min(followed.length, mostAtOnce),
    tasks: Math.min(tasks.length, mostAtOnce),
    rules,
    dutyHolder,
  }
  if (Object.values(handed).some(Boolean)) recordHandOver(tx, scope, { from, to }, handed)
  return { ...handed, more: [owned, followed, tasks].some((all) => all.length > mostAtOnce) }
}

async function lockInName(
  tx: Tx,
  { accountId }: Scope,
  { userId, teamId }: Party,
  table: 'subject_owner' | 'subject_follower',
): Promise<OwnedSubject[]> {
  return tx
    .selectFrom(table)
    .select(['subject', 'thirdparty_id as thirdpartyId'])
    .where('account_id', '=', accountId)
    .where((one) => (userId === null ? one('team_id', '=', teamId) : one('user_id', '=', userId)))
    .orderBy('subject')
    .limit(mostAtOnce + 1)
    .execute()
}

async function moveFollowed(
  tx: Tx,
  scope: Scope,
  subjects: readonly OwnedSubject[],
  { from, to }: HandOver,
): Promise<void> {
  if (subjects.length === 0) return
  const ids = subjects.map(({ subject }) => subject)
  await sql`delete from subject_follower where account_id = ${scope.accountId} and subject = any(${ids}::bigint[])
    and user_id is not distinct from ${from.userId}::bigint and team_id is not distinct from ${from.teamId}::bigint`.execute(
    tx,
  )
  await addFollower(tx, scope, subjects, to)
  await raiseVersions(tx, scope, subjects)
  for (const of of subjects) recordFollowers(tx, scope, of, { added: [to], removed: [from] })
}

async function moveRules(tx: Tx, scope: Scope, { from, to }: HandOver): Promise<number> {
  const moved = await tx
    .updateTable('owner_rule')
    .set({ user_id: to.userId, team_id: to.teamId })
    .where('account_id', '=', scope.accountId)
    .where('user_id', 'is not distinct from', from.userId)
    .where('team_id', 'is not distinct from', from.teamId)
    .returning('rule_id')
    .execute()
  if (moved.length > 0) await raiseRulesVersion(tx, scope)
  return moved.length
}

async function moveDuty(tx: Tx, scope: Scope, { from, to }: HandOver): Promise<boolean> {
  const moved = await tx
    .updateTable('owner_settings')
    .set((one) => ({ user_id: to.userId, team_id: to.teamId, duty_version: one('duty_version', '+', 1) }))
    .where('account_id', '=', scope.accountId)
    .where('user_id', 'is not distinct from', from.userId)
    .where('team_id', 'is not distinct from', from.teamId)
    .returning('account_id')
    .execute()
  if (moved.length > 0) await requireWholeSight(tx, scope, to)
  return moved.length > 0
}

/** A member or a team; or somebody who has left and in whose name something still is. */
export async function requireKnown(
  tx: ReadTx,
  { accountId }: Scope,
  { userId, teamId }: Party,
): Promise<void> {
  const ofPerson = sql`account_id = ${accountId} and user_id = ${userId}::bigint`
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from team where account_id = ${accountId} and team_id = ${teamId}::bigint)
      or exists (select from membership where ${ofPerson}) or exists (select from subject_owner where ${ofPerson})
      or exists (select from subject_follower where ${ofPerson}) or exists (select from owner_rule where ${ofPerson})
      or exists (select from owner_settings where ${ofPerson})
      or exists (select from task where ${ofPerson} and state = 'OPEN') as known`.execute(tx)
  if (rows[0]?.known) return
  throw teamId === null
    ? new AppError('USER_NOT_FOUND', { userId: userId ?? 0 })
    : new AppError('TEAM_NOT_FOUND', { teamId })
}

function recordHandOver(
  tx: Tx,
  scope: Scope,
  { from, to }: HandOver,
  handed: Omit<HandedOver, 'more'>,
): void {
  const subject =
    from.teamId === null
      ? ({ type: 'USER', id: from.userId ?? 0 } as const)
      : ({ type: 'TEAM', id: from.teamId } as const)
  const after = { to: tellParty(to), ...handed }
  recordAdministration(tx, scope, { name: 'OWNERSHIP_HANDED_OVER', subject, after })
}
