import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import {
  asOfQuery,
  etag,
  eventFilterQuery,
  PageOf,
  pageQuery,
  pathId,
  sortOf,
  sortQuery,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import type { Language, Scope } from '../../../platform/kernel/index.ts'
import { answerEventList, filterQuery, filterValues, type ListDeps } from '../../../platform/lists/index.ts'
import { resolveOwner } from '../../teams/index.ts'
import { readerOf } from '../answers/response.view.ts'
import { DocumentRecord, DocumentRow, PastDocument } from './document.schema.ts'
import { documentsById } from './document.view.ts'
import {
  documentFilters,
  documentListing,
  documentsOfDossier,
  documentSorts,
  getDocument,
} from './documents.queries.ts'
import { dossierOwner } from './dossiers.queries.ts'

const tags = ['Documents']
const Query = Type.Object({
  ...pageQuery(),
  ...eventFilterQuery,
  ...filterQuery(documentFilters),
  ...dossierOwner,
  ...sortQuery(documentSorts),
})

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDocuments',
    tags,
    summary: 'Documents of all open dossiers, who has been waiting longest first: the review queue',
    description:
      'Use the filters to work through what waits for a review. Only third parties of units the caller sees are listed.',
    querystring: Query,
    response: { 200: PageOf(DocumentRow) },
  },
} as const

const searchRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'searchDocumentsByEvent',
    tags,
    summary: 'Documents on which at least one of the named events occurred in a range of time',
    description:
      'The header Events-Complete-Until tells up to which second the answer is complete: start the next search there.',
    querystring: Query,
    response: { 200: PageOf(DocumentRow) },
  },
} as const

const ofDossierRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossierDocuments',
    tags,
    summary: 'What a dossier asks for, with what was answered',
    description:
      'Each document comes with its status and the answer that counts. It is not paged: a dossier holds few documents.',
    params: Type.Object({ dossierId: pathId }),
    querystring: Type.Object({
      includeStopped: Type.Optional(Type.Boolean({ description: 'Also those no longer asked for.' })),
    }),
    response: { 200: Type.Object({ content: Type.Array(DocumentRecord) }) },
  },
} as const

const oneRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getDocument',
    tags,
    summary: 'One document with its evidences, or what it was at a past moment',
    description:
      'With `asOf` the answer is what the journal tells of that moment, and names what it does not tell.',
    params: Type.Object({ dossierId: pathId, documentId: pathId }),
    querystring: Type.Object(asOfQuery),
    response: { 200: Type.Union([PastDocument, DocumentRecord]) },
  },
} as const

interface Deps extends ListDeps {
  /** The journal's word on a past moment; whoever reads the journal lies above. */
  readonly stateAt: (scope: Scope, requested: PastDocumentAsked) => Promise<PastDocument>
}

interface PastDocumentAsked {
  readonly dossierId: number
  readonly documentId: number
  readonly asOf: string
  readonly language: Language
}

/** Reading documents. What changes them belongs to their dossiers. */
export const documentsRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    app.get('/documents', listRoute, (request, reply) =>
      answerDocuments(deps, request, reply, { query: request.query, eventsRequired: false }),
    )
    app.get('/documents/search', searchRoute, (request, reply) =>
      answerDocuments(deps, request, reply, { query: request.query, eventsRequired: true }),
    )
    app.get('/dossiers/:dossierId/documents', ofDossierRoute, async (request) => {
      const requested = { ...request.params, includeStopped: request.query.includeStopped ?? false }
      const content = await deps.db.read(request.scope, (tx) =>
        documentsOfDossier(tx, request.scope, requested, readerOf(request)),
      )
      return { content }
    })
    app.get('/dossiers/:dossierId/documents/:documentId', oneRoute, async (request, reply) => {
      const { asOf } = request.query
      if (asOf !== undefined) {
        reply.header('cache-control', 'private, no-cache')
        const { language } = request
        return deps.stateAt(request.scope, { ...request.params, asOf, language })
      }
      const found = await deps.db.read(request.scope, (tx) =>
        getDocument(tx, request.scope, request.params, readerOf(request)),
      )
      reply.header('etag', etag(found.version)).header('cache-control', 'private, no-cache')
      return found
    })
  }

function answerDocuments(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, eventsRequired }: { query: Static<typeof Query>; eventsRequired: boolean },
) {
  const { scope } = request
  const { owner } = query
  // Events lead to everything they occurred on: how else would one find what was stopped?
  const byDefault = eventsRequired || query.eventNames !== undefined ? undefined : false
  const values = { ...filterValues(documentFilters, query), stopped: query.stopped ?? byDefault }
  return answerEventList(deps, request, reply, {
    resource: 'DOCUMENT',
    query,
    eventsRequired,
    filters: { list: 'documents', ...values, owner },
    open: async (tx) => {
      const owned = owner === undefined ? undefined : (await resolveOwner(tx, scope, owner)).dossiers
      return documentListing(scope, { ...values, owned }, sortOf(query.sort, 'statusSince'))
    },
    view: (rows, tx) =>
      documentsById(
        tx,
        scope,
        rows.map((row) => row.row_id),
        readerOf(request),
      ),
  })
}
