import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, workbookAnswer, type HttpRoutes } from '../../platform/http/index.ts'
import type { Language } from '../../platform/kernel/index.ts'
import { importedAttributes } from './receive-import.ts'
import { sendTemplateBook, sendTemplateCsv } from './send-template.ts'
import { templateColumns, templateSheets } from './template.ts'

const tags = ['Imports']
const manages = { right: 'manage' } as const

const workbookSchema = {
  operationId: 'getImportTemplate',
  tags,
  summary:
    'A workbook to fill in and import: a column for each field and attribute, and a sheet that explains them',
  description:
    'The headings are in the language that is asked for; attributes of the account are among them.',
  response: workbookAnswer,
} as const

const csvSchema = {
  operationId: 'getImportTemplateCsv',
  tags,
  summary: 'A CSV file to fill in and import: its header alone',
  description:
    'The headings are in the language that is asked for; attributes of the account are among them.',
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
        return sendTemplateBook(reply, fileName[language], templateSheets(definitions, language))
      },
    )
    app.get('/thirdparties/imports/template.csv', { config, schema: csvSchema }, async (request, reply) => {
      const { scope, language } = request
      const definitions = await db.read(scope, (tx) => importedAttributes(tx, scope))
      const headings = templateColumns(definitions, language).map(({ heading }) => heading)
      return sendTemplateCsv(reply, fileName[language], headings, language)
    })
  }

const fileName: Readonly<Record<Language, string>> = {
  en: 'third-parties-to-import',
  fr: 'tiers-a-importer',
}
