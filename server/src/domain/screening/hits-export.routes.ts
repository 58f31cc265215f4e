import { Type } from 'typebox'
import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, dateSchema, type HttpRoutes, type SendCsv } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countRows, type ListSource } from '../../platform/lists/index.ts'
import { HitFilterQuery } from './hit-listing.ts'
import { requireHitExport } from './hit-sight.ts'
import { hitExportListing, hitsFile, runExportListing, runsFile } from './hits-export.ts'

const tags = ['Screening']
const reads = { right: 'read' } as const

const hitsSchema = {
  operationId: 'exportScreeningHits',
  tags,
  summary: 'Hits with what was decided about them, as CSV, for auditors',
  description:
    'For those who decide or audit. A line for each decision, with its grounds and who decided, and the version of the list it was about; what waits at archived third parties is in it.',
  querystring: Type.Omit(HitFilterQuery, ['archived']),
  response: csvAnswer,
} as const

const runsSchema = {
  operationId: 'exportScreeningRuns',
  tags,
  summary: 'Every screening as CSV, also those that found nothing',
  description: 'For those who decide or audit. Without a third party: of the whole portfolio.',
  querystring: Type.Object({
    thirdpartyId: Type.Optional(Type.Integer({ minimum: 1 })),
    since: Type.Optional({ ...dateSchema, description: 'On this day (UTC) or later.' }),
  }),
  response: csvAnswer,
} as const

/** What auditors take with them; that they did is kept in the administration journal. */
export const hitExportRoutes =
  ({ db, sendCsv }: { readonly db: Db; readonly sendCsv: SendCsv }): HttpRoutes =>
  async (app) => {
    const announce = (scope: Scope, what: string, source: ListSource, filters: object) => async () => {
      const { total: count } = await db.read(scope, (tx) => countRows(tx, source, Number.MAX_SAFE_INTEGER))
      await commitExportRecord(db, scope, { what, count, filters: { ...filters } })
    }
    app.get('/screening/hits/export.csv', { config: reads, schema: hitsSchema }, async (request, reply) => {
      requireHitExport(request)
      const { scope, query, method } = request
      const listing = hitExportListing(scope, { ...query, archived: true })
      return sendCsv(scope, reply, {
        ...hitsFile(listing),
        ...(method !== 'HEAD' && { announce: announce(scope, 'screening-hits.csv', listing.source, query) }),
      })
    })
    app.get('/screening/runs/export.csv', { config: reads, schema: runsSchema }, async (request, reply) => {
      requireHitExport(request)
      const { scope, query, method } = request
      const listing = runExportListing(scope, query)
      return sendCsv(scope, reply, {
        ...runsFile(listing),
        ...(method !== 'HEAD' && { announce: announce(scope, 'screening-runs.csv', listing.source, query) }),
      })
    })
  }
