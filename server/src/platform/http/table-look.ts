import type { Readable } from 'node:stream'
import { Type, type Static } from 'typebox'
import type { Language } from '../kernel/index.ts'
import type { CsvDialect } from './csv.ts'

/** As what kind of file a table leaves. */
export type TableFormat = 'csv' | 'xlsx'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const headings = (usual: 'names' | 'translated') =>
  Type.Optional(
    Type.Enum(['names', 'translated'], {
      description: `The names of the API, or headings in the language asked for; ${usual} unless told.`,
    }),
  )

/** How a CSV file is written; as RFC 4180 says unless told. */
export const csvLook = {
  headings: headings('names'),
  separator: Type.Optional(
    Type.Enum(['comma', 'semicolon', 'tab'], { description: 'A French Excel expects semicolon.' }),
  ),
  decimal: Type.Optional(
    Type.Enum(['point', 'comma'], { description: 'The sign within numbers; a French Excel expects comma.' }),
  ),
  encoding: Type.Optional(
    Type.Enum(['utf-8', 'windows-1252'], {
      description:
        'With windows-1252, letters it does not have lose their accent and other signs become question marks.',
    }),
  ),
} as const

export const workbookLook = { headings: headings('translated') } as const

const Look = Type.Object(csvLook)
type LookQuery = Static<typeof Look>

/** How a table is to leave. */
export interface TableLook {
  readonly format: TableFormat
  readonly language: Language
  readonly translated: boolean
  readonly dialect: CsvDialect
  readonly encoding: 'utf-8' | 'windows-1252'
}

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const

/** What of a query says how the file looks, and what is left of it: what it is narrowed by. */
export function splitLook<Query extends LookQuery>(
  query: Query,
  format: TableFormat,
  language: Language,
): { readonly look: TableLook; readonly narrowing: Omit<Query, keyof typeof csvLook> } {
  const { headings: chosen, separator = 'comma', decimal = 'point', encoding = 'utf-8', ...narrowing } = query
  const { headings: _headings, ...unread } = query
  return {
    // A workbook has none of these: where a route takes names of the account's own, they are refused with the rest.
    narrowing: format === 'csv' ? narrowing : (unread as unknown as typeof narrowing),
    look: {
      format,
      language,
      translated: (chosen ?? (format === 'xlsx' ? 'translated' : 'names')) === 'translated',
      dialect: { separator: separators[separator], decimal: decimal === 'comma' ? ',' : '.' },
      encoding,
    },
  }
}

export const csvAnswer = {
  200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } },
} as const

export const workbookAnswer = {
  200: { content: { [workbookType]: { schema: Type.Unsafe<Readable>(Type.String({ format: 'binary' })) } } },
} as const
