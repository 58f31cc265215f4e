import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { checkAcceptedName } from '../../domain/evaluation/index.ts'
import { pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { PortalDeps } from '../deps.ts'
import { requestOf } from '../drafts.ts'
import { portalTags } from '../portal.schema.ts'
import { requireRequest } from '../requests.queries.ts'
import { visitorIn, type Visitor } from '../visitor.ts'
import { discardObjects } from './finish-upload.ts'
import { holdQuota, requireQuota } from './quota.ts'
import { receivePart } from './receive-part.ts'
import { describeServer, partType, readLength, readMetadata, speakTus } from './tus.ts'
import {
  beginUpload,
  endUpload,
  findUpload,
  holdUpload,
  partsOf,
  uploadHours,
  type Upload,
  type UploadPath,
} from './uploads.queries.ts'

const params = Type.Object({ documentId: pathId })
const ofUpload = Type.Object({ documentId: pathId, uploadId: pathId })
const config = { right: 'public' } as const
const path = '/portal/api/requests/:documentId/uploads'
const nothing = (description: string) => Type.Null({ description })

const describeRoute = {
  config,
  schema: {
    operationId: 'describePortalUploads',
    tags: portalTags,
    summary: 'What of the tus protocol is spoken here',
    description: 'Names the version and extensions of tus 1.0, for clients that ask before they upload.',
    params,
    response: { 204: nothing('Told by Tus-Version, Tus-Extension, Tus-Max-Size and Tus-Checksum-Algorithm') },
  },
} as const

const beginRoute = {
  config,
  schema: {
    operationId: 'beginPortalUpload',
    tags: portalTags,
    summary: 'Begin to send a file that can be resumed',
    description: `The creation of tus 1.0: Upload-Length is the size, Upload-Metadata holds filename and, if known, filetype. Location is where the bytes go. What is left unfinished for ${uploadHours} hours is removed, as Upload-Expires says.`,
    params,
    response: { 201: Type.Object({ uploadId: Type.Integer() }, { title: 'Upload' }) },
  },
} as const

const lookRoute = {
  config,
  schema: {
    operationId: 'getPortalUpload',
    tags: portalTags,
    summary: 'How much of an upload has arrived',
    description: 'Upload-Offset is where to go on. An upload that has arrived whole is in the draft.',
    params: ofUpload,
    response: { 200: nothing('Told by Upload-Offset and Upload-Length') },
  },
} as const

const partRoute = (bodyLimit: number) =>
  ({
    config: { ...config, contentTypes: [partType] },
    bodyLimit,
    schema: {
      operationId: 'continuePortalUpload',
      tags: portalTags,
      summary: 'Send the next bytes of a file',
      description:
        'Upload-Offset says where they begin, Upload-Checksum may hold their digest. The last of them put the file into the draft.',
      consumes: [partType],
      params: ofUpload,
      response: { 204: nothing('Kept; Upload-Offset is where to go on') },
    },
  }) as const

const dropRoute = {
  config,
  schema: {
    operationId: 'dropPortalUpload',
    tags: portalTags,
    summary: 'Give an upload up',
    description: 'What arrived so far is not kept.',
    params: ofUpload,
    response: { 204: nothing('Done') },
  },
} as const

/** Files that can be continued after the connection was lost, by the protocol tus 1.0 (https://tus.io). */
export const uploadsRoutes =
  (deps: PortalDeps): HttpRoutes =>
  async (app) => {
    const { db, maxBytes } = deps
    speakTus(app)
    app.addContentTypeParser(partType, (_request, payload, done) => done(null, payload))

    app.options(path, describeRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      await db.read(visitor, (tx) => requireRequest(tx, visitor, request.params.documentId))
      return describeServer(reply, maxBytes).send()
    })

    app.post(path, beginRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const { documentId } = request.params
      const size = readLength(request)
      const metadata = readMetadata(request)
      if (size === 0) throw new AppError('UPLOAD_EMPTY')
      if (size > maxBytes)
        throw new AppError('UPLOAD_TOO_LARGE', { maxMiB: Math.floor(maxBytes / 1024 / 1024) })
      return write(db, request, reply, {
        status: 201,
        fingerprint: JSON.stringify([size, ...metadata]),
        work: async (tx) => {
          const { type } = await requestOf(tx, request, documentId)
          if (type.kind === 'FORM') throw new AppError('UPLOAD_TYPE_REFUSED', { types: '—' })
          const name = metadata.get('filename') ?? ''
          const fileName = checkAcceptedName(name, type.acceptedFileTypes, metadata.get('filetype'))
          await holdQuota(tx, visitor)
          await requireQuota(tx, visitor, { files: 1, bytes: size })
          return beginUpload(tx, visitor, { documentId, fileName, size })
        },
        headers: (upload) => ({
          ...headersOf(upload),
          location: `/portal/api/requests/${documentId}/uploads/${upload.uploadId}`,
        }),
      })
    })

    app.head(`${path}/:uploadId`, lookRoute, async (request, reply) => {
      const visitor = visitorIn(request)
      const upload = await db.read(visitor, (tx) => findUpload(tx, visitor, request.params))
      return answerWith(reply.code(200), upload)
    })

    app.patch(`${path}/:uploadId`, partRoute(maxBytes), async (request, reply) =>
      answerWith(reply.code(204), await receivePart(deps, request, request.params)),
    )

    app.delete(`${path}/:uploadId`, dropRoute, async (request, reply) => {
      await dropUpload(deps, visitorIn(request), request.params)
      return reply.code(204).send(null)
    })
  }

async function dropUpload({ db, store }: PortalDeps, visitor: Visitor, place: UploadPath): Promise<void> {
  const dropped = await db.write(visitor, async (tx) => {
    const upload = await holdUpload(tx, visitor, place)
    if (upload.state === 'DONE') return []
    const parts = await partsOf(tx, visitor, upload)
    await endUpload(tx, visitor, upload, { state: 'DROPPED', responseId: null, fileId: null })
    return parts.map(({ key }) => key)
  })
  await discardObjects(store, dropped)
}

function headersOf({ size, received, state, expiresAt }: Upload): Record<string, string> {
  const place = { 'upload-offset': String(received), 'upload-length': String(size) }
  return state === 'OPEN' ? { ...place, 'upload-expires': expiresAt.toUTCString() } : place
}

function answerWith(reply: FastifyReply, upload: Upload): FastifyReply {
  return reply.headers(headersOf(upload)).send()
}
