import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import { pathId, type HttpRoutes } from '../../../platform/http/index.ts'
import { readerOf } from './reader.ts'
import { ResponseRecord } from './response.schema.ts'
import { getResponse, responsesOfDocument } from './responses.queries.ts'
import { answerDocument } from './answer-document.ts'
import { answerableType } from './answerable.queries.ts'
import { AnswerBody, answerBodyNote } from './answer.schema.ts'
import { readAnswer } from './read-answer.ts'
import { multipartType, responseTags, tag, uploadBytes, type ResponsesDeps } from './route-parts.ts'
import { writeUpload } from './write-upload.ts'

const ofDocument = Type.Object({ dossierId: pathId, documentId: pathId })

const answerRoute = {
  config: { right: 'manage', contentTypes: ['application/json', multipartType] },
  schema: {
    operationId: 'answerDocument',
    tags: responseTags,
    summary: 'Answer a document with files, a form, or both',
    description: answerBodyNote,
    consumes: ['application/json', multipartType],
    params: ofDocument,
    body: Type.Optional(AnswerBody),
    response: { 201: ResponseRecord },
  },
} as const

const historyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listResponses',
    tags: responseTags,
    summary: 'Every answer a document has had, the newest first',
    params: ofDocument,
    response: { 200: Type.Object({ content: Type.Array(ResponseRecord) }) },
  },
} as const

/** Answers of one document. */
export const answersRoutes =
  (deps: ResponsesDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    await app.register(multipart)

    app.post(
      '/dossiers/:dossierId/documents/:documentId/responses',
      { ...answerRoute, bodyLimit: uploadBytes(deps) },
      async (request, reply) => {
        const { scope, params, language } = request
        const type = await db.read(scope, (tx) => answerableType(tx, scope, params))
        const { body, received } = await readAnswer(request, deps, type)
        const command = {
          ...params,
          files: received.files,
          answers: body.formdata ?? null,
          effectiveDate: body.effectiveDate ?? null,
          draft: body.draft ?? false,
          scope: body.scope ?? ('THIRD_PARTY' as const),
          issuer: body.issuer ?? 'DO',
          transmitter: body.transmitter ?? ('DONNEUR_ORDRE' as const),
          language,
        }
        return writeUpload({ db, received }, request, reply, {
          status: 201,
          work: async (tx) =>
            getResponse(tx, scope, await answerDocument(tx, scope, command), readerOf(request)),
          headers: (made) => ({
            location: `/api/v1/account/${scope.accountId}/responses/${made.responseId}`,
            ...tag(made),
          }),
        })
      },
    )

    app.get('/dossiers/:dossierId/documents/:documentId/responses', historyRoute, async (request) => {
      const { scope, params } = request
      const content = await db.read(scope, (tx) => responsesOfDocument(tx, scope, params, readerOf(request)))
      return { content }
    })
  }
