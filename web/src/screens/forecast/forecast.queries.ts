import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Row } from '../../api/index.ts'

export type Due = Row<'getForecast'>
export type Reason = Due['reason']

export const reasons = ['ANSWER_EXPIRES', 'GRACE_ENDS', 'DOSSIER_EXPIRES', 'DUE_DATE_PASSES'] as const

const pageSize = 200

export const forecastQuery = (accountId: number, days: number, chosen: Reason[]) =>
  infiniteQueryOptions({
    queryKey: ['forecast', accountId, days, chosen.toSorted()],
    queryFn: ({ pageParam, signal }) => {
      const query = {
        days,
        size: pageSize,
        ...(chosen.length > 0 && { reason: chosen }),
        ...(pageParam !== undefined && { cursor: pageParam }),
      }
      return api.account(accountId).get('/forecast', { query, signal })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const calendarLinksQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['calendar-links', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/forecast/calendar-links', { signal }),
  })
