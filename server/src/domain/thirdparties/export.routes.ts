import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { announceExport } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  csvAnswer,
  csvLook,
  splitLook,
  workbookAnswer,
  workbookLook,
  type HttpRoutes,
  type SendTable,
  type TableFormat,
} from '../../platform/http/index.ts'
import { countExport, portfolioFile } from './export-portfolio.ts'
import { matchRequest, type MatchDeps } from './match-portfolio.ts'
import { FilterQuery } from './portfolio-query.ts'

interface Deps extends MatchDeps {
  db: Db
  sendTable: SendTable
}

const tags = ['Third parties']
const columns = (usual: 'standard' | 'all') => ({
  columns: Type.Optional(
    Type.Enum(['standard', 'all'], {
      description: `With all, the owner and every attribute of the account follow; ${usual} unless told.`,
    }),
  ),
})
const open = { additionalProperties: true }
const CsvQuery = Type.Object({ ...FilterQuery.properties, ...columns('standard'), ...csvLook }, open)
const WorkbookQuery = Type.Object({ ...FilterQuery.properties, ...columns('all'), ...workbookLook }, open)

const csvRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportThirdParties',
    tags,
    summary: 'The portfolio as CSV, with the filters and the order of the list',
    description: 'Every row that the list would show on all its pages, in one file.',
    querystring: CsvQuery,
    response: csvAnswer,
  },
} as const

const workbookRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportThirdPartiesWorkbook',
    tags,
    summary: 'The portfolio as an Excel workbook, with the filters and the order of the list',
    description:
      'Every row that the list would show on all its pages, in one sheet with typed cells and all attributes.',
    querystring: WorkbookQuery,
    response: workbookAnswer,
  },
} as const

export const exportRoutes = (deps: Deps): HttpRoutes => {
  const send = exporter(deps)
  return async (app) => {
    app.get('/thirdparties/export.csv', csvRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get('/thirdparties/export.xlsx', workbookRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'xlsx' }),
    )
  }
}

interface Asked {
  readonly query: Static<typeof CsvQuery>
  readonly format: TableFormat
}

const exporter =
  ({ db, sendTable, ...known }: Deps) =>
  async ({ scope, method, language }: FastifyRequest, reply: FastifyReply, { query, format }: Asked) => {
    const { look, narrowing } = splitLook(query, format, language)
    const { columns: shown = format === 'csv' ? 'standard' : 'all', ...asked } = narrowing
    const request = matchRequest(asked, known)
    // What somebody searched for may be somebody's name.
    const filters = { ...asked, ...(asked.q !== undefined && { q: '…' }) }
    const announce = announceExport(db, scope, {
      what: `thirdparties.${format}`,
      filters,
      count: (tx) => countExport(tx, scope, request),
    })
    const ownColumns =
      shown === 'standard' ? null : await db.read(scope, (tx) => known.attributes.columns(tx, scope))
    const file = portfolioFile(scope, { ...request, ownColumns })
    return sendTable(scope, reply, { look, file: { ...file, ...(method !== 'HEAD' && { announce }) } })
  }
