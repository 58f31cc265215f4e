import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Fragment, ListOrder, Segment } from '../../platform/lists/index.ts'
import type { Answering, Searched } from '../teams/index.ts'
import { assigneeActs } from './task-assignee.ts'

/** Tasks of somebody: conditions on `k`, no two of which hold for one task. Each is read along an index of its own. */
export interface Waiting {
  readonly segments: readonly [Fragment, ...Fragment[]]
}

/** In the name of a person or of teams, whether they can act or not. */
export function namedTasks({ userId, teamIds }: Searched): Waiting {
  return {
    segments: [sql`k.user_id = ${userId}::bigint`, ...teamIds.map((teamId) => sql`k.team_id = ${teamId}`)],
  }
}

/**
 * All that waits for the one who asks: open tasks in their name or in that of their teams, those in nobody's name about
 * what they answer for, and of these also the ones in the name of somebody who cannot act.
 */
export async function waitingTasks(
  tx: ReadTx,
  scope: Scope,
  me: Searched,
  answering: Answering,
): Promise<Waiting> {
  const { people, teams } = await findStranded(tx, scope)
  const mine = answersFor(scope, answering)
  const ofStranded = sql`(k.user_id = any(${people}::bigint[]) or k.team_id = any(${teams}::bigint[]))
    and not ${assigneeActs} and ${mine}`
  return {
    segments: [
      sql`k.state = 'OPEN' and k.user_id = ${me.userId}`,
      ...me.teamIds.map((teamId) => sql`k.state = 'OPEN' and k.team_id = ${teamId}`),
      sql`k.state = 'OPEN' and k.user_id is null and k.team_id is null and ${mine}`,
      ...(people.length + teams.length > 0 ? [sql`k.state = 'OPEN' and ${ofStranded}`] : []),
    ],
  }
}

export function waitingOrder({ segments: [first, ...others] }: Waiting): ListOrder {
  const segment = (where: Fragment): Segment => ({ where: [where], key: sql`k.urgent_at` })
  return {
    descending: false,
    keyType: 'timestamptz',
    merge: 'by key',
    segments: [segment(first), ...others.map(segment)],
  }
}

/** On `k`: whether they answer for what it is about. What is about nothing falls to whoever holds the duty. */
export function answersFor({ accountId }: Scope, answering: Answering): Fragment {
  const { subjects, holdsDuty, dossiers, thirdParties } = answering
  const ofTheirs =
    subjects === null
      ? sql`true`
      : sql`(k.thirdparty_id = any(${[...subjects]}::bigint[]) or k.dossier_id = any(${[...subjects]}::bigint[]))`
  return sql`${ofTheirs} and (case
    when k.dossier_id is not null then (select ${dossiers} from dossier d
      where d.account_id = ${accountId} and d.dossier_id = k.dossier_id)
    when k.thirdparty_id is not null then (select ${thirdParties} from thirdparty t
      where t.account_id = ${accountId} and t.thirdparty_id = k.thirdparty_id)
    else ${holdsDuty}::boolean end)`
}

interface Stranded {
  readonly people: readonly number[]
  readonly teams: readonly number[]
}

/**
 * People and teams with open tasks who may be unable to act: not an active member who sees everything. Each is found by
 * one look into the index, however many tasks they have.
 */
async function findStranded(tx: ReadTx, { accountId }: Scope): Promise<Stranded> {
  const acting = sql`select from membership m join app_user u on u.user_id = m.user_id
    where m.account_id = ${accountId} and m.active and u.active and m.all_units`
  const eachOf = (column: Fragment) => sql`recursive each_of (party) as (
      (select ${column} from task where account_id = ${accountId} and state = 'OPEN' and ${column} is not null
        order by ${column} limit 1)
      union all
      select (select ${column} from task where account_id = ${accountId} and state = 'OPEN' and ${column} > e.party
        order by ${column} limit 1) from each_of e where e.party is not null)`
  const [people, teams] = await Promise.all([
    sql<{ party: number | null }>`with ${eachOf(sql`user_id`)}
      select e.party from each_of e where e.party is not null
        and not exists (${acting} and m.user_id = e.party)`.execute(tx),
    sql<{ party: number | null }>`with ${eachOf(sql`team_id`)}
      select e.party from each_of e where e.party is not null
        and not exists (${acting} and exists (select from team_member tm
          where tm.account_id = ${accountId} and tm.team_id = e.party and tm.user_id = m.user_id))`.execute(
      tx,
    ),
  ])
  const parties = (rows: readonly { party: number | null }[]) => rows.map(({ party }) => party ?? 0)
  return { people: parties(people.rows), teams: parties(teams.rows) }
}
