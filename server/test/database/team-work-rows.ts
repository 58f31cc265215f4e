import { alertRows } from './alert-rows.ts'
import { approvalRows } from './approval-rows.ts'
import { ownerRows } from './owner-rows.ts'
import { taskRows } from './task-rows.ts'

/** What the people of an account have among themselves, in the order of their keys. */
export const teamWorkRows = { ...ownerRows, ...taskRows, ...approvalRows, ...alertRows }
