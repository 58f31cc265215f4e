import { Type } from 'typebox'
import { createOutbound, type Outbound, type OutboundOptions } from '../references/index.ts'
import { fillRequest, isAllowedUrl, type CompanyIdentifiers } from './check-request.ts'
import { readProviderValue, type GivenValue, type ValueFault } from './given-value.ts'
import { resolvePointer } from './mapping.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import type { StoredProvider } from './providers.queries.ts'

/** UNAVAILABLE is silence: it says nothing about the company. */
export type AskFault = 'UNAVAILABLE' | 'NOT_FOUND' | 'NO_IDENTIFIER' | 'URL_REFUSED' | ValueFault

/** Asks providers over HTTP for what they know of one company. */
export interface AskProvider {
  (
    accountId: number,
    settings: StoredProvider,
    company: CompanyIdentifiers,
    signal?: AbortSignal,
  ): Promise<GivenValue | AskFault>
}

export interface AskOptions {
  readonly secrets: ProviderSecrets
  readonly allowedOrigins: readonly string[]
  readonly timeoutMs: number
  readonly outbound?: Partial<OutboundOptions>
}

const maxBytes = 1024 * 1024
const maxConnections = 500
const Anything = Type.Unknown()

/** One way out for each account and provider, so that its breaker speaks for that provider alone. */
export function createAskProvider(options: AskOptions): AskProvider {
  const ways = new Map<string, Outbound>()
  return async (accountId, settings, company, signal) => {
    const { http, mapping, provider, version } = settings
    if (http === null || !isAllowedUrl(http.baseUrl, options.allowedOrigins)) return 'URL_REFUSED'
    const question = fillRequest(http, company)
    if (question === null) return 'NO_IDENTIFIER'
    const key = `${accountId} ${provider} ${version}`
    const way = ways.get(key) ?? openWay(options, accountId, settings)
    if (way === null) return 'URL_REFUSED'
    if (ways.size >= maxConnections) ways.delete(ways.keys().next().value ?? '')
    ways.set(key, way)
    const answer = await way.ask({ ...question, schema: Anything, ...(signal && { signal }) })
    if (answer.kind !== 'OK') return answer.kind
    const found = resolvePointer(answer.value, mapping.records)
    const record: unknown = Array.isArray(found) && provider !== 'NEWSFEED' ? found[0] : found
    return readProviderValue(record, mapping, provider)
  }
}

/** Null when the credentials were sealed for another address or by another installation. */
function openWay(
  { secrets, timeoutMs, outbound }: AskOptions,
  accountId: number,
  { provider, http, authHeader, sealedAuth }: StoredProvider,
): Outbound | null {
  if (http === null) return null
  const { origin } = new URL(http.baseUrl)
  const auth = sealedAuth && secrets.openAuth({ accountId, provider, origin }, sealedAuth)
  if (sealedAuth !== null && auth === null) return null
  const headers = authHeader !== null && auth !== null ? { [authHeader]: auth } : {}
  return createOutbound({
    timeoutMs,
    maxBytes,
    ...outbound,
    name: provider,
    dependency: 'provider',
    baseUrl: http.baseUrl,
    headers,
  })
}
