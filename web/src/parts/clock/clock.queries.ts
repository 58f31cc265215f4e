import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'
import { setClockLead } from '../../ui/account-clock.ts'

/** What time it is for the account; asked often while a sandbox is on its way to a later day. */
export const clockQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['clock', accountId],
    queryFn: async ({ signal }) => {
      const clock = await api.account(accountId).get('/clock', { signal })
      setClockLead(clock.aheadSeconds)
      return clock
    },
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => (data !== undefined && isOnItsWay(data) ? 1_000 : false),
  })

/** To a later day it was sent to. */
export function isOnItsWay(clock: Answer<'getClock'>): boolean {
  return clock.advancingTo !== null
}
