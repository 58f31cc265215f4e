/** A list: why a sign-in through an identity provider came to nothing. Stands in logs, metrics and journals. */
export const signInCauses = [
  'NO_PROVIDER',
  'ADDRESS_UNSAFE',
  'ISSUER_UNREACHABLE',
  'ISSUER_WRONG',
  'STATE_MISMATCH',
  'PROVIDER_REFUSED',
  'TOKEN_REFUSED',
  'ID_TOKEN_REFUSED',
  'USERINFO_FAILED',
  'NO_EMAIL',
  'EMAIL_NOT_VERIFIED',
  'NOT_INVITED',
  'NO_ROLE',
  'ADDRESS_TAKEN',
  'SUSPENDED',
  'ADDRESS_NOT_ALLOWED',
  'NOT_PROVED_ANEW',
] as const

export type SignInCause = (typeof signInCauses)[number]

/** Thrown where a sign-in ends; told to the browser as a word on the sign-in page. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly why: SignInCause
  /** What the provider said, for whoever tries the settings; never a token. */
  readonly detail: string | null
  constructor(why: SignInCause, detail: string | null = null, options: ErrorOptions = {}) {
    super(`Sign-in refused: ${why}`, options)
    this.why = why
    this.detail = detail
  }
}

/** As the sign-in page reads it: `address` was there before the others and stays. */
export function errorWord(cause: SignInCause): string {
  return cause === 'ADDRESS_NOT_ALLOWED' ? 'address' : cause.toLowerCase().replaceAll('_', '-')
}
