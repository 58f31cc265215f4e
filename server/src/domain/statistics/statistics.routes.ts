import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { currentStatistics } from './snapshot.ts'
import { Statistics } from './statistics.schema.ts'

const statisticsRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getStatistics',
    tags: ['Statistics'],
    summary: 'The portfolio in numbers',
    description:
      'Archived third parties and dossiers, and documents that are no longer asked for, do not count. Small portfolios are counted at each request; large ones now and then: `asOf` says when.',
    response: { 200: Statistics },
  },
} as const

export const statisticsRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/statistics', statisticsRoute, ({ scope }) => currentStatistics(db, scope))
  }
