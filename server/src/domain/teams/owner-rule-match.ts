import { sql } from 'kysely'

/**
 * The first rule that fits the third party called `t` and whose person or team can act for it. Asked at each reading: a
 * company that becomes critical or moves to another unit has its new owner at once, without any job.
 */
export const firstRule = sql`
  select r.account_id, r.rule_id, r.user_id, r.team_id from owner_rule r
  where r.account_id = t.account_id
    and (cardinality(r.countries) = 0 or t.country_code = any(r.countries))
    and (cardinality(r.criticalities) = 0 or exists (select from thirdparty_summary rs
      where rs.account_id = t.account_id and rs.thirdparty_id = t.thirdparty_id
        and rs.criticality = any(r.criticalities)))
    and (cardinality(r.categories) = 0 or exists (select from attribute_definition rd
      join attribute_value rv on rv.account_id = rd.account_id and rv.attribute_id = rd.attribute_id
      where rd.account_id = t.account_id and rd.scope = 'THIRD_PARTY' and rd.code = 'CATEGORY'
        and rd.archived_at is null and rv.subject = t.thirdparty_id and rv.text_key = any(r.categories)))
    and (r.unit_id is null or t.unit_set_id = any(unit_sets_of(r.account_id, array[r.unit_id])))
    and owner_acts(r.account_id, r.user_id, r.team_id, t.unit_set_id)
  order by r.position limit 1`
