import type { FastifyRequest } from 'fastify'
import type { GivenAnswer } from '../domain/forms/index.ts'
import {
  addFiles,
  answerDocument,
  changeResponse,
  saveForm,
  type StoredFile,
} from '../domain/evaluation/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { enqueue } from '../platform/jobs/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import { ownResponse, requireRequest, type Request } from './requests.queries.ts'
import { requireStillWelcome, visitorIn } from './visitor.ts'

export const anyVersion = () => undefined

/** The request a write is about, looked at again inside its transaction. */
export async function requestOf(tx: Tx, request: FastifyRequest, documentId: number): Promise<Request> {
  const visitor = visitorIn(request)
  await requireStillWelcome(tx, request.scope, visitor)
  return requireRequest(tx, visitor, documentId)
}

export interface DraftInput {
  readonly files: readonly StoredFile[]
  /** Null: no form was sent. */
  readonly answers: readonly GivenAnswer[] | null
  readonly effectiveDate: string | null
}

export const nothingGiven: DraftInput = { files: [], answers: null, effectiveDate: null }

/** Answers as the company itself, for all of its dossiers. */
export function answerAs(
  tx: Tx,
  request: FastifyRequest,
  { dossierId, documentId }: Request,
  given: DraftInput & { readonly draft: boolean },
): Promise<number> {
  return answerDocument(tx, request.scope, {
    ...given,
    dossierId,
    documentId,
    scope: 'THIRD_PARTY',
    issuer: 'DO',
    transmitter: 'FOURNISSEUR',
    language: request.language,
  })
}

export function ownDraft(tx: Tx, request: FastifyRequest, documentId: number): Promise<number | null> {
  return ownResponse(tx, visitorIn(request), documentId, ['DRAFT'])
}

export async function requireDraft(tx: Tx, request: FastifyRequest, documentId: number): Promise<number> {
  const responseId = await ownDraft(tx, request, documentId)
  if (responseId === null) throw new AppError('DRAFT_NOT_FOUND')
  return responseId
}

/** What is left out stays as it was. Returns the draft. */
export async function saveDraft(
  tx: Tx,
  request: FastifyRequest,
  documentRequest: Request,
  given: { answers: readonly GivenAnswer[] | null; effectiveDate: string | null | undefined },
): Promise<number> {
  const { scope, language } = request
  const { answers, effectiveDate } = given
  const responseId = await ownDraft(tx, request, documentRequest.documentId)
  if (responseId === null) {
    const firstDraft = { ...nothingGiven, answers, effectiveDate: effectiveDate ?? null, draft: true }
    return answerAs(tx, request, documentRequest, firstDraft)
  }
  const target = { responseId, expectVersion: anyVersion }
  if (effectiveDate !== undefined) {
    const dates = { effectiveDate, expirationDate: undefined, scope: undefined }
    await changeResponse(tx, scope, { ...target, ...dates })
  }
  if (answers !== null) await saveForm(tx, scope, { ...target, answers, language })
  return responseId
}

/** Puts files into the draft, or begins one with them. */
export async function addToDraft(
  tx: Tx,
  request: FastifyRequest,
  documentRequest: Request,
  files: readonly StoredFile[],
): Promise<number> {
  const { scope } = request
  const begun = await ownDraft(tx, request, documentRequest.documentId)
  if (begun !== null) await addFiles(tx, scope, { responseId: begun, files, expectVersion: anyVersion })
  const responseId =
    begun ?? (await answerAs(tx, request, documentRequest, { ...nothingGiven, files, draft: true }))
  const jobKey = `responses.read-draft:${scope.accountId}:${responseId}`
  await enqueue(tx, 'responses.read-draft', { accountId: scope.accountId, responseId }, { jobKey })
  return responseId
}
