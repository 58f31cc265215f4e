import type { ProviderName } from './datahub.queries.ts'

/** Where a provider sends its values by itself. */
export function pushAddress(accountId: number, provider: ProviderName): string {
  return `${window.location.origin}/api/v1/account/${accountId}/datahub/push/${provider}`
}
