import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { announceExport } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  csvAnswer,
  csvLook,
  fieldOf,
  splitLook,
  workbookAnswer,
  workbookLook,
  type HttpRoutes,
  type SendTable,
  type TableFile,
  type TableFormat,
} from '../../platform/http/index.ts'
import { countListing, filterQuery, readBatches, type Listing } from '../../platform/lists/index.ts'
import { findingSight } from './finding-rights.ts'
import type { FindingSummary } from './finding.schema.ts'
import { findingFilters, findingListing } from './findings.queries.ts'

const field = fieldOf<FindingSummary>()

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const fields = [
  field('findingId', ({ findingId }) => findingId, ['Finding', 'Constat'], 'number'),
  field('thirdpartyId', ({ thirdpartyId }) => thirdpartyId, ['Vigie number', 'Numéro Vigie'], 'number'),
  field('thirdpartyName', ({ thirdpartyName }) => thirdpartyName, ['Third party', 'Tiers']),
  field('theme', ({ theme }) => theme, ['Theme', 'Thème']),
  field('severity', ({ severity }) => severity, ['Severity', 'Gravité']),
  field('title', ({ title }) => title, ['Title', 'Titre']),
  field('description', ({ description }) => description, ['Description', 'Description']),
  field('state', ({ state }) => state, ['State', 'État']),
  field('source', ({ source }) => source.kind, ['Source', 'Origine']),
  field('reference', ({ source }) => source.reference, ['Reference', 'Référence']),
  field('nextDueOn', ({ nextDueOn }) => nextDueOn, ['Next action due on', 'Prochaine action due le'], 'date'),
  field('overdue', ({ overdue }) => overdue, ['Overdue', 'En retard'], 'boolean'),
  field('openedAt', ({ openedAt }) => openedAt, ['Opened at', 'Ouvert le'], 'dateTime'),
  field('openedByName', ({ openedBy }) => openedBy.name, ['Opened by', 'Ouvert par']),
  field('closedAt', ({ closedAt }) => closedAt, ['Closed at', 'Clos le'], 'dateTime'),
  field('closedByName', ({ closedBy }) => closedBy?.name ?? null, ['Closed by', 'Clos par']),
  field('closingReason', ({ closingReason }) => closingReason, ['Reason for closing', 'Motif de clôture']),
]

const narrowedBy = filterQuery(findingFilters)
const CsvQuery = Type.Object({ ...narrowedBy, ...csvLook })
const tags = ['Findings']
const description = 'What was found through a hit is in it for those who may see hits.'

const csvRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportFindings',
    tags,
    summary: 'Findings as CSV, with the filters of the list',
    description,
    querystring: CsvQuery,
    response: csvAnswer,
  },
} as const

const workbookRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportFindingsWorkbook',
    tags,
    summary: 'Findings as an Excel workbook, with the filters of the list',
    description,
    querystring: Type.Object({ ...narrowedBy, ...workbookLook }),
    response: workbookAnswer,
  },
} as const

interface Deps {
  readonly db: Db
  readonly sendTable: SendTable
}

export const findingExportRoutes = (deps: Deps): HttpRoutes => {
  const send = findingsSender(deps)
  return async (app) => {
    app.get('/findings/export.csv', csvRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get('/findings/export.xlsx', workbookRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'xlsx' }),
    )
  }
}

interface Asked {
  readonly query: Static<typeof CsvQuery>
  readonly format: TableFormat
}

const findingsSender =
  ({ db, sendTable }: Deps) =>
  async (request: FastifyRequest, reply: FastifyReply, { query, format }: Asked) => {
    const { scope, method, language } = request
    const { look, narrowing } = splitLook(query, format, language)
    const sight = await findingSight(db, request)
    const listing = findingListing(scope, { ...narrowing, ...sight, thirdpartyId: null })
    const announce = announceExport(db, scope, {
      what: `findings.${format}`,
      filters: narrowing,
      count: (tx) => countListing(tx, listing),
    })
    const file = { ...findingsFile(listing), ...(method !== 'HEAD' && { announce }) }
    return sendTable(scope, reply, { look, file })
  }

const batchRows = 500

function findingsFile(listing: Listing<FindingSummary>): TableFile {
  return {
    name: 'findings',
    columns: fields,
    async *batches(tx) {
      for await (const rows of readBatches(tx, listing, batchRows))
        yield rows.map((row) => fields.map(({ value }) => value(row)))
    },
  }
}
