import type { FastifyRequest } from 'fastify'
import { AppError, requireDay } from '../../../platform/kernel/index.ts'
import type { DocumentType } from '../catalogue/catalogue.schema.ts'
import { fieldProblem } from './answer-content.ts'
import type { AnswerBody } from './answer.schema.ts'
import { receiveUpload, type Received, type UploadRules } from './receive-upload.ts'

export interface UploadDeps extends Pick<UploadRules, 'store' | 'maxBytes'> {}

const nothing: Received = { fields: {}, files: [], fingerprint: '', discard: async () => {} }

/** What was sent, in either form, with its fields checked against the route's schema. */
export async function readAnswer(
  request: FastifyRequest<{ Body: AnswerBody | undefined }>,
  deps: UploadDeps,
  type: DocumentType,
): Promise<{ body: AnswerBody; received: Received }> {
  const received = await receiveFiles(request, deps, type)
  try {
    const body = request.isMultipart() ? checkedFields(request, received.fields) : (request.body ?? {})
    if (body.file !== undefined) throw fieldProblem('/file', 'FIELD_UNKNOWN')
    requireDay({ pointer: '/effectiveDate' }, body.effectiveDate)
    return { body, received }
  } catch (error) {
    await received.discard()
    throw error
  }
}

export async function receiveFiles(
  request: FastifyRequest,
  deps: UploadDeps,
  { acceptedFileTypes: accepted }: DocumentType,
): Promise<Received> {
  return request.isMultipart() ? receiveUpload(request, { ...deps, accepted }) : nothing
}

/** Fields arrive as text: what JSON would have said of them is read first, then the same schema rules. */
function checkedFields(request: FastifyRequest, fields: Readonly<Record<string, string>>): AnswerBody {
  const { formdata, draft, ...rest } = fields
  const body: Record<string, unknown> = { ...rest }
  if (formdata !== undefined) body['formdata'] = parsed(formdata)
  if (draft !== undefined) body['draft'] = draft === 'true' ? true : draft === 'false' ? false : draft
  const validate = request.getValidationFunction('body')
  if (!validate?.(body)) throw Object.assign(new Error('body'), { validation: validate?.errors ?? [] })
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('JSON_MALFORMED')
  }
}
