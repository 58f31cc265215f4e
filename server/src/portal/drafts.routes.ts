import { Type } from 'typebox'
import { requireDay } from '../platform/kernel/index.ts'
import { FormAnswers, submitDraft, withdrawResponse } from '../domain/evaluation/index.ts'
import { dateSchema, nullable, pathId, write, type HttpRoutes } from '../platform/http/index.ts'
import { oneAnswer } from './answers.view.ts'
import type { PortalDeps } from './deps.ts'
import { anyVersion, saveDraft, requestOf, requireDraft } from './drafts.ts'
import { PortalAnswer, portalTags } from './portal.schema.ts'
import { visitorIn } from './visitor.ts'

const params = Type.Object({ documentId: pathId })
const config = { right: 'public' } as const
const response = { 200: PortalAnswer }
const path = '/portal/api/requests/:documentId/draft'

const saveRoute = {
  config,
  schema: {
    operationId: 'savePortalDraft',
    tags: portalTags,
    summary: 'Keep what was filled in so far; begins a draft where there is none',
    description:
      'Nothing is sent before the draft is submitted, and nothing is checked for completeness yet.',
    params,
    body: Type.Object({
      formdata: Type.Optional(FormAnswers),
      effectiveDate: Type.Optional(nullable(dateSchema)),
    }),
    response,
  },
} as const

const dropRoute = {
  config,
  schema: {
    operationId: 'dropPortalDraft',
    tags: portalTags,
    summary: 'Give the draft up',
    description: 'What was sent before stays.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

const submitRoute = {
  config,
  schema: {
    operationId: 'submitPortalDraft',
    tags: portalTags,
    summary: 'Send the draft; it takes the place of an answer that is still under review',
    description: 'The account is told, and its checks begin.',
    params,
    response,
  },
} as const

/** Answers that are being written: one for each request. */
export const portalDraftsRoutes =
  ({ db }: PortalDeps): HttpRoutes =>
  async (app) => {
    app.put(path, saveRoute, async (request, reply) => {
      const { body, params: asked, language } = request
      requireDay({ pointer: '/effectiveDate' }, body.effectiveDate)
      return write(db, request, reply, {
        work: async (tx) => {
          const found = await requestOf(tx, request, asked.documentId)
          const given = { answers: body.formdata ?? null, effectiveDate: body.effectiveDate }
          const responseId = await saveDraft(tx, request, found, given)
          return oneAnswer(tx, visitorIn(request), responseId, language)
        },
      })
    })

    app.delete(path, dropRoute, async (request, reply) => {
      const { documentId } = request.params
      return write(db, request, reply, {
        status: 204,
        work: async (tx) => {
          await requestOf(tx, request, documentId)
          const responseId = await requireDraft(tx, request, documentId)
          await withdrawResponse(tx, request.scope, { responseId, expectVersion: anyVersion })
        },
      })
    })

    app.post(`${path}/submit`, submitRoute, async (request, reply) => {
      const { scope, language } = request
      const { documentId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await requestOf(tx, request, documentId)
          const responseId = await requireDraft(tx, request, documentId)
          await submitDraft(tx, scope, { responseId, language, expectVersion: anyVersion })
          return oneAnswer(tx, visitorIn(request), responseId, language)
        },
      })
    })
  }
