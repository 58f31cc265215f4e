import {
  calendarFeedRoutes,
  calendarRoutes,
  forecastExportRoutes,
  forecastRoutes,
} from './domain/renewals/index.ts'
import { checkStatisticsRoutes } from './domain/evaluation/index.ts'
import { findStoredForecast, statisticsRoutes } from './domain/statistics/index.ts'
import type { Db } from './platform/db/index.ts'
import {
  accountRoutes,
  type Cursors,
  type HttpApp,
  type Rate,
  type SendTable,
} from './platform/http/index.ts'
import type { Clock, Scope } from './platform/kernel/index.ts'

interface OutlookDeps {
  readonly db: Db
  readonly clock: Clock
  readonly cursors: Cursors
  readonly publicUrl: string
  /** Of calendars that are followed by a secret address. */
  readonly rate: Rate
  readonly sendTable: SendTable
}

/** What will end, and how the portfolio stands. */
export function addOutlook(app: HttpApp, deps: OutlookDeps): void {
  const { db, cursors, sendTable } = deps
  const ahead = (scope: Scope) => findStoredForecast(db, scope)
  accountRoutes(app, forecastRoutes({ db, cursors, ahead }))
  accountRoutes(app, calendarRoutes(deps))
  accountRoutes(app, forecastExportRoutes({ db, sendTable }))
  void app.register(calendarFeedRoutes(deps))
  accountRoutes(app, statisticsRoutes({ db }))
  accountRoutes(app, checkStatisticsRoutes({ db }))
}
