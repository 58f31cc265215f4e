import { fileKinds } from '@vigie/inspect'
import { Type } from 'typebox'
import {
  documentTypeAt,
  FormAnswers,
  maxFilesOfAnswer,
  type DocumentType,
} from '../domain/evaluation/index.ts'
import { formView, parseForm } from '../domain/forms/index.ts'
import { pathId, type HttpRoutes } from '../platform/http/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import { answersOf } from './answers.view.ts'
import type { PortalDeps } from './deps.ts'
import { OneRequest, PortalRequests, portalTags } from './portal.schema.ts'
import { otherSending, requestRows, requireRequest } from './requests.queries.ts'
import { isOpen } from './request-status.ts'
import { byDossier, requestView } from './requests.view.ts'
import { visitorIn } from './visitor.ts'

const params = Type.Object({ documentId: pathId })
const config = { right: 'public' } as const

const listRoute = {
  config,
  schema: {
    operationId: 'listPortalRequests',
    tags: portalTags,
    summary: 'What is requested from the company, why and by when, and what has been done',
    description: 'Grouped by dossier, with how far each is.',
    response: { 200: PortalRequests },
  },
} as const

const oneRoute = {
  config,
  schema: {
    operationId: 'getPortalRequest',
    tags: portalTags,
    summary: 'One request with its form, its draft and what was sent so far',
    description: 'Contains everything the page of one request needs.',
    params,
    response: { 200: OneRequest },
  },
} as const

const checkRoute = {
  config,
  schema: {
    operationId: 'checkPortalForm',
    tags: portalTags,
    summary: 'Check answers of a form without keeping them',
    description: 'Use it while the form is filled in. Nothing is stored.',
    params,
    body: Type.Object({
      formdata: FormAnswers,
      complete: Type.Optional(
        Type.Boolean({ default: false, description: 'Whether answers that are left out count as faults.' }),
      ),
    }),
    response: {
      200: Type.Object({
        valid: Type.Boolean(),
        errors: Type.Array(
          Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() }),
        ),
      }),
    },
  },
} as const

/** What is asked. */
export const requestsRoutes =
  ({ db, maxBytes }: PortalDeps): HttpRoutes =>
  async (app) => {
    app.get('/portal/api/requests', listRoute, async (request) => {
      const visitor = visitorIn(request)
      return byDossier(await db.read(visitor, (tx) => requestRows(tx, visitor)), request.language)
    })

    app.get('/portal/api/requests/:documentId', oneRoute, async (request) => {
      const visitor = visitorIn(request)
      const { scope, language } = request
      const { documentId } = request.params
      return db.snapshot(visitor, async (tx) => {
        const [row] = await requestRows(tx, visitor, documentId)
        if (!row) throw new AppError('DOCUMENT_NOT_FOUND', { documentId })
        const view = requestView(row, language)
        const type = await documentTypeAt(tx, scope, row)
        const other = isOpen(view.status) ? row.sentElsewhere : null
        const elsewhere = other === null ? null : await otherSending(tx, visitor, other)
        const answers = await answersOf(tx, visitor, documentId, language)
        return {
          ...view,
          dossierName: row.dossierName[language],
          fileTypes: extensionsOf(type),
          maxFiles: maxFilesOfAnswer,
          maxFileBytes: maxBytes,
          formFields: formView(type.fields, language),
          sentElsewhere: elsewhere && { ...elsewhere, dossierName: elsewhere.dossierName[language] },
          draft: answers.find(({ state }) => state === 'DRAFT') ?? null,
          answers: answers.filter(({ state }) => state !== 'DRAFT'),
        }
      })
    })

    app.post('/portal/api/requests/:documentId/check', checkRoute, async (request) => {
      const visitor = visitorIn(request)
      const { language, body } = request
      const { type } = await db.read(visitor, (tx) => requireRequest(tx, visitor, request.params.documentId))
      const parsed = parseForm(type.fields, body.formdata, { language, draft: body.complete !== true })
      return { valid: parsed.ok, errors: parsed.ok ? [] : parsed.faults }
    })
  }

function extensionsOf(type: DocumentType): string[] {
  if (type.kind === 'FORM') return []
  const { acceptedFileTypes: accepted } = type
  return fileKinds
    .filter(({ contentType }) => accepted.length === 0 || accepted.includes(contentType))
    .map(({ extension }) => extension)
}
