import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { recomputeAll, recordDefinition } from './add-definition.ts'
import type { Definition } from './attribute.ts'
import { followCriticality, isCriticality } from './criticality.ts'
import { checkExpression, checkLabel, checkOptions, checkRoom } from './definition-checks.ts'
import { getDefinition, listDefinitions, lockDefinitions } from './definitions.queries.ts'
import { nameList } from './parse-values.ts'

export interface DefinitionChange {
  label?: string
  options?: readonly string[]
  expression?: string | null
  required?: boolean
  position?: number
  archived?: boolean
}

interface ChangeDefinition {
  attributeId: number
  change: DefinitionChange
  /** Called with the locked definition, before anything is decided: the place of If-Match. */
  guard: (current: Definition) => void
}

export async function changeDefinition(tx: Tx, scope: Scope, command: ChangeDefinition): Promise<Definition> {
  await lockDefinitions(tx, scope)
  const current = await getDefinition(tx, scope, command.attributeId)
  command.guard(current)
  const next = nextOf(current, command.change)
  if (isSame(current, next)) return current
  const all = await listDefinitions(tx, scope, { scope: current.scope })
  if (next.archived) refuseNeeded(all, next)
  else {
    if (current.archived) checkRoom(all)
    checkLabel(all, next)
  }
  // Archived or not: it may come back, and its values are kept.
  checkOptions(next.type, next.options)
  await refuseUsedOptions(tx, scope, current, next)
  const { expression } = next
  const found = expression === null || next.archived ? {} : checkExpression(all, { ...next, expression })
  await store(tx, scope, { ...next, ...found })
  const optionsMoved = next.options.join('\n') !== current.options.join('\n')
  if (optionsMoved) await replaceOptions(tx, scope, next)
  if (isCriticality(next) && next.archived !== current.archived) await followCriticality(tx, scope, 'ALL')
  const resultsMoved = optionsMoved || current.archived || expression !== current.expression
  if (expression !== null && !next.archived && resultsMoved) await recomputeAll(tx, scope)
  const { attributeId } = current
  const after = await getDefinition(tx, scope, attributeId)
  recordDefinition(tx, scope, { attributeId, before: current, after })
  return after
}

function nextOf(current: Definition, change: DefinitionChange): Definition {
  const next = { ...current, ...change }
  if ((next.expression === null) !== (current.expression === null))
    throw new AppError('ATTRIBUTE_KIND_FIXED', {}, { members: { pointer: '/calculated' } })
  return { ...next, required: next.required && next.expression === null }
}

function isSame(current: Definition, next: Definition): boolean {
  return JSON.stringify(current) === JSON.stringify(next)
}

function refuseNeeded(all: readonly Definition[], { code }: Definition): void {
  const users = all.filter((one) => !one.archived && one.dependsOn.includes(code))
  if (users.length === 0) return
  throw new AppError('ATTRIBUTE_IN_USE', { labels: nameList(users.map((one) => one.label)) })
}

/** Nothing may hold a value that its list no longer offers. Calculated values follow by themselves. */
async function refuseUsedOptions(tx: Tx, scope: Scope, current: Definition, next: Definition): Promise<void> {
  const removed = current.options.filter((option) => !next.options.includes(option))
  if (removed.length === 0 || next.expression !== null) return
  const { rows } = await sql<{ option: string }>`
    select o.option from unnest(${removed}::text[]) o(option)
    where exists (select from attribute_value v where v.account_id = ${scope.accountId}
      and v.attribute_id = ${next.attributeId} and v.value @> to_jsonb(o.option))`.execute(tx)
  if (rows.length === 0) return
  const options = nameList(rows.map((row) => row.option))
  throw new AppError('ATTRIBUTE_OPTION_IN_USE', { options }, { members: { pointer: '/options' } })
}

async function store(tx: Tx, scope: Scope, next: Definition): Promise<void> {
  const now = sql<Date>`account_now(${scope.accountId})`
  await tx
    .updateTable('attribute_definition')
    .set({
      label: next.label,
      options: [...next.options],
      expression: next.expression,
      depends_on: [...next.dependsOn],
      steps: next.steps,
      required: next.required,
      position: next.position,
      archived_at: next.archived ? sql<Date>`coalesce(archived_at, ${now})` : null,
      version: sql<number>`version + 1`,
      updated_at: now,
    })
    .where('account_id', '=', scope.accountId)
    .where('attribute_id', '=', next.attributeId)
    .execute()
}

/** Lists sort by the place of an option, which has just moved. */
async function replaceOptions(tx: Tx, scope: Scope, next: Definition): Promise<void> {
  const place = sql<number>`attribute_number_key(value, ${[...next.options]}::text[])`
  await tx
    .updateTable('attribute_value')
    .set({ number_key: place })
    .where('account_id', '=', scope.accountId)
    .where('attribute_id', '=', next.attributeId)
    .where('number_key', 'is distinct from', place)
    .execute()
}
