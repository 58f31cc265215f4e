import { queryOptions } from '@tanstack/react-query'
import { api } from '../../api/index.ts'
import { setClockLead } from '../../ui/account-clock.ts'

/** What time it is for the account; asked often while a sandbox is on its way to a later day. */
export const clockQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['clock', accountId],
    queryFn: async ({ signal }) => {
      const clock = await api.get('/clock', { accountId }, { signal })
      setClockLead(clock.aheadSeconds)
      return clock
    },
    staleTime: 60_000,
    refetchInterval: (query) => ((query.state.data?.advancingTo ?? null) === null ? false : 1_000),
  })
