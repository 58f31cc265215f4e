import { Type } from 'typebox'
import type { Db } from '../../../platform/db/index.ts'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  pathId,
  requestRights,
  requireStepUp,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { sureEnough } from '../answers/file-readings.ts'
import { compareFields } from './compare-fields.ts'
import { fieldLabel } from './field-labels.ts'
import { nameKinds, readingOfFile } from './file-reading.queries.ts'
import { servableFile } from './found-file.queries.ts'
import { ReadCodeView, viewCode } from './read-code.schema.ts'

const fraction = Type.Number({ minimum: 0, maximum: 1 })

const ReadField = namedObject('ReadField', {
  name: Type.String(),
  label: Type.String({ description: 'In the language of the request.' }),
  value: Type.String({ description: 'Days are YYYY-MM-DD; amounts are a number and a currency.' }),
  page: Type.Integer({ description: 'Counted from 1.' }),
  box: nullable(
    Type.Object(
      { x: fraction, y: fraction, width: fraction, height: fraction },
      { description: 'In fractions of the page before it is turned, from its top left corner.' },
    ),
  ),
  confidence: fraction,
  sure: Type.Boolean({ description: 'False: a person should look.' }),
  declared: nullable(Type.String({ description: 'What its sender typed, where they were asked.' })),
  agrees: nullable(Type.Boolean({ description: 'Whether that is the same.' })),
  findings: Type.Array(Type.String(), { description: 'What the checks found that concerns this field.' }),
})

const FileReading = namedObject('FileReading', {
  fileId: Type.Integer(),
  readAt: nullable({ ...dateTimeSchema, description: 'Null: nobody has read it.' }),
  reader: nullable(
    Type.String({ description: 'With its version, such as SOC_VIGILANCE/1. Null: nothing could be read.' }),
  ),
  kinds: Type.Array(Type.Object({ code: Type.String(), name: Type.String() }), {
    description: 'The kinds of documents it was recognised as, the surest first.',
  }),
  pages: Type.Integer({ description: 'How many were read.' }),
  fields: Type.Array(ReadField, { description: 'Doubts first.' }),
  codes: Type.Array(ReadCodeView, { description: 'QR codes and DataMatrix symbols on its pages.' }),
  findings: Type.Array(Type.String(), { description: 'All that the checks found in this file.' }),
})

const schema = {
  operationId: 'getFileReading',
  tags: ['Files'],
  summary: 'What was read in a file: kind, fields, codes, and where they stand',
  description:
    'Read when the answer was checked. Whoever may open the file may see this; of bank details both need the right manage, decide or audit.',
  params: Type.Object({ dossierId: pathId, documentId: pathId, fileId: pathId }),
  response: { 200: FileReading },
} as const

/** What readers found in files, for those who decide. */
export const readingRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    const config = { right: 'read', stepUp: 'bank-details' } as const
    const path = '/dossiers/:dossierId/documents/:documentId/files/:fileId/reading'
    app.get(path, { config, schema }, async (request) => {
      const { scope, identity, language } = request
      const rights = requestRights(request)
      return db.snapshot(scope, async (tx) => {
        const { fileId, bankDetails } = await servableFile(tx, scope, request.params, rights)
        if (bankDetails && identity) requireStepUp(identity)
        const { readAt, reader, pages, kinds, fields, codes, ...declared } = await readingOfFile(
          tx,
          scope,
          fileId,
        )
        return {
          fileId,
          readAt,
          reader,
          kinds: await nameKinds(tx, scope, kinds, language),
          pages,
          fields: compareFields(fields, declared).map((field) => ({
            ...field,
            label: fieldLabel(field.name, language),
            sure: field.confidence >= sureEnough,
          })),
          codes: codes.map((code) => viewCode(code, language)),
          findings: [...declared.findings],
        }
      })
    })
  }
