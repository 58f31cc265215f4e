import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Answer, type Body } from '../../api/index.ts'

export type Rule = Answer<'getRule'>
export type RuleDraft = Required<Omit<Body<'addRule'>, 'criteria'>> & { criteria: Rule['criteria'] }
export type Simulation = Answer<'simulateRule'>

export const rulesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['rules', accountId],
    queryFn: async ({ signal }) => (await api.account(accountId).get('/rules', { signal })).content,
  })

/** What the rule as written here would open today. Nothing is kept. */
export const simulationQuery = (
  accountId: number,
  command: { ruleId: number | null; draft: Pick<RuleDraft, 'criteria' | 'dossierTypeCodes'> },
) =>
  queryOptions({
    queryKey: ['rules', accountId, 'simulation', command],
    queryFn: ({ signal }) => {
      const { criteria, dossierTypeCodes } = command.draft
      const body = { criteria, dossierTypeCodes, ...(command.ruleId !== null && { ruleId: command.ruleId }) }
      return api.account(accountId).post('/rules/simulate', { body, signal })
    },
    enabled: command.draft.dossierTypeCodes.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
