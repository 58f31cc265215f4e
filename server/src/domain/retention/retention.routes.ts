import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  dateSchema,
  dateTimeSchema,
  nullable,
  PageOf,
  pageQuery,
  pathId,
  write,
  type HttpRoutes,
  namedObject,
} from '../../platform/http/index.ts'
import { answerNumberedPage } from '../../platform/lists/index.ts'
import { responseStates } from '../evaluation/index.ts'
import { deletionForecast } from './forecast.queries.ts'
import { getLegalHold, setLegalHold } from './legal-hold.ts'

const tags = ['Retention']
const params = Type.Object({ dossierId: pathId })
const { page, size } = pageQuery()

const Hold = namedObject('LegalHold', {
  dossierId: Type.Integer(),
  reason: nullable(Type.String()),
  since: nullable(dateTimeSchema),
})

const Forecast = namedObject('RetentionForecast', {
  responseId: Type.Integer(),
  documentId: Type.Integer(),
  dossierId: Type.Integer(),
  thirdpartyId: Type.Integer(),
  documentCode: Type.String(),
  documentName: Type.String(),
  status: Type.Enum([...responseStates]),
  unusedSince: dateTimeSchema,
  deletionDate: dateSchema,
  warnedAt: nullable(dateTimeSchema),
  legalHold: Type.Boolean({ description: 'Not deleted as long as its dossier is under legal hold.' }),
})

const forecastRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'retentionForecast',
    tags,
    summary: 'What will be deleted because its retention ends, the next first',
    description: 'Look here before the day: a legal hold or a new use of the answer keeps it.',
    querystring: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366, default: 90 })),
      page,
      size,
    }),
    response: { 200: PageOf(Forecast) },
  },
} as const

const holdRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'holdDossier',
    tags,
    summary: 'Put a dossier under legal hold: nothing of it is deleted',
    description:
      'Retention leaves the dossier and its files alone until the hold is lifted. The reason stays in the journal.',
    params,
    body: Type.Object({ reason: Type.String({ minLength: 1, maxLength: 1_000 }) }),
    response: { 200: Hold },
  },
} as const

const readHoldRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getLegalHold',
    tags,
    summary: 'Whether a dossier is under legal hold',
    description: 'What is under legal hold is kept, whatever the retention rules of the account say.',
    params,
    response: { 200: Hold },
  },
} as const

const liftRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'liftLegalHold',
    tags,
    summary: 'Lift the legal hold of a dossier',
    description: 'Deletions that were due meanwhile are announced again, 30 days before they happen.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

/** How long what was answered is kept. */
export const retentionRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/retention/forecast', forecastRoute, ({ scope, language, query }) => {
      const { days = 90 } = query
      return answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => deletionForecast(tx, scope, { days, language, ...window })),
        (row) => row,
      )
    })

    app.get('/dossiers/:dossierId/legal-hold', readHoldRoute, ({ scope, params: { dossierId } }) =>
      db.read(scope, (tx) => getLegalHold(tx, scope, dossierId)),
    )

    app.post('/dossiers/:dossierId/legal-hold', holdRoute, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) => setLegalHold(tx, request.scope, { ...request.params, ...request.body }),
      }),
    )

    app.delete('/dossiers/:dossierId/legal-hold', liftRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => setLegalHold(tx, request.scope, { ...request.params, reason: null }),
      }),
    )
  }
