import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type Leaving = Answer<'getLeaving'>
export type AccountExport = Answer<'listAccountExports'>['exports'][number]

export const leavingQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['leaving', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/leaving', { signal }),
  })

export const isUnderWay = ({ state }: AccountExport) => state === 'WAITING' || state === 'RUNNING'

export const exportsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['leaving', accountId, 'exports'],
    queryFn: async ({ signal }) => {
      const { exports } = await api.account(accountId).get('/leaving/exports', { signal })
      return exports
    },
    // Exports make no events of their own, so the page asks again by itself.
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? 2_000 : false),
  })
