import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type WorkItem = Answer<'listMyWork'>['content'][number]
export type WorkKind = WorkItem['kind']

const pageSize = 30
// Others add to it and take from it meanwhile.
const oftenEnough = 60_000

export const workQuery = (accountId: number, kind: WorkKind | null) =>
  infiniteQueryOptions({
    queryKey: ['my-work', accountId, 'list', kind],
    queryFn: ({ pageParam, signal }) => {
      const narrowed = kind === null ? {} : { kind: [kind] }
      const cursor = pageParam === null ? {} : { cursor: pageParam }
      return api
        .account(accountId)
        .get('/my-work', { query: { ...narrowed, ...cursor, size: pageSize }, signal })
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: oftenEnough,
  })

export const workSummaryQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['my-work', accountId, 'summary'],
    queryFn: ({ signal }) => api.account(accountId).get('/my-work/summary', { signal }),
    staleTime: 0,
    refetchInterval: oftenEnough,
  })
