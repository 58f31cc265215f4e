import { Type } from 'typebox'
import { readingsOf, suggestAnswers } from '../domain/evaluation/index.ts'
import { dateSchema, namedObject, nullable, pathId, type HttpRoutes } from '../platform/http/index.ts'
import type { PortalDeps } from './deps.ts'
import { unreadablePages, unreadFiles } from './draft-reading.queries.ts'
import { portalTags } from './portal.schema.ts'
import { ownResponse, requireRequest } from './requests.queries.ts'
import { visitorIn } from './visitor.ts'

const source = { fileId: Type.Integer(), page: Type.Integer({ description: 'Counted from 1.' }) }

const DraftReading = namedObject('PortalDraftReading', {
  files: Type.Array(
    Type.Object({
      fileId: Type.Integer(),
      state: Type.Enum(['WAITING', 'READING', 'READ', 'NOT_READ'], {
        description:
          'WAITING: a scan, read after those that came before. NOT_READ: there is no text, or it could not be read. Nothing waits for this.',
      }),
      progress: nullable(
        Type.Object(
          { page: Type.Integer(), pages: Type.Integer() },
          { description: 'Of a scan: which page is being read, and how many will be.' },
        ),
      ),
      unreadablePages: Type.Array(Type.Integer(), {
        description: 'Pages of a scan with something on them that could not be read, counted from 1.',
      }),
      advice: Type.Array(Type.String(), {
        description:
          'What seems wrong with the document, as codes: another company, another kind of document, expired, a scan that cannot be read.',
      }),
    }),
  ),
  effectiveDate: nullable(Type.Object({ value: dateSchema, ...source })),
  fields: Type.Array(Type.Object({ key: Type.String(), value: Type.String(), ...source }), {
    description: 'Answers that the files give to questions of the form, as the form takes them.',
  }),
})

const route = {
  config: { right: 'public' },
  schema: {
    operationId: 'getPortalDraftReading',
    tags: portalTags,
    summary: 'What was read in the files of the draft, to be checked by its sender',
    description:
      'Text is read within seconds of the upload, scans one after the other. The draft itself is never changed by this, and it can be sent before.',
    params: Type.Object({ documentId: pathId }),
    response: { 200: DraftReading },
  },
} as const

/** Suggestions for whoever answers. */
export const draftReadingRoutes =
  ({ db }: PortalDeps): HttpRoutes =>
  async (app) => {
    app.get('/portal/api/requests/:documentId/draft/reading', route, async (request) => {
      const visitor = visitorIn(request)
      const { documentId } = request.params
      return db.snapshot(visitor, async (tx) => {
        const { type } = await requireRequest(tx, visitor, documentId)
        const responseId = await ownResponse(tx, visitor, documentId, ['DRAFT'])
        if (responseId === null) return { files: [], effectiveDate: null, fields: [] }
        const readings = await readingsOf(tx, visitor, responseId)
        const unreadable = await unreadablePages(tx, visitor, responseId)
        const read = readings.map(({ evidenceId, reader, advice }) => ({
          fileId: evidenceId,
          state: reader === null ? ('NOT_READ' as const) : ('READ' as const),
          progress: null,
          unreadablePages: unreadable.get(evidenceId) ?? [],
          advice: [...advice],
        }))
        const unread = await unreadFiles(tx, visitor, responseId)
        const { effectiveDate, fields } = suggestAnswers(type, readings)
        return { files: [...read, ...unread], effectiveDate, fields: [...fields] }
      })
    })
  }
