export type { Handler, Handlers, JobContext, JobOutcome } from './handlers.ts'
export { installJobs } from './install-jobs.ts'
export { defaultLeaseTimes, longestTakeOverMs, type LeaseTimes } from './lease.ts'
export type { JobLog } from './logging.ts'
export {
  countJobs,
  enqueue,
  enqueueForAccount,
  enqueueForAccountIf,
  enqueueTogether,
  enqueueMany,
  enqueueReview,
  enqueueScreening,
  listFailedJobs,
  jobsUnderWay,
  type EnqueueOptions,
  type FailedJob,
  type JobCounts,
} from './queue-tables.ts'
export type { ScheduleItem } from './schedule.ts'
export type { PersonNotice, ScreeningTrigger, TaskName, Tasks } from './tasks.ts'
export { startWorker, type Worker, type WorkerOptions } from './worker.ts'
