import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import { record } from '../../../platform/journal/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { formHash, scoreForm, type FormEntry } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import type { LockedDocument } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { datesOf, type Dates } from './answer-dates.ts'

interface Submission {
  readonly responseId: number
  readonly type: DocumentType
  readonly formdata: readonly FormEntry[] | null
  readonly effectiveDate: string | null
  /** Set by hand while it was a draft; kept. */
  readonly correctedExpiration: string | null
  readonly language: Language
  /** The answer under way that this one replaces. */
  readonly replaces: number | null
}

interface Part {
  evidenceId: number
  kind: string
  size: number | null
  sha256: string | null
}

/** The answer is complete: it is dated, scored and handed to the checks. The caller holds its document. */
export async function sendToChecks(
  tx: Tx,
  scope: Scope,
  locked: LockedDocument,
  submission: Submission,
): Promise<void> {
  const { responseId, formdata, replaces, type } = submission
  const { thirdpartyId, dossierId, documentId } = locked
  const computed = await datesOf(tx, scope, type, { ...submission, thirdpartyId })
  const scored = formdata === null ? null : scoreForm(type.fields, formdata)
  const outcome = {
    ...computed,
    expirationDate: submission.correctedExpiration ?? computed.expirationDate,
    score: scored === null ? null : Math.floor(scored),
  }
  await markSubmitted(tx, scope, submission, outcome)
  const evidences = (await partsOf(tx, scope, responseId)).map((part) =>
    part.kind === 'FORM' && formdata ? { ...part, dataSha256: formHash(formdata) } : part,
  )
  const data = { responseId, ...outcome, evidences, ...(replaces === null ? {} : { replaces }) }
  const name = replaces === null ? 'DOCUMENT_ANSWER_ADDED' : 'DOCUMENT_ANSWER_UPDATED'
  record(tx, scope, { name, thirdpartyId, dossierId, documentId, data })
  await enqueueChecks(tx, scope, responseId)
  if (formdata !== null) {
    await enqueue(tx, 'responses.form-pdf', { accountId: scope.accountId, responseId })
  }
  await settleDossiers(tx, scope, [dossierId])
}

export async function enqueueChecks(tx: Tx, scope: Scope, responseId: number): Promise<void> {
  const jobKey = `responses.check:${scope.accountId}:${responseId}`
  await enqueue(tx, 'responses.check', { accountId: scope.accountId, responseId }, { jobKey })
}

async function markSubmitted(
  tx: Tx,
  scope: Scope,
  { responseId, language }: Submission,
  { effectiveDate, expirationDate, score }: Dates & { readonly score: number | null },
): Promise<void> {
  const { actor } = scope
  await sql`
    update response set state = 'CHECKING', effective_date = ${effectiveDate},
      expiration_date = ${expirationDate}, score = ${score},
      check_attempt = null, check_outcome = null, language = ${language}, submitted_at = moment,
      submitted_by_type = ${actor.type}, submitted_by = ${actor.id}, version = version + 1, updated_at = moment
    from account_now(${scope.accountId}) moment
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
}

async function partsOf(tx: Tx, scope: Scope, responseId: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select evidence_id as "evidenceId", kind, file_size as size, encode(sha256, 'hex') as sha256
    from evidence where account_id = ${scope.accountId} and response_id = ${responseId}
      and file_state <> 'DELETED' order by position`.execute(tx)
  return rows
}

/** Whatever was being checked or reviewed gives way to a newer answer. Returns it, if there was one. */
export async function supersedeUnderWay(
  tx: Tx,
  scope: Scope,
  locked: LockedDocument,
): Promise<number | null> {
  return moveTo(tx, scope, locked, { from: ['CHECKING', 'PENDING'], to: 'SUPERSEDED' })
}

/** There is one draft at a time: starting another gives up the first. */
export async function discardDraft(tx: Tx, scope: Scope, locked: LockedDocument): Promise<void> {
  const responseId = await moveTo(tx, scope, locked, { from: ['DRAFT'], to: 'INTERRUPTED' })
  if (responseId === null) return
  const { thirdpartyId, dossierId, documentId } = locked
  record(tx, scope, {
    name: 'DOCUMENT_ANSWER_INTERRUPTED',
    thirdpartyId,
    dossierId,
    documentId,
    data: { responseId, reason: 'REPLACED' },
  })
}

/** The caller holds the document, and the indexes allow one answer in each of these groups of states. */
async function moveTo(
  tx: Tx,
  scope: Scope,
  { documentId }: LockedDocument,
  move: { readonly from: readonly string[]; readonly to: 'SUPERSEDED' | 'INTERRUPTED' },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    update response set state = ${move.to}, version = version + 1, updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and document_id = ${documentId}
      and state = any(${[...move.from]}::text[])
    returning response_id as id`.execute(tx)
  return rows[0]?.id ?? null
}
