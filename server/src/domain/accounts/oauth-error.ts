export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'

/** The error form of RFC 6749 5.2, which client libraries expect at these addresses instead of a problem. */
export class OAuthError extends Error {
  readonly code: OAuthErrorCode
  readonly description: string

  constructor(code: OAuthErrorCode, description: string) {
    super(code)
    this.name = 'OAuthError'
    this.code = code
    this.description = description
  }

  get status(): number {
    return this.code === 'invalid_client' ? 401 : 400
  }
}
