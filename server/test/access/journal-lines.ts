import type { AccountLine } from './account-line.ts'

/** Routes that show whether the journals hold, and who administered what. */
export const journalLines: readonly AccountLine[] = [
  { route: 'GET /journal/verify', right: 'audit', status: 200 },
  { route: 'GET /journal/checkpoints', right: 'audit', status: 200 },
  { route: 'GET /journal/anchors', right: 'audit', status: 200 },
  { route: 'GET /administration/journal', right: 'audit', status: 200 },
  { route: 'GET /administration/journal/export.csv', right: 'audit', status: 200 },
  { route: 'GET /administration/journal/verify', right: 'audit', status: 200 },
]
