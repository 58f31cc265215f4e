import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record, type EventDataOf } from '../../../platform/journal/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry, GivenAnswer } from '../../forms/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { lockRequiredResponse, notEditable, eventPlace, type LockedResponse } from '../status/lock.ts'
import { settleDossiers } from '../status/settle.ts'
import { fieldProblem, formOf, maxFilesOfAnswer, refuseForeignParts } from './answer-content.ts'
import { evidencesOf, forgetPieces, writeEvidences, type OwnEvidence, type StoredFile } from './evidences.ts'
import { dropReading } from './file-readings.ts'
import { withContributor } from './suppliers.ts'

interface Command {
  readonly responseId: number
  readonly expectVersion: (version: number) => void
}

async function lockDraft(tx: Tx, scope: Scope, command: Command): Promise<LockedResponse> {
  const locked = await lockRequiredResponse(tx, scope, command.responseId)
  if (locked.state !== 'DRAFT') throw notEditable(locked)
  command.expectVersion(locked.version)
  return locked
}

interface SaveForm extends Command {
  readonly answers: readonly GivenAnswer[]
  readonly language: Language
}

/** Keeps what was filled in so far, in place of what was kept before. */
export async function saveForm(tx: Tx, scope: Scope, command: SaveForm): Promise<void> {
  const locked = await lockDraft(tx, scope, command)
  const type = await documentTypeAt(tx, scope, locked.document)
  refuseForeignParts(type, { files: false, form: true })
  const formdata = formOf(type, { ...command, draft: true })
  const [form] = (await evidencesOf(tx, scope, locked.responseId)).filter(({ kind }) => kind === 'FORM')
  if (form && sameAnswers(form.formdata, formdata)) return
  if (form) {
    await sql`update evidence set formdata = ${JSON.stringify(formdata)}::jsonb
      where account_id = ${scope.accountId} and evidence_id = ${form.evidenceId}`.execute(tx)
  } else {
    await addParts(tx, scope, locked, { files: [], formdata })
  }
  await recordDraftChange(tx, scope, locked, { change: 'FORM', answered: formdata.length })
}

function sameAnswers(before: readonly FormEntry[] | null, after: readonly FormEntry[]): boolean {
  const plainEntries = (entries: readonly FormEntry[]) =>
    JSON.stringify(entries.map(({ key, value }) => [key, value]))
  return before !== null && plainEntries(before) === plainEntries(after)
}

export async function addFiles(
  tx: Tx,
  scope: Scope,
  command: Command & { readonly files: readonly StoredFile[] },
): Promise<void> {
  const locked = await lockDraft(tx, scope, command)
  const type = await documentTypeAt(tx, scope, locked.document)
  refuseForeignParts(type, { files: true, form: false })
  const present = (await evidencesOf(tx, scope, locked.responseId)).filter(({ kind }) => kind === 'FILE')
  if (present.length + command.files.length > maxFilesOfAnswer) throw fieldProblem('/file', 'FIELD_TOO_MANY')
  await addParts(tx, scope, locked, { files: command.files, formdata: null })
  await recordDraftChange(tx, scope, locked, {
    change: 'FILES_ADDED',
    files: command.files.map(({ sha256 }) => sha256),
  })
}

/** Its bytes are left to the sweep: nothing names them any more. */
export async function removeFile(
  tx: Tx,
  scope: Scope,
  command: Command & { readonly fileId: number },
): Promise<void> {
  const locked = await lockDraft(tx, scope, command)
  const { fileId } = command
  const parts = await evidencesOf(tx, scope, locked.responseId)
  const file = parts.find(({ kind, evidenceId }) => kind === 'FILE' && evidenceId === fileId)
  if (!file) throw new AppError('FILE_NOT_FOUND', { fileId })
  await sql`
    update evidence set file_state = 'DELETED', object_key = null, file_name = null, metadata = '{}', seal = null,
      deleted_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and evidence_id = ${fileId}`.execute(tx)
  await dropReading(tx, scope, fileId)
  await forgetPieces(tx, scope, { evidenceIds: [fileId] })
  const left = parts.filter((one) => one !== file)
  if (locked.checkOutcome === 'REFUSED' && !left.some(isRefused)) await clearRefusal(tx, scope, locked)
  await recordDraftChange(tx, scope, locked, { change: 'FILE_REMOVED', evidenceId: fileId })
}

export function isRefused({ fileState }: OwnEvidence): boolean {
  return fileState === 'REFUSED' || fileState === 'INFECTED'
}

/** With the last refused file gone, nothing keeps the draft from being submitted. */
async function clearRefusal(tx: Tx, scope: Scope, { responseId }: LockedResponse): Promise<void> {
  await tx
    .updateTable('response')
    .set({ check_attempt: null, check_outcome: null })
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .execute()
}

async function addParts(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  parts: { files: readonly StoredFile[]; formdata: readonly FormEntry[] | null },
): Promise<void> {
  const [first] = await evidencesOf(tx, scope, locked.responseId)
  const { responseId, transmitter } = locked
  const place = { ...eventPlace(locked), responseId, transmitter, issuer: first?.issuer ?? 'DO' }
  await writeEvidences(tx, scope, place, parts)
}

async function recordDraftChange(
  tx: Tx,
  scope: Scope,
  locked: LockedResponse,
  change: Omit<EventDataOf<'DOCUMENT_ANSWER_UPDATED'>, 'responseId' | 'state'>,
): Promise<void> {
  const { responseId } = locked
  await sql`update response set contributors = ${withContributor(scope.actor)}, version = version + 1,
      updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { ...change, responseId, state: 'DRAFT' } as const
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...eventPlace(locked), data })
  await settleDossiers(tx, scope, [locked.document.dossierId])
}
