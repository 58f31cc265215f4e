import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { write, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { providerParams as params } from './provider.schema.ts'
import { maxFileRows, type FileFormat } from './read-file.ts'
import { receiveFile } from './receive-file.ts'

const tags = ['Data hub']
const maxBytes = 5 * 1024 * 1024
const formats: Readonly<Record<string, FileFormat>> = { 'text/csv': 'CSV', 'application/x-ndjson': 'NDJSON' }
const contentTypes = Object.keys(formats)

const uploadRoute = {
  config: { right: 'manage', contentTypes },
  bodyLimit: maxBytes,
  schema: {
    operationId: 'sendDataHubValues',
    tags,
    summary: 'Values of a provider from a file',
    description: `At most ${maxFileRows} rows with the columns or members thirdpartyId, siren, vatNumber, duns or lei (one of them), score, grade, asOf, reference, url, rationale; for news title, summary, url, date, sentiment. Rows with a fault are named, the others count.`,
    params,
    consumes: contentTypes,
    body: Type.String({ description: 'CSV with a header, or one JSON object a line; in UTF-8.' }),
    response: {
      200: Type.Object({
        rows: Type.Integer(),
        changed: Type.Integer(),
        unchanged: Type.Integer(),
        older: Type.Integer({ description: 'Older than what is known.' }),
        notMonitored: Type.Integer(),
        unknownCompanies: Type.Integer({ description: 'Not in the portfolio.' }),
        errorCount: Type.Integer(),
        errors: Type.Array(
          Type.Object({ row: Type.Integer(), code: Type.String(), message: Type.String() }),
          { description: 'The first 100.' },
        ),
      }),
    },
  },
} as const

/** Values by file. */
export const valuesRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(async (files) => {
      files.addContentTypeParser(contentTypes, { parseAs: 'buffer' }, (_request, body, done) => {
        try {
          done(null, new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer))
        } catch {
          done(new AppError('IMPORT_ENCODING_INVALID'))
        }
      })
      sendRoute(files, db)
    })
  }

function sendRoute(app: Parameters<HttpRoutes>[0], db: Db): void {
  app.post('/datahub/providers/:provider/values', uploadRoute, async (request, reply) => {
    const { scope, language, body: text } = request
    const file = { ...request.params, text, language, format: formatOf(request) }
    return write(db, request, reply, { work: (tx) => receiveFile(tx, scope, file) })
  })
}

function formatOf({ headers }: FastifyRequest): FileFormat {
  const [media = ''] = (headers['content-type'] ?? '').toLowerCase().split(';')
  return formats[media.trim()] ?? 'CSV'
}
