import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'
import { listPollMs } from '../../parts/screening/screening.queries.ts'

export type ScreeningList = Answer<'listScreeningLists'>['content'][number]
export type ListVersion = Answer<'listScreeningListVersions'>['content'][number]

export const listVersionsQuery = (accountId: number, listId: number) =>
  queryOptions({
    queryKey: ['screening-lists', accountId, listId],
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/screening/lists/{listId}/versions', { path: { listId }, signal }))
        .content,
    refetchInterval: ({ state }) =>
      state.data?.some((version) => version.state === 'LOADING') ? listPollMs : false,
  })
