import { Type } from 'typebox'
import {
  dateTimeSchema,
  namedObject,
  nullable,
  PageOf,
  pageQuery,
  type HttpRoutes,
} from '../../../platform/http/index.ts'
import { answerList, type PlainListDeps } from '../../../platform/lists/index.ts'
import { foundFiles, readWantedText, textsOf, type WantedText } from './evidence-search.queries.ts'
import { excerptOf } from './excerpt.ts'

const FoundEvidence = namedObject('FoundEvidence', {
  fileId: Type.Integer(),
  fileName: nullable(Type.String()),
  thirdpartyId: Type.Integer(),
  thirdpartyName: nullable(Type.String()),
  dossierId: Type.Integer(),
  documentId: Type.Integer(),
  documentCode: Type.String(),
  documentName: Type.String({ description: 'In the language of the request.' }),
  responseId: Type.Integer(),
  readAt: dateTimeSchema,
  page: Type.Integer({ description: 'Where the words stand together first; counted from 1.' }),
  excerpt: Type.Array(Type.Object({ text: Type.String(), match: Type.Boolean() }), {
    description: 'What is printed around them, in parts: those that match, and what stands between.',
  }),
})

const route = {
  config: { right: 'read' },
  schema: {
    operationId: 'searchEvidences',
    tags: ['Files'],
    summary: 'Files in which these words were read, newest first',
    description:
      'Beginnings of words suffice; accents, capitals and punctuation do not matter, nor whether a number is printed in groups. Files of drafts, files with bank details and files that nobody could read are not found, nor is what belongs to units that the caller does not see.',
    querystring: Type.Object({
      text: Type.String({ minLength: 2, maxLength: 200, description: 'One to eight words.' }),
      ...pageQuery(),
    }),
    response: { 200: PageOf(FoundEvidence) },
  },
} as const

/** A search in what was read in files. */
export const evidenceSearchRoutes =
  (deps: PlainListDeps): HttpRoutes =>
  async (app) => {
    app.get('/evidences/search', route, (request, reply) => {
      const { scope, language, query } = request
      let wanted: WantedText = { words: [], rarest: null }
      return answerList(deps, request, reply, {
        filters: { list: 'evidences', text: query.text },
        open: async (tx) => {
          wanted = await readWantedText(tx, scope, query.text)
          return foundFiles(scope, wanted, language)
        },
        view: async (rows, tx) => {
          const texts = await textsOf(
            tx,
            scope,
            rows.map(({ fileId }) => fileId),
          )
          return rows.map(({ row_id: _id, row_key: _key, row_segment: _segment, ...file }) => {
            const { page, parts } = excerptOf(texts.get(file.fileId) ?? '', wanted.words)
            return { ...file, page, excerpt: parts.map(({ text, isMatch }) => ({ text, match: isMatch })) }
          })
        },
      })
    })
  }
