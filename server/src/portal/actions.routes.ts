import multipart from '@fastify/multipart'
import { fileKinds } from '@vigie/inspect'
import { Type } from 'typebox'
import {
  bytesAnswer,
  maxFilesOfAnswer,
  multipartType,
  sendFile,
  uploadBytes,
  writeUpload,
} from '../domain/evaluation/index.ts'
import {
  EvidenceBody,
  findEvidenceFile,
  receiveEvidence,
  sendEvidence,
  servableEvidence,
} from '../domain/findings/index.ts'
import { pathId, type HttpRoutes } from '../platform/http/index.ts'
import { portalActions, requireOwnEvidence, requirePortalAction } from './actions.queries.ts'
import type { PortalDeps } from './deps.ts'
import { PortalAction, PortalActions } from './portal-action.schema.ts'
import { portalTags } from './portal.schema.ts'
import { holdQuota, requireQuota } from './uploads/quota.ts'
import { requireStillWelcome, visitorIn } from './visitor.ts'

const config = { right: 'public' } as const

const listRoute = {
  config,
  schema: {
    operationId: 'listPortalActions',
    tags: portalTags,
    summary: 'What the company is asked to put right, by when, and what was sent for it',
    description: 'For people of a third party in the supplier portal, who see only their own company.',
    response: { 200: PortalActions },
  },
} as const

const sendRoute = {
  config: { ...config, contentTypes: ['application/json', multipartType] },
  schema: {
    operationId: 'sendPortalEvidence',
    tags: portalTags,
    summary: 'Say that an action was done, with files, a comment or both',
    description:
      'The account verifies it and either accepts it or asks again. Files are inspected after the upload.',
    consumes: ['application/json', multipartType],
    params: Type.Object({ actionId: pathId }),
    body: Type.Optional(EvidenceBody),
    response: { 201: PortalAction },
  },
} as const

const fileRoute = {
  config,
  schema: {
    operationId: 'downloadPortalEvidence',
    tags: portalTags,
    summary: 'A file the company has sent for an action',
    description: 'Only files of the own company can be read.',
    params: Type.Object({ evidenceId: pathId }),
    response: bytesAnswer(),
  },
} as const

/** What is to be put right, beside what is asked. */
export const portalActionsRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { db, store, maxBytes } = deps
    await app.register(multipart)

    app.get('/portal/api/actions', listRoute, async (request) => {
      const visitor = visitorIn(request)
      return {
        actions: await db.read(visitor, (tx) => portalActions(tx, visitor)),
        maxFileBytes: maxBytes,
        maxFiles: maxFilesOfAnswer,
        fileTypes: fileKinds.map(({ extension }) => extension),
      }
    })

    const options = { ...sendRoute, bodyLimit: uploadBytes(deps) }
    app.post('/portal/api/actions/:actionId/evidence', options, async (request, reply) => {
      const { scope } = request
      const visitor = visitorIn(request)
      const { actionId } = request.params
      const announced = request.isMultipart() ? Number(request.headers['content-length'] ?? 0) : 0
      await db.read(visitor, async (tx) => {
        await requirePortalAction(tx, visitor, actionId)
        await requireQuota(tx, visitor, { files: request.isMultipart() ? 1 : 0, bytes: announced })
      })
      const { received, comment } = await receiveEvidence(request, deps)
      const { files } = received
      return writeUpload({ db, received }, request, reply, {
        status: 201,
        work: async (tx) => {
          await requireStillWelcome(tx, scope, visitor)
          await requirePortalAction(tx, visitor, actionId)
          await holdQuota(tx, visitor)
          const bytes = files.reduce((sum, { size }) => sum + size, 0)
          await requireQuota(tx, visitor, { files: files.length, bytes })
          await sendEvidence(tx, scope, { actionId, files, comment })
          return requirePortalAction(tx, visitor, actionId)
        },
      })
    })

    app.get('/portal/api/evidence/:evidenceId', fileRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const { evidenceId } = request.params
      const find = () =>
        db.read(visitor, async (tx) => {
          await requireOwnEvidence(tx, visitor, evidenceId)
          return servableEvidence(await findEvidenceFile(tx, visitor, evidenceId))
        })
      return sendFile(request, reply, { store, accountId: visitor.accountId, find })
    })
  }
