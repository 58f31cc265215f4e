import { sql, type RawBuilder } from 'kysely'
import { rightsOf, roles } from '../../platform/kernel/index.ts'
import { managerOf } from '../accounts/index.ts'
import { firstRule } from './owner-rule-match.ts'

/** Roles of those who may do more than read. */
export const actingRoles = roles.filter(
  (role) => rightsOf([role]).has('manage') || rightsOf([role]).has('decide'),
)

const namedOn = (subject: RawBuilder<unknown>) => sql`
  select o.user_id, o.team_id from subject_owner o
  where o.account_id = t.account_id and o.subject = ${subject}
    and owner_acts(o.account_id, o.user_id, o.team_id, t.unit_set_id)`

/** Who answers for the dossier `d` of the company `t`, if anybody does by name or by rule. */
const ownerOfDossier = sql`
  select x.user_id from (
    select 1 as place, n.user_id from (${namedOn(sql`d.dossier_id`)}) n
    union all select 2, n.user_id from (${namedOn(sql`t.thirdparty_id`)}) n
    union all select 3, r.user_id from (${firstRule}) r) x
  order by x.place limit 1`

/**
 * The manager of the person who answers for the dossier `d` of the company `t`; null if nobody is known as such who sees
 * the company and may do more than read. Teams have none.
 */
export const ownerManager = sql<number | null>`(
  select b.user_id from (${ownerOfDossier}) w
  join membership m on m.account_id = t.account_id and m.user_id = w.user_id
  join membership b on b.account_id = m.account_id and b.user_id = ${managerOf} and b.user_id <> m.user_id
    and b.roles && ${actingRoles}::text[]
  where owner_acts(b.account_id, b.user_id, null, t.unit_set_id))`
