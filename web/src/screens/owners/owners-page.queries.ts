import { queryOptions } from '@tanstack/react-query'
import { api, readTagged, type Answer } from '../../api/index.ts'

export type OwnerRule = Answer<'listOwnerRules'>['rules'][number]
/** A rule that is being written has no number yet. */
export type RuleDraft = Omit<OwnerRule, 'ruleId'>

export const rulesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['owner-rules', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/owner-rules', { signal, ...seen })),
  })

export const dutyQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['duty-holder', accountId],
    queryFn: ({ signal }) =>
      readTagged((seen) => api.account(accountId).get('/duty-holder', { signal, ...seen })),
  })

/** The options of the attributes that rules may name. */
export const termsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['attributes', accountId, 'THIRD_PARTY'],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/attributes', { query: { scope: 'THIRD_PARTY' }, signal }),
    select: ({ content }) => {
      const optionsOf = (code: string) => content.find((one) => one.code === code)?.options ?? []
      return { categories: optionsOf('CATEGORY'), criticalities: optionsOf('CRITICALITY') }
    },
    staleTime: 60_000,
  })
