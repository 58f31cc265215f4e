import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import {
  dateSchema,
  etagHeader,
  nullable,
  pathId,
  problem,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { requireDay } from '../../../platform/kernel/index.ts'
import { readerOf } from '../answers/response.view.ts'
import { changeDocument, stopDocument } from './change-document.ts'
import { DocumentRecord } from './document.schema.ts'
import { documentsById } from './document.view.ts'
import { getDocument } from './documents.queries.ts'
import { requireDocuments } from './require-documents.ts'

const tags = ['Documents']
const maxCodes = 100

/** Codes of documents to ask for; how many there must be at least is the caller's to say. */
export function documentCodes(options: { minItems?: number; description?: string }) {
  return Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: maxCodes,
    examples: [['CODE_CONDUCT']],
    ...problem({
      missing: 'REQUIREMENTS_EMPTY',
      tooFew: 'REQUIREMENTS_EMPTY',
      tooMany: 'REQUIREMENTS_TOO_MANY',
      params: { max: maxCodes },
    }),
    ...options,
  })
}

const requireRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'requireDocuments',
    tags,
    summary: 'Ask for further documents in a dossier whose type allows it',
    description: 'Types that the dossier already asks for are named in the answer and left as they are.',
    params: Type.Object({ dossierId: pathId }),
    body: Type.Object({ newRequiredDocuments: documentCodes({ minItems: 1 }) }),
    response: {
      200: Type.Object({
        dossierId: Type.Integer(),
        added: Type.Array(DocumentRecord, { description: 'Required now, and not before.' }),
        alreadyRequired: Type.Array(Type.String()),
      }),
    },
  },
} as const

const path = Type.Object({ dossierId: pathId, documentId: pathId })

const changeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'changeDocument',
    tags,
    summary: 'Change when a document is due, or whether it is required',
    description: 'The status of the document and of its dossier is decided anew.',
    params: path,
    body: Type.Object({
      dueDate: Type.Optional(nullable(dateSchema)),
      required: Type.Optional(Type.Boolean({ description: 'Open types only.' })),
    }),
    response: { 200: DocumentRecord },
  },
} as const

const stopRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'stopDocument',
    tags,
    summary: 'No longer ask for a document, in a dossier whose type allows it',
    description: 'Answers that were given stay in the dossier.',
    params: path,
    response: { 200: DocumentRecord },
  },
} as const

/** What a dossier asks for. */
export const requirementsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.post('/dossiers/:dossierId/requirements', requireRoute, async (request, reply) => {
      const { scope } = request
      const { dossierId } = request.params
      const codes = request.body.newRequiredDocuments
      return write(db, request, reply, {
        work: async (tx) => {
          const { added, alreadyRequired } = await requireDocuments(tx, scope, { dossierId, codes })
          const documents = await documentsById(tx, scope, added, readerOf(request))
          return { dossierId, added: documents, alreadyRequired }
        },
      })
    })

    app.patch('/dossiers/:dossierId/documents/:documentId', changeRoute, async (request, reply) => {
      const { scope, params } = request
      const { dueDate, required } = request.body
      requireDay({ pointer: '/dueDate' }, dueDate)
      return write(db, request, reply, {
        work: async (tx) => {
          await changeDocument(tx, scope, {
            ...params,
            dueDate,
            required,
            expectVersion: versionCheck(request),
          })
          return getDocument(tx, scope, params, readerOf(request))
        },
        headers: etagHeader,
      })
    })

    app.post('/dossiers/:dossierId/documents/:documentId/stop', stopRoute, async (request, reply) => {
      const { scope, params } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await stopDocument(tx, scope, { ...params, expectVersion: versionCheck(request) })
          return getDocument(tx, scope, params, readerOf(request))
        },
        headers: etagHeader,
      })
    })
  }
