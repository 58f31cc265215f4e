import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import { csvAnswer, type HttpRoutes, type SendCsv } from '../../platform/http/index.ts'
import { countExport, portfolioFile } from './export-portfolio.ts'
import { matchRequest, type MatchDeps } from './match-portfolio.ts'
import { FilterQuery } from './portfolio-query.ts'

interface Deps extends MatchDeps {
  db: Db
  sendCsv: SendCsv
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
  ({ db, sendCsv, ...known }: Deps): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/export.csv', exportRoute, async ({ query, scope, method }, reply) => {
      const exportRequest = matchRequest(query, known)
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
