import multipart from '@fastify/multipart'
import { Type } from 'typebox'
import {
  Files,
  multipartType,
  receiveFiles,
  removeFile,
  uploadBytes,
  writeUpload,
} from '../domain/evaluation/index.ts'
import { pathId, write, type HttpRoutes } from '../platform/http/index.ts'
import { AppError } from '../platform/kernel/index.ts'
import { oneAnswer } from './answers.view.ts'
import type { PortalDeps } from './deps.ts'
import { addToDraft, anyVersion, requestOf, requireDraft } from './drafts.ts'
import { PortalAnswer, portalTags } from './portal.schema.ts'
import { requireRequest } from './requests.queries.ts'
import { countUploads, requireQuota } from './uploads/quota.ts'
import { visitorIn } from './visitor.ts'

const config = { right: 'public' } as const
const path = '/portal/api/requests/:documentId/draft/files'

const filesRoute = {
  config: { ...config, contentTypes: [multipartType] },
  schema: {
    operationId: 'addPortalFiles',
    tags: portalTags,
    summary: 'Add files to the draft in one request; begins a draft where there is none',
    description: 'Files are inspected after the upload. For large files over bad lines use uploads instead.',
    consumes: [multipartType],
    params: Type.Object({ documentId: pathId }),
    body: Type.Optional(Type.Object({ file: Type.Optional(Files) })),
    response: { 201: PortalAnswer },
  },
} as const

const removeRoute = {
  config,
  schema: {
    operationId: 'removePortalFile',
    tags: portalTags,
    summary: 'Take a file out of the draft',
    description: 'The rest of the draft stays as it is.',
    params: Type.Object({ documentId: pathId, fileId: pathId }),
    response: { 200: PortalAnswer },
  },
} as const

/** Files of the answer that is being written. */
export const draftFilesRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { db } = deps
    await app.register(multipart)

    app.post(path, { ...filesRoute, bodyLimit: uploadBytes(deps) }, async (request, reply) => {
      const { scope, language } = request
      const visitor = visitorIn(request)
      const { documentId } = request.params
      const { type } = await db.read(visitor, (tx) => requireRequest(tx, visitor, documentId))
      const announced = Number(request.headers['content-length'] ?? 0)
      await db.read(visitor, (tx) => requireQuota(tx, visitor, { files: 1, bytes: announced }))
      const received = await receiveFiles(request, deps, type)
      const { files, fields } = received
      return writeUpload({ db, received }, request, reply, {
        status: 201,
        work: async (tx) => {
          const [unknown] = Object.keys(fields)
          if (unknown !== undefined) throw fieldFault(`/${unknown}`, 'FIELD_UNKNOWN')
          if (files.length === 0) throw fieldFault('/file', 'FIELD_REQUIRED')
          const found = await requestOf(tx, request, documentId)
          await countUploads(tx, scope, { visitor, documentId, files })
          const responseId = await addToDraft(tx, request, found, files)
          return oneAnswer(tx, visitor, responseId, language)
        },
      })
    })

    app.delete(`${path}/:fileId`, removeRoute, async (request, reply) => {
      const { scope, language } = request
      const { documentId, fileId } = request.params
      return write(db, request, reply, {
        work: async (tx) => {
          await requestOf(tx, request, documentId)
          const responseId = await requireDraft(tx, request, documentId)
          await removeFile(tx, scope, { responseId, fileId, expectVersion: anyVersion })
          return oneAnswer(tx, visitorIn(request), responseId, language)
        },
      })
    })
  }

function fieldFault(pointer: string, code: string): AppError {
  return new AppError('VALIDATION_FAILED', {}, { errors: [{ pointer, code, message: '' }] })
}
