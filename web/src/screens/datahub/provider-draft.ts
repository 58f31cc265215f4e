import type { Body } from '../../api/index.ts'
import type { Provider } from './datahub.queries.ts'

/** Settings as they are being written; the credential is never read back, only replaced, kept or dropped. */
export interface ProviderDraft extends Pick<Provider, 'kind' | 'label' | 'scale' | 'mapping'> {
  pollHours: number
  staleAfterDays: number
  baseUrl: string
  path: string
  query: Record<string, string>
  authHeader: string
  authValue: string
  dropAuth: boolean
}

export function draftOf(provider: Provider): ProviderDraft {
  const { kind, label, scale, mapping, http, authHeader, pollHours, staleAfterDays } = provider
  return {
    kind,
    label,
    scale,
    mapping,
    pollHours,
    staleAfterDays,
    baseUrl: http?.baseUrl ?? '',
    path: http?.path ?? '',
    query: http?.query ?? {},
    authHeader: authHeader ?? 'Authorization',
    authValue: '',
    dropAuth: false,
  }
}

function authOf({ authHeader, authValue, dropAuth }: ProviderDraft): Pick<ProviderBody, 'auth'> {
  if (dropAuth) return { auth: null }
  return authValue === '' ? {} : { auth: { header: authHeader.trim(), value: authValue } }
}

type ProviderBody = Body<'changeDataHubProvider'>

export function bodyOf(draft: ProviderDraft): ProviderBody {
  const { kind, label, scale, mapping, pollHours, staleAfterDays, baseUrl, path, query } = draft
  return {
    kind,
    label: label.trim(),
    scale,
    mapping,
    pollHours,
    staleAfterDays,
    ...(kind === 'HTTP' && { http: { baseUrl: baseUrl.trim(), path: path.trim(), query }, ...authOf(draft) }),
  }
}
