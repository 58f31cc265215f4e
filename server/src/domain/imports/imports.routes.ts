import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  answerNewestFirst,
  linkNext,
  PageOf,
  pageQuery,
  pageRequest,
  pathId,
  write,
  type Cursors,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError, pageOf } from '../../platform/kernel/index.ts'
import { duplicateRules, type ImportFormat, type ImportLimits } from './import.ts'
import { faultView, Import, ImportError, importView } from './import.schema.ts'
import { endImport } from './import-step.ts'
import { getImport, listFaults, listImports } from './imports.queries.ts'
import { receiveImport } from './receive-import.ts'
import { spoolUpload } from './spool-upload.ts'

interface Deps {
  db: Db
  cursors: Cursors
  limits: ImportLimits
}

const tags = ['Imports']
const params = Type.Object({ importId: pathId })
const formats: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'CSV',
  'application/x-ndjson': 'NDJSON',
}
const contentTypes = Object.keys(formats)

export const importsRoutes = (deps: Deps): HttpRoutes => {
  const parts = [uploadRoute(deps), importRoutes(deps), listRoute(deps), errorsRoute(deps)]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}

const uploadRoute =
  ({ db, limits }: Deps): HttpRoutes =>
  async (app) => {
    // Left where it is: the handler reads the body at its own pace. The text stands for one that is there.
    app.addContentTypeParser(contentTypes, (_request, _body, done) => done(null, ''))
    app.post(
      '/thirdparties/imports',
      {
        config: { right: 'manage', contentTypes },
        bodyLimit: limits.maxBytes,
        schema: {
          operationId: 'importThirdParties',
          tags,
          summary: 'Add the companies of a file to the portfolio, by a job',
          consumes: contentTypes,
          querystring: Type.Object({
            dryRun: Type.Optional(Type.Boolean({ description: 'Add nothing; say what would happen.' })),
            onDuplicate: Type.Optional(
              Type.Enum([...duplicateRules], {
                description: 'Companies that are there already: passed over, or listed as errors as well.',
              }),
            ),
          }),
          body: Type.String({ description: 'CSV with a header, or one JSON object a line; in UTF-8.' }),
          response: { 202: Import },
        },
      },
      async (request, reply) => {
        const { dryRun = false, onDuplicate = 'skip' } = request.query
        const format = formatOf(request)
        const file = await spoolUpload(request.raw, limits.maxBytes)
        try {
          return await write(db, request, reply, {
            status: 202,
            fingerprint: file.sha256,
            work: async (tx) => {
              const command = { ...file, format, dryRun, onDuplicate, limits }
              return importView(await receiveImport(tx, request.scope, command), request.language)
            },
            headers: ({ importId }) => ({ location: locationOf(request, importId) }),
          })
        } finally {
          await file.remove()
        }
      },
    )
  }

function formatOf({ headers }: FastifyRequest): ImportFormat {
  const [media = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const isUtf8 = parameters.every((one) => !/^\s*charset\s*=/.test(one) || /=\s*"?utf-?8"?\s*$/.test(one))
  if (!isUtf8) throw new AppError('IMPORT_ENCODING_INVALID')
  return formats[media.trim()] ?? 'CSV'
}

function locationOf({ scope }: FastifyRequest, importId: number): string {
  return `/api/v1/account/${scope.accountId}/thirdparties/imports/${importId}`
}

const importRoutes =
  ({ db }: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties/imports/:importId',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'getImport',
          tags,
          summary: 'How far an import is, and what it did',
          params,
          response: { 200: Import },
        },
      },
      async ({ scope, params: { importId }, language }) =>
        importView(await db.read(scope, (tx) => getImport(tx, scope, importId)), language),
    )

    app.post(
      '/thirdparties/imports/:importId/cancel',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'cancelImport',
          tags,
          summary: 'Stop an import; what it added so far stays and is counted',
          params,
          response: { 200: Import },
        },
      },
      async (request, reply) => {
        const { scope, language } = request
        const { importId } = request.params
        return write(db, request, reply, {
          work: async (tx) => {
            const hasEndedNow = await endImport(tx, scope, importId, { state: 'CANCELLED' })
            const one = await getImport(tx, scope, importId)
            if (!hasEndedNow) throw new AppError('IMPORT_ENDED', { importId })
            return importView(one, language)
          },
        })
      },
    )
  }

const listRoute =
  ({ db, cursors }: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties/imports',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'listImports',
          tags,
          summary: 'Imports of the account, newest first',
          querystring: Type.Object(pageQuery()),
          response: { 200: PageOf(Import) },
        },
      },
      (request, reply) => {
        const { scope, language } = request
        return answerNewestFirst(request, reply, {
          cursors,
          filters: { list: 'imports' },
          read: (window) => db.read(scope, (tx) => listImports(tx, scope, window)),
          numberOf: ({ importId }) => importId,
          view: (one) => importView(one, language),
        })
      },
    )
  }

const errorsRoute =
  ({ db, cursors }: Deps): HttpRoutes =>
  async (app) => {
    app.get(
      '/thirdparties/imports/:importId/errors',
      {
        config: { right: 'manage' },
        schema: {
          operationId: 'listImportErrors',
          tags,
          summary: 'What is wrong with the rows of an import',
          params,
          querystring: Type.Object(pageQuery()),
          response: { 200: PageOf(ImportError) },
        },
      },
      async (request, reply) => {
        const { scope, language } = request
        const { importId } = request.params
        const page = pageRequest(request.query)
        const list = { list: 'import errors', importId }
        const [row, nth] = page.cursor === null ? [] : cursors.open(scope, list, page.cursor)
        const after = row === undefined ? null : { row: Number(row), nth: Number(nth) }
        const { faults, total } = await db.read(scope, async (tx) => {
          await getImport(tx, scope, importId)
          return listFaults(tx, scope, { importId, page, after })
        })
        const last = faults.length === page.size ? faults.at(-1) : undefined
        const next = last ? cursors.seal(scope, list, [last.row, last.nth]) : null
        linkNext(request, reply, next)
        const content = faults.map((fault) => faultView(fault, language))
        return pageOf(page, { content, total, totalIsExact: true, next })
      },
    )
  }
