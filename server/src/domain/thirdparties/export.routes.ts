import type { Readable } from 'node:stream'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import type { ThirdPartyAttributes } from './attribute-port.ts'
import { exportPortfolio } from './export-portfolio.ts'
import { eventsOf, filterOf, FilterQuery, portfolioSort } from './portfolio-query.ts'
import type { RatingBands } from './summary-parameters.ts'

interface Deps {
  db: Db
  maxEventRangeDays: number | null
  attributes: ThirdPartyAttributes
  ratingBands: RatingBands
}

// Each holds a connection for as long as its reader takes.
const exportsAtOnce = 3

export const exportRoutes = (deps: Deps): HttpRoutes => {
  let exporting = 0
  return async (app) => {
    app.get(
      '/thirdparties/export.csv',
      {
        config: { right: 'read' },
        schema: {
          operationId: 'exportThirdParties',
          tags: ['Third parties'],
          summary: 'The portfolio as CSV, with the filters and the order of the list',
          querystring: FilterQuery,
          response: { 200: { content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } } } },
        },
      },
      async (request, reply) => {
        const { query, scope } = request
        const events = eventsOf(query, { maxDays: deps.maxEventRangeDays, required: false })
        const filter = filterOf(query, { declared: FilterQuery.properties, bands: deps.ratingBands })
        const asked = { filter, sort: portfolioSort(query), events, attributes: deps.attributes }
        if (exporting >= exportsAtOnce) {
          throw new AppError('RATE_LIMITED', { seconds: 5 }, { headers: { 'retry-after': '5' } })
        }
        exporting += 1
        const body = await exportPortfolio(deps.db, scope, asked).catch((error: unknown) => {
          exporting -= 1
          throw error
        })
        body.once('close', () => {
          exporting -= 1
        })
        return reply
          .header('content-type', 'text/csv; charset=utf-8; header=present')
          .header('content-disposition', 'attachment; filename="third-parties.csv"')
          .send(body)
      },
    )
  }
}
