import { Type } from 'typebox'
import {
  bytesAnswer,
  FormAnswers,
  sendFile,
  servableById,
  withdrawResponse,
} from '../domain/evaluation/index.ts'
import { AppError, requireDay } from '../platform/kernel/index.ts'
import { dateSchema, nullable, pathId, write, type HttpRoutes } from '../platform/http/index.ts'
import { answersById, oneAnswer } from './answers.view.ts'
import type { PortalDeps } from './deps.ts'
import { answerAs, anyVersion, nothingGiven, requestOf } from './drafts.ts'
import { PortalAnswer, portalTags } from './portal.schema.ts'
import { ownResponse, ownResponseIds, requireOwnFile } from './requests.queries.ts'
import { visitorIn } from './visitor.ts'

const params = Type.Object({ documentId: pathId })
const config = { right: 'public' } as const

const answerRoute = {
  config,
  schema: {
    operationId: 'answerPortalForm',
    tags: portalTags,
    summary: 'Answer a form at once; it takes the place of an answer that is still under review',
    description: 'Requests that ask for files are answered by a draft.',
    params,
    body: Type.Object({ formdata: FormAnswers, effectiveDate: Type.Optional(dateSchema) }),
    response: { 201: PortalAnswer },
  },
} as const

const withdrawRoute = {
  config,
  schema: {
    operationId: 'withdrawPortalAnswer',
    tags: portalTags,
    summary: 'Take back an answer nobody has decided on',
    description: 'The request is open again and can be answered anew.',
    params,
    response: { 200: PortalAnswer },
  },
} as const

const historyRoute = {
  config,
  schema: {
    operationId: 'portalHistory',
    tags: portalTags,
    summary: 'Every answer the company has given here, the newest first',
    description: 'Includes answers that were rejected, with the reason where the account shares it.',
    querystring: Type.Object({
      before: Type.Optional(Type.Integer({ minimum: 1, description: 'The `next` of the page before.' })),
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
    }),
    response: {
      200: Type.Object({ content: Type.Array(PortalAnswer), next: nullable(Type.Integer()) }),
    },
  },
} as const

const fileRoute = {
  config,
  schema: {
    operationId: 'downloadPortalFile',
    tags: portalTags,
    summary: 'A file the company has sent',
    description: 'Only files of the own company can be read.',
    params: Type.Object({ fileId: pathId }),
    response: bytesAnswer(),
  },
} as const

/** What a file may hold of the company is no secret to it. */
const own = new Set(['manage'] as const)

/** What was sent. */
export const answersRoutes =
  ({ db, store }: PortalDeps): HttpRoutes =>
  async (app) => {
    app.post('/portal/api/requests/:documentId/answers', answerRoute, async (request, reply) => {
      const { body, language } = request
      const { documentId } = request.params
      requireDay({ pointer: '/effectiveDate' }, body.effectiveDate)
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const documentRequest = await requestOf(tx, request, documentId)
          const effectiveDate = body.effectiveDate ?? null
          const given = { ...nothingGiven, answers: body.formdata, effectiveDate, draft: false }
          const responseId = await answerAs(tx, request, documentRequest, given)
          return oneAnswer(tx, visitorIn(request), responseId, language)
        },
      })
    })

    app.post('/portal/api/requests/:documentId/withdraw', withdrawRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const { documentId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await requestOf(tx, request, documentId)
          const responseId = await ownResponse(tx, visitor, documentId, ['CHECKING', 'PENDING'])
          if (responseId === null) throw new AppError('NOTHING_TO_WITHDRAW')
          await withdrawResponse(tx, request.scope, { responseId, expectVersion: anyVersion })
          return oneAnswer(tx, visitor, responseId, request.language)
        },
      })
    })

    app.get('/portal/api/history', historyRoute, async (request) => {
      const visitor = visitorIn(request)
      const { before, size = 50 } = request.query
      return db.snapshot(visitor, async (tx) => {
        const ids = await ownResponseIds(tx, visitor, { before, limit: size + 1 })
        const content = await answersById(tx, visitor, ids.slice(0, size), request.language)
        return { content, next: ids.length > size ? (content.at(-1)?.responseId ?? null) : null }
      })
    })

    app.get('/portal/api/files/:fileId', fileRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const { accountId } = visitor
      const { fileId } = request.params
      const find = () =>
        db.read(visitor, async (tx) => {
          await requireOwnFile(tx, visitor, fileId)
          return servableById(tx, visitor, fileId, own)
        })
      return sendFile(request, reply, { store, accountId, find })
    })
  }
