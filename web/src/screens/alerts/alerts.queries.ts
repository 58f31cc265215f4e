import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'
import type { AlertKind } from '../../parts/alerts/wishes.ts'

export type Alert = Row<'listAlerts'>

export interface AlertFilter {
  readonly unread: boolean
  readonly kind: AlertKind | undefined
}

export const alertsQuery = (accountId: number, filter: AlertFilter) =>
  infiniteQueryOptions({
    queryKey: ['alerts', accountId, 'page', filter],
    queryFn: ({ pageParam, signal }) =>
      api.account(accountId).get('/alerts', {
        query: {
          size: 30,
          ...(filter.unread && { unread: true }),
          ...(filter.kind !== undefined && { kind: filter.kind }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Alerts are made every minute.
    refetchInterval: 60_000,
  })
