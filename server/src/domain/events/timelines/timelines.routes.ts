import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, ReadTx } from '../../../platform/db/index.ts'
import {
  EventSchema,
  nullable,
  pageQuery,
  pathId,
  type Cursors,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import type { EventView, ResourceType } from '../../../platform/journal/index.ts'
import { readRequestedPage } from '../../../platform/lists/index.ts'
import { readerOf, requireDocument, requireDossier } from '../../evaluation/index.ts'
import { namesQuery, parseNames } from '../event-names-query.ts'
import { maskEvent } from '../mask-event.ts'
import { requireThirdParty } from '../../thirdparties/index.ts'
import { decodeEventPlace, encodeEventPlace, readTimeline, type Resource } from '../latest/latest.queries.ts'

export interface TimelinesDeps {
  readonly db: Db
  readonly cursors: Cursors
}

const { size, cursor } = pageQuery()
const own = { names: namesQuery, size, cursor }
const include = Type.Optional(
  Type.Enum(['all'], { description: 'Also the events of the dossiers and documents that hang on it.' }),
)
const response = {
  200: Type.Object({ content: Type.Array(EventSchema), next: nullable(Type.String()) }),
}
const config = { right: 'read' } as const
const tags = ['Events']

const thirdPartyRoute = {
  config,
  schema: {
    operationId: 'listThirdPartyEvents',
    tags,
    summary: 'What happened to a third party, the latest first',
    description: 'The timeline of one company; with `include=all` also of its dossiers and documents.',
    params: Type.Object({ thirdpartyId: pathId }),
    querystring: Type.Object({ ...own, include }),
    response,
  },
} as const

const dossierRoute = {
  config,
  schema: {
    operationId: 'listDossierEvents',
    tags,
    summary: 'What happened to a dossier, the latest first',
    description: 'The timeline of one dossier; with `include=all` also of its documents.',
    params: Type.Object({ dossierId: pathId }),
    querystring: Type.Object({ ...own, include }),
    response,
  },
} as const

const documentRoute = {
  config,
  schema: {
    operationId: 'listDocumentEvents',
    tags,
    summary: 'What happened to a document, the latest first',
    description:
      'The timeline of one document. To follow everything that happens in the account, read the event feed.',
    params: Type.Object({ dossierId: pathId, documentId: pathId }),
    querystring: Type.Object(own),
    response,
  },
} as const

/** Timelines of single resources. */
export const timelinesRoutes =
  (deps: TimelinesDeps): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/:thirdpartyId/events', thirdPartyRoute, (request, reply) => {
      const { thirdpartyId: id } = request.params
      return answerTimeline(deps, request, reply, {
        ...request.query,
        resource: { type: 'THIRD_PARTY', id },
        require: (tx) => requireThirdParty(tx, request.scope, id),
      })
    })
    app.get('/dossiers/:dossierId/events', dossierRoute, (request, reply) => {
      const { dossierId: id } = request.params
      return answerTimeline(deps, request, reply, {
        ...request.query,
        resource: { type: 'DOSSIER', id },
        require: (tx) => requireDossier(tx, request.scope, id),
      })
    })
    app.get('/dossiers/:dossierId/documents/:documentId/events', documentRoute, (request, reply) =>
      answerTimeline(deps, request, reply, {
        ...request.query,
        resource: { type: 'DOCUMENT', id: request.params.documentId },
        require: (tx) => requireDocument(tx, request.scope, request.params),
      }),
    )
  }

interface RequestedTimeline {
  readonly resource: Resource
  readonly require: (tx: ReadTx) => Promise<void>
  readonly names?: string
  readonly include?: 'all'
}

const below: Record<ResourceType, readonly ResourceType[]> = {
  THIRD_PARTY: ['DOSSIER', 'DOCUMENT'],
  DOSSIER: ['DOCUMENT'],
  DOCUMENT: [],
}

async function answerTimeline(
  { db, cursors }: TimelinesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  requested: RequestedTimeline,
): Promise<{ content: EventView[]; next: string | null }> {
  const { scope } = request
  const { resource, require } = requested
  const withParts = requested.include === 'all'
  const types = parseNames(requested.names, [resource.type, ...(withParts ? below[resource.type] : [])])
  const { found, next } = await readRequestedPage(request, reply, {
    cursors,
    filters: { list: 'timeline', ...resource, withParts, types },
    read: ({ after, size: limit }) =>
      db.read(scope, async (tx) => {
        await require(tx)
        const window = { before: decodeEventPlace(after), limit }
        const { events, last } = await readTimeline(tx, scope, { resource, withParts, types }, window)
        return { events, last: encodeEventPlace(last) }
      }),
  })
  return { content: found.events.map((event) => maskEvent(event, readerOf(request))), next }
}
