import type { FastifyReply } from 'fastify'
import { Type, type Static } from 'typebox'
import { acceptedName } from '../../domain/evaluation/index.ts'
import { nullable, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { requestOf } from '../drafts.ts'
import { portalTags } from '../portal.schema.ts'
import { visitorIn } from '../visitor.ts'
import { discardParts, finishUpload } from './finish-upload.ts'
import { holdQuota, requireQuota } from './quota.ts'
import { maxPartBytes, receivePart } from './receive-part.ts'
import { beginUpload, endUpload, findUpload, holdUpload, partsOf, type Upload } from './uploads.queries.ts'

const UploadRecord = Type.Object(
  {
    uploadId: Type.Integer(),
    documentId: Type.Integer(),
    size: Type.Integer(),
    offset: Type.Integer({ description: 'How much has arrived for good; go on from here.' }),
    partBytes: Type.Integer({ description: 'Most that one request may carry.' }),
    responseId: nullable(Type.Integer({ description: 'The draft it was put into, once whole.' })),
    fileId: nullable(Type.Integer()),
  },
  { title: 'Upload' },
)

const params = Type.Object({ documentId: pathId })
const ofUpload = Type.Object({ documentId: pathId, uploadId: pathId })
const config = { right: 'public' } as const
const partType = 'application/offset+octet-stream'
const path = '/portal/api/requests/:documentId/uploads'

const beginRoute = {
  config,
  schema: {
    operationId: 'beginPortalUpload',
    tags: portalTags,
    summary: 'Begin to send a file in parts',
    description: 'What is left unfinished for 48 hours is removed.',
    params,
    body: Type.Object({
      fileName: Type.String({ minLength: 1, maxLength: 255 }),
      size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
    }),
    response: { 201: UploadRecord },
  },
} as const

const lookRoute = {
  config,
  schema: {
    operationId: 'getPortalUpload',
    tags: portalTags,
    summary: 'How much of an upload has arrived',
    description: 'Also as the header Upload-Offset, for which HEAD is enough.',
    params: ofUpload,
    response: { 200: UploadRecord },
  },
} as const

const partRoute = {
  config: { ...config, contentTypes: [partType] },
  bodyLimit: maxPartBytes,
  schema: {
    operationId: 'continuePortalUpload',
    tags: portalTags,
    summary: 'Send the next part of a file',
    description:
      'Upload-Offset says where it begins. With the last part the file goes into the draft; an empty part at the end tries that again.',
    consumes: [partType],
    params: ofUpload,
    response: { 200: UploadRecord },
  },
} as const

const dropRoute = {
  config,
  schema: {
    operationId: 'dropPortalUpload',
    tags: portalTags,
    summary: 'Give an upload up',
    params: ofUpload,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** Files sent in parts, which can be continued after the connection was lost. */
export const uploadsRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { db, store, maxBytes } = deps
    app.addContentTypeParser(partType, (_request, payload, done) => done(null, payload))

    app.post(path, beginRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const { documentId } = request.params
      const { size } = request.body
      if (size === 0) throw new AppError('UPLOAD_EMPTY')
      if (size > maxBytes)
        throw new AppError('UPLOAD_TOO_LARGE', { maxMiB: Math.floor(maxBytes / 1024 / 1024) })
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const { type } = await requestOf(tx, request, documentId)
          if (type.kind === 'FORM') throw new AppError('UPLOAD_TYPE_REFUSED', { types: '—' })
          const fileName = acceptedName(request.body.fileName, type.acceptedFileTypes)
          await holdQuota(tx, visitor)
          await requireQuota(tx, visitor, { files: 1, bytes: size })
          return uploadView(await beginUpload(tx, visitor, { documentId, fileName, size }))
        },
        headers: ({ uploadId }) => ({
          location: `/portal/api/requests/${documentId}/uploads/${uploadId}`,
          'upload-offset': '0',
        }),
      })
    })

    app.get(`${path}/:uploadId`, lookRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const upload = await db.read(visitor, (tx) => findUpload(tx, visitor, request.params))
      return told(reply, upload)
    })

    app.patch(`${path}/:uploadId`, partRoute, async (request, reply) => {
      const upload = await receivePart(deps, request, request.params)
      const isWhole = upload.state === 'OPEN' && upload.received === upload.size
      return told(reply, isWhole ? await finishUpload(deps, request, upload) : upload)
    })

    app.delete(`${path}/:uploadId`, dropRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const dropped = await db.write(visitor, async (tx) => {
        const upload = await holdUpload(tx, visitor, request.params)
        if (upload.state === 'DONE') return []
        const parts = await partsOf(tx, visitor, upload)
        await endUpload(tx, visitor, upload, { state: 'DROPPED', responseId: null, fileId: null })
        return parts
      })
      await discardParts(store, dropped, null)
      return reply.code(204).send(null)
    })
  }

function told(reply: FastifyReply, upload: Upload): Static<typeof UploadRecord> {
  reply.headers({ 'upload-offset': String(upload.received), 'upload-length': String(upload.size) })
  return uploadView(upload)
}

function uploadView(upload: Upload): Static<typeof UploadRecord> {
  const { uploadId, documentId, size, received, responseId, fileId } = upload
  return { uploadId, documentId, size, offset: received, partBytes: maxPartBytes, responseId, fileId }
}
