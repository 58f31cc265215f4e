import { queryOptions } from '@tanstack/react-query'
import { api, type Answer } from '../../api/index.ts'

export type CheckPolicy = Answer<'listCheckPolicies'>['content'][number]
export type CheckCounts = Answer<'getCheckStatistics'>['total']

export const checkPoliciesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['check-policies', accountId],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/check-policies', { signal })).content,
  })
