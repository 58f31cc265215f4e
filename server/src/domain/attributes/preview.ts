import type { Db, ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope } from '../../platform/kernel/index.ts'
import { valuesOf, type AttributeType } from './attribute.ts'
import { failureOf } from './calculate.ts'
import { calculator } from './calculator.ts'
import { checkExpression, checkOptions } from './definition-checks.ts'
import { liveDefinitions } from './definitions.queries.ts'
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

/** What a draft would yield; nothing is kept. No connection is held while it is calculated. */
export async function previewExpression(db: Pick<Db, 'read'>, scope: Scope, draft: Draft) {
  checkOptions(draft.type, draft.options)
  const { dependsOn, definitions, subjects } = await db.read(scope, (tx) => readDraft(tx, scope, draft))
  const { type, options, expression } = draft
  const sheet = { known: definitions, calculated: [{ attributeId: 0, code: '', type, options, expression }] }
  const inputs = subjects.map((one) => one.inputs)
  const outcomes = await calculator.calculate({ accountId: scope.accountId, sheet, subjects: inputs })
  const content = subjects.map(({ thirdpartyId, name }, nth) => {
    const outcome = outcomes[nth]?.[0] ?? failureOf('ERROR')
    const value = outcome.kind === 'VALUE' ? outcome.value : null
    const reason = outcome.kind === 'FAILED' ? outcome.reason : null
    return { thirdpartyId, name, outcome: outcome.kind, value, values: valuesOf(value), reason }
  })
  return { dependsOn, content }
}

async function readDraft(tx: ReadTx, scope: Scope, draft: Draft) {
  const definitions = await liveDefinitions(tx, scope)
  const { dependsOn } = checkExpression(definitions, { ...draft, code: draft.code ?? '' })
  const thirdpartyIds = draft.thirdpartyIds ?? (await newest(tx, scope))
  const subjects = await loadInputs(tx, scope, { definitions, thirdpartyIds })
  const found = new Set(subjects.map((one) => one.thirdpartyId))
  const absent = thirdpartyIds.find((id) => !found.has(id))
  if (absent !== undefined) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId: absent })
  return {
    dependsOn: [...dependsOn],
    definitions: definitions.map(({ code, type }) => ({ code, type })),
    subjects,
  }
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
