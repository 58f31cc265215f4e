import { Type } from 'typebox'
import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { csvAnswer, type CsvValue, type HttpRoutes, type SendCsv } from '../../platform/http/index.ts'
import { addDays, type Language } from '../../platform/kernel/index.ts'
import { forecastBatches } from './forecast-batches.ts'
import { countAhead, todayOf } from './forecast.queries.ts'
import { daysAhead, forecastTags as tags, reasonFilter, usualDays } from './forecast.routes.ts'
import { forecastReasons, type ForecastItem, type ForecastReason } from './forecast.schema.ts'
import { eventSummary } from './ical.ts'

type Field = (item: ForecastItem, language: Language) => CsvValue

/** The columns of the file, in order: part of the interface, so new ones are added at the end. */
const fields: Record<string, Field> = {
  date: ({ date }) => date,
  reason: ({ reason }) => reason,
  summary: eventSummary,
  thirdpartyId: ({ thirdpartyId }) => thirdpartyId,
  thirdpartyName: ({ thirdpartyName }) => thirdpartyName,
  dossierId: ({ dossierId }) => dossierId,
  dossierTypeCode: ({ dossierType }) => dossierType.code,
  dossierType: ({ dossierType }) => dossierType.label,
  documentId: ({ documentId }) => documentId,
  documentCode: ({ documentCode }) => documentCode,
  documentName: ({ documentName }) => documentName,
  statusCode: ({ statusCode }) => statusCode,
  answerUnderWay: ({ answerUnderWay }) => answerUnderWay,
  renewsItself: ({ renewsItself }) => renewsItself,
}

const exportRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportForecast',
    tags,
    summary: 'The forecast as CSV, however long it is',
    description: 'By day, with the names and a summary in the language asked for.',
    querystring: Type.Object({ days: daysAhead, reason: reasonFilter }),
    response: csvAnswer,
  },
} as const

export const forecastExportRoutes =
  ({ db, sendCsv }: { db: Db; sendCsv: SendCsv }): HttpRoutes =>
  async (app) => {
    app.get('/forecast.csv', exportRoute, async ({ scope, language, query, method }, reply) => {
      const { days = usualDays, reason: reasons } = query
      const requested = { accountId: scope.accountId, language, days, ...(reasons && { reasons }) }
      const announce = async () => {
        const count = await db.read(scope, (tx) => countItems(tx, requested))
        await commitExportRecord(db, scope, {
          what: 'forecast.csv',
          count,
          filters: { days, ...(reasons && { reasons }) },
        })
      }
      return sendCsv(scope, reply, {
        name: 'due-dates.csv',
        columns: Object.keys(fields),
        batches: (tx) => batches(tx, requested),
        ...(method !== 'HEAD' && { announce }),
      })
    })
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
    yield items.map((item) => Object.values(fields).map((field) => field(item, language)))
  }
}
