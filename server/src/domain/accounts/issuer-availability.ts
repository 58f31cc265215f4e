import { AppError, type Clock } from '../../platform/kernel/index.ts'

export const coolDownMs = 30_000

export function issuerUnavailable(issuer: string, cause?: unknown): AppError {
  const headers = { 'retry-after': String(coolDownMs / 1000) }
  return new AppError('ISSUER_UNAVAILABLE', { issuer: new URL(issuer).host }, { headers, cause })
}

/** Loads once and keeps it. After a failure the issuer is left in peace for the cool-down. */
export function loadOnce<T>(issuer: string, clock: Clock, load: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null
  let failedAt: number | null = null
  return async () => {
    const sinceFailure = failedAt === null ? Infinity : clock.now().getTime() - failedAt
    if (sinceFailure >= 0 && sinceFailure < coolDownMs) throw issuerUnavailable(issuer)
    found ??= load().catch((error: unknown) => {
      found = null
      failedAt = clock.now().getTime()
      throw issuerUnavailable(issuer, error)
    })
    return found
  }
}
