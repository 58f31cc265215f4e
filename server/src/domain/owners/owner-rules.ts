import { sql } from 'kysely'
import { recordAdministration } from '../../platform/administration/index.ts'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, isCountryCode, type Scope } from '../../platform/kernel/index.ts'
import { listDefinitions } from '../attributes/index.ts'
import {
  holdParty,
  lockOwnerSettings,
  tellParty,
  viewParty,
  type Party,
  type PartyView,
} from '../teams/index.ts'

/** What a company must be; an empty list, or no unit, asks nothing. */
interface Terms {
  readonly countries: readonly string[]
  readonly categories: readonly string[]
  readonly criticalities: readonly string[]
  readonly unitId: number | null
}
export interface NewOwnerRule extends Terms {
  readonly owner: Party
}
export interface OwnerRuleView extends Terms {
  readonly ruleId: number
  readonly owner: PartyView
}
export interface OwnerRules {
  readonly rules: readonly OwnerRuleView[]
  readonly version: number
}

export async function readOwnerRules(tx: ReadTx, { accountId }: Scope): Promise<OwnerRules> {
  // Whether somebody sees a company is asked for each; here it is enough that they see those of the unit.
  const units = sql`(select s.unit_set_id from unit_set s
    where s.account_id = r.account_id and s.unit_ids = array[r.unit_id])`
  const { rows } = await sql<OwnerRuleView>`
    select r.rule_id as "ruleId", r.countries, r.categories, r.criticalities, r.unit_id as "unitId",
      ${viewParty({ of: 'r', units })} as owner
    from owner_rule r where r.account_id = ${accountId} order by r.position`.execute(tx)
  const settings = await tx
    .selectFrom('owner_settings')
    .select('rules_version')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return { rules: rows, version: settings?.rules_version ?? 0 }
}

/** The whole list, in the order in which the rules are asked. */
export async function putOwnerRules(
  tx: Tx,
  scope: Scope,
  rules: readonly NewOwnerRule[],
  checkVersion: (version: number) => void,
): Promise<OwnerRules> {
  const { accountId } = scope
  await lockOwnerSettings(tx, scope)
  const before = await readOwnerRules(tx, scope)
  checkVersion(before.version)
  await checkRules(tx, scope, rules)
  const told = [before.rules.map(tellRule), rules.map(tellRule)] as const
  if (JSON.stringify(told[0]) === JSON.stringify(told[1])) return before
  await tx.deleteFrom('owner_rule').where('account_id', '=', accountId).execute()
  if (rules.length > 0)
    await tx
      .insertInto('owner_rule')
      .values(rules.map(toRow(accountId)))
      .execute()
  await raiseRulesVersion(tx, scope)
  recordAdministration(tx, scope, {
    name: 'OWNER_RULES_CHANGED',
    subject: { type: 'ACCOUNT', id: accountId },
    before: { rules: told[0] },
    after: { rules: told[1] },
  })
  return readOwnerRules(tx, scope)
}

const toRow = (account_id: number) => (rule: NewOwnerRule, nth: number) => ({
  account_id,
  position: nth + 1,
  countries: [...rule.countries],
  categories: [...rule.categories],
  criticalities: [...rule.criticalities],
  unit_id: rule.unitId,
  user_id: rule.owner.userId,
  team_id: rule.owner.teamId,
})

const tellRule = ({ countries, categories, criticalities, unitId, owner }: NewOwnerRule) => ({
  countries,
  categories,
  criticalities,
  unitId,
  owner: tellParty(owner),
})

async function checkRules(tx: Tx, scope: Scope, rules: readonly NewOwnerRule[]): Promise<void> {
  const definitions = await listDefinitions(tx, scope, { scope: 'THIRD_PARTY', archived: false })
  for (const [nth, rule] of rules.entries()) {
    const strange = rule.countries.findIndex((country) => !isCountryCode(country))
    if (strange >= 0)
      throw new AppError(
        'COUNTRY_CODE_INVALID',
        {},
        { members: { pointer: `/rules/${nth}/countries/${strange}` } },
      )
    for (const [field, code] of [
      ['categories', 'CATEGORY'],
      ['criticalities', 'CRITICALITY'],
    ] as const) {
      const definition = definitions.find((one) => one.code === code)
      const options = definition?.options ?? []
      const unknown = rule[field].findIndex((option) => !options.includes(option))
      if (unknown < 0) continue
      throw new AppError(
        'ATTRIBUTE_OPTION_UNKNOWN',
        { label: definition?.label ?? code, options: options.join(', ') },
        { members: { pointer: `/rules/${nth}/${field}/${unknown}` } },
      )
    }
    await holdParty(tx, scope, rule.owner)
    if (rule.unitId !== null) await checkUnit(tx, scope, rule.unitId, rule.owner)
  }
}

/** Of a unit that the owner does not see, the rule would never name them. */
async function checkUnit(
  tx: Tx,
  { accountId }: Scope,
  unitId: number,
  { userId, teamId }: Party,
): Promise<void> {
  const { rows } = await sql<{ acts: boolean | null }>`
    select owner_acts(u.account_id, ${userId}, ${teamId}, (select s.unit_set_id from unit_set s
      where s.account_id = u.account_id and s.unit_ids = array[u.unit_id])) as acts
    from unit u where u.account_id = ${accountId} and u.unit_id = ${unitId}`.execute(tx)
  const [unit] = rows
  if (!unit) throw new AppError('UNIT_NOT_FOUND', { unitId })
  if (!unit.acts) throw new AppError('OWNER_WITHOUT_UNIT', { unitId })
}

/** The version belongs to the whole list. */
export async function raiseRulesVersion(tx: Tx, { accountId }: Scope): Promise<void> {
  await sql`insert into owner_settings as s (account_id, rules_version) values (${accountId}, 1)
    on conflict (account_id) do update set rules_version = s.rules_version + 1`.execute(tx)
}
