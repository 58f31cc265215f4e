import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { findDefaults, isSearched, type Searched } from './owner-filter.ts'
import { firstRule } from './owner-rule-match.ts'

type Condition = RawBuilder<unknown>

/**
 * What somebody who can act answers for, as conditions that look at one row at a time: for lists that are read in their own
 * order and end after a page, where `resolveOwner` would first gather everything.
 */
export interface Answering {
  /** On `t`, a third party, and on `d`, a dossier. */
  readonly thirdParties: Condition
  readonly dossiers: Condition
  readonly holdsDuty: boolean
  /**
   * Companies and dossiers in their name, if nothing falls to them otherwise and these are few: PostgreSQL may begin with
   * them. Else null.
   */
  readonly subjects: readonly number[] | null
}

// Nearly every owner is such a person. They are gathered once for a page: lists pass over many rows of others.
const seesAll = ({ accountId }: Scope) => sql`x.user_id in (
  select xm.user_id from membership xm join app_user xu on xu.user_id = xm.user_id
  where xm.account_id = ${accountId} and xm.active and xu.active and xm.all_units)`

// Beyond that, reading in the order of the list until the page is full costs less than looking at each of them.
const fewSubjects = 200

export async function findAnswering(tx: ReadTx, scope: Scope, searched: Searched): Promise<Answering> {
  const { rules, named, isHolder } = await findDefaults(tx, scope, searched)
  const byRule = rules ? sql`(select ${isSearched(searched, 'f')} is true from (${firstRule}) f),` : sql``
  const thirdParties = sql`coalesce(${byName(sql`t.thirdparty_id`, sql`t.unit_set_id`)}, ${byRule} ${isHolder}::boolean)`
  return {
    thirdParties,
    dossiers: sql`coalesce(${byName(sql`d.dossier_id`, sql`d.unit_set_id`)}, (select ${thirdParties} from thirdparty t
      where t.account_id = d.account_id and t.thirdparty_id = d.thirdparty_id))`,
    holdsDuty: isHolder,
    subjects: named || isHolder ? null : await findFewSubjects(tx, scope, searched),
  }

  /** Null if nobody who can act is named. Whoever is searched can: they ask, and see only what they see. */
  function byName(subject: Condition, units: Condition): Condition {
    return sql`(select ${isSearched(searched, 'x')} is true from subject_owner x
      where x.account_id = ${scope.accountId} and x.subject = ${subject}
        and (${isSearched(searched, 'x')} or ${seesAll(scope)} or owner_acts(x.account_id, x.user_id, x.team_id, ${units})))`
  }
}

async function findFewSubjects(
  tx: ReadTx,
  { accountId }: Scope,
  searched: Searched,
): Promise<number[] | null> {
  const { rows } = await sql<{ subject: number }>`select o.subject from subject_owner o
    where o.account_id = ${accountId} and ${isSearched(searched, 'o')} limit ${fewSubjects + 1}`.execute(tx)
  return rows.length > fewSubjects ? null : rows.map(({ subject }) => subject)
}
