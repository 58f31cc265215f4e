import { Readable } from 'node:stream'
import { writeWorkbook } from '@vigie/spreadsheet'
import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, workbookAnswer, workbookType, type HttpRoutes } from '../../platform/http/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { importedAttributes } from './receive-import.ts'
import { templateColumns, templateSheets } from './template.ts'

const tags = ['Imports']
const manages = { right: 'manage' } as const

const workbookSchema = {
  operationId: 'getImportTemplate',
  tags,
  summary:
    'A workbook to fill in and import: a column for each field and attribute, and a sheet that explains them',
  response: workbookAnswer,
} as const

const csvSchema = {
  operationId: 'getImportTemplateCsv',
  tags,
  summary: 'A CSV file to fill in and import: its header alone',
  response: csvAnswer,
} as const

/** What to begin with. */
export const templateRoutes =
  ({ db }: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    const config = manages
    app.get(
      '/thirdparties/imports/template.xlsx',
      { config, schema: workbookSchema },
      async (request, reply) => {
        const { scope, language } = request
        const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
        return reply
          .header('content-type', workbookType)
          .header('content-disposition', `attachment; filename="${fileName[language]}.xlsx"`)
          .send(Readable.from(writeWorkbook(templateSheets(definitions, language)), { objectMode: false }))
      },
    )
    app.get('/thirdparties/imports/template.csv', { config, schema: csvSchema }, async (request, reply) => {
      const { scope, language } = request
      const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
      const header = templateColumns(definitions, language).map(
        ({ heading }) => `"${heading.replaceAll('"', '""')}"`,
      )
      return reply
        .header('content-type', 'text/csv; charset=utf-8; header=present')
        .header('content-disposition', `attachment; filename="${fileName[language]}.csv"`)
        .send(
          Readable.from([`\u{feff}${header.join(language === 'fr' ? ';' : ',')}\r\n`], { objectMode: false }),
        )
    })
  }

const fileName: Readonly<Record<Language, string>> = {
  en: 'third-parties-to-import',
  fr: 'tiers-a-importer',
}
