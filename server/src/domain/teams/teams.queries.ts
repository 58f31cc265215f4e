import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { orderById, type Listing } from '../../platform/lists/index.ts'

export interface TeamView {
  readonly teamId: number
  readonly name: string
  readonly version: number
  readonly members: readonly { userId: number; name: string; active: boolean }[]
}

const columns = sql<TeamView>`t.team_id as "teamId", t.name, t.version,
  (select coalesce(jsonb_agg(jsonb_build_object('userId', m.user_id, 'name', u.name, 'active', m.active and u.active)
      order by m.user_id), '[]')
    from team_member tm join membership m on m.account_id = tm.account_id and m.user_id = tm.user_id
    join app_user u on u.user_id = m.user_id
    where tm.account_id = t.account_id and tm.team_id = t.team_id) as members`

/** The teams of an account, in the order in which they were added. */
export function teamListing({ accountId }: Scope): Listing<TeamView> {
  return {
    order: orderById('oldest first'),
    source: {
      id: sql`t.team_id`,
      from: sql`team t`,
      conditions: [sql`t.account_id = ${accountId}`],
      columns,
      planOnce: true,
    },
  }
}

export async function getTeam(tx: ReadTx, { accountId }: Scope, teamId: number): Promise<TeamView> {
  const { rows } = await sql<TeamView>`select ${columns} from team t
    where t.account_id = ${accountId} and t.team_id = ${teamId}`.execute(tx)
  const [team] = rows
  if (!team) throw new AppError('TEAM_NOT_FOUND', { teamId })
  return team
}

/** The team as it is, which nobody changes meanwhile. */
export async function lockTeam(tx: Tx, scope: Scope, teamId: number): Promise<TeamView> {
  await tx
    .selectFrom('team')
    .select('team_id')
    .where('account_id', '=', scope.accountId)
    .where('team_id', '=', teamId)
    .forUpdate()
    .execute()
  return getTeam(tx, scope, teamId)
}
