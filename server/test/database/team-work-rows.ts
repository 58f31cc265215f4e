import type { Row } from './evaluation-rows.ts'
import { alertRows } from './alert-rows.ts'
import { approvalRows } from './approval-rows.ts'
import { ownerRows } from './owner-rows.ts'
import { taskRows } from './task-rows.ts'

/** What the people of an account have among themselves, in the order of their keys. */
/** What operators keep of an account. */
const operatorRows: Record<string, (accountId: number, nth: number) => Row> = {
  account_quota: (account_id) => ({ account_id, quota: 'SEARCHES_PER_DAY', most: 100 }),
  journal_verification: (account_id) => ({ account_id, asked_at: new Date() }),
}

export const teamWorkRows = { ...ownerRows, ...taskRows, ...approvalRows, ...alertRows, ...operatorRows }
