import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PageOf, pageQuery, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { answerList, type PlainListDeps } from '../../platform/lists/index.ts'
import { duplicateRules, type ImportLimits } from './import.ts'
import { faultView, Import, ImportError, importView } from './import.schema.ts'
import { endImport } from './import-step.ts'
import { faultListing, getImport, importListing, importOf, listedFault } from './imports.queries.ts'
import { prepareUpload } from './prepare-upload.ts'
import { previewRoute } from './preview.routes.ts'
import { importedAttributes, receiveImport } from './receive-import.ts'
import { spoolUpload } from './spool-upload.ts'
import { templateRoutes } from './template.routes.ts'
import { contentTypes, leaveBody, mappingParameter, uploadBody, uploadFormat } from './upload-format.ts'

interface Deps extends PlainListDeps {
  limits: ImportLimits
}

const tags = ['Imports']
const params = Type.Object({ importId: pathId })

export const importsRoutes = (deps: Deps): HttpRoutes => {
  const parts = [
    uploadRoute(deps),
    importRoutes(deps),
    listRoute(deps),
    errorsRoute(deps),
    previewRoute(deps),
    templateRoutes(deps),
  ]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}

const uploadRoute =
  ({ db, limits }: Deps): HttpRoutes =>
  async (app) => {
    leaveBody(app)
    app.post(
      '/thirdparties/imports',
      {
        config: { right: 'manage', contentTypes },
        bodyLimit: limits.maxBytes,
        schema: {
          operationId: 'importThirdParties',
          tags,
          summary: 'Add the companies of a file to the portfolio, by a job',
          description:
            'Answers at once with the import; ask for it until it has ended. With `dryRun` nothing is added and the errors are reported.',
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
            mapping: mappingParameter,
          }),
          body: uploadBody,
          response: { 202: Import },
        },
      },
      async (request, reply) => {
        const { dryRun = false, onDuplicate = 'skip', unit: unitId = null, mapping } = request.query
        const { format, encoding } = uploadFormat(request)
        const sent = await spoolUpload(request.raw, limits.maxBytes, encoding)
        try {
          const definitions = await db.read(request.scope, (tx) => importedAttributes(tx, request.scope))
          const file = await prepareUpload(sent, { format, mapping, definitions, limits })
          return await write(db, request, reply, {
            status: 202,
            fingerprint: `${file.sha256} ${mapping ?? ''}`.trim(),
            work: async (tx) => {
              const command = { ...file, format, dryRun, onDuplicate, unitId, limits }
              return importView(await receiveImport(tx, request.scope, command), request.language)
            },
            headers: ({ importId }) => ({ location: locationOf(request, importId) }),
          })
        } finally {
          await sent.remove()
        }
      },
    )
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
          description:
            'Ask every few seconds until it has ended. Rows that failed are in the list of errors.',
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
          description:
            'Rows that were not read yet are left out. An import that has ended cannot be cancelled.',
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
          description: 'Shows how many rows each import added, skipped or refused.',
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
          description: 'Each entry names the row, a problem code and a sentence that can be shown to people.',
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
