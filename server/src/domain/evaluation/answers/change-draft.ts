import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/index.ts'
import { record } from '../../../platform/journal/index.ts'
import { AppError, type Language, type Scope } from '../../../platform/kernel/index.ts'
import type { FormEntry, GivenAnswer } from '../../forms/index.ts'
import { documentTypeAt } from '../catalogue/document-types.queries.ts'
import { holdAskedResponse, notEditable, placeOf, type HeldResponse } from '../status/hold.ts'
import { settleDossiers } from '../status/settle.ts'
import { fieldProblem, formOf, maxFilesOfAnswer, refuseForeignParts } from './answer-content.ts'
import { evidencesOf, writeEvidences, type OwnEvidence, type StoredFile } from './evidences.ts'
import { withContributor } from './suppliers.ts'

interface Command {
  readonly responseId: number
  readonly expectVersion: (version: number) => void
}

async function holdDraft(tx: Tx, scope: Scope, command: Command): Promise<HeldResponse> {
  const held = await holdAskedResponse(tx, scope, command.responseId)
  if (held.state !== 'DRAFT') throw notEditable(held)
  command.expectVersion(held.version)
  return held
}

interface SaveForm extends Command {
  readonly answers: readonly GivenAnswer[]
  readonly language: Language
}

/** Keeps what was filled in so far, in place of what was kept before. */
export async function saveForm(tx: Tx, scope: Scope, command: SaveForm): Promise<void> {
  const held = await holdDraft(tx, scope, command)
  const type = await documentTypeAt(tx, scope, held.document)
  refuseForeignParts(type, { files: false, form: true })
  const formdata = formOf(type, { ...command, draft: true })
  const [form] = (await evidencesOf(tx, scope, held.responseId)).filter(({ kind }) => kind === 'FORM')
  if (form && sameAnswers(form.formdata, formdata)) return
  if (form) {
    await sql`update evidence set formdata = ${JSON.stringify(formdata)}::jsonb
      where account_id = ${scope.accountId} and evidence_id = ${form.evidenceId}`.execute(tx)
  } else {
    await addParts(tx, scope, held, { files: [], formdata })
  }
  await tell(tx, scope, held, { change: 'FORM', answered: formdata.length })
}

function sameAnswers(before: readonly FormEntry[] | null, after: readonly FormEntry[]): boolean {
  const plain = (entries: readonly FormEntry[]) =>
    JSON.stringify(entries.map(({ key, value }) => [key, value]))
  return before !== null && plain(before) === plain(after)
}

export async function addFiles(
  tx: Tx,
  scope: Scope,
  command: Command & { readonly files: readonly StoredFile[] },
): Promise<void> {
  const held = await holdDraft(tx, scope, command)
  const type = await documentTypeAt(tx, scope, held.document)
  refuseForeignParts(type, { files: true, form: false })
  const present = (await evidencesOf(tx, scope, held.responseId)).filter(({ kind }) => kind === 'FILE')
  if (present.length + command.files.length > maxFilesOfAnswer) throw fieldProblem('/file', 'FIELD_TOO_MANY')
  await addParts(tx, scope, held, { files: command.files, formdata: null })
  await tell(tx, scope, held, { change: 'FILES_ADDED', files: command.files.map(({ sha256 }) => sha256) })
}

/** Its bytes are left to the sweep: nothing names them any more. */
export async function removeFile(
  tx: Tx,
  scope: Scope,
  command: Command & { readonly fileId: number },
): Promise<void> {
  const held = await holdDraft(tx, scope, command)
  const { fileId } = command
  const parts = await evidencesOf(tx, scope, held.responseId)
  const file = parts.find(({ kind, evidenceId }) => kind === 'FILE' && evidenceId === fileId)
  if (!file) throw new AppError('FILE_NOT_FOUND', { fileId })
  await sql`
    update evidence set file_state = 'DELETED', object_key = null, file_name = null, metadata = '{}',
      deleted_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and evidence_id = ${fileId}`.execute(tx)
  const left = parts.filter((one) => one !== file)
  if (held.checkOutcome === 'REFUSED' && !left.some(isRefused)) await clearRefusal(tx, scope, held)
  await tell(tx, scope, held, { change: 'FILE_REMOVED', evidenceId: fileId })
}

export function isRefused({ fileState }: OwnEvidence): boolean {
  return fileState === 'REFUSED' || fileState === 'INFECTED'
}

/** With the last refused file gone, nothing keeps the draft from being submitted. */
async function clearRefusal(tx: Tx, scope: Scope, { responseId }: HeldResponse): Promise<void> {
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
  held: HeldResponse,
  parts: { files: readonly StoredFile[]; formdata: readonly FormEntry[] | null },
): Promise<void> {
  const [first] = await evidencesOf(tx, scope, held.responseId)
  const { responseId, transmitter } = held
  const place = { ...placeOf(held), responseId, transmitter, issuer: first?.issuer ?? 'DO' }
  await writeEvidences(tx, scope, place, parts)
}

async function tell(
  tx: Tx,
  scope: Scope,
  held: HeldResponse,
  change: Record<string, unknown>,
): Promise<void> {
  const { responseId } = held
  await sql`update response set contributors = ${withContributor(scope.actor)}, version = version + 1,
      updated_at = account_now(${scope.accountId})
    where account_id = ${scope.accountId} and response_id = ${responseId}`.execute(tx)
  const data = { responseId, state: 'DRAFT', ...change }
  record(tx, scope, { name: 'DOCUMENT_ANSWER_UPDATED', ...placeOf(held), data })
  await settleDossiers(tx, scope, [held.document.dossierId])
}
