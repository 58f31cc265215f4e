import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { announceExport } from '../../platform/administration/index.ts'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import {
  csvAnswer,
  csvLook,
  fieldOf,
  splitLook,
  workbookAnswer,
  workbookLook,
  type CsvValue,
  type HttpRoutes,
  type SendTable,
  type TableFile,
  type TableFormat,
} from '../../platform/http/index.ts'
import { addDays, type Language } from '../../platform/kernel/index.ts'
import { forecastBatches } from './forecast-batches.ts'
import { countAhead, todayOf } from './forecast.queries.ts'
import { daysAhead, forecastTags as tags, reasonFilter, usualDays } from './forecast.routes.ts'
import { forecastReasons, type ForecastItem, type ForecastReason } from './forecast.schema.ts'
import { eventSummary } from './ical.ts'

interface ForecastLine {
  readonly item: ForecastItem
  readonly language: Language
}
const field = fieldOf<ForecastLine>()

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const fields = [
  field('date', ({ item }) => item.date, ['Date', 'Date'], 'date'),
  field('reason', ({ item }) => item.reason, ['Reason', 'Raison']),
  field('summary', ({ item, language }) => eventSummary(item, language), ['Summary', 'Résumé']),
  field('thirdpartyId', ({ item }) => item.thirdpartyId, ['Vigie number', 'Numéro Vigie'], 'number'),
  field('thirdpartyName', ({ item }) => item.thirdpartyName, ['Third party', 'Tiers']),
  field('dossierId', ({ item }) => item.dossierId, ['Dossier', 'Dossier'], 'number'),
  field('dossierTypeCode', ({ item }) => item.dossierType.code, [
    'Dossier type code',
    'Code du type de dossier',
  ]),
  field('dossierType', ({ item }) => item.dossierType.label, ['Dossier type', 'Type de dossier']),
  field('documentId', ({ item }) => item.documentId, ['Document', 'Document'], 'number'),
  field('documentCode', ({ item }) => item.documentCode, ['Document code', 'Code du document']),
  field('documentName', ({ item }) => item.documentName, ['Document name', 'Nom du document']),
  field('statusCode', ({ item }) => item.statusCode, ['Status', 'Statut']),
  field(
    'answerUnderWay',
    ({ item }) => item.answerUnderWay,
    ['Answer under way', 'Réponse en cours'],
    'boolean',
  ),
  field(
    'renewsItself',
    ({ item }) => item.renewsItself,
    ['Renews itself', 'Renouvelé automatiquement'],
    'boolean',
  ),
]

const narrowedBy = { days: daysAhead, reason: reasonFilter }
const CsvQuery = Type.Object({ ...narrowedBy, ...csvLook })

const exportRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportForecast',
    tags,
    summary: 'The forecast as CSV, however long it is',
    description: 'By day, with the names and a summary in the language asked for.',
    querystring: CsvQuery,
    response: csvAnswer,
  },
} as const

const workbookRoute = {
  config: { right: 'read' },
  schema: {
    ...exportRoute.schema,
    operationId: 'exportForecastWorkbook',
    summary: 'The forecast as an Excel workbook',
    querystring: Type.Object({ ...narrowedBy, ...workbookLook }),
    response: workbookAnswer,
  },
} as const

interface Deps {
  readonly db: Db
  readonly sendTable: SendTable
}

export const forecastExportRoutes = (deps: Deps): HttpRoutes => {
  const send = forecastSender(deps)
  return async (app) => {
    app.get('/forecast.csv', exportRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'csv' }),
    )
    app.get('/forecast.xlsx', workbookRoute, (request, reply) =>
      send(request, reply, { query: request.query, format: 'xlsx' }),
    )
  }
}

interface Asked {
  readonly query: Static<typeof CsvQuery>
  readonly format: TableFormat
}

const forecastSender =
  ({ db, sendTable }: Deps) =>
  async ({ scope, language, method }: FastifyRequest, reply: FastifyReply, { query, format }: Asked) => {
    const { look, narrowing } = splitLook(query, format, language)
    const { days = usualDays, reason: reasons } = narrowing
    const requested = { accountId: scope.accountId, language, days, ...(reasons && { reasons }) }
    const announce = announceExport(db, scope, {
      what: `forecast.${format}`,
      filters: { days, ...(reasons && { reasons }) },
      count: (tx) => countItems(tx, requested),
    })
    const file: TableFile = {
      name: 'due-dates',
      columns: fields,
      batches: (tx) => batches(tx, requested),
      ...(method !== 'HEAD' && { announce }),
    }
    return sendTable(scope, reply, { look, file })
  }

interface ForecastExport {
  readonly accountId: number
  readonly language: Language
  readonly days: number
  readonly reasons?: readonly ForecastReason[]
}

async function countItems(tx: ReadTx, { days, ...asked }: ForecastExport): Promise<number> {
  const today = await todayOf(tx, asked)
  const horizon = { days, until: addDays(today, days) }
  const [counted] = await countAhead(tx, asked, { today, thirdpartyId: null }, [horizon])
  const wanted = asked.reasons ?? forecastReasons
  return wanted.reduce((sum, reason) => sum + (counted?.[reason] ?? 0), 0)
}

async function* batches(
  tx: ReadTx,
  { language, days, ...asked }: ForecastExport,
): AsyncGenerator<CsvValue[][]> {
  const from = await todayOf(tx, asked)
  const window = { ...asked, from, until: addDays(from, days), thirdpartyId: null }
  for await (const items of forecastBatches(tx, window, language)) {
    yield items.map((item) => fields.map(({ value }) => value({ item, language })))
  }
}
