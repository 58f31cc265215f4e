import type { ReadTx, Tx } from '../../../platform/db/index.ts'
import { AppError, type Scope } from '../../../platform/kernel/index.ts'
import { responseNotFound } from './require.ts'
import {
  next,
  type CheckOutcome,
  type ResponseAction,
  type ResponseScope,
  type ResponseState,
  type Transmitter,
} from './response-states.ts'
import { holdDocument, type HeldDocument } from './hold-document.ts'

export interface HeldResponse {
  readonly responseId: number
  readonly document: HeldDocument
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
export async function holdResponse(tx: Tx, scope: Scope, responseId: number): Promise<HeldResponse> {
  const path = await placeOfResponse(tx, scope, responseId)
  const document = await holdDocument(tx, scope, path)
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
export async function holdAskedResponse(tx: Tx, scope: Scope, responseId: number): Promise<HeldResponse> {
  const held = await holdResponse(tx, scope, responseId)
  const { documentId, stopped } = held.document
  if (stopped) throw new AppError('DOCUMENT_STOPPED', { documentId })
  return held
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
export function stateAfter(held: HeldResponse, action: ResponseAction): ResponseState {
  const state = next(held.state, action)
  if (state === null) throw notEditable(held)
  return state
}

export function notEditable({ responseId, state }: HeldResponse): AppError {
  return new AppError('RESPONSE_NOT_EDITABLE', { responseId, state })
}

export function placeOf({ document: { thirdpartyId, dossierId, documentId } }: HeldResponse) {
  return { thirdpartyId, dossierId, documentId }
}
