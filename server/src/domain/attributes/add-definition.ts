import { sql } from 'kysely'
import { recordSetting } from '../../platform/administration/index.ts'
import type { Tx } from '../../platform/db/index.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import type { AttributeScope, AttributeType, Definition } from './attribute.ts'
import { checkCode, checkExpression, checkLabel, checkOptions, checkRoom } from './definition-checks.ts'
import { getDefinition, listDefinitions, lockDefinitions } from './definitions.queries.ts'

export interface NewDefinition {
  code: string
  label: string
  type: AttributeType
  scope: AttributeScope
  options: readonly string[]
  expression: string | null
  required: boolean
  /** Last when null. */
  position: number | null
}

export async function addDefinition(tx: Tx, scope: Scope, command: NewDefinition): Promise<Definition> {
  await lockDefinitions(tx, scope)
  const all = await listDefinitions(tx, scope, { scope: command.scope })
  const { expression } = command
  checkRoom(all)
  checkLabel(all, command)
  checkCode(all, command.code)
  checkOptions(command.type, command.options)
  const { dependsOn, steps } =
    expression === null ? { dependsOn: [], steps: null } : checkExpression(all, { ...command, expression })
  const now = sql<Date>`account_now(${scope.accountId})`
  const added = await tx
    .insertInto('attribute_definition')
    .values({
      account_id: scope.accountId,
      scope: command.scope,
      code: command.code,
      label: command.label,
      type: command.type,
      options: [...command.options],
      expression,
      depends_on: [...dependsOn],
      steps,
      // Nobody can be asked to fill in what is calculated.
      required: command.required && expression === null,
      position: command.position ?? Math.min(Math.max(0, ...all.map((one) => one.position)) + 1, 10_000),
      created_at: now,
      updated_at: now,
    })
    .returning('attribute_id')
    .executeTakeFirstOrThrow()
  if (expression !== null) await recomputeAll(tx, scope)
  const definition = await getDefinition(tx, scope, added.attribute_id)
  recordDefinition(tx, scope, { attributeId: added.attribute_id, before: null, after: definition })
  return definition
}

export function recordDefinition(
  tx: Tx,
  scope: Scope,
  { attributeId, ...change }: { attributeId: number; before: Definition | null; after: Definition },
): void {
  recordSetting(tx, scope, {
    setting: 'attribute',
    subject: { type: 'ATTRIBUTE', id: attributeId },
    ...change,
  })
}

/** By a job, in batches: a portfolio may be large. One waiting job is enough, whatever changed since. */
export async function recomputeAll(tx: Tx, scope: Scope): Promise<void> {
  const { accountId } = scope
  const payload = { accountId, thirdpartyIds: null }
  const key = `attributes.recompute:${accountId}`
  await enqueue(tx, 'attributes.recompute', payload, { jobKey: key, queueName: key })
}
