import { sql } from 'kysely'
import type { ReadTx } from '../../platform/db/index.ts'
import { AppError, type Scope, type Theme } from '../../platform/kernel/index.ts'
import type { DocumentType } from '../evaluation/index.ts'
import type { GivenSource } from './finding.schema.ts'

/** What a finding was seen in, as it is kept. */
export interface FoundSource {
  readonly source: string
  readonly document_id: number | null
  readonly response_id: number | null
  readonly question_key: string | null
  readonly hit_id: number | null
  readonly reference: string | null
  /** Of the piece; null where there is none. */
  readonly theme: Theme | null
}

const nothing = { document_id: null, response_id: null, question_key: null, hit_id: null, theme: null }

/** Looks for what was named, at this company alone. */
export async function findSource(
  tx: ReadTx,
  scope: Scope,
  thirdpartyId: number,
  given: GivenSource = { kind: 'MANUAL' },
): Promise<FoundSource> {
  const { kind: source, reference = null } = given
  if (source === 'HIT') {
    const hitId = require(given.hitId, 'hitId')
    await requireHit(tx, scope, thirdpartyId, hitId)
    return { ...nothing, source, reference, hit_id: hitId, theme: 'LEGAL_COMPLIANCE' }
  }
  if (source === 'ANSWER' || source === 'QUESTION') {
    const responseId = require(given.responseId, 'responseId')
    const questionKey = source === 'QUESTION' ? require(given.questionKey, 'questionKey') : null
    const { documentId, type } = await sentAnswer(tx, scope, thirdpartyId, responseId)
    if (questionKey !== null && type.fields.every(({ key }) => key !== questionKey)) {
      throw new AppError('FINDING_QUESTION_UNKNOWN', { responseId, questionKey })
    }
    const answer = { document_id: documentId, response_id: responseId, question_key: questionKey }
    return { ...nothing, source, reference, ...answer, theme: type.theme }
  }
  if (given.documentId === undefined) return { ...nothing, source, reference }
  const theme = await pieceTheme(tx, scope, thirdpartyId, given.documentId)
  return { ...nothing, source, reference, document_id: given.documentId, theme }
}

function require<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value
  const errors = [{ pointer: `/source/${name}`, code: 'FIELD_REQUIRED', message: '' }]
  throw new AppError('VALIDATION_FAILED', {}, { errors })
}

async function requireHit(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
  hitId: number,
): Promise<void> {
  const hit = await tx
    .selectFrom('screening_hit')
    .select('hit_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .where('hit_id', '=', hitId)
    .executeTakeFirst()
  if (!hit) throw new AppError('HIT_NOT_FOUND', { hitId })
}

const unsent = ['DRAFT', 'INTERRUPTED', 'DELETED']

async function sentAnswer(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
  responseId: number,
): Promise<{ documentId: number; type: DocumentType }> {
  const { rows } = await sql<{ documentId: number; state: string; type: DocumentType }>`
    select r.document_id as "documentId", r.state, v.definition as type
    from response r
    join document c on c.account_id = r.account_id and c.document_id = r.document_id
    join document_type_version v
      on v.account_id = c.account_id and v.code = c.code and v.type_version = c.type_version
    where r.account_id = ${accountId} and r.thirdparty_id = ${thirdpartyId}
      and r.response_id = ${responseId}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('RESPONSE_NOT_FOUND', { responseId })
  if (unsent.includes(found.state)) throw new AppError('FINDING_SOURCE_UNSENT', { responseId })
  return found
}

async function pieceTheme(
  tx: ReadTx,
  { accountId }: Scope,
  thirdpartyId: number,
  documentId: number,
): Promise<Theme> {
  const { rows } = await sql<{ theme: Theme }>`
    select y.theme from document c
    join document_type y on y.account_id = c.account_id and y.code = c.code
    where c.account_id = ${accountId} and c.thirdparty_id = ${thirdpartyId}
      and c.document_id = ${documentId}`.execute(tx)
  const [found] = rows
  if (!found) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
  return found.theme
}
