import { sql } from 'kysely'
import type { ReadTx } from '../../../platform/db/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import type { DossierType } from '../catalogue/catalogue.schema.ts'

/** A step must name somebody when it is written; a team or unit that goes later is stood in for. */
export async function approvalPartyFaults(
  tx: ReadTx,
  { accountId }: Scope,
  { approvalSteps = [] }: Pick<DossierType, 'approvalSteps'>,
): Promise<string[]> {
  const named = approvalSteps.flatMap(({ key, by: { teamId = null, unitId = null } }) =>
    teamId === null && unitId === null ? [] : [{ key, teamId, unitId }],
  )
  if (named.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select team_id as id from team where account_id = ${accountId}
      and team_id = any(${named.flatMap(({ teamId }) => teamId ?? [])}::bigint[])
    union all
    select unit_id from unit where account_id = ${accountId}
      and unit_id = any(${named.flatMap(({ unitId }) => unitId ?? [])}::bigint[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  return named
    .filter(({ teamId, unitId }) => !known.has(teamId ?? unitId ?? 0))
    .map(({ key, teamId, unitId }) =>
      teamId === null ? `step ${key}: there is no unit ${unitId}` : `step ${key}: there is no team ${teamId}`,
    )
}
