import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { workbookType, type HttpApp } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { ImportFormat } from './import.ts'
import type { UploadEncoding } from './spool-upload.ts'

const formats: Readonly<Record<string, ImportFormat>> = {
  'text/csv': 'CSV',
  'text/tab-separated-values': 'CSV',
  'application/x-ndjson': 'NDJSON',
  [workbookType]: 'XLSX',
}
export const contentTypes = Object.keys(formats)

/** Those of tables, for files of anything else than companies. */
export const tableTypes = contentTypes.filter((type) => formats[type] !== 'NDJSON')

export const uploadBody = Type.String({
  description:
    'An Excel workbook, of which the first visible sheet is read; CSV with a header, separated by commas, semicolons or tabs; or one JSON object a line. Text is in UTF-8, or in windows-1252 if declared as its charset.',
})

export const mappingParameter = Type.Optional(
  Type.String({
    maxLength: 20_000,
    description:
      'JSON: an object from headings of the file to fields (`name`, `siret`, `attribute.CODE`, …), with null for columns that are not to be read. Headings it does not name are recognised in English, in French or by their name in the API.',
    examples: ['{"Raison sociale 2026":"name","Remarques":null}'],
  }),
)

/** Left where it is: the handler reads the body at its own pace. The text stands for one that is there. */
export function leaveBody(app: Pick<HttpApp, 'addContentTypeParser'>, types = contentTypes): void {
  app.addContentTypeParser(types, (_request, _body, done) => done(null, ''))
}

const utf8 = new Set(['utf-8', 'utf8'])
const windows1252 = new Set(['windows-1252', 'cp1252'])

/** By what the sender declares. */
export function uploadFormat({ headers }: FastifyRequest): {
  format: ImportFormat
  encoding: UploadEncoding
} {
  const [media = '', ...parameters] = (headers['content-type'] ?? '').toLowerCase().split(';')
  const format = formats[media.trim()] ?? 'CSV'
  if (format === 'XLSX') return { format, encoding: null }
  const charsets = parameters.flatMap((one) => /^\s*charset\s*=\s*"?([\w-]+)"?\s*$/.exec(one)?.[1] ?? [])
  const isOther = parameters.some((one) => /^\s*charset\s*=/.test(one)) && charsets.length === 0
  if (!isOther && charsets.every((one) => utf8.has(one))) return { format, encoding: 'utf-8' }
  if (!isOther && format === 'CSV' && charsets.every((one) => windows1252.has(one)))
    return { format, encoding: 'windows-1252' }
  throw new AppError('IMPORT_ENCODING_INVALID')
}
