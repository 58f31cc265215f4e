import type { CheckOrigin } from './response-states.ts'

/**
 * Who answers each check of the catalogue: SCREENING looks through lists, NEWS through what newspapers wrote, DATA_HUB
 * reads the last value of a provider, REGISTER what the register of companies says.
 */
export const checkAnswerers = {
  SANCTIONS_CHECK: 'SCREENING',
  PEP_CHECK: 'SCREENING',
  ADVERSE_MEDIA: 'NEWS',
  SECURITY_RATING: 'DATA_HUB',
  REGISTER_STATUS: 'REGISTER',
} as const satisfies Record<string, CheckOrigin>

export type CheckCode = keyof typeof checkAnswerers

/** Null for a check that an account has made up: nobody knows how to answer it. */
export function answererOfCheck(code: string): CheckOrigin | null {
  return Object.entries(checkAnswerers).find(([known]) => known === code)?.[1] ?? null
}
