import { Type, type Static } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, workbookAnswer, write, type HttpRoutes } from '../../platform/http/index.ts'
import { problemSentence, type Language } from '../../platform/kernel/index.ts'
import {
  duplicateRules,
  ImportError,
  ImportPreview,
  leaveBody,
  previewColumns,
  sendTemplateBook,
  sendTemplateCsv,
  spoolUpload,
  tableTypes,
  uploadFormat,
} from '../imports/index.ts'
import { contactFileFields } from './contact-file-columns.ts'
import { contactTemplateHeadings, contactTemplateName, contactTemplateSheets } from './contact-template.ts'
import { importContacts, type ContactsOutcome } from './import-contacts.ts'
import { contactFileLimits, contactHeadingsOf, readContactFile } from './read-contact-file.ts'

const tags = ['Contacts']
const manages = { right: 'manage' } as const
const takesTables = { ...manages, contentTypes: tableTypes }
const { maxBytes, maxRows } = contactFileLimits
// Who has more has a file to mend, not a list to read.
const maxErrors = 1_000

const body = Type.String({
  description:
    'An Excel workbook, of which the first visible sheet is read, or CSV with a header, separated by commas, semicolons or tabs. Text is in UTF-8, or in windows-1252 if declared as its charset.',
})
const mapping = Type.Optional(
  Type.String({
    maxLength: 20_000,
    description:
      'JSON: an object from headings of the file to fields (`email`, `code`, `siret`, …), with null for columns that are not to be read. Headings it does not name are recognised in English, in French or by their name in the API.',
    examples: ['{"Interlocuteur":"email","Remarques":null}'],
  }),
)
const count = (description: string) => Type.Integer({ minimum: 0, description })

const ContactImport = Type.Object(
  {
    dryRun: Type.Boolean(),
    onDuplicate: Type.Enum([...duplicateRules]),
    rows: count('Rows read; blank ones do not count.'),
    added: count('People added; in a dry run, those that would be.'),
    updated: count('With `onDuplicate=update`: contacts that were changed; in a dry run, that would be.'),
    unchanged: count('With `onDuplicate=update`: contacts of whom the file says nothing new.'),
    duplicates: count('Rows passed over: the company has this contact, or an earlier row names it.'),
    invalid: count('Rows left out because something is wrong with them.'),
    errors: Type.Array(ImportError, {
      description: `What is wrong with rows, in the order of the file; the first ${maxErrors}.`,
    }),
  },
  { title: 'ContactImport' },
)

const importSchema = {
  operationId: 'importContacts',
  tags,
  summary: 'Add the people of a file as contacts of companies in the portfolio',
  description: `Answers when it is done: good rows are added together, bad ones are named. At most ${maxRows} rows. Nobody is invited by it; invitations follow as for a contact added by hand.`,
  consumes: tableTypes,
  querystring: Type.Object({
    dryRun: Type.Optional(Type.Boolean({ description: 'Add nothing; say what would happen.' })),
    onDuplicate: Type.Optional(
      Type.Enum([...duplicateRules], {
        description:
          'People whom their company has as contacts already, by their address: passed over, listed as errors as well, or changed by what their row says; an empty cell leaves things alone.',
      }),
    ),
    mapping,
  }),
  body,
  response: { 200: ContactImport },
} as const

const previewSchema = {
  operationId: 'previewContactImport',
  tags,
  summary: 'The columns of a file of contacts, and what an import would take each for; nothing is kept',
  description:
    'Call it before the import to show people what was understood, and to let them correct it by `mapping`.',
  consumes: tableTypes,
  querystring: Type.Object({ mapping }),
  body,
  response: { 200: ImportPreview },
} as const

const workbookSchema = {
  operationId: 'getContactImportTemplate',
  tags,
  summary: 'A workbook to fill in with contacts and import, with a sheet that explains its columns',
  description: 'The headings are in the language that is asked for.',
  response: workbookAnswer,
} as const

const csvSchema = {
  operationId: 'getContactImportTemplateCsv',
  tags,
  summary: 'A CSV file to fill in with contacts and import: its header alone',
  description: 'The headings are in the language that is asked for.',
  response: csvAnswer,
} as const

/** People of many companies at once, from a file. */
export const contactImportsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    leaveBody(app, tableTypes)
    await app.register(templateRoutes)

    const importRoute = { config: takesTables, bodyLimit: maxBytes, schema: importSchema }
    app.post('/contacts/imports', importRoute, async (request, reply) => {
      const { dryRun = false, onDuplicate = 'skip', mapping: given } = request.query
      const { format, encoding } = uploadFormat(request)
      const sent = await spoolUpload(request.raw, maxBytes, encoding)
      try {
        return await write(db, request, reply, {
          fingerprint: sent.sha256,
          prepare: () => readContactFile(sent, { format, mapping: given }),
          work: async (tx, file) => {
            const outcome = await importContacts(tx, request.scope, { ...file, dryRun, onDuplicate })
            return { dryRun, onDuplicate, ...outcomeView(outcome, request.language) }
          },
        })
      } finally {
        await sent.remove()
      }
    })

    const previewRoute = { config: takesTables, bodyLimit: maxBytes, schema: previewSchema }
    app.post('/contacts/imports/preview', previewRoute, async (request): Promise<ImportPreview> => {
      const { format, encoding } = uploadFormat(request)
      const file = await spoolUpload(request.raw, maxBytes, encoding)
      try {
        const resolve = contactHeadingsOf(format, request.query.mapping)
        const columns = await previewColumns(file, format, resolve)
        return { columns, fields: contactFileFields.map((field) => ({ field, label: null })) }
      } finally {
        await file.remove()
      }
    })
  }

const templateRoutes: HttpRoutes = async (app) => {
  app.get(
    '/contacts/imports/template.xlsx',
    { config: manages, schema: workbookSchema },
    async ({ language }, reply) =>
      sendTemplateBook(reply, contactTemplateName[language], contactTemplateSheets(language)),
  )
  app.get(
    '/contacts/imports/template.csv',
    { config: manages, schema: csvSchema },
    async ({ language }, reply) =>
      sendTemplateCsv(reply, contactTemplateName[language], contactTemplateHeadings(language), language),
  )
}

function outcomeView(
  { faults, ...counts }: ContactsOutcome,
  language: Language,
): Omit<Static<typeof ContactImport>, 'dryRun' | 'onDuplicate'> {
  const errors = faults.slice(0, maxErrors).map(({ row, column, code, params }) => ({
    row,
    column,
    code,
    message: problemSentence(code, language, params),
  }))
  return { ...counts, errors }
}
