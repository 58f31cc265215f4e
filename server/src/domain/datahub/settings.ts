import { defaultMapping, type Mapping } from './mapping.ts'
import type { Provider } from './providers.ts'
import type { Band, Scale } from './scale.ts'

export type ProviderKind = 'FILE' | 'HTTP' | 'PUSH'

/** What is asked of a provider, with the identifiers of the company in braces. */
export interface HttpRequest {
  readonly baseUrl: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

export interface ProviderSettings {
  readonly kind: ProviderKind
  readonly label: string
  readonly scale: Scale
  readonly mapping: Mapping
  readonly http: HttpRequest | null
  readonly pollHours: number
  readonly staleAfterDays: number
}

const gradeBand = (code: string, value: number): Band => ({ code, from: null, to: null, value })

const percentScale = (id: string, bands: readonly Band[] = []): Scale => ({
  id,
  version: '1',
  min: 0,
  max: 100,
  direction: 'HIGHER_IS_BETTER',
  bands,
})

const defaultSettings = (label: string, scale: Scale, staleAfterDays = 365): ProviderSettings => ({
  kind: 'FILE',
  label,
  scale,
  mapping: defaultMapping,
  http: null,
  pollHours: 24,
  staleAfterDays,
})

/** Before an account says otherwise: everything by file, so that nothing outside is needed. */
export const shippedSettings: Record<Provider, ProviderSettings> = {
  DOCCHECK: defaultSettings(
    'Document verification',
    percentScale('VERIFICATION', [gradeBand('VERIFIED', 100), gradeBand('REFUSED', 0)]),
  ),
  ESG: defaultSettings('Environmental, social and governance data', percentScale('ESG')),
  SUSTAINSCORE: defaultSettings('Sustainability score', percentScale('SUSTAINABILITY')),
  SECURITY_RATING: defaultSettings(
    'Security rating',
    percentScale('SECURITY', [
      gradeBand('A', 95),
      gradeBand('B', 85),
      gradeBand('C', 75),
      gradeBand('D', 65),
      gradeBand('F', 30),
    ]),
  ),
  FINANCIAL_STRENGTH: defaultSettings('Financial strength', percentScale('FINANCIAL')),
  CREDITDATA: defaultSettings('Credit data', percentScale('CREDIT')),
  NEWSFEED: defaultSettings('News', { ...percentScale('SENTIMENT'), min: -1, max: 1 }, 30),
}
