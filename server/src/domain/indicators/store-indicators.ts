import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { isNews, type Change, type Changes, type ComputedIndicator } from './changes.ts'
import type { Computed } from './facts.ts'

/** Ends the rows that hold no more, writes those that do, tells the news and brings the portfolio's list up to date. */
export async function storeChanges(
  tx: Tx,
  scope: Scope,
  { moved, explained }: Changes,
  moment: Date,
): Promise<void> {
  if (explained.length > 0) await explain(tx, scope, explained)
  if (moved.length === 0) return
  const ended = moved.flatMap(({ before }) => before?.indicatorId ?? [])
  await tx
    .updateTable('indicator')
    .set({ superseded_at: moment })
    .where('account_id', '=', scope.accountId)
    .where((one) => one('indicator_id', '=', one.fn.any(one.val(ended))))
    .execute()
  await insert(tx, scope, moved, moment)
  for (const change of moved) if (isNews(change)) recordIndicatorChange(tx, scope, change)
  const affectedIds = moved.flatMap(({ after }) => (after.dossierId === null ? [after.thirdpartyId] : []))
  await followIndicators(tx, scope, [...new Set(affectedIds)])
}

function rowOf({ asOf, dueOn, model, ...after }: ComputedIndicator) {
  return { ...after, as_of: asOf, due_on: dueOn, model_name: model.name, model_version: model.version }
}

const columns = sql`value smallint, rating text, state text, model_name text, model_version int, as_of date,
  compliant boolean, pending smallint, breakdown json, advice json, due_on date`

async function insert(tx: Tx, scope: Scope, moved: readonly Change[], moment: Date): Promise<void> {
  const rows = moved.map(({ before, after }) => ({ ...rowOf(after), previous: previousOf(before, after) }))
  await sql`
    insert into indicator (account_id, thirdparty_id, dossier_id, code, value, rating, state, previous_value,
      model_name, model_version, as_of, compliant, pending, breakdown, advice, due_on, since)
    select ${scope.accountId}, r."thirdpartyId", r."dossierId", r.code, r.value, r.rating, r.state, r.previous,
      r.model_name, r.model_version, r.as_of, r.compliant, r.pending, r.breakdown,
      r.advice, r.due_on, ${moment}
    from json_to_recordset(${JSON.stringify(rows)}::json) as r ("thirdpartyId" bigint, "dossierId" bigint,
      code text, previous smallint, ${columns})
    order by r."dossierId", r."thirdpartyId"`.execute(tx)
}

function previousOf(before: Change['before'], after: ComputedIndicator): number | null {
  if (before === null) return null
  return before.value === after.value ? before.previousValue : before.value
}

async function explain(tx: Tx, scope: Scope, explained: Changes['explained']): Promise<void> {
  const rows = explained.map(({ indicatorId, after }) => ({ id: indicatorId, ...rowOf(after) }))
  await sql`
    update indicator i set as_of = r.as_of, compliant = r.compliant, pending = r.pending,
      breakdown = r.breakdown, advice = r.advice, due_on = r.due_on
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, ${columns})
    where i.account_id = ${scope.accountId} and i.indicator_id = r.id`.execute(tx)
}

function recordIndicatorChange(tx: Tx, scope: Scope, { before, after }: Change): void {
  const { thirdpartyId, dossierId, code } = after
  const data = { code, before: before && figures(before), after: figures(after) }
  if (dossierId === null) record(tx, scope, { name: 'THIRD_PARTY_INDICATOR_UPDATED', thirdpartyId, data })
  else record(tx, scope, { name: 'DOSSIER_INDICATOR_UPDATED', thirdpartyId, dossierId, data })
}

function figures({ value, rating, state, model: { name, version } }: Computed) {
  return { value, rating, state, model: { name, version } }
}

async function followIndicators(tx: Tx, { accountId }: Scope, thirdpartyIds: number[]): Promise<void> {
  if (thirdpartyIds.length === 0) return
  const valueOf = (code: string) => sql`max(value) filter (where code = ${code}::text)`
  await sql`
    insert into thirdparty_summary as s (account_id, thirdparty_id, legal_compliance, financial_risk,
      cybersecurity, environmental_impact)
    select account_id, thirdparty_id, ${valueOf('LEGAL_COMPLIANCE')}, ${valueOf('FINANCIAL_RISK')},
      ${valueOf('CYBERSECURITY')}, ${valueOf('ENVIRONMENTAL_IMPACT')}
    from indicator
    where account_id = ${accountId} and thirdparty_id = any(${thirdpartyIds}::bigint[])
      and dossier_id is null and superseded_at is null
    group by account_id, thirdparty_id order by thirdparty_id
    on conflict (account_id, thirdparty_id) do update set legal_compliance = excluded.legal_compliance,
      financial_risk = excluded.financial_risk, cybersecurity = excluded.cybersecurity,
      environmental_impact = excluded.environmental_impact
    where (s.legal_compliance, s.financial_risk, s.cybersecurity, s.environmental_impact) is distinct from
      (excluded.legal_compliance, excluded.financial_risk, excluded.cybersecurity,
        excluded.environmental_impact)`.execute(tx)
}
