import { sql } from 'kysely'
import { rightsOf, roles } from '../../platform/kernel/index.ts'
import type { Fragment } from '../../platform/lists/index.ts'
import { firstRule, isSearched } from '../teams/index.ts'
import type { WorkReader } from './work-source.ts'

/** What somebody has to decide on, as the row of a list sees it. */
export interface Decidable {
  readonly thirdpartyId: Fragment
  /** Whose owner is asked before that of the company; null where there is none. */
  readonly dossierId: Fragment | null
  readonly unitSetId: Fragment
  /** Whether this person may decide on it, beyond their role and what they see. */
  readonly isFree?: (person: Fragment) => Fragment
}

/**
 * It waits for the owner if they may decide, by their name or by rule. Otherwise for everybody who may: an owner who
 * cannot decide must not keep it from being seen.
 */
export function waitsForDecider(reader: WorkReader, matter: Decidable): Fragment {
  const { scope, me } = reader
  const { thirdpartyId, dossierId } = matter
  const byName = (subject: Fragment) => sql`(select ${isSearched(me, 'x')} is true from subject_owner x
    where x.account_id = ${scope.accountId} and x.subject = ${subject} and ${decides(reader, matter, 'x')}),`
  const byRule = sql`(select ${isSearched(me, 'f')} is true from thirdparty t cross join lateral (${firstRule}) f
    where t.account_id = ${scope.accountId} and t.thirdparty_id = ${thirdpartyId} and ${decides(reader, matter, 'f')})`
  return sql`coalesce(${dossierId ? byName(dossierId) : sql``} ${byName(thirdpartyId)} ${byRule}, true)`
}

const decidingRoles = roles.filter((role) => rightsOf([role]).has('decide'))

/**
 * Whether the person or team that `of` names can decide on it. Whoever asks can. People who see everything are gathered
 * once for a page; only others are looked at for each row.
 */
function decides({ scope, me }: WorkReader, { unitSetId, isFree }: Decidable, of: string): Fragment {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const seesAll = sql`${column('user_id')} in (
    select dm.user_id from membership dm join app_user du on du.user_id = dm.user_id
    where dm.account_id = ${scope.accountId} and dm.active and du.active and dm.all_units
      and dm.roles && ${decidingRoles}::text[])`
  const freely = isFree ? sql`and ${isFree(column('user_id'))}` : sql``
  return sql`(${isSearched(me, of)} or (${seesAll} ${freely}) or exists (select from membership dm join app_user du on du.user_id = dm.user_id
    where dm.account_id = ${column('account_id')} and dm.active and du.active and dm.roles && ${decidingRoles}::text[]
      and (dm.user_id = ${column('user_id')} or exists (select from team_member dt
        where dt.account_id = dm.account_id and dt.team_id = ${column('team_id')} and dt.user_id = dm.user_id))
      and (dm.all_units or member_sees(dm.account_id, dm.user_id, ${unitSetId}))
      ${isFree ? sql`and ${isFree(sql`dm.user_id`)}` : sql``}))`
}
