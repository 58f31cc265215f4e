import { sql } from 'kysely'
import type { AdministrationScope } from '../../platform/administration/index.ts'
import { plannedAnew, type ReadTx, type Tx } from '../../platform/db/index.ts'
import type { SightView } from '../accounts/index.ts'

export interface SightChange {
  readonly userId: number
  readonly before: SightView
  readonly after: SightView
}

/** Whether any group of the directory says which units its members see. If none does, that is set by hand. */
export async function groupsDecideSight(
  tx: ReadTx,
  { accountId }: Pick<AdministrationScope, 'accountId'>,
): Promise<boolean> {
  const { rows } = await sql<{ decide: boolean }>`
    select exists (select from directory_group g where g.account_id = ${accountId} and g.all_units is not null)
      as decide`.execute(tx)
  return rows[0]?.decide === true
}

/** Whether what somebody sees follows from their groups, so that setting it by hand would not last. */
export async function isSightManaged(
  tx: ReadTx,
  scope: Pick<AdministrationScope, 'accountId'>,
  userId: number,
): Promise<boolean> {
  const managed = await tx
    .selectFrom('directory_person')
    .select('user_id')
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return managed !== undefined && groupsDecideSight(tx, scope)
}

/**
 * Lets people of the directory see what their groups say, all of them together. Whom no group says anything of sees
 * nothing: somebody new must not see all companies until their groups have come too.
 */
export async function settleSights(
  tx: Tx,
  scope: AdministrationScope,
  userIds: readonly number[],
): Promise<SightChange[]> {
  // Before anything else is locked: whoever deletes one of these units waits, or is waited for here.
  await sql`select from unit u where u.account_id = ${scope.accountId} and exists (select from directory_group_unit gu
    where gu.account_id = u.account_id and gu.unit_id = u.unit_id) order by u.unit_id for key share of u`.execute(
    tx,
  )
  const changes: SightChange[] = []
  for (let start = 0; start < userIds.length; start += writtenTogether) {
    const batch = await changedSights(tx, scope, userIds.slice(start, start + writtenTogether))
    if (batch.length > 0) await writeSights(tx, scope, batch)
    changes.push(...batch)
  }
  return changes
}

const writtenTogether = 500

interface SightRow {
  readonly userId: number
  readonly allBefore: boolean
  readonly unitsBefore: number[]
  readonly all: boolean
  readonly units: number[]
}

async function changedSights(
  tx: Tx,
  { accountId }: AdministrationScope,
  userIds: readonly number[],
): Promise<SightChange[]> {
  const people = [...userIds]
  // Whoever sets one of them by hand has done so, or will find that groups decide.
  await sql`select from membership m where m.account_id = ${accountId} and m.user_id = any(${people}::bigint[])
    order by m.user_id for update`.execute(tx)
  const { rows } = await sql<SightRow>`${plannedAnew}
    select m.user_id as "userId", m.all_units as "allBefore", former.units as "unitsBefore", given.all_units as "all",
      case when given.all_units then '{}' else given.units end as units
    from membership m
    join directory_person p on p.account_id = m.account_id and p.user_id = m.user_id
    cross join lateral (
      select coalesce(array_agg(mu.unit_id order by mu.unit_id), '{}') as units from membership_unit mu
      where mu.account_id = m.account_id and mu.user_id = m.user_id) former
    cross join lateral (
      select coalesce(bool_or(g.all_units), false) as all_units,
        coalesce(array_agg(distinct gu.unit_id order by gu.unit_id) filter (where gu.unit_id is not null), '{}') as units
      from directory_group_member gm
      join directory_group g on g.account_id = gm.account_id and g.group_id = gm.group_id
      left join directory_group_unit gu on gu.account_id = g.account_id and gu.group_id = g.group_id
      where gm.account_id = m.account_id and gm.user_id = m.user_id) given
    where m.account_id = ${accountId} and m.user_id = any(${people}::bigint[])
      and (m.all_units <> given.all_units or not given.all_units and former.units <> given.units)
    order by m.user_id`.execute(tx)
  return rows.map(({ userId, allBefore, unitsBefore, all, units }) => ({
    userId,
    before: { all: allBefore, units: unitsBefore },
    after: { all, units },
  }))
}

async function writeSights(
  tx: Tx,
  { accountId }: AdministrationScope,
  changes: readonly SightChange[],
): Promise<void> {
  const userIds = changes.map(({ userId }) => userId)
  const given = JSON.stringify(changes.map(({ userId, after }) => ({ userId, ...after })))
  const recordset = sql`jsonb_to_recordset(${given}::jsonb) as given ("userId" bigint, "all" boolean, units bigint[])`
  await sql`update membership m set all_units = given."all" from ${recordset}
    where m.account_id = ${accountId} and m.user_id = given."userId"`.execute(tx)
  await sql`delete from membership_unit mu
    where mu.account_id = ${accountId} and mu.user_id = any(${userIds}::bigint[])`.execute(tx)
  await sql`insert into membership_unit (account_id, user_id, unit_id)
    select ${accountId}, given."userId", unit_id from ${recordset} cross join unnest(given.units) as unit_id`.execute(
    tx,
  )
}
