import type { AccountLine } from './account-line.ts'

/** The forecast, its calendar, and the statistics. */
export const renewalsLines: readonly AccountLine[] = [
  { route: 'GET /forecast', right: 'read', status: 200 },
  {
    route: 'GET /thirdparties/:thirdpartyId/forecast',
    right: 'read',
    status: 200,
    ids: { thirdpartyId: 'thirdParty' },
  },
  // A day of it: all that the world of the matrix holds would take its time.
  { route: 'GET /forecast.ics', right: 'read', status: 200, query: 'days=1' },
  { route: 'GET /forecast.csv', right: 'read', status: 200, query: 'days=1' },
  { route: 'GET /forecast.xlsx', right: 'read', status: 200, query: 'days=1' },
  { route: 'GET /forecast/calendar-links', right: 'read', status: 200 },
  { route: 'POST /forecast/calendar-links', right: 'read', status: 201 },
  { route: 'DELETE /forecast/calendar-links', right: 'read', status: 204 },
  { route: 'GET /statistics', right: 'read', status: 200 },
  { route: 'GET /statistics/checks', right: 'read', status: 200 },
]
