export { findStoredForecast, refreshEverywhere, refreshStatistics } from './snapshot.ts'
export { statisticsRoutes } from './statistics.routes.ts'
