import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { applyValues, type ValueChange } from './apply-values.ts'
import { askRules } from './ask-rules.ts'
import type { AttributeValue, Definition } from './attribute.ts'
import { calculationOrder } from './calculation-order.ts'
import { holdDefinitions, liveDefinitions } from './definitions.queries.ts'
import { compileExpression, type Inputs, type Program } from './expression.ts'
import { identitiesOf } from './identity-fields.ts'
import { lockThirdParties } from './values.queries.ts'

/**
 * Brings the calculated attributes of these third parties up to date, in one statement each for reading and
 * writing. Returns how many values changed. Archived third parties stay as they are.
 */
export async function recomputeCalculated(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<number> {
  await holdDefinitions(tx, scope)
  const definitions = await liveDefinitions(tx, scope)
  if (definitions.every((one) => one.expression === null)) return 0
  await lockThirdParties(tx, scope, thirdpartyIds)
  return recomputeLocked(tx, scope, { definitions, thirdpartyIds })
}

interface Recompute {
  definitions: readonly Definition[]
  thirdpartyIds: readonly number[]
}

/** For a caller that holds the definitions and the third parties already. */
export async function recomputeLocked(tx: Tx, scope: Scope, asked: Recompute): Promise<number> {
  const programs = programsOf(asked.definitions)
  if (programs.length === 0) return 0
  const subjects = await loadInputs(tx, scope, asked)
  const wanted = subjects.flatMap(({ thirdpartyId, inputs }) =>
    calculateAll(programs, inputs).map((found) => ({ subject: thirdpartyId, ...found })),
  )
  const changes = await applyValues(tx, scope, wanted)
  recordChanges(tx, scope, { name: 'THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED', changes, ...asked })
  await askRules(tx, scope, changes, asked.definitions)
  return changes.length
}

interface Calculated {
  definition: Definition
  program: Program
}

export function programsOf(definitions: readonly Definition[]): Calculated[] {
  return calculationOrder(definitions).map((definition) => {
    const draft = { ...definition, expression: definition.expression ?? '' }
    return { definition, program: compileExpression(draft, definitions) }
  })
}

/** Each result is an input of those that follow. */
export function calculateAll(programs: readonly Calculated[], inputs: Inputs) {
  const attributes = new Map(inputs.attributes)
  return programs.map(({ definition: { attributeId, code }, program }) => {
    const outcome = program.run({ attributes, identity: inputs.identity })
    const value = outcome.kind === 'VALUE' ? outcome.value : null
    if (value === null) attributes.delete(code)
    else attributes.set(code, value)
    return { attributeId, value }
  })
}

interface Subject {
  thirdpartyId: number
  name: string | null
  inputs: Inputs
}

/** What expressions read of these third parties, archived ones left out. */
export async function loadInputs(tx: ReadTx, scope: Scope, asked: Recompute): Promise<Subject[]> {
  const { definitions, thirdpartyIds } = asked
  const [identities, values] = await Promise.all([
    identitiesOf(tx, scope, thirdpartyIds),
    valuesBySubject(tx, scope, definitions, thirdpartyIds),
  ])
  return identities.map(({ thirdpartyId, name, identity }) => ({
    thirdpartyId,
    name,
    inputs: { attributes: values.get(thirdpartyId) ?? new Map(), identity },
  }))
}

/** The values of third parties or dossiers by the codes of these attributes. */
export async function valuesBySubject(
  tx: ReadTx,
  scope: Scope,
  definitions: readonly Definition[],
  subjects: readonly number[],
): Promise<Map<number, Map<string, AttributeValue>>> {
  const values = await tx
    .selectFrom('attribute_value')
    .select(['subject', 'attribute_id', 'value'])
    .where('account_id', '=', scope.accountId)
    .where((where) => where('subject', '=', where.fn.any(where.val([...subjects]))))
    .execute()
  const codes = new Map(definitions.map((one) => [one.attributeId, one.code]))
  const bySubject = new Map<number, Map<string, AttributeValue>>()
  for (const row of values) {
    const code = codes.get(row.attribute_id)
    if (code === undefined) continue
    const known = bySubject.get(row.subject) ?? new Map<string, AttributeValue>()
    bySubject.set(row.subject, known.set(code, row.value as AttributeValue))
  }
  return bySubject
}

interface RecordedChanges {
  name: 'THIRD_PARTY_ATTRIBUTE_UPDATED' | 'THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED'
  changes: readonly ValueChange[]
  definitions: readonly Definition[]
}

export function recordChanges(tx: Tx, scope: Scope, { name, changes, definitions }: RecordedChanges): void {
  const byId = new Map(definitions.map((one) => [one.attributeId, one]))
  for (const { subject, attribute_id: attributeId, before, after } of changes) {
    const { code, label } = byId.get(attributeId) ?? { code: null, label: null }
    record(tx, scope, { name, thirdpartyId: subject, data: { attributeId, code, label, before, after } })
  }
}
