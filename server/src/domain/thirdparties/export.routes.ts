import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, type HttpRoutes, type SendCsv } from '../../platform/http/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { countExport, portfolioFile } from './export-portfolio.ts'
import { eventsOf, filterOf, FilterQuery, portfolioSort } from './portfolio-query.ts'
import type { RatingBands } from './summary-parameters.ts'

interface Deps {
  db: Db
  sendCsv: SendCsv
  maxEventRangeDays: number | null
  attributes: ThirdPartyAttributes
  ratingBands: RatingBands
}

const exportRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'exportThirdParties',
    tags: ['Third parties'],
    summary: 'The portfolio as CSV, with the filters and the order of the list',
    querystring: FilterQuery,
    response: csvAnswer,
  },
} as const

export const exportRoutes =
  ({ db, sendCsv, maxEventRangeDays, attributes, ratingBands }: Deps): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/export.csv', exportRoute, async ({ query, scope, method }, reply) => {
      const events = eventsOf(query, { maxDays: maxEventRangeDays, required: false })
      const filter = filterOf(query, { declared: FilterQuery.properties, bands: ratingBands })
      const exportRequest = { filter, sort: portfolioSort(query), events, attributes }
      // What somebody searched for may be somebody's name.
      const filters = { ...query, ...(query.q !== undefined && { q: '…' }) }
      const announce = async () => {
        const count = await db.read(scope, (tx) => countExport(tx, scope, exportRequest))
        await commitExportRecord(db, scope, { what: 'thirdparties.csv', count, filters })
      }
      return sendCsv(scope, reply, {
        ...portfolioFile(scope, exportRequest),
        ...(method !== 'HEAD' && { announce }),
      })
    })
  }
