import { queryOptions } from '@tanstack/react-query'
import { api, meQuery, type Row } from '../../api/index.ts'

export type Factor = Row<'listMySecondFactors'>
export type OwnSession = Row<'listMySessions'>

export const factorsQuery = queryOptions({
  queryKey: ['my-second-factors'],
  queryFn: ({ signal }) => api.get('/me/second-factors', { signal }),
})

export const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: ({ signal }) => api.get('/me/sessions', { signal }),
})

/** A factor that comes or goes shows in the sessions too, and may open an account or close it. */
export const keysAfterFactorChange = [factorsQuery.queryKey, sessionsQuery.queryKey, meQuery.queryKey]
