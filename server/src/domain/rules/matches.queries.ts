import { sql, type RawBuilder } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { RuleTerms } from './rule.ts'
import { activityPrefixes } from './sectors.ts'

/** A rule that exists, or a draft that has no id yet. */
export interface MatchedRule extends RuleTerms {
  readonly ruleId: number | null
  readonly priority: number
}

export interface Match {
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly ruleId: number | null
  readonly dueDays: number | null
  /**
   * OPEN: one of the type is open. NOT_AGAIN: a rule opened one before, and somebody put it away. TO_OPEN:
   * neither.
   */
  readonly outcome: 'TO_OPEN' | 'OPEN' | 'NOT_AGAIN'
}

/**
 * A relation of every third party and dossier type that these rules ask for, each once: the rule of the lowest
 * priority number counts. An unknown value meets no criterion. A company whose
 * register has not answered yet waits, because its answer decides what is required.
 *
 * What this rule, or another in force, has opened once for a third party is not opened again by any of them:
 * whoever archived that dossier has decided, and a renewal follows the dossier, not the rule. `again` forgets
 * that, for third parties that came back.
 */
export function matchesOf(
  { accountId }: Scope,
  rules: readonly MatchedRule[],
  { thirdpartyIds, again = false }: { thirdpartyIds: readonly number[] | null; again?: boolean },
): RawBuilder<unknown> {
  const isSelected: ColumnCondition = (column) =>
    thirdpartyIds === null ? sql`true` : sql`${sql.ref(column)} = any(${[...thirdpartyIds]}::bigint[])`
  return sql`(
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rules.map(ruleParameters))}::jsonb) as r (rule_id bigint,
        priority int, types text[], due_days int, prefixes text[], countries text[], criticalities text[],
        min numeric, max numeric)),
    known as (${companies(accountId, isSelected)}),
    wanted as (
      select k.thirdparty_id, asked.type_code, r.rule_id, r.priority, r.due_days,
        case when ${isOpen(accountId, isSelected)} then 'OPEN'
          when not ${again}::boolean and ${wasOpened(accountId, isSelected)} then 'NOT_AGAIN'
          else 'TO_OPEN' end as outcome
      from known k join given r on
        (cardinality(r.prefixes) = 0
          or exists (select from unnest(r.prefixes) prefix where starts_with(k.activity, prefix)))
        and (cardinality(r.countries) = 0 or k.country_code = any(r.countries))
        and (cardinality(r.criticalities) = 0 or k.criticality = any(r.criticalities))
        and (r.min is null or k.amount >= r.min) and (r.max is null or k.amount <= r.max)
      cross join lateral unnest(r.types) asked (type_code)
      where asked.type_code in (
        select code from dossier_type where account_id = ${accountId} and archived_at is null))
    select distinct on (thirdparty_id, type_code) thirdparty_id, type_code, rule_id, due_days, outcome
    from wanted
    order by thirdparty_id, type_code, priority, rule_id)`
}

type ColumnCondition = (column: string) => RawBuilder<unknown>

function ruleParameters({ ruleId, priority, dossierTypeCodes, dueDays, criteria }: MatchedRule) {
  return {
    rule_id: ruleId,
    priority,
    types: dossierTypeCodes,
    due_days: dueDays,
    prefixes: activityPrefixes(criteria.sectors),
    countries: criteria.countries,
    criticalities: criteria.criticalities,
    min: criteria.purchaseAmount.min,
    max: criteria.purchaseAmount.max,
  }
}

function companies(accountId: number, chosen: ColumnCondition): RawBuilder<unknown> {
  return sql`
    select t.thirdparty_id, t.country_code, replace(t.naf_code, '.', '') as activity, c.criticality, a.amount
    from thirdparty t
    left join thirdparty_criticality c on c.account_id = t.account_id and c.thirdparty_id = t.thirdparty_id
    left join (
      select v.subject, v.number_key as amount from attribute_definition d
      join attribute_value v on v.account_id = d.account_id and v.attribute_id = d.attribute_id
      where d.account_id = ${accountId} and d.scope = 'THIRD_PARTY' and d.code = 'ANNUAL_PURCHASE_AMOUNT'
        and d.archived_at is null and ${chosen('v.subject')}) a on a.subject = t.thirdparty_id
    where t.account_id = ${accountId} and t.archived_at is null and t.identity_status <> 'PENDING'
      and ${chosen('t.thirdparty_id')}`
}

// Lists, not lookups: they are read once, however many third parties there are.

function isOpen(accountId: number, chosen: ColumnCondition): RawBuilder<unknown> {
  return sql`(k.thirdparty_id, asked.type_code) in (
    select d.thirdparty_id, d.type_code from dossier d
    where d.account_id = ${accountId} and d.archived_at is null and ${chosen('d.thirdparty_id')})`
}

function wasOpened(accountId: number, chosen: ColumnCondition): RawBuilder<unknown> {
  const byRule = sql`from dossier d where d.account_id = ${accountId} and ${chosen('d.thirdparty_id')}
    and d.rule_id is not null`
  const inForce = sql`select rule_id from rule
    where account_id = ${accountId} and active and deleted_at is null`
  return sql`(
    (k.thirdparty_id, asked.type_code, r.rule_id) in (select d.thirdparty_id, d.type_code, d.rule_id ${byRule})
    or (k.thirdparty_id, asked.type_code) in (
      select d.thirdparty_id, d.type_code ${byRule} and d.rule_id in (${inForce})))`
}

/** What the rules would open, in the order of the third parties. */
export async function toOpen(tx: ReadTx, matches: RawBuilder<unknown>): Promise<Match[]> {
  const { rows } = await sql<Match>`
    select thirdparty_id as "thirdpartyId", type_code as "typeCode", rule_id as "ruleId",
      due_days as "dueDays", outcome
    from ${matches} m where outcome = 'TO_OPEN'
    order by thirdparty_id, type_code`.execute(tx)
  return rows
}
