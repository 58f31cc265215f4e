export type { Handler, Handlers, JobContext, JobOutcome } from './handlers.ts'
export { installJobs } from './install-jobs.ts'
export { defaultLeaseTimes, longestTakeOverMs, type LeaseTimes } from './lease.ts'
export type { JobLog } from './logging.ts'
export { measureJobs } from './measure-jobs.ts'
export {
  enqueue,
  enqueueForAccount,
  enqueueForAccountIf,
  enqueueTogether,
  enqueueMany,
  enqueueReview,
  enqueueScreening,
  type EnqueueOptions,
  type NewJob,
} from './queue-tables.ts'
export { dropAccountJobs, hurryPutOffJobs } from './put-off.ts'
export {
  countJobsByTask,
  dropJobs,
  freeCopiedJobs,
  jobStates,
  jobsUnderWay,
  lastScheduled,
  listJobs,
  retryJobs,
  type ChangedJob,
  type JobFilter,
  type JobState,
  type JobView,
  type TaskCounts,
} from './queue-view.ts'
export { fallsDue, type ScheduleItem } from './schedule.ts'
export type { PersonNotice, ScreeningTrigger, TaskName, Tasks } from './tasks.ts'
export { joinWorkers, startWorker, type Worker, type WorkerOptions } from './worker.ts'
