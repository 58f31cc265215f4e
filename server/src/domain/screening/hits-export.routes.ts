import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { announceExport } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  csvAnswer,
  csvLook,
  dateSchema,
  splitLook,
  workbookAnswer,
  workbookLook,
  type HttpRoutes,
  type SendTable,
  type TableFormat,
  recordId,
} from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { countRows, type ListSource } from '../../platform/lists/index.ts'
import { HitFilterQuery } from './hit-listing.ts'
import { requireHitExport } from './hit-sight.ts'
import { hitExportListing, hitsFile, runExportListing, runsFile } from './hits-export.ts'

const tags = ['Screening']
const reads = { right: 'read' } as const
const { archived: _archived, ...hitFilters } = HitFilterQuery.properties
const HitsQuery = Type.Object({ ...hitFilters, ...csvLook })

const hitsSchema = {
  operationId: 'exportScreeningHits',
  tags,
  summary: 'Hits with what was decided about them, as CSV, for auditors',
  description:
    'For those who decide or audit. A line for each decision, with its grounds and who decided, and the version of the list it was about; what waits at archived third parties is in it.',
  querystring: HitsQuery,
  response: csvAnswer,
} as const

const hitsWorkbookSchema = {
  ...hitsSchema,
  operationId: 'exportScreeningHitsWorkbook',
  summary: 'Hits with what was decided about them, as an Excel workbook, for auditors',
  querystring: Type.Object({ ...hitFilters, ...workbookLook }),
  response: workbookAnswer,
} as const

const runsSchema = {
  operationId: 'exportScreeningRuns',
  tags,
  summary: 'Every screening as CSV, also those that found nothing',
  description: 'For those who decide or audit. Without a third party: of the whole portfolio.',
  querystring: Type.Object({
    thirdpartyId: Type.Optional(recordId),
    since: Type.Optional({ ...dateSchema, description: 'On this day (UTC) or later.' }),
  }),
  response: csvAnswer,
} as const

interface Deps {
  readonly db: Db
  readonly sendTable: SendTable
}

/** What auditors take with them; that they did is kept in the administration journal. */
export const hitExportRoutes =
  ({ db, sendTable }: Deps): HttpRoutes =>
  async (app) => {
    const sendHits = hitsSender({ db, sendTable })
    app.get('/screening/hits/export.csv', { config: reads, schema: hitsSchema }, (request, reply) =>
      sendHits(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get('/screening/hits/export.xlsx', { config: reads, schema: hitsWorkbookSchema }, (request, reply) =>
      sendHits(request, reply, { query: request.query, format: 'xlsx' }),
    )
    app.get('/screening/runs/export.csv', { config: reads, schema: runsSchema }, async (request, reply) => {
      requireHitExport(request)
      const { scope, query, method } = request
      const listing = runExportListing(scope, query)
      const announce = announceRows(db, scope, { what: 'screening-runs.csv', filters: { ...query } }, listing)
      const file = { ...runsFile(listing), ...(method !== 'HEAD' && { announce }) }
      return sendTable(scope, reply, { file })
    })
  }

interface Asked {
  readonly query: Static<typeof HitsQuery>
  readonly format: TableFormat
}

const hitsSender =
  ({ db, sendTable }: Deps) =>
  async (request: FastifyRequest, reply: FastifyReply, { query, format }: Asked) => {
    requireHitExport(request)
    const { scope, method, language } = request
    const { look, narrowing: filters } = splitLook(query, format, language)
    const listing = hitExportListing(scope, { ...filters, archived: true })
    const announce = announceRows(db, scope, { what: `screening-hits.${format}`, filters }, listing)
    const file = { ...hitsFile(listing), ...(method !== 'HEAD' && { announce }) }
    return sendTable(scope, reply, { look, file })
  }

function announceRows(
  db: Db,
  scope: Scope,
  made: { readonly what: string; readonly filters: Record<string, unknown> },
  { source }: { readonly source: ListSource },
) {
  const count = async (tx: Parameters<typeof countRows>[0]) =>
    (await countRows(tx, source, Number.MAX_SAFE_INTEGER)).total
  return announceExport(db, scope, { ...made, count })
}
