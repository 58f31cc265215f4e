import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { lockOwnerSettings } from './duty-holder.ts'
import { getTeam, lockTeam, type TeamView } from './teams.queries.ts'

export const maxTeams = 500
export const maxMembers = 200

export interface NewTeam {
  readonly name: string
  readonly userIds: readonly number[]
}

export async function addTeam(tx: Tx, scope: Scope, { name, userIds }: NewTeam): Promise<TeamView> {
  const { accountId: account_id } = scope
  // Two that are added at once are counted one after the other.
  await lockOwnerSettings(tx, scope)
  const { rows } = await sql<{ teams: number; taken: boolean | null }>`
    select count(*) as teams, bool_or(name = ${name}) as taken from team where account_id = ${account_id}`.execute(
    tx,
  )
  if (rows[0]?.taken) throw new AppError('TEAM_NAME_TAKEN', { name })
  if ((rows[0]?.teams ?? 0) >= maxTeams) throw new AppError('TEAM_LIMIT_REACHED', { max: maxTeams })
  const { team_id: teamId } = await tx
    .insertInto('team')
    .values({ account_id, name })
    .returning('team_id')
    .executeTakeFirstOrThrow()
  await insertMembers(tx, scope, teamId, userIds)
  const subject = { type: 'TEAM', id: teamId } as const
  recordAdministration(tx, scope, { name: 'TEAM_ADDED', subject, after: { name, userIds } })
  return getTeam(tx, scope, teamId)
}

export async function renameTeam(
  tx: Tx,
  scope: Scope,
  { teamId, name }: { readonly teamId: number; readonly name: string },
  checkVersion: (version: number) => void,
): Promise<TeamView> {
  await lockOwnerSettings(tx, scope)
  const team = await lockTeam(tx, scope, teamId)
  checkVersion(team.version)
  if (team.name === name) return team
  const taken = await tx
    .selectFrom('team')
    .select('team_id')
    .where('account_id', '=', scope.accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (taken) throw new AppError('TEAM_NAME_TAKEN', { name })
  await tx
    .updateTable('team')
    .set({ name, version: team.version + 1 })
    .where('account_id', '=', scope.accountId)
    .where('team_id', '=', teamId)
    .execute()
  const subject = { type: 'TEAM', id: teamId } as const
  const [before, after] = [{ name: team.name }, { name }]
  recordAdministration(tx, scope, { name: 'TEAM_CHANGED', subject, before, after })
  return getTeam(tx, scope, teamId)
}

/** These and no others. A team may be left empty: what is in its name falls to the next in line meanwhile. */
export async function setTeamMembers(
  tx: Tx,
  scope: Scope,
  { teamId, userIds }: { readonly teamId: number; readonly userIds: readonly number[] },
  checkVersion: (version: number) => void,
): Promise<TeamView> {
  const { accountId } = scope
  const team = await lockTeam(tx, scope, teamId)
  checkVersion(team.version)
  const before = team.members.map(({ userId }) => userId)
  const after = userIds.toSorted((a, b) => a - b)
  if (after.join() === before.join()) return team
  await tx
    .deleteFrom('team_member')
    .where('account_id', '=', accountId)
    .where('team_id', '=', teamId)
    .execute()
  await insertMembers(tx, scope, teamId, after)
  await tx
    .updateTable('team')
    .set({ version: team.version + 1 })
    .where('account_id', '=', accountId)
    .where('team_id', '=', teamId)
    .execute()
  recordAdministration(tx, scope, {
    name: 'TEAM_CHANGED',
    subject: { type: 'TEAM', id: teamId },
    before: { userIds: before },
    after: { userIds: after },
  })
  return getTeam(tx, scope, teamId)
}

async function insertMembers(
  tx: Tx,
  { accountId: account_id }: Scope,
  team_id: number,
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const found = await tx
    .selectFrom('membership')
    .select('user_id')
    .where('account_id', '=', account_id)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forKeyShare()
    .execute()
  const known = new Set(found.map((row) => row.user_id))
  const missing = userIds.find((userId) => !known.has(userId))
  if (missing !== undefined) throw new AppError('USER_NOT_FOUND', { userId: missing })
  const rows = userIds.map((user_id) => ({ account_id, team_id, user_id }))
  await tx.insertInto('team_member').values(rows).execute()
}

/** Only one that nothing hangs on: what is in its name is handed over first. */
export async function deleteTeam(
  tx: Tx,
  scope: Scope,
  teamId: number,
  checkVersion: (version: number) => void,
): Promise<void> {
  const { accountId } = scope
  const team = await lockTeam(tx, scope, teamId)
  checkVersion(team.version)
  const ofTeam = sql`account_id = ${accountId} and team_id = ${teamId}`
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from subject_owner where ${ofTeam}) or exists (select from subject_follower where ${ofTeam})
      or exists (select from owner_rule where ${ofTeam}) or exists (select from owner_settings where ${ofTeam})
      or exists (select from task where ${ofTeam} and state = 'OPEN') as used`.execute(tx)
  if (rows[0]?.used) throw new AppError('TEAM_IN_USE', { teamId })
  await tx.deleteFrom('team').where('account_id', '=', accountId).where('team_id', '=', teamId).execute()
  const before = { name: team.name, userIds: team.members.map(({ userId }) => userId) }
  recordAdministration(tx, scope, { name: 'TEAM_DELETED', subject: { type: 'TEAM', id: teamId }, before })
}
