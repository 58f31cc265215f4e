import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, Tx } from '../../../platform/db/index.ts'
import {
  etagHeader,
  pathId,
  problem,
  versionCheck,
  write,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { archiveDossier } from './archive-dossiers.ts'
import { changeDossier } from './change-dossier.ts'
import { DossierRecord, ownFields } from './dossier.schema.ts'
import { getDossier, type FoundDossier } from './dossier.view.ts'
import { openDossier, requireDays } from './open-dossier.ts'
import { reactivateDossier } from './reactivate-dossier.ts'
import { renewDossier } from './renew-dossier.ts'
import { documentCodes } from './requirements.routes.ts'

const tags = ['Dossiers']
const params = Type.Object({ dossierId: pathId })

const OpenBody = Type.Object({
  dossierTypeCode: Type.String({
    minLength: 1,
    maxLength: 64,
    examples: ['VIGILANCE'],
    ...problem({ missing: 'DOSSIER_TYPE_MISSING', tooShort: 'DOSSIER_TYPE_MISSING' }),
  }),
  ...ownFields,
  requiredDocuments: Type.Optional(
    documentCodes({ description: 'Beyond those of the type; open types only.' }),
  ),
})

const openRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'openDossier',
    tags,
    summary: 'Open a dossier of a type for a third party',
    description:
      'The documents its type demands of this third party are asked for. The problem code says why a dossier cannot be opened.',
    params: Type.Object({ thirdpartyId: pathId }),
    body: OpenBody,
    response: { 201: DossierRecord },
  },
} as const

const changeRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'changeDossier',
    tags,
    summary: 'Change what is said of a dossier',
    description:
      'Changes the reference, the description, the due date or the end of the dossier. What is left out stays as it is.',
    params,
    body: Type.Object(ownFields),
    response: { 200: DossierRecord },
  },
} as const

const archiveRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'archiveDossier',
    tags,
    summary: 'Stop asking for its documents and freeze the dossier',
    description: 'Nobody is asked or reminded any more. The dossier can be reactivated.',
    params,
    response: { 200: DossierRecord },
  },
} as const

const reactivateRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'reactivateDossier',
    tags,
    summary: 'Go on with an archived dossier',
    description: 'Its documents are asked for again.',
    params,
    response: { 200: DossierRecord },
  },
} as const

const renewRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'renewDossier',
    tags,
    summary: 'Archive a dossier and open the one that follows it',
    description:
      'Answers that still hold are carried over into the new dossier. Both happen together or not at all.',
    params,
    body: Type.Optional(Type.Object(ownFields)),
    response: { 201: DossierRecord },
  },
} as const

interface Deps {
  db: Db
}

/** How dossiers begin. */
export const openingRoutes =
  ({ db }: Deps): HttpRoutes =>
  async (app) => {
    app.post('/thirdparties/:thirdpartyId/dossiers', openRoute, async (request, reply) => {
      const { scope, language } = request
      const { dossierTypeCode: typeCode, requiredDocuments = [], ...own } = request.body
      requireDays(own)
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const opening = { ...request.params, typeCode, own, requiredDocuments }
          return getDossier(tx, scope, await openDossier(tx, scope, opening), language)
        },
        headers: (created) => createdHeaders(request, created),
      })
    })

    app.post('/dossiers/:dossierId/renew', renewRoute, async (request, reply) => {
      const { scope, language } = request
      const own = request.body ?? {}
      requireDays(own)
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const renewal = { ...request.params, own, expectVersion: versionCheck(request) }
          return getDossier(tx, scope, await renewDossier(tx, scope, renewal), language)
        },
        headers: (created) => createdHeaders(request, created),
      })
    })
  }

/** What becomes of them. */
export const dossierChangesRoutes =
  ({ db }: Deps): HttpRoutes =>
  async (app) => {
    app.patch('/dossiers/:dossierId', changeRoute, async (request, reply) => {
      const { params: path, body: own } = request
      requireDays(own)
      return replyWithDossier(db, request, reply, {
        ...path,
        work: (tx, expectVersion) => changeDossier(tx, request.scope, { ...path, own, expectVersion }),
      })
    })

    app.post('/dossiers/:dossierId/archive', archiveRoute, async (request, reply) => {
      const { params: path } = request
      return replyWithDossier(db, request, reply, {
        ...path,
        work: (tx, expectVersion) => archiveDossier(tx, request.scope, { ...path, expectVersion }),
      })
    })

    app.post('/dossiers/:dossierId/reactivate', reactivateRoute, async (request, reply) => {
      const { params: path } = request
      return replyWithDossier(db, request, reply, {
        ...path,
        work: (tx, expectVersion) => reactivateDossier(tx, request.scope, { ...path, expectVersion }),
      })
    })
  }

interface Change {
  readonly dossierId: number
  readonly work: (tx: Tx, expectVersion: (version: number) => void) => Promise<void>
}

/** Answers the dossier as it is after the change. */
function replyWithDossier(
  db: Db,
  request: FastifyRequest,
  reply: FastifyReply,
  { dossierId, work }: Change,
): Promise<FastifyReply> {
  return write(db, request, reply, {
    work: async (tx) => {
      await work(tx, versionCheck(request))
      return getDossier(tx, request.scope, dossierId, request.language)
    },
    headers: etagHeader,
  })
}

function createdHeaders({ scope }: FastifyRequest, created: FoundDossier): Record<string, string> {
  return {
    location: `/api/v1/account/${scope.accountId}/dossiers/${created.dossierId}`,
    ...etagHeader(created),
  }
}
