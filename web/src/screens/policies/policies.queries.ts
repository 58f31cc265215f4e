import { queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer } from '../../api/index.ts'

export type AgentPolicy = Answer<'getAgentPolicy'>
export type BankGuard = Answer<'getBankGuard'>
export type OverduePolicy = Answer<'listOverduePolicies'>['content'][number]

/** A type of dossier, with what being late leads to. */
export interface LateType {
  readonly name: string
  readonly policy: OverduePolicy
}

export type Causes = Answer<'getRelationshipPolicy'>['causes']

/** With its tag: nobody overwrites what they have not seen. */
export const taggedGuardQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['bank-guard', accountId, 'tagged'],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/bank-guard', { signal, ...seen })),
  })

export const agentPolicyQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['agent-policy', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/agent-policy', { signal, ...seen })),
  })

export const overduePoliciesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['overdue-policies', accountId],
    queryFn: async ({ signal }) =>
      (await api.account(accountId).get('/overdue-policies', { signal })).content,
  })

export const codeSettingsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['code-settings', accountId],
    queryFn: ({ signal }) => api.account(accountId).get('/code-settings', { signal }),
  })

export const relationshipPolicyQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['relationship-policy', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/relationship-policy', { signal, ...seen })),
  })
