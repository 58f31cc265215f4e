import { Type } from 'typebox'
import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import type { ObjectStore } from '../../platform/files/index.ts'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  pathId,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { bytesAnswer, sendBytes } from '../evaluation/index.ts'
import { askExport } from './ask-export.ts'
import { findReadyExport, listExports } from './exports.queries.ts'

interface ExportsDeps {
  readonly db: Db
  readonly store: ObjectStore
}

const tags = ['Leaving']
const zip = 'application/zip'

const AccountExport = namedObject('AccountExport', {
  exportId: Type.Integer(),
  state: Type.Enum(['WAITING', 'RUNNING', 'READY', 'FAILED', 'EXPIRED']),
  askedAt: dateTimeSchema,
  askedBy: Type.Object({ type: Type.String(), id: nullable(Type.Integer()) }),
  partsDone: Type.Integer({ description: 'Tables and files that are in it so far.' }),
  partsTotal: nullable(Type.Integer({ description: 'Null until they were counted.' })),
  finishedAt: nullable(dateTimeSchema),
  expiresAt: nullable(Type.String({ description: 'Until then it can be downloaded.' })),
  fileSize: nullable(Type.Integer({ description: 'Bytes of the archive.' })),
  sha256: nullable(Type.String({ description: 'Of the archive.' })),
  fault: nullable(
    Type.Enum(['STORE_FULL', 'STORE_UNAVAILABLE', 'ACCOUNT_DELETED', 'GIVEN_UP'], {
      description: 'Why it could not be made.',
    }),
  ),
})

const listRoute = {
  config: { right: 'administer', wholeAccount: true, whileLeaving: true },
  schema: {
    operationId: 'listAccountExports',
    tags,
    summary: 'The last ten exports of the account, the newest first',
    description: 'Asked for, under way, ready, failed or over.',
    response: { 200: Type.Object({ exports: Type.Array(AccountExport) }) },
  },
} as const

const askRoute = {
  config: { right: 'administer', stepUp: true, wholeAccount: true, whileLeaving: true },
  schema: {
    operationId: 'askAccountExport',
    tags,
    summary: 'Ask for an export of everything the account owns',
    description:
      'Made by a job: tables as JSON lines, files under their own names, the journal with its chain and checkpoints, and a manifest with SHA-256 of each part. Administrators get a mail when it is ready. One is made at a time.',
    response: { 202: AccountExport },
  },
} as const

const downloadRoute = {
  config: { right: 'administer', stepUp: true, wholeAccount: true, whileLeaving: true },
  schema: {
    operationId: 'downloadAccountExport',
    tags,
    summary: 'Download an export of the account',
    description: 'A ZIP archive. Its length is known in advance and ranges are supported.',
    params: Type.Object({ exportId: pathId }),
    response: bytesAnswer(zip),
  },
} as const

/** Exports of everything an account owns. */
export const exportsRoutes =
  ({ db, store }: ExportsDeps): HttpRoutes =>
  async (app) => {
    app.get('/leaving/exports', listRoute, async ({ scope }) => ({
      exports: await db.read(scope, (tx) => listExports(tx, scope)),
    }))

    app.post('/leaving/exports', askRoute, async (request, reply) =>
      write(db, request, reply, { status: 202, work: (tx) => askExport(tx, request.scope) }),
    )

    app.get('/leaving/exports/:exportId/download', downloadRoute, async (request, reply) => {
      const { scope } = request
      const { exportId } = request.params
      const found = await db.read(scope, (tx) => findReadyExport(tx, scope, exportId))
      // A restored copy may know of an archive that its store never had.
      const isThere = found !== null && (await store.head(found.objectKey)) !== null
      if (!isThere) throw new AppError('EXPORT_NOT_FOUND', { exportId })
      const { objectKey, size, sha256 } = found
      if (request.method !== 'HEAD')
        await commitExportRecord(db, scope, {
          what: 'account-download',
          count: 1,
          filters: { exportId },
          subject: { type: 'ACCOUNT', id: scope.accountId },
        })
      return sendBytes(request, reply, {
        size,
        etag: `"${sha256}"`,
        contentType: zip,
        fileName: `account-${scope.accountId}-export-${exportId}.zip`,
        open: (range) => store.get(objectKey, range),
        ids: { accountId: scope.accountId, exportId },
      })
    })
  }
