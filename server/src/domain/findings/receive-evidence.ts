import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { ObjectStore } from '../../platform/files/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { Files, receiveFiles } from '../evaluation/index.ts'

const longestComment = 2_000

export const EvidenceBody = Type.Object({
  file: Type.Optional(Files),
  comment: Type.Optional(Type.String({ minLength: 1, maxLength: longestComment, pattern: String.raw`\S` })),
})

/** Files and words, in either form of body; the same rules for both. */
export async function receiveEvidence(
  request: FastifyRequest<{ Body: Static<typeof EvidenceBody> | undefined }>,
  deps: { readonly store: ObjectStore; readonly maxBytes: number },
) {
  const received = await receiveFiles(request, deps, { acceptedFileTypes: [] })
  try {
    if (!request.isMultipart()) {
      if (request.body?.file !== undefined) throw fieldFault('/file', 'FIELD_UNKNOWN')
      return { received, comment: request.body?.comment ?? null }
    }
    const { comment = null, ...others } = received.fields
    const [unknown] = Object.keys(others)
    if (unknown !== undefined) throw fieldFault(`/${unknown}`, 'FIELD_UNKNOWN')
    if (comment !== null && comment.length > longestComment) throw fieldFault('/comment', 'FIELD_TOO_LONG')
    return { received, comment: comment?.trim() ? comment : null }
  } catch (error) {
    await received.discard()
    throw error
  }
}

function fieldFault(pointer: string, code: string): AppError {
  return new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
}
