import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import { dateSchema, etag, nullable, write, type HttpRoutes } from '../../../platform/http/index.ts'
import { requireDay } from '../../../platform/kernel/index.ts'
import { responseScopes } from '../status/response-states.ts'
import { readerOf } from './reader.ts'
import { ResponseRecord } from './response.schema.ts'
import { getResponse } from './responses.queries.ts'
import { changeResponse } from './change-response.ts'
import { expected, ofResponse, responseTags, tag } from './route-parts.ts'
import { submitDraft } from './submit-draft.ts'
import { withdrawResponse } from './withdraw-response.ts'

const oneRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getResponse',
    tags: responseTags,
    summary: 'One answer with its evidences',
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
    params: ofResponse,
    response: { 200: ResponseRecord },
  },
} as const

/** One answer. */
export const oneResponseRoutes =
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
          await changeResponse(tx, scope, { ...change, expectVersion: expected(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: tag,
      })
    })

    app.post('/responses/:responseId/withdraw', withdrawRoute, async (request, reply) => {
      const { scope } = request
      const { responseId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await withdrawResponse(tx, scope, { responseId, expectVersion: expected(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: tag,
      })
    })

    app.post('/responses/:responseId/submit', submitRoute, async (request, reply) => {
      const { scope, language } = request
      const { responseId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await submitDraft(tx, scope, { responseId, language, expectVersion: expected(request) })
          return getResponse(tx, scope, responseId, readerOf(request))
        },
        headers: tag,
      })
    })
  }
