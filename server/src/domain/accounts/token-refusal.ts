import { AppError } from '../../platform/kernel/index.ts'
import { invalidToken } from './token-rules.ts'

/** A list: why an access token of another issuer was refused. For the log and the metrics; the answer stays neutral. */
export const tokenCauses = [
  'UNKNOWN_ISSUER',
  'ISSUER_UNREACHABLE',
  'WRONG_AUDIENCE',
  'WRONG_TYPE',
  'WRONG_ALGORITHM',
  'UNKNOWN_KEY',
  'BAD_SIGNATURE',
  'MISSING_CLAIM',
  'NOT_YET_VALID',
  'EXPIRED',
  'NO_ACCOUNT',
  'NO_ROLE',
  'UNKNOWN_PERSON',
  'SUSPENDED',
  'REVOKED',
] as const

export type TokenCause = (typeof tokenCauses)[number]

export class TokenRefused extends Error {
  override name = 'TokenRefused'
  readonly why: TokenCause
  readonly accountId: number | null
  constructor(why: TokenCause, accountId: number | null = null, options: ErrorOptions = {}) {
    super(`Token refused: ${why}`, options)
    this.why = why
    this.accountId = accountId
  }
}

/** What the caller is told: whether to renew the token, to come back later, or nothing. */
export function answerTo({ why, cause }: TokenRefused): AppError {
  if (cause instanceof AppError) return cause
  if (why === 'EXPIRED') return new AppError('AUTH_TOKEN_EXPIRED')
  return why === 'REVOKED' || why === 'SUSPENDED' ? new AppError('AUTH_TOKEN_REVOKED') : invalidToken()
}
