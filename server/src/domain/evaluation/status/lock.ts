import { sql } from 'kysely'
import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import {
  next,
  type CheckOutcome,
  type ResponseAction,
  type ResponseScope,
  type ResponseState,
  type Transmitter,
} from './response-states.ts'

export interface LockedDossier {
  readonly dossierId: number
  readonly thirdpartyId: number
  readonly typeCode: string
  readonly typeVersion: number
  readonly dueDate: string | null
  readonly version: number
  readonly archived: boolean
}

/**
 * Locks a dossier for the rest of the transaction. Whoever changes a dossier, its documents or their answers
 * begins here, so that all of them wait for one another in the same order.
 */
export async function lockDossier(tx: Tx, scope: Scope, dossierId: number): Promise<LockedDossier> {
  const row = await tx
    .selectFrom('dossier')
    .select(['thirdparty_id', 'type_code', 'type_version', 'due_date', 'version', 'archived_at'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
  return {
    dossierId,
    thirdpartyId: row.thirdparty_id,
    typeCode: row.type_code,
    typeVersion: row.type_version,
    dueDate: row.due_date,
    version: row.version,
    archived: row.archived_at !== null,
  }
}

/** Locks several, in the order in which everybody does. */
export async function lockDossiers(tx: Tx, scope: Scope, dossierIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where((dossier) => dossier('dossier_id', '=', dossier.fn.any(dossier.val([...dossierIds]))))
    .orderBy('dossier_id')
    .forUpdate()
    .execute()
}

/** The same for writes: an archived dossier is frozen. */
export async function lockOpenDossier(tx: Tx, scope: Scope, dossierId: number): Promise<LockedDossier> {
  const locked = await lockDossier(tx, scope, dossierId)
  if (locked.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return locked
}

export interface LockedDocument {
  readonly dossier: LockedDossier
  readonly documentId: number
  readonly thirdpartyId: number
  readonly dossierId: number
  readonly code: string
  readonly typeVersion: number
  readonly required: boolean
  readonly dueDate: string | null
  readonly stopped: boolean
  /** A check that has nobody to ask: it may be answered by hand. */
  readonly noSource: boolean
  readonly version: number
}

/** Locks the dossier, then this document of it. An archived dossier is frozen, its documents with it. */
export async function lockDocument(
  tx: Tx,
  scope: Scope,
  { dossierId, documentId }: { readonly dossierId: number; readonly documentId: number },
): Promise<LockedDocument> {
  const dossier = await lockDossier(tx, scope, dossierId)
  const row = await tx
    .selectFrom('document')
    .select(['code', 'type_version', 'required', 'due_date', 'stopped_at', 'no_source', 'version'])
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
  if (dossier.archived) throw new AppError('DOSSIER_ARCHIVED', { dossierId })
  return {
    dossier,
    documentId,
    dossierId,
    thirdpartyId: dossier.thirdpartyId,
    code: row.code,
    typeVersion: row.type_version,
    required: row.required,
    dueDate: row.due_date,
    stopped: row.stopped_at !== null,
    noSource: row.no_source,
    version: row.version,
  }
}

/** The same for writes: what is no longer asked for is not changed or answered. */
export async function lockRequiredDocument(
  tx: Tx,
  scope: Scope,
  path: { readonly dossierId: number; readonly documentId: number },
): Promise<LockedDocument> {
  const locked = await lockDocument(tx, scope, path)
  if (locked.stopped) throw new AppError('DOCUMENT_STOPPED', { documentId: locked.documentId })
  return locked
}

export interface LockedResponse {
  readonly responseId: number
  readonly document: LockedDocument
  readonly state: ResponseState
  readonly scope: ResponseScope
  readonly transmitter: Transmitter
  readonly effectiveDate: string | null
  readonly expirationDate: string | null
  readonly expirationCorrected: boolean
  readonly checkOutcome: CheckOutcome | null
  /** When it was submitted, or begun where that is still to come. */
  readonly sentAt: Date
  readonly version: number
}

/** Locks the dossier, its document and then this answer, in the order everyone does. */
export async function lockResponse(tx: Tx, scope: Scope, responseId: number): Promise<LockedResponse> {
  const path = await placeOfResponse(tx, scope, responseId)
  const document = await lockDocument(tx, scope, path)
  const row = await tx
    .selectFrom('response')
    .selectAll()
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    responseId,
    document,
    state: row.state as ResponseState,
    scope: row.scope as ResponseScope,
    transmitter: row.transmitter as Transmitter,
    effectiveDate: row.effective_date,
    expirationDate: row.expiration_date,
    expirationCorrected: row.expiration_corrected,
    checkOutcome: row.check_outcome as CheckOutcome | null,
    sentAt: row.submitted_at ?? row.created_at,
    version: row.version,
  }
}

/** The same for what belongs to a request that is still made. */
export async function lockRequiredResponse(
  tx: Tx,
  scope: Scope,
  responseId: number,
): Promise<LockedResponse> {
  const locked = await lockResponse(tx, scope, responseId)
  const { documentId, stopped } = locked.document
  if (stopped) throw new AppError('DOCUMENT_STOPPED', { documentId })
  return locked
}

/** An answer never moves to another document, so this needs no lock. */
export async function placeOfResponse(
  tx: ReadTx,
  scope: Scope,
  responseId: number,
): Promise<{ dossierId: number; documentId: number; thirdpartyId: number }> {
  const row = await tx
    .selectFrom('response')
    .select(['dossier_id', 'document_id', 'thirdparty_id'])
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  if (!row) return responseNotFound(tx, scope, responseId)
  return { dossierId: row.dossier_id, documentId: row.document_id, thirdpartyId: row.thirdparty_id }
}

/** The state the action leads to; an answer that is past it can only be followed by another. */
export function stateAfter(locked: LockedResponse, action: ResponseAction): ResponseState {
  const state = next(locked.state, action)
  if (state === null) throw notEditable(locked)
  return state
}

export function notEditable({ responseId, state }: LockedResponse): AppError {
  return new AppError('RESPONSE_NOT_EDITABLE', { responseId, state })
}

export function eventPlace({ document: { thirdpartyId, dossierId, documentId } }: LockedResponse) {
  return { thirdpartyId, dossierId, documentId }
}

/** All ids come from one sequence, so it can be told what was given instead. */
export async function responseNotFound(tx: ReadTx, scope: Scope, responseId: number): Promise<never> {
  const { rows } = await sql<{ hint: string | null }>`
    select case
      when exists (select from document where account_id = ${scope.accountId} and document_id = ${responseId})
        then 'DOCUMENT_ID_GIVEN'
      when exists (select from evidence where account_id = ${scope.accountId} and evidence_id = ${responseId})
        then 'EVIDENCE_ID_GIVEN' end as hint`.execute(tx)
  const hint = rows[0]?.hint
  throw new AppError('RESPONSE_NOT_FOUND', { responseId }, hint ? { members: { hint } } : {})
}

export interface DocumentPath {
  readonly dossierId: number
  readonly documentId: number
}

export async function requireDocument(tx: ReadTx, scope: Scope, path: DocumentPath): Promise<void> {
  const row = await tx
    .selectFrom('document')
    .select('document_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', path.dossierId)
    .where('document_id', '=', path.documentId)
    .executeTakeFirst()
  if (!row) await documentNotFound(tx, scope, path)
}

/** Says which of the two is not there. */
export async function documentNotFound(
  tx: ReadTx,
  scope: Scope,
  { dossierId, documentId }: DocumentPath,
): Promise<never> {
  await requireDossier(tx, scope, dossierId)
  throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
}

export async function requireDossier(tx: ReadTx, scope: Scope, dossierId: number): Promise<void> {
  const row = await tx
    .selectFrom('dossier')
    .select('dossier_id')
    .where('account_id', '=', scope.accountId)
    .where('dossier_id', '=', dossierId)
    .executeTakeFirst()
  if (!row) throw new AppError('DOSSIER_NOT_FOUND', { dossierId })
}

/** Its state as it is now, without a lock; undefined when there is no such answer. */
export async function readResponseState(
  tx: ReadTx,
  scope: Scope,
  responseId: number,
): Promise<ResponseState | undefined> {
  const row = await tx
    .selectFrom('response')
    .select('state')
    .where('account_id', '=', scope.accountId)
    .where('response_id', '=', responseId)
    .executeTakeFirst()
  return row?.state as ResponseState | undefined
}
