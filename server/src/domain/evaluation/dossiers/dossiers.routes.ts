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
import { listReferences } from '../../external-references/index.ts'
import { resolveOwner, rowOwners, shownOwner } from '../../teams/index.ts'
import { requireThirdParty } from '../../thirdparties/index.ts'
import { dossierAttributesRoutes } from './attributes.routes.ts'
import { dossierChangesRoutes, openingRoutes } from './dossier-changes.routes.ts'
import { DossierRow, DossierWithReferences, PastDossier } from './dossier.schema.ts'
import { dossiersById, getDossier } from './dossier.view.ts'
import {
  accountDossierFilters,
  dossierFilters,
  dossierListing,
  dossierOwner,
  dossierSorts,
  ownDossierFilters,
  type DossierFilter,
} from './dossiers.queries.ts'
import { requirementsRoutes } from './requirements.routes.ts'

const tags = ['Dossiers']

const common = {
  ...pageQuery(),
  ...sortQuery(dossierSorts),
  ...filterQuery(dossierFilters),
  ...dossierOwner,
  ...shownOwner,
}
const ListQuery = Type.Object({ ...common, ...eventFilterQuery, ...filterQuery(accountDossierFilters) })
const OfThirdPartyQuery = Type.Object({ ...common, ...filterQuery(ownDossierFilters) })

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDossiers',
    tags,
    summary: 'Dossiers of all third parties, or those on which named events occurred',
    description: 'Filter by status, type, origin, owner or by events.',
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
    description:
      'The header Events-Complete-Until tells up to which second the answer is complete: start the next search there.',
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
    description: 'The same rows as the list of all dossiers, for one company.',
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
    description:
      'With `asOf` the answer is what the journal tells of that moment, and names what it does not tell.',
    params: Type.Object({ dossierId: pathId }),
    querystring: Type.Object(asOfQuery),
    response: { 200: Type.Union([PastDossier, DossierWithReferences]) },
  },
} as const

interface PastDossierAsked {
  readonly dossierId: number
  readonly asOf: string
  readonly language: Language
}

interface DossierReadDeps extends ListDeps {
  /** The journal's word on a past moment; whoever reads the journal lies above. */
  readonly stateAt: (scope: Scope, requested: PastDossierAsked) => Promise<PastDossier>
}

const dossierReadRoutes =
  (deps: DossierReadDeps): HttpRoutes =>
  async (app) => {
    app.get('/dossiers', listRoute, (request, reply) =>
      answerAllDossiers(deps, request, reply, { query: request.query, eventsRequired: false }),
    )
    app.get('/dossiers/search', searchRoute, (request, reply) =>
      answerAllDossiers(deps, request, reply, { query: request.query, eventsRequired: true }),
    )
    app.get('/thirdparties/:thirdpartyId/dossiers', ofThirdPartyRoute, async (request, reply) => {
      const { query } = request
      const { thirdpartyId } = request.params
      await deps.db.read(request.scope, (tx) => requireThirdParty(tx, request.scope, thirdpartyId))
      const own = filterValues({ ...dossierFilters, ...ownDossierFilters }, query)
      const values = { ...own, thirdpartyId }
      return answerDossiers(deps, request, reply, { query, values, eventsRequired: false })
    })
    app.get('/dossiers/:dossierId', oneRoute, async (request, reply) => {
      const { scope, language } = request
      const { asOf } = request.query
      if (asOf !== undefined) {
        reply.header('cache-control', 'private, no-cache')
        return deps.stateAt(scope, { ...request.params, asOf, language })
      }
      const { dossierId } = request.params
      const found = await deps.db.read(scope, async (tx) => ({
        ...(await getDossier(tx, scope, dossierId, language)),
        references: await listReferences(tx, scope, dossierId),
      }))
      reply.header('etag', etag(found.version)).header('cache-control', 'private, no-cache')
      return found
    })
  }

function answerAllDossiers(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, eventsRequired }: { query: Static<typeof ListQuery>; eventsRequired: boolean },
) {
  const { thirdpartyId, reference, eventNames } = query
  // Events lead to everything they occurred on: how else would one find what was archived?
  const byDefault = eventsRequired || eventNames !== undefined ? undefined : false
  const own = filterValues(dossierFilters, query)
  const values = { ...own, archived: query.archived ?? byDefault, thirdpartyId, reference }
  return answerDossiers(deps, request, reply, { query, values, eventsRequired })
}

interface RequestedDossiers {
  readonly query: Static<typeof OfThirdPartyQuery>
  readonly values: DossierFilter
  readonly eventsRequired: boolean
}

function answerDossiers(
  deps: ListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { query, values, eventsRequired }: RequestedDossiers,
) {
  const { scope, language } = request
  const { owner } = query
  return answerEventList(deps, request, reply, {
    resource: 'DOSSIER',
    query,
    eventsRequired,
    filters: { list: 'dossiers', ...values, owner },
    open: async (tx) => {
      const owned = owner === undefined ? undefined : (await resolveOwner(tx, scope, owner)).dossiers
      return dossierListing(scope, { ...values, owned }, sortOf(query.sort, 'id,desc'))
    },
    view: async (rows, tx) => {
      const ids = rows.map((row) => row.row_id)
      const dossiers = await dossiersById(tx, scope, ids, language)
      if (query.withOwner !== true) return dossiers
      const owners = await rowOwners(tx, scope, 'DOSSIER', ids)
      return dossiers.map((one) => ({ ...one, ...owners.get(one.dossierId) }))
    },
  })
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
