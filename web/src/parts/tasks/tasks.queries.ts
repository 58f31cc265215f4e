import { infiniteQueryOptions, keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query'
import { api, readTagged, type Answer, type Query, type Row } from '../../api/index.ts'

export type Task = Answer<'getTask'>
export type TaskRow = Row<'listTasks'>
export type TaskNote = Row<'listTaskComments'>
export type TasksFilter = Omit<Query<'listTasks'>, 'cursor' | 'page' | 'size'>

const pageSize = 50

export const tasksQuery = (accountId: number, filter: TasksFilter) =>
  infiniteQueryOptions({
    queryKey: ['tasks', accountId, 'list', filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return api.account(accountId).get('/tasks', { query: { ...filter, ...cursor, size: pageSize }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  })

/** With the mark of its version: a change of what somebody else has changed meanwhile is refused. */
export const taskQuery = (accountId: number, taskId: number) =>
  queryOptions({
    queryKey: ['task', accountId, taskId],
    queryFn: ({ signal }) =>
      readTagged((seen) =>
        api.account(accountId).get('/tasks/{taskId}', { path: { taskId }, signal, ...seen }),
      ),
    staleTime: 0,
  })

export const notesQuery = (accountId: number, taskId: number) =>
  infiniteQueryOptions({
    queryKey: ['task', accountId, taskId, 'notes'],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      const query = { size: pageSize, ...cursor }
      return api.account(accountId).get('/tasks/{taskId}/comments', { path: { taskId }, query, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  })

/** What a change of a task touches on the pages. */
export const keysAfterTask = (accountId: number): QueryKey[] => [
  ['task', accountId],
  ['tasks', accountId],
  ['my-work', accountId],
]
