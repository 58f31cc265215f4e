import { AppError, type Clock } from '../../platform/kernel/index.ts'

export const coolDownMs = 30_000

export function issuerUnavailable(issuer: string, cause?: unknown): AppError {
  const headers = { 'retry-after': String(coolDownMs / 1000) }
  return new AppError('ISSUER_UNAVAILABLE', { issuer: new URL(issuer).host }, { headers, cause })
}

/** Loads once and keeps it for its age. After a failure the issuer is left in peace for the cool-down. */
export function loadOnce<T>(
  issuer: string,
  clock: Clock,
  load: () => Promise<T>,
  maxAgeMs = Infinity,
): () => Promise<T> {
  let found: { readonly value: Promise<T>; readonly at: number } | null = null
  let failed: { readonly error: unknown; readonly at: number } | null = null
  return async () => {
    const now = clock.now().getTime()
    const sinceFailure = failed === null ? Infinity : now - failed.at
    if (sinceFailure >= 0 && sinceFailure < coolDownMs) throw issuerUnavailable(issuer, failed?.error)
    const age = found === null ? 0 : now - found.at
    // A negative age means the clock was set back: it can no longer be trusted to be young.
    if (age < 0 || age >= maxAgeMs) found = null
    if (found === null) {
      const value = load().catch((error: unknown) => {
        found = null
        failed = { error, at: clock.now().getTime() }
        throw issuerUnavailable(issuer, error)
      })
      found = { value, at: now }
    }
    return found.value
  }
}
