import { queryOptions } from '@tanstack/react-query'
import { api, readTagged } from '../../api/index.ts'

export const alertSettingsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['alert-settings', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/alert-settings', { signal, ...seen })),
  })
