import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { operatorSession, type Answer } from '../../api/index.ts'

export type JobPage = Answer<'listJobs'>
export type Job = JobPage['content'][number]
export type JobTask = JobPage['tasks'][number]
export type JobState = Job['state']

export const jobStates: readonly JobState[] = ['failed', 'waiting', 'later', 'running']

export interface JobFilter {
  state: JobState | null
  task: string | null
}

export const jobsKey = ['operator-jobs'] as const

export const jobsQuery = ({ state, task }: JobFilter) =>
  infiniteQueryOptions({
    queryKey: [...jobsKey, { state, task }],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        size: 50,
        after: pageParam,
        ...(state !== null && { state }),
        ...(task !== null && { task }),
      }
      return operatorSession.get('/api/operator/jobs', { query, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })
