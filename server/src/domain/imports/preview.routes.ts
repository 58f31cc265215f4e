import { Type, type Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { nullable, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { Definition } from '../attributes/index.ts'
import { importFields, parseMapping, resolveHeadings, resolveSheet } from './headings.ts'
import type { ImportLimits } from './import.ts'
import { readSample } from './read-sample.ts'
import { importedAttributes } from './receive-import.ts'
import { spoolUpload } from './spool-upload.ts'
import { contentTypes, leaveBody, mappingParameter, uploadBody, uploadFormat } from './upload-format.ts'

const Preview = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        heading: Type.String({ description: 'As the file calls it.' }),
        field: nullable(
          Type.String({ description: 'What it is taken for: a field of ours, or `attribute.CODE`.' }),
        ),
        use: Type.Enum(['FIELD', 'ATTRIBUTE', 'IGNORED', 'UNKNOWN'], {
          description: 'An import is refused while a column is UNKNOWN: map it to a field or to null.',
        }),
        samples: Type.Array(Type.String(), { description: 'Its first cells.' }),
      }),
    ),
    fields: Type.Array(
      Type.Object({
        field: Type.String(),
        label: nullable(Type.String({ description: 'Of an attribute.' })),
      }),
      { description: 'What a column can be mapped to.' },
    ),
  },
  { title: 'ImportPreview' },
)

interface Deps {
  readonly db: Db
  readonly limits: ImportLimits
}

/** The step before an import: which columns the file has, and what each would be taken for. Nothing is kept. */
export const previewRoute =
  ({ db, limits }: Deps): HttpRoutes =>
  async (app) => {
    leaveBody(app)
    app.post(
      '/thirdparties/imports/preview',
      {
        config: { right: 'manage', contentTypes },
        bodyLimit: limits.maxBytes,
        schema: {
          operationId: 'previewImport',
          tags: ['Imports'],
          summary: 'The columns of a file, and what an import would take each for; nothing is kept',
          consumes: contentTypes,
          querystring: Type.Object({ mapping: mappingParameter }),
          body: uploadBody,
          response: { 200: Preview },
        },
      },
      async (request): Promise<Static<typeof Preview>> => {
        const { scope, query } = request
        const { format, encoding } = uploadFormat(request)
        const file = await spoolUpload(request.raw, limits.maxBytes, encoding)
        try {
          if (format === 'NDJSON' || file.byteCount === 0) throw new AppError('IMPORT_EMPTY')
          const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
          const { headings, rows } = await readSample(file.path, format)
          const resolve = format === 'XLSX' ? resolveSheet : resolveHeadings
          const resolved = resolve(headings, definitions, parseMapping(query.mapping, definitions))
          return {
            columns: resolved.map(({ heading, field, use }, nth) => ({
              heading,
              field,
              use,
              samples: rows.map((row) => (row[nth] ?? '').slice(0, 100)).filter((text) => text !== ''),
            })),
            fields: fieldsOf(definitions),
          }
        } finally {
          await file.remove()
        }
      },
    )
  }

function fieldsOf(definitions: readonly Definition[]): Static<typeof Preview>['fields'] {
  return [
    ...importFields.map((field) => ({ field, label: null })),
    ...definitions
      .filter(({ expression }) => expression === null)
      .map(({ code, label }) => ({ field: `attribute.${code}`, label })),
  ]
}
