import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { actingRoles, holdParty, requireSight, type Party } from '../teams/index.ts'

/** On `k`: whether the one it is assigned to can act. Where it is about no company, any active member can. */
export const assigneeActs = sql<boolean>`case when k.thirdparty_id is null then exists (
    select from membership am join app_user au on au.user_id = am.user_id
    where am.account_id = k.account_id and am.active and au.active and (am.user_id = k.user_id
      or exists (select from team_member atm where atm.account_id = k.account_id and atm.team_id = k.team_id
        and atm.user_id = am.user_id)))
  else owner_acts(k.account_id, k.user_id, k.team_id, (select at.unit_set_id from thirdparty at
    where at.account_id = k.account_id and at.thirdparty_id = k.thirdparty_id)) end`

/** Somebody who is to do it: active, in sight of the company, able to do more than read, and not gone meanwhile. */
export async function holdAssignee(
  tx: Tx,
  scope: Scope,
  party: Party,
  thirdpartyId: number | null,
): Promise<void> {
  await holdParty(tx, scope, party)
  if (thirdpartyId !== null) await requireSight(tx, scope, party, [thirdpartyId])
  const { rows } = await sql<{ acts: boolean }>`
    select exists (select from membership m join app_user u on u.user_id = m.user_id
      where m.account_id = ${scope.accountId} and m.active and u.active and m.roles && ${actingRoles}::text[]
        and (m.user_id = ${party.userId}::bigint or exists (select from team_member tm
          where tm.account_id = m.account_id and tm.team_id = ${party.teamId}::bigint and tm.user_id = m.user_id))) as acts`.execute(
    tx,
  )
  if (!rows[0]?.acts) throw new AppError('TASK_ASSIGNEE_READS_ONLY')
}
