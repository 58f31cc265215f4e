import { queryOptions } from '@tanstack/react-query'
import { api, isProblem, type Answer } from '../../api/index.ts'

export type Provider = Answer<'getIdentityProvider'>
export type Trial = Answer<'getIdentityProviderTrial'>
export type TrialStep = Trial['steps'][number]

/** Null while the account has none. */
export async function readProvider(accountId: number, signal: AbortSignal): Promise<Provider | null> {
  try {
    return await api.account(accountId).get('/identity-provider', { signal })
  } catch (error) {
    if (isProblem(error, 'IDENTITY_PROVIDER_NOT_FOUND')) return null
    throw error
  }
}

export const providerQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['identity-provider', accountId],
    queryFn: ({ signal }) => readProvider(accountId, signal),
  })

export const trialQuery = (accountId: number, tryId: string) =>
  queryOptions({
    queryKey: ['identity-provider', accountId, 'trial', tryId],
    queryFn: ({ signal }) =>
      api.account(accountId).get('/identity-provider/try/{tryId}', { path: { tryId }, signal }),
    // An expired one stays gone.
    retry: false,
  })
