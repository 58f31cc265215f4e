import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { recordAdministration } from '../../../platform/administration/index.ts'
import type { Db } from '../../../platform/db/index.ts'
import type { ObjectStore } from '../../../platform/files/index.ts'
import {
  dateTimeSchema,
  pathId,
  requestRights,
  requireStepUp,
  type HttpRoutes,
  type Rate,
} from '../../../platform/http/index.ts'
import { AppError, formatDateTime } from '../../../platform/kernel/index.ts'
import { listAllowedAddresses } from '../../accounts/index.ts'
import type { FileLinks } from './file-links.ts'
import { servableFile, type FilePath } from './found-file.queries.ts'
import { sendFile } from './send-file.ts'

interface FilesDeps {
  readonly db: Db
  readonly store: ObjectStore
  readonly links: FileLinks
  readonly rate: Rate
}

const params = Type.Object({ dossierId: pathId, documentId: pathId, fileId: pathId })
const filePath = '/dossiers/:dossierId/documents/:documentId/files/:fileId'

/** Bytes of a content type that is only known when they are sent. */
export const bytesAnswer = (type = '*/*') => ({
  200: { content: { [type]: { schema: Type.Unsafe<unknown>(Type.String({ format: 'binary' })) } } },
})

const downloadSchema = {
  operationId: 'downloadFile',
  tags: ['Files'],
  summary: 'The file of an evidence',
  description:
    'fileId is the id of the evidence. Ranges can be asked for (Range, If-Range); the ETag is the SHA-256 of the file. Of a file read whole, the last bytes are sent only once the SHA-256 of all of them is the one received on upload; otherwise the connection is cut. Files that hold bank details need the right manage, decide or audit.',
  params,
  response: bytesAnswer(),
} as const

const linkSchema = {
  operationId: 'linkToFile',
  tags: ['Files'],
  summary: 'A short-lived address from which the file can be downloaded without a token',
  description:
    'For one file and one purpose. Whoever asked for it must still hold the right when it is used.',
  params,
  response: { 200: Type.Object({ url: Type.String(), expiresAt: dateTimeSchema }) },
} as const

/** Downloads of single files, and links to them. */
export const filesRoutes =
  ({ db, store, links, rate }: FilesDeps): HttpRoutes =>
  async (app) => {
    const config = { right: 'read', stepUp: 'bank-details', rate: { name: 'files', ...rate } } as const
    const find = async (request: FastifyRequest) => {
      const { scope, identity } = request
      const path = request.params as FilePath
      const file = await db.read(scope, (tx) => servableFile(tx, scope, path, requestRights(request)))
      if (file.bankDetails && identity) requireStepUp(identity)
      return file
    }
    app.get(filePath, { config, onRequest: refuseUuid, schema: downloadSchema }, (request, reply) => {
      const { accountId } = request.scope
      return sendFile(request, reply, { store, accountId, find: () => find(request) })
    })
    app.get(`${filePath}/link`, { config, onRequest: refuseUuid, schema: linkSchema }, async (request) => {
      const file = await find(request)
      const { scope, principal } = request
      const holder = { accountId: scope.accountId, fileId: file.fileId, principal: principal.key }
      const ranges = await db.read(scope, (tx) => listAllowedAddresses(tx, scope))
      const terms = { until: principal.expiresAt, isFenced: ranges.length > 0 }
      const { url, expiresAt } = await links.toDownload({ ...holder, purpose: 'download' }, file, terms)
      if (request.method !== 'HEAD') await recordLink(db, request, expiresAt)
      return { url, expiresAt: formatDateTime(expiresAt) }
    })
  }

/** No address leaves before the entry that says so is kept. */
function recordLink(db: Db, { scope, params: ids }: FastifyRequest, expiresAt: Date): Promise<void> {
  const { dossierId, documentId, fileId } = ids as FilePath
  return db.write(scope, async (tx) =>
    recordAdministration(tx, scope, {
      name: 'LINK_MADE',
      subject: { type: 'DOCUMENT', id: documentId },
      after: { what: 'file', dossierId, fileId, expiresAt: formatDateTime(expiresAt) },
    }),
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Before it is refused as no number: its shape already tells which of the two was meant. */
async function refuseUuid(request: FastifyRequest): Promise<void> {
  const { fileId } = request.params as { fileId: string }
  if (!uuid.test(fileId)) return
  throw new AppError('FILE_NOT_FOUND', { fileId }, { members: { hint: 'FILE_UUID_GIVEN' } })
}
