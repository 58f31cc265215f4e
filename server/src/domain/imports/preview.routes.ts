import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import type { Definition } from '../attributes/index.ts'
import { importFields, mappingFields, resolveHeadings, resolveSheet } from './headings.ts'
import type { ImportLimits } from './import.ts'
import { parseMapping } from './mapping.ts'
import { ImportPreview, previewColumns } from './preview.ts'
import { importedAttributes } from './receive-import.ts'
import { spoolUpload } from './spool-upload.ts'
import { contentTypes, leaveBody, mappingParameter, uploadBody, uploadFormat } from './upload-format.ts'

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
          description:
            'Call it before the import to show people what was understood, and to let them correct it by `mapping`.',
          consumes: contentTypes,
          querystring: Type.Object({ mapping: mappingParameter }),
          body: uploadBody,
          response: { 200: ImportPreview },
        },
      },
      async (request): Promise<ImportPreview> => {
        const { scope, query } = request
        const { format, encoding } = uploadFormat(request)
        const file = await spoolUpload(request.raw, limits.maxBytes, encoding)
        try {
          const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
          const resolve = format === 'XLSX' ? resolveSheet : resolveHeadings
          const columns = await previewColumns(file, format, (headings) =>
            resolve(headings, definitions, parseMapping(query.mapping, mappingFields(definitions))),
          )
          return { columns, fields: fieldsOf(definitions) }
        } finally {
          await file.remove()
        }
      },
    )
  }

function fieldsOf(definitions: readonly Definition[]): ImportPreview['fields'] {
  return [
    ...importFields.map((field) => ({ field, label: null })),
    ...definitions
      .filter(({ expression }) => expression === null)
      .map(({ code, label }) => ({ field: `attribute.${code}`, label })),
  ]
}
