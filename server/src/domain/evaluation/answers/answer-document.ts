import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry, GivenAnswer } from '../../forms/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import {
  documentNotFound,
  lockRequiredDocument,
  placeOfResponse,
  type LockedDocument,
} from '../status/lock.ts'
import type { ResponseScope, Transmitter } from '../status/response-states.ts'
import { settleDossiers } from '../status/settle.ts'
import { formOf, refuseCheck, refuseForeignParts, requireFiles, takesForm } from './answer-content.ts'
import { writeEvidences, type StoredFile } from './evidences.ts'
import { discardDraft, sendToChecks, supersedeUnderWay } from './send-to-checks.ts'
import { contributorKey } from './suppliers.ts'

interface AnswerDocument {
  readonly dossierId: number
  readonly documentId: number
  readonly files: readonly StoredFile[]
  /** Null: no form was sent. */
  readonly answers: readonly GivenAnswer[] | null
  readonly effectiveDate: string | null
  /** Kept for later: nothing needs to be complete, nobody is told. */
  readonly draft: boolean
  readonly scope: ResponseScope
  readonly issuer: string
  readonly transmitter: Transmitter
  readonly language: Language
}

/**
 * Answers a document, or begins to. A new answer takes the place of what was still being written, checked or
 * reviewed; one that was accepted stays in force until the new one is accepted in its turn. Returns its id.
 */
export async function answerDocument(tx: Tx, scope: Scope, command: AnswerDocument): Promise<number> {
  const locked = await lockRequiredDocument(tx, scope, command)
  const type = await documentTypeAt(tx, scope, locked)
  refuseCheck(type, locked)
  refuseForeignParts(type, { files: command.files.length > 0, form: command.answers !== null })
  const formdata = formdataOf(type, command)
  if (!command.draft) requireFiles(type, command.files.length)
  await discardDraft(tx, scope, locked)
  const replaces = command.draft ? null : await supersedeUnderWay(tx, scope, locked)
  // What a person says in place of a check holds where they said it.
  const reach = type.kind === 'CHECK' ? 'DOSSIER' : command.scope
  const responseId = await insertDraft(tx, scope, locked, { ...command, scope: reach })
  await writeEvidences(tx, scope, { ...locked, ...command, responseId }, { files: command.files, formdata })
  if (command.draft) await recordDraft(tx, scope, locked, responseId)
  else {
    const { effectiveDate, language } = command
    await sendToChecks(tx, scope, locked, {
      responseId,
      type,
      formdata,
      effectiveDate,
      correctedExpiration: null,
      language,
      replaces,
    })
  }
  return responseId
}

function formdataOf(
  type: DocumentType,
  { answers, language, draft }: AnswerDocument,
): readonly FormEntry[] | null {
  if (!takesForm(type) || (draft && answers === null)) return null
  return formOf(type, { answers: answers ?? [], language, draft })
}

async function insertDraft(
  tx: Tx,
  scope: Scope,
  { thirdpartyId, dossierId, documentId }: LockedDocument,
  command: AnswerDocument,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into response (account_id, document_id, dossier_id, thirdparty_id, state, scope, transmitter, language,
      effective_date, contributors, created_at, updated_at)
    select ${scope.accountId}, ${documentId}, ${dossierId}, ${thirdpartyId}, 'DRAFT', ${command.scope},
      ${command.transmitter}, ${command.language}, ${command.effectiveDate}, array[${contributorKey(scope.actor)}], moment, moment
    from account_now(${scope.accountId}) moment
    returning response_id as id`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The account has no clock.')
  return row.id
}

async function recordDraft(tx: Tx, scope: Scope, locked: LockedDocument, responseId: number): Promise<void> {
  const { thirdpartyId, dossierId, documentId } = locked
  const data = { responseId, state: 'DRAFT', change: 'STARTED' } as const
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', thirdpartyId, dossierId, documentId, data })
  await settleDossiers(tx, scope, [dossierId])
}

interface Path {
  readonly dossierId: number
  readonly documentId: number
}

/**
 * The type of a document that can be answered now. Looked at before a body is read, so that nobody sends a large
 * file for nothing; what is written looks again, under its locks.
 */
export async function answerableType(tx: ReadTx, scope: Scope, path: Path): Promise<DocumentType> {
  const row = await tx
    .selectFrom('document as c')
    .innerJoin('dossier as d', (join) =>
      join.onRef('d.account_id', '=', 'c.account_id').onRef('d.dossier_id', '=', 'c.dossier_id'),
    )
    .select(['c.code', 'c.type_version', 'c.stopped_at', 'c.no_source', 'd.archived_at'])
    .where('c.account_id', '=', scope.accountId)
    .where('c.dossier_id', '=', path.dossierId)
    .where('c.document_id', '=', path.documentId)
    .executeTakeFirst()
  if (!row) return documentNotFound(tx, scope, path)
  if (row.archived_at) throw new AppError('DOSSIER_ARCHIVED', { dossierId: path.dossierId })
  if (row.stopped_at) throw new AppError('DOCUMENT_STOPPED', { documentId: path.documentId })
  const type = await documentTypeAt(tx, scope, { code: row.code, typeVersion: row.type_version })
  refuseCheck(type, { documentId: path.documentId, noSource: row.no_source })
  return type
}

/** The same for a draft that files are added to. */
export async function draftType(tx: ReadTx, scope: Scope, responseId: number): Promise<DocumentType> {
  const type = await answerableType(tx, scope, await placeOfResponse(tx, scope, responseId))
  const { state } = await tx
    .selectFrom('response')
    .select('state')
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirstOrThrow()
  if (state !== 'DRAFT') throw new AppError('RESPONSE_NOT_EDITABLE', { responseId, state })
  return type
}
