import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import type { AttributeScope, AttributeType, Definition } from './attribute.ts'

const columns = [
  'attribute_id',
  'scope',
  'code',
  'label',
  'type',
  'options',
  'expression',
  'depends_on',
  'steps',
  'required',
  'position',
  'archived_at',
  'version',
  'created_at',
  'updated_at',
] as const

export interface DefinitionRow {
  attribute_id: number
  scope: string
  code: string
  label: string
  type: string
  options: string[]
  expression: string | null
  depends_on: string[]
  steps: number | null
  required: boolean
  position: number
  archived_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
}

export function definitionOf(row: DefinitionRow): Definition {
  return {
    attributeId: row.attribute_id,
    scope: row.scope as AttributeScope,
    code: row.code,
    label: row.label,
    type: row.type as AttributeType,
    options: row.options,
    expression: row.expression,
    dependsOn: row.depends_on,
    steps: row.steps,
    required: row.required,
    position: row.position,
    archived: row.archived_at !== null,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** In the order they are shown; archived ones too unless `archived` says otherwise. */
export async function listDefinitions(
  tx: ReadTx,
  scope: Scope,
  query: { scope: AttributeScope; archived?: boolean },
): Promise<Definition[]> {
  const { archived } = query
  const rows = await tx
    .selectFrom('attribute_definition')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('scope', '=', query.scope)
    .$if(archived !== undefined, (q) => q.where(sql<boolean>`(archived_at is not null) = ${archived}`))
    .orderBy('position')
    .orderBy('attribute_id')
    .execute()
  return rows.map(definitionOf)
}

/** Those that have values now. */
export function liveDefinitions(tx: ReadTx, scope: Scope): Promise<Definition[]> {
  return listDefinitions(tx, scope, { scope: 'THIRD_PARTY', archived: false })
}

/** Whether any attribute of third parties is calculated. */
export async function calculates(tx: ReadTx, scope: Scope): Promise<boolean> {
  const found = await tx
    .selectFrom('attribute_definition')
    .select('attribute_id')
    .where('account_id', '=', scope.accountId)
    .where('scope', '=', 'THIRD_PARTY')
    .where('archived_at', 'is', null)
    .where('expression', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function getDefinition(tx: ReadTx, scope: Scope, attributeId: number): Promise<Definition> {
  const row = await tx
    .selectFrom('attribute_definition')
    .select(columns)
    .where('account_id', '=', scope.accountId)
    .where('attribute_id', '=', attributeId)
    .executeTakeFirst()
  if (!row) throw new AppError('ATTRIBUTE_NOT_FOUND', { attributeId })
  return definitionOf(row)
}

/** Before values are written: definitions stay as they are until this transaction ends. */
export async function lockAllDefinitions(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(attribute_lock_key(${scope.accountId}))`.execute(tx)
}

/** Before a definition is written: waits for the writers of values, and keeps other ones out. */
export async function lockDefinitions(tx: Tx, scope: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(attribute_lock_key(${scope.accountId}))`.execute(tx)
}
