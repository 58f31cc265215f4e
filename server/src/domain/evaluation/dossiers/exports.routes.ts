import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { announceExport } from '../../../platform/administration/index.ts'
import type { Db, ReadTx } from '../../../platform/db/index.ts'
import {
  csvAnswer,
  csvLook,
  eventFilterQuery,
  sortOf,
  sortQuery,
  splitLook,
  workbookAnswer,
  workbookLook,
  type HttpRoutes,
  type SendTable,
  type TableFormat,
} from '../../../platform/http/index.ts'
import { countListing, eventCondition, filterQuery, filterValues } from '../../../platform/lists/index.ts'
import { dossierColumns } from '../../attributes/index.ts'
import { resolveOwner } from '../../teams/index.ts'
import { readerOf } from '../answers/response.view.ts'
import { documentFilters, documentListing, documentSorts } from './documents.queries.ts'
import { documentsFile } from './documents-export.ts'
import {
  accountDossierFilters,
  dossierFilters,
  dossierListing,
  dossierOwner,
  dossierSorts,
} from './dossiers.queries.ts'
import { dossiersFile } from './dossiers-export.ts'

interface Deps {
  readonly db: Db
  readonly sendTable: SendTable
  readonly maxEventRangeDays: number | null
}

const reads = { right: 'read' } as const
const ofDossiers = {
  ...sortQuery(dossierSorts),
  ...filterQuery(dossierFilters),
  ...filterQuery(accountDossierFilters),
  ...dossierOwner,
  ...eventFilterQuery,
}
const ofDocuments = {
  ...sortQuery(documentSorts),
  ...filterQuery(documentFilters),
  ...dossierOwner,
  ...eventFilterQuery,
}
const DossiersQuery = Type.Object({ ...ofDossiers, ...csvLook })
const DocumentsQuery = Type.Object({ ...ofDocuments, ...csvLook })

const schemas = {
  dossiers: {
    operationId: 'exportDossiers',
    tags: ['Dossiers'],
    summary: 'Dossiers with their attributes as CSV, with the filters and the order of the list',
    description: 'Every row that the list would show on all its pages, in one file.',
    querystring: DossiersQuery,
    response: csvAnswer,
  },
  dossiersWorkbook: {
    operationId: 'exportDossiersWorkbook',
    tags: ['Dossiers'],
    summary:
      'Dossiers with their attributes as an Excel workbook, with the filters and the order of the list',
    description: 'Every row that the list would show on all its pages, in one sheet with typed cells.',
    querystring: Type.Object({ ...ofDossiers, ...workbookLook }),
    response: workbookAnswer,
  },
  documents: {
    operationId: 'exportDocuments',
    tags: ['Documents'],
    summary: 'Documents as CSV, with the filters and the order of the list',
    description: 'Every row that the list would show on all its pages, in one file.',
    querystring: DocumentsQuery,
    response: csvAnswer,
  },
  documentsWorkbook: {
    operationId: 'exportDocumentsWorkbook',
    tags: ['Documents'],
    summary: 'Documents as an Excel workbook, with the filters and the order of the list',
    description: 'Every row that the list would show on all its pages, in one sheet with typed cells.',
    querystring: Type.Object({ ...ofDocuments, ...workbookLook }),
    response: workbookAnswer,
  },
} as const

/** Dossiers and documents, to take along. */
export const evaluationExportRoutes = (deps: Deps): HttpRoutes => {
  const [sendDossiers, sendDocuments] = [dossiersSender(deps), documentsSender(deps)]
  return async (app) => {
    app.get('/dossiers/export.csv', { config: reads, schema: schemas.dossiers }, (request, reply) =>
      sendDossiers(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get('/dossiers/export.xlsx', { config: reads, schema: schemas.dossiersWorkbook }, (request, reply) =>
      sendDossiers(request, reply, { query: request.query, format: 'xlsx' }),
    )
    app.get('/documents/export.csv', { config: reads, schema: schemas.documents }, (request, reply) =>
      sendDocuments(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get(
      '/documents/export.xlsx',
      { config: reads, schema: schemas.documentsWorkbook },
      (request, reply) => sendDocuments(request, reply, { query: request.query, format: 'xlsx' }),
    )
  }
}

interface Asked<Query> {
  readonly query: Query
  readonly format: TableFormat
}

const dossiersSender =
  ({ db, sendTable, maxEventRangeDays: maxDays }: Deps) =>
  async (
    { scope, method, language }: FastifyRequest,
    reply: FastifyReply,
    { query, format }: Asked<Static<typeof DossiersQuery>>,
  ) => {
    const { look, narrowing } = splitLook(query, format, language)
    const { owner, sort, eventNames } = narrowing
    const withEvents = eventCondition(narrowing, { resource: 'DOSSIER', maxDays })
    const archived = narrowing.archived ?? (eventNames === undefined ? false : undefined)
    const values = { ...filterValues({ ...dossierFilters, ...accountDossierFilters }, narrowing), archived }
    const listing = async (tx: ReadTx) => {
      const owned = owner === undefined ? undefined : (await resolveOwner(tx, scope, owner)).dossiers
      return withEvents(scope, dossierListing(scope, { ...values, owned }, sortOf(sort, 'id,desc')))
    }
    const announce = announceExport(db, scope, {
      what: `dossiers.${format}`,
      filters: narrowing,
      count: async (tx) => countListing(tx, await listing(tx)),
    })
    const attributes = await db.read(scope, (tx) => dossierColumns(tx, scope))
    const file = dossiersFile(scope, { attributes, language, listing })
    return sendTable(scope, reply, { look, file: { ...file, ...(method !== 'HEAD' && { announce }) } })
  }

const documentsSender =
  ({ db, sendTable, maxEventRangeDays: maxDays }: Deps) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { query, format }: Asked<Static<typeof DocumentsQuery>>,
  ) => {
    const { scope, method, language } = request
    const { look, narrowing } = splitLook(query, format, language)
    const { owner, sort, eventNames } = narrowing
    const withEvents = eventCondition(narrowing, { resource: 'DOCUMENT', maxDays })
    const stopped = narrowing.stopped ?? (eventNames === undefined ? false : undefined)
    const values = { ...filterValues(documentFilters, narrowing), stopped }
    const listing = async (tx: ReadTx) => {
      const owned = owner === undefined ? undefined : (await resolveOwner(tx, scope, owner)).dossiers
      return withEvents(scope, documentListing(scope, { ...values, owned }, sortOf(sort, 'statusSince')))
    }
    const announce = announceExport(db, scope, {
      what: `documents.${format}`,
      filters: narrowing,
      count: async (tx) => countListing(tx, await listing(tx)),
    })
    const file = documentsFile(scope, { reader: readerOf(request), listing })
    return sendTable(scope, reply, { look, file: { ...file, ...(method !== 'HEAD' && { announce }) } })
  }
