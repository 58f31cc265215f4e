import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import {
  asOfQuery,
  dateSchema,
  etag,
  eventFilterQuery,
  PageOf,
  pageQuery,
  pathId,
  sortOf,
  sortQuery,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { requireDay, type Language, type Scope } from '../../../platform/kernel/index.ts'
import { answerList, type ListDeps } from '../../../platform/lists/index.ts'
import { requireThirdParty } from '../../thirdparties/index.ts'
import { dossierStatuses } from '../status/status-labels.ts'
import { dossierAttributesRoutes } from './attributes.routes.ts'
import { dossierChangesRoutes, openingRoutes } from './dossier-changes.routes.ts'
import { DossierRecord, DossierRow, origins, PastDossier } from './dossier.schema.ts'
import { dossiersById, getDossier } from './dossier.view.ts'
import { dossierOrder, dossierSorts, dossierSource, type DossierFilter } from './dossiers.queries.ts'
import { requirementsRoutes } from './requirements.routes.ts'

const tags = ['Dossiers']

const narrowing = {
  dossierTypeCode: Type.Optional(Type.String({ pattern: '^[A-Z][A-Z0-9_]*$', maxLength: 64 })),
  statusCode: Type.Optional(
    Type.Array(Type.Enum([...dossierStatuses]), {
      minItems: 1,
      maxItems: 6,
      description: 'One or several, separated by commas.',
    }),
  ),
  origin: Type.Optional(Type.Enum([...origins])),
  dueBefore: Type.Optional(dateSchema),
  expiresBefore: Type.Optional(dateSchema),
}
const archived = (description: string) => Type.Optional(Type.Boolean({ description }))
const common = { ...pageQuery(), ...sortQuery(dossierSorts), ...narrowing }

const ListQuery = Type.Object({
  ...common,
  ...eventFilterQuery,
  archived: archived('Only archived ones, or only open ones; when absent, open ones, and with events both.'),
  thirdpartyId: Type.Optional(Type.Integer({ minimum: 0 })),
})
const OfThirdPartyQuery = Type.Object({
  ...common,
  archived: archived('Only archived ones, or only open ones; both when absent.'),
})

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossiers',
    tags,
    summary: 'Dossiers of all third parties, or those on which named events occurred',
    querystring: ListQuery,
    response: { 200: PageOf(DossierRow) },
  },
} as const

const searchRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'searchDossiersByEvent',
    tags,
    summary: 'Dossiers on which at least one of the named events occurred in a range of time',
    querystring: ListQuery,
    response: { 200: PageOf(DossierRow) },
  },
} as const

const ofThirdPartyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listThirdPartyDossiers',
    tags,
    summary: 'Dossiers of one third party, the newest first',
    params: Type.Object({ thirdpartyId: pathId }),
    querystring: OfThirdPartyQuery,
    response: { 200: PageOf(DossierRow) },
  },
} as const

const oneRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getDossier',
    tags,
    summary: 'One dossier with what it asks for, today or at a past moment',
    params: Type.Object({ dossierId: pathId }),
    querystring: Type.Object(asOfQuery),
    response: { 200: Type.Union([PastDossier, DossierRecord]) },
  },
} as const

interface PastDossierAsked {
  readonly dossierId: number
  readonly asOf: string
  readonly language: Language
}

interface DossierReadDeps extends ListDeps {
  /** The journal's word on a past moment; whoever reads the journal lies above. */
  readonly stateAt: (scope: Scope, asked: PastDossierAsked) => Promise<PastDossier>
}

const dossierReadRoutes =
  (deps: DossierReadDeps): HttpRoutes =>
  async (app) => {
    app.get('/dossiers', listRoute, (request, reply) =>
      answerDossiers(deps, request, reply, { query: request.query, filterRequired: false }),
    )
    app.get('/dossiers/search', searchRoute, (request, reply) =>
      answerDossiers(deps, request, reply, { query: request.query, filterRequired: true }),
    )
    app.get('/thirdparties/:thirdpartyId/dossiers', ofThirdPartyRoute, async (request, reply) => {
      const { query } = request
      const { thirdpartyId } = request.params
      await deps.db.read(request.scope, (tx) => requireThirdParty(tx, request.scope, thirdpartyId))
      const filter = { ...filterOf(query), archived: query.archived, thirdpartyId }
      return listed(deps, request, reply, { query, filter, filterRequired: false })
    })
    app.get('/dossiers/:dossierId', oneRoute, async (request, reply) => {
      const { scope, language } = request
      const { asOf } = request.query
      if (asOf !== undefined) {
        reply.header('cache-control', 'private, no-cache')
        return deps.stateAt(scope, { ...request.params, asOf, language })
      }
      const found = await deps.db.read(scope, (tx) =>
        getDossier(tx, scope, request.params.dossierId, language),
      )
      reply.header('etag', etag(found.version)).header('cache-control', 'private, no-cache')
      return found
    })
  }

function answerDossiers(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, filterRequired }: { query: Static<typeof ListQuery>; filterRequired: boolean },
) {
  const { thirdpartyId, eventNames } = query
  // Events lead to everything they occurred on: how else would one find what was archived?
  const byDefault = filterRequired || eventNames !== undefined ? undefined : false
  const filter = { ...filterOf(query), archived: query.archived ?? byDefault, thirdpartyId }
  return listed(deps, request, reply, { query, filter, filterRequired })
}

interface Asked {
  query: Static<typeof OfThirdPartyQuery>
  filter: DossierFilter
  filterRequired: boolean
}

function listed(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, filter, filterRequired }: Asked,
) {
  const { scope, language } = request
  return answerList(deps, request, reply, {
    query,
    filterRequired,
    source: dossierSource(scope, filter),
    order: dossierOrder(sortOf(query.sort, 'id,desc')),
    bound: { ...filter },
    rows: (tx, ids) => dossiersById(tx, scope, ids, language),
  })
}

function filterOf(query: Static<typeof OfThirdPartyQuery>): DossierFilter {
  const { dossierTypeCode, statusCode, origin, dueBefore, expiresBefore } = query
  requireDay({ parameter: 'dueBefore' }, dueBefore)
  requireDay({ parameter: 'expiresBefore' }, expiresBefore)
  return { dossierTypeCode, statusCode, origin, dueBefore, expiresBefore }
}

export const dossiersRoutes = (deps: DossierReadDeps): HttpRoutes => {
  const parts = [
    dossierReadRoutes(deps),
    openingRoutes(deps),
    dossierChangesRoutes(deps),
    requirementsRoutes(deps),
    dossierAttributesRoutes(deps),
  ]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
