import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { Rule } from './rule.ts'

const columns = [
  'rule_id',
  'shipped_code',
  'name',
  'name_fr',
  'active',
  'priority',
  'sectors',
  'countries',
  'criticalities',
  sql<number | null>`purchase_min::float8`.as('purchase_min'),
  sql<number | null>`purchase_max::float8`.as('purchase_max'),
  'dossier_type_codes',
  'due_days',
  'version',
  'created_at',
  'updated_at',
] as const

const liveRules = (tx: ReadTx, scope: Scope) =>
  tx
    .selectFrom('rule')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('deleted_at', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof liveRules>['execute']>>[number]

/** In the order they are applied. */
export async function listRules(tx: ReadTx, scope: Scope, active?: boolean): Promise<Rule[]> {
  const rows = await liveRules(tx, scope)
    .$if(active !== undefined, (query) => query.where('active', '=', active ?? true))
    .orderBy('priority')
    .orderBy('rule_id')
    .execute()
  return rows.map(ruleOf)
}

export async function getRule(tx: ReadTx, scope: Scope, ruleId: number): Promise<Rule> {
  const row = await liveRules(tx, scope).where('rule_id', '=', ruleId).executeTakeFirst()
  if (!row) throw new AppError('RULE_NOT_FOUND', { ruleId })
  return ruleOf(row)
}

/** Locked for the rest of the transaction. */
export async function lockRule(tx: Tx, scope: Scope, ruleId: number): Promise<Rule> {
  const row = await liveRules(tx, scope).where('rule_id', '=', ruleId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('RULE_NOT_FOUND', { ruleId })
  return ruleOf(row)
}

function ruleOf(row: Row): Rule {
  return {
    ruleId: row.rule_id,
    shippedCode: row.shipped_code,
    name: row.name,
    nameFr: row.name_fr,
    active: row.active,
    priority: row.priority,
    criteria: {
      sectors: row.sectors,
      countries: row.countries,
      criticalities: row.criticalities,
      purchaseAmount: { min: row.purchase_min, max: row.purchase_max },
    },
    dossierTypeCodes: row.dossier_type_codes,
    dueDays: row.due_days,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
