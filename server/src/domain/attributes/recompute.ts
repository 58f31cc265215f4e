import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { record } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { applyValues, storeFailures, type ValueChange } from './apply-values.ts'
import { enqueueRules } from './enqueue-rules.ts'
import type { AttributeValue, Definition } from './attribute.ts'
import type { Sheet } from './calculate.ts'
import { calculationOrder } from './calculation-order.ts'
import { calculator } from './calculator.ts'
import { lockAllDefinitions, liveDefinitions } from './definitions.queries.ts'
import type { Outcome } from './expression-result.ts'
import type { Inputs } from './expression.ts'
import { identitiesOf } from './identity-fields.ts'
import { lockThirdParties } from './values.queries.ts'

/** A third party or a dossier, and what is calculated from. */
export interface Subject {
  readonly subject: number
  readonly thirdpartyId: number
  readonly inputs: Inputs
}

export interface RecomputeRequest {
  readonly definitions: readonly Definition[]
  readonly thirdpartyIds: readonly number[]
}

export interface CalculatedChanges {
  readonly changes: readonly ValueChange[]
  readonly definitions: readonly Definition[]
  readonly subjects: readonly Subject[]
}

/** What differs between third parties and dossiers when their attributes are calculated. */
export interface Calculable {
  definitions(tx: ReadTx, scope: Scope): Promise<Definition[]>
  /** Keeps inputs and values as they are until the transaction ends. */
  lock(tx: Tx, scope: Scope, thirdpartyIds: readonly number[]): Promise<unknown>
  load(tx: ReadTx, scope: Scope, requested: RecomputeRequest): Promise<Subject[]>
  record(tx: Tx, scope: Scope, changed: CalculatedChanges): Promise<void>
}

export const thirdParties: Calculable = {
  definitions: liveDefinitions,
  lock: lockThirdParties,
  load: (tx, scope, { definitions, thirdpartyIds }) =>
    loadInputs(tx, scope, { definitions: selectInputs(definitions), thirdpartyIds }),
  async record(tx, scope, { changes, definitions }) {
    recordChanges(tx, scope, { name: 'THIRD_PARTY_CALCULATED_ATTRIBUTE_UPDATED', changes, definitions })
    await enqueueRules(tx, scope, changes, definitions)
  },
}

/**
 * Brings the calculated attributes of these third parties up to date, in one statement each for reading and
 * writing. Returns how many values changed. Archived third parties stay as they are.
 */
export async function recomputeCalculated(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<number> {
  await lockAllDefinitions(tx, scope)
  const definitions = await liveDefinitions(tx, scope)
  if (definitions.every((one) => one.expression === null)) return 0
  await lockThirdParties(tx, scope, thirdpartyIds)
  return recomputeLocked(tx, scope, { definitions, thirdpartyIds })
}

/** For a caller that holds the definitions and the third parties already. */
export async function recomputeLocked(tx: Tx, scope: Scope, requested: RecomputeRequest): Promise<number> {
  if (requested.definitions.every((one) => one.expression === null)) return 0
  const subjects = await thirdParties.load(tx, scope, requested)
  return recomputeHeld(tx, scope, thirdParties, { definitions: requested.definitions, subjects })
}

/**
 * In the transaction that holds these records. What could take longer than a transaction should wait is left to a job,
 * which exists if, and only if, the change of the inputs was committed.
 */
export async function recomputeHeld(
  tx: Tx,
  scope: Scope,
  calculable: Calculable,
  { definitions, subjects }: Pick<CalculatedChanges, 'definitions' | 'subjects'>,
): Promise<number> {
  const sheet = sheetOf(definitions)
  if (sheet.calculated.length === 0 || subjects.length === 0) return 0
  const inputs = subjects.map((one) => one.inputs)
  const { accountId } = scope
  const outcomes = await calculator.calculateAtOnce({ accountId, sheet, subjects: inputs })
  if (outcomes) return storeOutcomes(tx, scope, calculable, { definitions, subjects, outcomes })
  await enqueueRecompute(tx, scope, [...new Set(subjects.map((one) => one.thirdpartyId))])
  return 0
}

/** One job of an account after the other: the workers are there for the others too. */
export async function enqueueRecompute(
  tx: Tx,
  { accountId }: Pick<Scope, 'accountId'>,
  thirdpartyIds: number[],
): Promise<void> {
  const queueName = `attributes.recompute:${accountId}`
  await enqueue(tx, 'attributes.recompute', { accountId, thirdpartyIds }, { queueName })
}

/** By subject, in the order of `sheetOf` these definitions. */
export async function storeOutcomes(
  tx: Tx,
  scope: Scope,
  calculable: Calculable,
  found: Omit<CalculatedChanges, 'changes'> & { outcomes: readonly Outcome[][] },
): Promise<number> {
  const { definitions, subjects, outcomes } = found
  const { calculated } = sheetOf(definitions)
  const wanted = subjects.flatMap(({ subject }, nth) =>
    calculated.map(({ attributeId }, place) => {
      const outcome = outcomes[nth]?.[place]
      const value = outcome?.kind === 'VALUE' ? outcome.value : null
      return { subject, attributeId, value, failure: outcome?.kind === 'FAILED' ? outcome.failure : null }
    }),
  )
  const [changes] = await Promise.all([applyValues(tx, scope, wanted), storeFailures(tx, scope, wanted)])
  await calculable.record(tx, scope, { changes, definitions, subjects })
  return changes.length
}

/** What these attributes are calculated by. */
export function sheetOf(definitions: readonly Definition[]): Sheet {
  return {
    known: definitions.map(({ code, type }) => ({ code, type })),
    calculated: calculationOrder(definitions).map(({ attributeId, code, type, options, expression }) => ({
      attributeId,
      code,
      type,
      options,
      expression: expression ?? '',
    })),
  }
}

/** What is calculated is no input: it is calculated anew, after what it reads. */
export function selectInputs(definitions: readonly Definition[]): Definition[] {
  return definitions.filter((one) => one.expression === null)
}

/** What expressions may read of these third parties, archived ones left out. */
export async function loadInputs(
  tx: ReadTx,
  scope: Scope,
  { definitions, thirdpartyIds }: RecomputeRequest,
): Promise<(Subject & { name: string | null })[]> {
  const [identities, values] = await Promise.all([
    identitiesOf(tx, scope, thirdpartyIds),
    valuesBySubject(tx, scope, definitions, thirdpartyIds),
  ])
  return identities.map(({ thirdpartyId, name, identity }) => ({
    subject: thirdpartyId,
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
    .orderBy('subject')
    .orderBy('attribute_id')
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
