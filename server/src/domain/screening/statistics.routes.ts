import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { countScreening } from './count-screening.ts'
import { requireHitSight } from './hit-sight.ts'
import { ScreeningStatistics } from './statistics.schema.ts'

const route = {
  config: { right: 'read' },
  schema: {
    operationId: 'getScreeningStatistics',
    tags: ['Screening'],
    summary: 'Screening in numbers: what waits and for how long, what was decided, and who was screened',
    description: 'Counted at each request, of the companies that the caller sees.',
    querystring: Type.Object({}),
    response: { 200: ScreeningStatistics },
  },
} as const

export const screeningStatisticsRoutes =
  (deps: { readonly db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/screening/statistics', route, async (request) => {
      await requireHitSight(deps, request)
      const { scope } = request
      return deps.db.snapshot(scope, (tx) => countScreening(tx, scope))
    })
  }
