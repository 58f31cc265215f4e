import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PageOf, pageQuery, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { duplicateRules, type ImportFormat, type ImportLimits } from './import.ts'
import { faultView, Import, ImportError, importView } from './import.schema.ts'
import { endImport } from './import-step.ts'
import { faultListing, getImport, importListing, importOf, listedFault } from './imports.queries.ts'
import { receiveImport } from './receive-import.ts'
import { spoolUpload } from './spool-upload.ts'

interface Deps extends PlainListDeps {
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
                description:
                  'Companies that are there already: passed over, listed as errors as well, or changed by what their row says; an empty cell leaves things alone.',
              }),
            ),
            unit: Type.Optional(
              Type.Integer({
                minimum: 1,
                description:
                  'The unit its companies go into. Whoever sees some units only names one of them.',
              }),
            ),
          }),
          body: Type.String({ description: 'CSV with a header, or one JSON object a line; in UTF-8.' }),
          response: { 202: Import },
        },
      },
      async (request, reply) => {
        const { dryRun = false, onDuplicate = 'skip', unit: unitId = null } = request.query
        const format = formatOf(request)
        const file = await spoolUpload(request.raw, limits.maxBytes)
        try {
          return await write(db, request, reply, {
            status: 202,
            fingerprint: file.sha256,
            work: async (tx) => {
              const command = { ...file, format, dryRun, onDuplicate, unitId, limits }
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
  (deps: Deps): HttpRoutes =>
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
        return answerList(deps, request, reply, {
          filters: { list: 'imports' },
          open: () => importListing(scope),
          view: (rows) => rows.map((row) => importView(importOf(row), language)),
        })
      },
    )
  }

const errorsRoute =
  (deps: Deps): HttpRoutes =>
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
      (request, reply) => {
        const { scope, language } = request
        const { importId } = request.params
        return answerList(deps, request, reply, {
          filters: { list: 'import errors', importId },
          open: async (tx) => {
            await getImport(tx, scope, importId)
            return faultListing(scope, importId)
          },
          view: (rows) => rows.map((row) => faultView(listedFault(row), language)),
        })
      },
    )
  }
