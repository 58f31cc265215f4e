import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { valuesOf, type AttributeType } from './attribute.ts'
import { checkExpression, checkOptions } from './definition-checks.ts'
import { liveDefinitions } from './definitions.queries.ts'
import { compileExpression } from './expression.ts'
import { loadInputs } from './recompute.ts'

export const maxPreviewed = 20

export interface Draft {
  type: AttributeType
  options: readonly string[]
  expression: string
  /** The definition being changed, so that a circle through it is found. */
  code: string | null
  /** The newest of the portfolio when null. */
  thirdpartyIds: readonly number[] | null
}

/** What a draft would yield; nothing is kept. */
export async function previewExpression(tx: ReadTx, scope: Scope, draft: Draft) {
  checkOptions(draft.type, draft.options)
  const definitions = await liveDefinitions(tx, scope)
  checkExpression(definitions, { ...draft, code: draft.code ?? '' })
  const program = compileExpression(draft, definitions)
  const thirdpartyIds = draft.thirdpartyIds ?? (await newest(tx, scope))
  const subjects = await loadInputs(tx, scope, { definitions, thirdpartyIds })
  const found = new Set(subjects.map((one) => one.thirdpartyId))
  const absent = thirdpartyIds.find((id) => !found.has(id))
  if (absent !== undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: absent })
  const content = subjects.map(({ thirdpartyId, name, inputs }) => {
    const outcome = program.run(inputs)
    const value = outcome.kind === 'VALUE' ? outcome.value : null
    const reason = outcome.kind === 'FAILED' ? outcome.reason : null
    return { thirdpartyId, name, outcome: outcome.kind, value, values: valuesOf(value), reason }
  })
  return { dependsOn: program.dependsOn, content }
}

async function newest(tx: ReadTx, scope: Scope): Promise<number[]> {
  const rows = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('archived_at', 'is', null)
    .orderBy('thirdparty_id', 'desc')
    .limit(maxPreviewed)
    .execute()
  return rows.map((row) => row.thirdparty_id)
}
