import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import {
  dateSchema,
  etag,
  etagHeader,
  nullable,
  pathId,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { requireDay } from '../../../platform/kernel/index.ts'
import { responseScopes } from '../status/response-states.ts'
import { answerableType, answerDocument } from './answer-document.ts'
import { AnswerBody, answerBodyNote, ofResponse, responseTags } from './answer.schema.ts'
import { changeResponse } from './change-response.ts'
import { draftsRoutes } from './drafts.routes.ts'
import {
  multipartType,
  readUploadedAnswer,
  uploadBytes,
  writeUpload,
  type ResponsesDeps,
} from './receive-upload.ts'
import { ResponseRecord } from './response.schema.ts'
import { getResponse, readerOf, responsesOfDocument } from './response.view.ts'
import { submitDraft } from './submit-draft.ts'
import { withdrawResponse } from './withdraw-response.ts'

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
    description: 'Includes answers that were rejected, replaced or withdrawn. It is not paged.',
    params: ofDocument,
    response: { 200: Type.Object({ content: Type.Array(ResponseRecord) }) },
  },
} as const

/** Answers of one document. */
const answersRoutes =
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
        const { body, received } = await readUploadedAnswer(request, deps, type)
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
          headers: (created) => ({
            location: `/api/v1/account/${scope.accountId}/responses/${created.responseId}`,
            ...etagHeader(created),
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

const oneRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getResponse',
    tags: responseTags,
    summary: 'One answer with its evidences',
    description:
      'Contains its evidences, checks and decisions. The ETag belongs into If-Match when it is decided or changed.',
    params: ofResponse,
    response: { 200: ResponseRecord },
  },
} as const

const changeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'changeResponse',
    tags: responseTags,
    summary: 'Correct the dates of an answer, or how far it reaches',
    description:
      'The status of the document is decided anew. What was sent by the third party is not touched.',
    params: ofResponse,
    body: Type.Object({
      effectiveDate: Type.Optional(nullable(dateSchema)),
      expirationDate: Type.Optional(
        nullable(
          Type.String({ ...dateSchema, description: 'Null: back to what the type’s validity policy says.' }),
        ),
      ),
      scope: Type.Optional(Type.Enum([...responseScopes])),
    }),
    response: { 200: ResponseRecord },
  },
} as const

const withdrawRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'withdrawResponse',
    tags: responseTags,
    summary: 'Take back an answer nobody has decided on',
    description: 'The document waits for an answer again. This one stays in the history as withdrawn.',
    params: ofResponse,
    response: { 200: ResponseRecord },
  },
} as const

const submitRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'submitDraft',
    tags: responseTags,
    summary: 'Submit a draft: its checks begin',
    description: 'From now on the answer cannot be edited, only withdrawn.',
    params: ofResponse,
    response: { 200: ResponseRecord },
  },
} as const

/** One answer. */
const oneResponseRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/responses/:responseId', oneRoute, async (request, reply) => {
      const { scope } = request
      const found = await db.read(scope, (tx) =>
        getResponse(tx, scope, request.params.responseId, readerOf(request)),
      )
      reply.header('etag', etag(found.version)).header('cache-control', 'private, no-cache')
      return found
    })

    app.patch('/responses/:responseId', changeRoute, async (request, reply) => {
      const { scope, body } = request
      const { responseId } = request.params
      requireDay({ pointer: '/effectiveDate' }, body.effectiveDate)
      requireDay({ pointer: '/expirationDate' }, body.expirationDate)
      const { effectiveDate, expirationDate, scope: reach } = body
      return write(db, request, reply, {
        work: async (tx) => {
          const change = { responseId, effectiveDate, expirationDate, scope: reach }
          await changeResponse(tx, scope, { ...change, expectVersion: versionCheck(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: etagHeader,
      })
    })

    app.post('/responses/:responseId/withdraw', withdrawRoute, async (request, reply) => {
      const { scope } = request
      const { responseId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await withdrawResponse(tx, scope, { responseId, expectVersion: versionCheck(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: etagHeader,
      })
    })

    app.post('/responses/:responseId/submit', submitRoute, async (request, reply) => {
      const { scope, language } = request
      const { responseId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await submitDraft(tx, scope, { responseId, language, expectVersion: versionCheck(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: etagHeader,
      })
    })
  }

export const responsesRoutes = (deps: ResponsesDeps): HttpRoutes => {
  const parts = [answersRoutes(deps), oneResponseRoutes(deps), draftsRoutes(deps)]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
