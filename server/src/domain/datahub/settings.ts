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

const graded = (code: string, value: number): Band => ({ code, from: null, to: null, value })

const hundred = (id: string, bands: readonly Band[] = []): Scale => ({
  id,
  version: '1',
  min: 0,
  max: 100,
  direction: 'HIGHER_IS_BETTER',
  bands,
})

const shipped = (label: string, scale: Scale, staleAfterDays = 365): ProviderSettings => ({
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
  DOCCHECK: shipped(
    'Document verification',
    hundred('VERIFICATION', [graded('VERIFIED', 100), graded('REFUSED', 0)]),
  ),
  ESG: shipped('Environmental, social and governance data', hundred('ESG')),
  SUSTAINSCORE: shipped('Sustainability score', hundred('SUSTAINABILITY')),
  SECURITY_RATING: shipped(
    'Security rating',
    hundred('SECURITY', [
      graded('A', 95),
      graded('B', 85),
      graded('C', 75),
      graded('D', 65),
      graded('F', 30),
    ]),
  ),
  FINANCIAL_STRENGTH: shipped('Financial strength', hundred('FINANCIAL')),
  CREDITDATA: shipped('Credit data', hundred('CREDIT')),
  NEWSFEED: shipped('News', { ...hundred('SENTIMENT'), min: -1, max: 1 }, 30),
}
