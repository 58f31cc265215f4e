import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { Party } from '../teams/index.ts'
import { mostAtOnce, requireKnown, type HandedOver } from './hand-over.ts'

interface Counted {
  readonly thirdparties: number
  readonly dossiers: number
  readonly followed: number
  readonly tasks: number
  readonly rules: number
  readonly dutyHolder: boolean
}

/** What a hand-over would move now, counted no further than one call goes. */
export async function countOwned(tx: ReadTx, scope: Scope, of: Party): Promise<HandedOver> {
  await requireKnown(tx, scope, of)
  const theirs = sql`account_id = ${scope.accountId} and
    ${of.teamId === null ? sql`user_id = ${of.userId}::bigint` : sql`team_id = ${of.teamId}::bigint`}`
  const few = sql`limit ${mostAtOnce + 1}`
  const { rows } = await sql<Counted>`
    select owned.thirdparties, owned.dossiers,
      (select count(*) from (select from subject_follower where ${theirs} ${few}) f) as followed,
      (select count(*) from (select from task where ${theirs} and state = 'OPEN' ${few}) k) as tasks,
      (select count(*) from owner_rule where ${theirs}) as rules,
      exists (select from owner_settings where ${theirs}) as "dutyHolder"
    from (select count(*) filter (where subject = thirdparty_id) as thirdparties,
        count(*) filter (where subject <> thirdparty_id) as dossiers
      from (select subject, thirdparty_id from subject_owner where ${theirs} order by subject ${few}) o) owned`.execute(
    tx,
  )
  const [found] = rows
  if (!found) throw new Error('A count has one row.')
  const { thirdparties, dossiers, followed, tasks } = found
  return { ...found, more: [thirdparties + dossiers, followed, tasks].some((count) => count > mostAtOnce) }
}
