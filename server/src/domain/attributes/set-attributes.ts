import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { applyValues, type ValueChange } from './apply-values.ts'
import { enqueueRules } from './enqueue-rules.ts'
import type { AttributeValue, Definition } from './attribute.ts'
import { lockAllDefinitions, liveDefinitions } from './definitions.queries.ts'
import { fieldFault, nameList, parseValues, type AttributeInput } from './parse-values.ts'
import { enqueueRecompute, recomputeLocked, recordChanges } from './recompute.ts'
import type { ValuedDefinition } from './attribute.view.ts'
import { lockThirdParties, statesOf } from './values.queries.ts'

export interface ParsedAttribute {
  readonly attributeId: number
  readonly value: AttributeValue | null
}

/** Checks one input against the definitions it was made from; throws the problem the caller is to answer. */
export type AttributeParser = (input: AttributeInput, pointer?: string) => ParsedAttribute

/** Bigger sets are calculated by a job, in batches. */
const maxCalculatedAtOnce = 50
const recomputeBatch = 500

export async function setAttributes(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  inputs: readonly AttributeInput[],
): Promise<ParsedAttribute[]> {
  const definitions = await holdDefinitions(tx, scope, [thirdpartyId])
  const parsed = parseAll(definitions, inputs, '/attributes')
  await apply(
    tx,
    scope,
    definitions,
    parsed.map((one) => ({ subject: thirdpartyId, ...one })),
  )
  await recomputeLocked(tx, scope, { definitions, thirdpartyIds: [thirdpartyId] })
  return parsed
}

/** As the route takes it: faults point into a body of its own. */
export interface AttributeOfThirdParty {
  readonly thirdpartyId: number
  readonly attribute: AttributeInput
}

/** One attribute of each of several third parties, all or none. Answers what each is afterwards, in this order. */
export async function setAttributeOfEach(
  tx: Tx,
  scope: Scope,
  given: readonly AttributeOfThirdParty[],
): Promise<ValuedDefinition[]> {
  const definitions = await holdDefinitions(
    tx,
    scope,
    given.map(({ thirdpartyId }) => thirdpartyId),
  )
  const parse = parserOf(definitions)
  const wanted = given.map(({ thirdpartyId, attribute }) => ({ subject: thirdpartyId, ...parse(attribute) }))
  // Sent together, so the second sees what the first wrote; what follows from that does not alter the attribute itself.
  const [changes, states] = await Promise.all([
    applyValues(tx, scope, wanted),
    statesOf(tx, scope, definitions, wanted),
  ])
  await followChanges(tx, scope, definitions, changes)
  const thirdpartyIds = changes.map(({ subject }) => subject)
  if (changes.length > 0) await recomputeLocked(tx, scope, { definitions, thirdpartyIds })
  return states
}

/** The definitions, which stay as they are like the third parties themselves until the transaction ends. */
async function holdDefinitions(
  tx: Tx,
  scope: Scope,
  thirdpartyIds: readonly number[],
): Promise<Definition[]> {
  // In this order, and sent together: what is read is what was locked.
  const [, definitions, locked] = await Promise.all([
    lockAllDefinitions(tx, scope),
    liveDefinitions(tx, scope),
    lockThirdParties(tx, scope, thirdpartyIds),
  ])
  requireLive(locked, thirdpartyIds)
  return definitions
}

export interface AttributesOfThirdParty {
  readonly thirdpartyId: number
  readonly attributes: readonly AttributeInput[]
}

/**
 * Many third parties in one statement. All or nothing: rows that may be wrong are tried first with an
 * `attributeParser`. Returns how many values changed.
 */
export async function setAttributesBulk(
  tx: Tx,
  scope: Scope,
  rows: readonly AttributesOfThirdParty[],
): Promise<number> {
  if (rows.length === 0) return 0
  const thirdpartyIds = rows.map((row) => row.thirdpartyId)
  const definitions = await holdDefinitions(tx, scope, thirdpartyIds)
  const wanted = rows.flatMap(({ thirdpartyId, attributes }, index) =>
    parseAll(definitions, attributes, `/${index}/attributes`).map((one) => ({
      subject: thirdpartyId,
      ...one,
    })),
  )
  const changed = await apply(tx, scope, definitions, wanted)
  if (definitions.every((one) => one.expression === null)) return changed
  if (thirdpartyIds.length <= maxCalculatedAtOnce) {
    await recomputeLocked(tx, scope, { definitions, thirdpartyIds })
    return changed
  }
  for (let from = 0; from < thirdpartyIds.length; from += recomputeBatch) {
    await enqueueRecompute(tx, scope, thirdpartyIds.slice(from, from + recomputeBatch))
  }
  return changed
}

/** For callers that check before they write, row by row: an import, a dry run. */
export async function attributeParser(tx: ReadTx, scope: Scope): Promise<AttributeParser> {
  return parserOf(await liveDefinitions(tx, scope))
}

export function parserOf(definitions: readonly Definition[]): AttributeParser {
  const byLabel = new Map(definitions.map((one) => [one.label, one]))
  return ({ label, values }, pointer = '') => {
    const definition = byLabel.get(label)
    if (!definition) {
      const labels = [...byLabel.keys()]
      throw new AppError(
        'ATTRIBUTE_UNKNOWN',
        { label, labels: nameList(labels) },
        { members: { labels, pointer: `${pointer}/label` } },
      )
    }
    return {
      attributeId: definition.attributeId,
      value: parseValues(definition, values, `${pointer}/values`),
    }
  }
}

function parseAll(
  definitions: readonly Definition[],
  inputs: readonly AttributeInput[],
  pointer: string,
): ParsedAttribute[] {
  const parse = parserOf(definitions)
  const seen = new Set<string>()
  return inputs.map((input, index) => {
    const at = `${pointer}/${index}`
    if (seen.has(input.label)) throw fieldFault('FIELD_FORMAT', `${at}/label`)
    seen.add(input.label)
    return parse(input, at)
  })
}

type LockedThirdParties = Awaited<ReturnType<typeof lockThirdParties>>

function requireLive(locked: LockedThirdParties, thirdpartyIds: readonly number[]): void {
  const archivedAt = new Map(locked.map((row) => [row.thirdparty_id, row.archived_at]))
  for (const thirdpartyId of thirdpartyIds) {
    const archived = archivedAt.get(thirdpartyId)
    if (archived === undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
    if (archived !== null) throw new AppError('THIRD_PARTY_ARCHIVED', { thirdpartyId })
  }
}

async function apply(
  tx: Tx,
  scope: Scope,
  definitions: readonly Definition[],
  wanted: Parameters<typeof applyValues>[2],
): Promise<number> {
  const changes = await applyValues(tx, scope, wanted)
  await followChanges(tx, scope, definitions, changes)
  return changes.length
}

async function followChanges(
  tx: Tx,
  scope: Scope,
  definitions: readonly Definition[],
  changes: readonly ValueChange[],
): Promise<void> {
  recordChanges(tx, scope, { name: 'THIRD_PARTY_ATTRIBUTE_UPDATED', changes, definitions })
  await enqueueRules(tx, scope, changes, definitions)
}
