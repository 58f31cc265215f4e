export type ExpiryFinding =
  | 'EFFECTIVE_IN_FUTURE'
  | 'EFFECTIVE_LONG_AGO'
  | 'EXPIRES_BEFORE_EFFECTIVE'
  | 'ALREADY_EXPIRED'
  | 'EXPIRES_SOON'
  | 'EXPIRES_FAR_AHEAD'

/** Findings the sender should mend; the others are for the reviewer's eye. */
export const mendableFindings: ReadonlySet<ExpiryFinding> = new Set([
  'EFFECTIVE_IN_FUTURE',
  'EXPIRES_BEFORE_EFFECTIVE',
  'ALREADY_EXPIRED',
])

const soonDays = 7
const longYears = 10

/** What is odd about the dates of an answer. All are YYYY-MM-DD, and the expiration is the last good day. */
export function expirySanity(
  effectiveDate: string | null,
  expirationDate: string | null,
  today: string,
): ExpiryFinding[] {
  const found: ExpiryFinding[] = []
  if (effectiveDate !== null) {
    if (effectiveDate > today) found.push('EFFECTIVE_IN_FUTURE')
    if (effectiveDate < inYears(today, -longYears)) found.push('EFFECTIVE_LONG_AGO')
  }
  if (expirationDate !== null) {
    if (effectiveDate !== null && expirationDate < effectiveDate) found.push('EXPIRES_BEFORE_EFFECTIVE')
    if (expirationDate < today) found.push('ALREADY_EXPIRED')
    else if (expirationDate <= inDays(today, soonDays)) found.push('EXPIRES_SOON')
    if (expirationDate > inYears(today, longYears)) found.push('EXPIRES_FAR_AHEAD')
  }
  return found
}

function inYears(day: string, years: number): string {
  return `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`
}

function inDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
