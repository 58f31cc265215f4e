import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, type Query, type Row } from '../../api/index.ts'

export type JournalEvent = Row<'listLatestEvents'>
export type EventFilter = Omit<Query<'listLatestEvents'>, 'cursor'>

export const latestEventsQuery = (accountId: number, filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: ['events', accountId, filter],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/events/latest', {
        query: { ...filter, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
  })
