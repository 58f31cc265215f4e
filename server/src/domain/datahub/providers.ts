import type { ThirdPartyEvent } from '../../platform/journal/index.ts'

export const providers = [
  'DOCCHECK',
  'ESG',
  'SUSTAINSCORE',
  'SECURITY_RATING',
  'FINANCIAL_STRENGTH',
  'CREDITDATA',
  'NEWSFEED',
] as const
export type Provider = (typeof providers)[number]

interface Named {
  readonly name: ThirdPartyEvent
}

/** What is told when following a provider begins, when it says something else, and when it ends. */
export const providerEvents: Record<Provider, { activated: Named; updated: Named; deactivated: Named }> = {
  DOCCHECK: {
    activated: { name: 'THIRD_PARTY_DOCCHECK_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_DOCCHECK_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_DOCCHECK_DEACTIVATED' },
  },
  ESG: {
    activated: { name: 'THIRD_PARTY_ESG_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_ESG_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_ESG_DEACTIVATED' },
  },
  SUSTAINSCORE: {
    activated: { name: 'THIRD_PARTY_SUSTAINSCORE_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_SUSTAINSCORE_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_SUSTAINSCORE_DEACTIVATED' },
  },
  SECURITY_RATING: {
    activated: { name: 'THIRD_PARTY_SECURITY_RATING_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_SECURITY_RATING_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_SECURITY_RATING_DEACTIVATED' },
  },
  FINANCIAL_STRENGTH: {
    activated: { name: 'THIRD_PARTY_FINANCIAL_STRENGTH_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_FINANCIAL_STRENGTH_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_FINANCIAL_STRENGTH_DEACTIVATED' },
  },
  CREDITDATA: {
    activated: { name: 'THIRD_PARTY_CREDITDATA_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_CREDITDATA_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_CREDITDATA_DEACTIVATED' },
  },
  NEWSFEED: {
    activated: { name: 'THIRD_PARTY_NEWSFEED_ACTIVATED' },
    updated: { name: 'THIRD_PARTY_NEWSFEED_UPDATED' },
    deactivated: { name: 'THIRD_PARTY_NEWSFEED_DEACTIVATED' },
  },
}
