export { dropChosenJobs, retryChosenJobs } from './act-on-jobs.ts'
export { measureAccounts } from './measure-accounts.ts'
export { operatorRoutes } from './operator.routes.ts'
export { beginQuarantine, planRelease, releaseCopy, type ReleasePlan } from './release-copy.ts'
