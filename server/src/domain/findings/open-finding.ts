import { sql } from 'kysely'
import type { Tx } from '../../platform/db/index.ts'
import { AppError, type Scope, type Theme } from '../../platform/kernel/index.ts'
import type { OpenRejected } from '../evaluation/index.ts'
import { findSource, type FoundSource } from './finding-source.ts'
import type { FindingBody, Severity } from './finding.schema.ts'
import { enqueueCap, holdCompany } from './lock-finding.ts'
import { recordFinding } from './record-finding.ts'

/** What was found at a company: by hand, in an audit, in an answer or one of its questions, or through a hit. */
export async function openFinding(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  { theme: given, source, description = null, title, severity }: FindingBody,
): Promise<number> {
  await holdCompany(tx, scope, thirdpartyId)
  const seen = await findSource(tx, scope, thirdpartyId, source)
  const theme = given ?? seen.theme
  if (theme === null) {
    const errors = [{ pointer: '/theme', code: 'FIELD_REQUIRED', message: '' }]
    throw new AppError('VALIDATION_FAILED', {}, { errors })
  }
  return storeFinding(tx, scope, thirdpartyId, { title, description, severity, theme, seen })
}

/** What a reviewer found in an answer, or in one of its questions, while turning it down. */
export const openRejected: OpenRejected = async (tx, scope, responseId, { questionKey, ...finding }) => {
  const answer = await tx
    .selectFrom('response')
    .select('thirdparty_id')
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  if (!answer) throw new AppError('RESPONSE_NOT_FOUND', { responseId })
  const source =
    questionKey === undefined
      ? ({ kind: 'ANSWER', responseId } as const)
      : ({ kind: 'QUESTION', responseId, questionKey } as const)
  return openFinding(tx, scope, answer.thirdparty_id, { ...finding, source })
}

interface NewFinding {
  readonly title: string
  readonly description: string | null
  readonly severity: Severity
  readonly theme: Theme
  readonly seen: FoundSource
}

/** The caller holds the company. */
export async function storeFinding(
  tx: Tx,
  scope: Scope,
  thirdpartyId: number,
  { title, description, severity, theme, seen }: NewFinding,
): Promise<number> {
  const { accountId, actor } = scope
  const { theme: _ofPiece, ...source } = seen
  const { finding_id: findingId } = await tx
    .insertInto('finding')
    .values({
      account_id: accountId,
      thirdparty_id: thirdpartyId,
      theme,
      severity,
      title,
      description,
      ...source,
      opened_at: sql<Date>`account_now(${accountId})`,
      opened_by_type: actor.type,
      opened_by: actor.id,
    })
    .returning('finding_id')
    .executeTakeFirstOrThrow()
  recordFinding(
    tx,
    scope,
    { findingId, thirdpartyId, source: source.source },
    {
      change: 'OPENED',
      data: { after: { theme, severity, state: 'OPEN', ...toldSource(seen) } },
      words: { after: { title, description } },
    },
  )
  await enqueueCap(tx, scope, thirdpartyId)
  return findingId
}

/** Nothing of hits. */
function toldSource({ source, document_id, response_id, question_key }: FoundSource) {
  if (source === 'HIT') return {}
  return { source, documentId: document_id, responseId: response_id, questionKey: question_key }
}
