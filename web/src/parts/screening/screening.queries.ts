import { queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer } from '../../api/index.ts'

export type ScreeningSettings = Answer<'getScreeningSettings'>

export const screeningSettingsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['screening-settings', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/screening/settings', { signal, ...seen })),
  })

/** How often a list that is being read is looked at again. */
export const listPollMs = 1_500

export const screeningListsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['screening-lists', accountId],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/screening/lists', { signal })).content,
    refetchInterval: ({ state }) => (state.data?.some(({ loading }) => loading) ? listPollMs : false),
  })
