import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { recordSetting } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { wholePortfolio } from './apply-rules.task.ts'
import { checkTerms } from './rule-checks.ts'
import type { Rule, RuleTerms } from './rule.ts'
import { getRule, lockRule, listRules } from './rules.queries.ts'

const maxRules = 200

export interface RuleDraft extends RuleTerms {
  readonly name: string
  readonly priority: number
}

/** Throws when the caller saw another version. */
type Guard = (present: Rule) => void

/** Gives an account the shipped rules it never had; none of them acts before somebody activates it. */
export async function seedRules(tx: Tx, { accountId }: Pick<Scope, 'accountId'>): Promise<void> {
  await sql`select rule_seed(${accountId})`.execute(tx)
}

/** A new rule does nothing before it is activated. */
export async function addRule(tx: Tx, scope: Scope, draft: RuleDraft): Promise<Rule> {
  await checkTerms(tx, scope, draft)
  if ((await listRules(tx, scope)).length >= maxRules) {
    throw new AppError('RULE_LIMIT_REACHED', { max: maxRules })
  }
  const now = sql<Date>`account_now(${scope.accountId})`
  const { rule_id: ruleId } = await tx
    .insertInto('rule')
    .values({ account_id: scope.accountId, ...columnsOf(draft), created_at: now, updated_at: now })
    .returning('rule_id')
    .executeTakeFirstOrThrow()
  const rule = await getRule(tx, scope, ruleId)
  recordRule(tx, scope, { ruleId, before: null, after: rule })
  return rule
}

/** What an active rule asks, and of whom, cannot be changed: it would open what nobody has simulated. */
export async function changeRule(
  tx: Tx,
  scope: Scope,
  command: { ruleId: number; change: Partial<RuleDraft>; guard: Guard },
): Promise<Rule> {
  const { ruleId, change } = command
  const present = await lockRule(tx, scope, ruleId)
  command.guard(present)
  const after = { ...present, ...change, ...(change.name !== undefined && { nameFr: null }) }
  if (isDeepStrictEqual(after, present)) return present
  const isNewDemand =
    !isDeepStrictEqual(after.criteria, present.criteria) ||
    !isDeepStrictEqual(after.dossierTypeCodes, present.dossierTypeCodes)
  if (isNewDemand && present.active) throw new AppError('RULE_ACTIVE', { ruleId })
  if (isNewDemand) await checkTerms(tx, scope, after)
  await store(tx, scope, ruleId, { ...columnsOf(after), name_fr: after.nameFr })
  recordRule(tx, scope, { ruleId, before: present, after })
  return getRule(tx, scope, ruleId)
}

/** Dossiers it has opened stay. */
export async function deleteRule(
  tx: Tx,
  scope: Scope,
  { ruleId, guard }: { ruleId: number; guard: Guard },
): Promise<void> {
  const present = await lockRule(tx, scope, ruleId)
  guard(present)
  const deletedAt = sql<Date>`account_now(${scope.accountId})`
  await store(tx, scope, ruleId, { active: false, deleted_at: deletedAt })
  recordRule(tx, scope, { ruleId, before: present, after: null })
}

export async function switchRule(
  tx: Tx,
  scope: Scope,
  { ruleId, active, guard }: { ruleId: number; active: boolean; guard: Guard },
): Promise<Rule> {
  const present = await lockRule(tx, scope, ruleId)
  guard(present)
  if (present.active === active) return present
  if (active) {
    // A type may have been archived, an option renamed since the rule was written.
    await checkTerms(tx, scope, present)
    await enqueue(tx, 'rules.apply', ...wholePortfolio(scope.accountId))
  }
  await store(tx, scope, ruleId, { active })
  recordRule(tx, scope, { ruleId, before: { active: present.active }, after: { active } })
  return getRule(tx, scope, ruleId)
}

function recordRule(
  tx: Tx,
  scope: Scope,
  { ruleId, ...change }: { ruleId: number; before: object | null; after: object | null },
): void {
  recordSetting(tx, scope, { setting: 'rule', subject: { type: 'RULE', id: ruleId }, ...change })
}

function columnsOf({ name, priority, criteria, dossierTypeCodes, dueDays }: RuleDraft) {
  return {
    name,
    priority,
    sectors: [...criteria.sectors],
    countries: [...criteria.countries],
    criticalities: [...criteria.criticalities],
    purchase_min: criteria.purchaseAmount.min,
    purchase_max: criteria.purchaseAmount.max,
    dossier_type_codes: [...dossierTypeCodes],
    due_days: dueDays,
  }
}

type Columns = Partial<ReturnType<typeof columnsOf>> & {
  name_fr?: string | null
  active?: boolean
  deleted_at?: ReturnType<typeof sql<Date>>
}

async function store(tx: Tx, scope: Scope, ruleId: number, columns: Columns): Promise<void> {
  await tx
    .updateTable('rule')
    .set({
      ...columns,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`account_now(${scope.accountId})`,
    })
    .where('account_id', '=', scope.accountId)
    .where('rule_id', '=', ruleId)
    .execute()
}
