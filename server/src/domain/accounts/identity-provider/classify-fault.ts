import * as client from 'openid-client'
import { UnsafeAddress } from '../../../platform/outgoing/index.ts'
import { SignInRefused, type SignInCause } from './sign-in-refusal.ts'

/** Words of the library about an answer that is no good, and what they mean to whoever set the provider up. */
const causes: Readonly<Record<string, SignInCause>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'PROVIDER_REFUSED',
  OAUTH_RESPONSE_BODY_ERROR: 'TOKEN_REFUSED',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'TOKEN_REFUSED',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'ISSUER_WRONG',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'ID_TOKEN_REFUSED',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'ID_TOKEN_REFUSED',
  OAUTH_KEY_SELECTION_FAILED: 'ID_TOKEN_REFUSED',
  OAUTH_INVALID_RESPONSE: 'ID_TOKEN_REFUSED',
  OAUTH_UNSUPPORTED_OPERATION: 'ID_TOKEN_REFUSED',
}

const maxDetail = 300

/** Whatever went wrong between us and the provider, as a cause. What is not known was a connection that failed. */
export function asRefusal(error: unknown): SignInRefused {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof SignInRefused) return one
    if (one instanceof UnsafeAddress)
      return new SignInRefused('ADDRESS_UNSAFE', one.message, { cause: error })
    const why = causes[codeOf(one)]
    if (why) return new SignInRefused(refine(why, one), detailOf(one), { cause: error })
  }
  return new SignInRefused('ISSUER_UNREACHABLE', error instanceof Error ? innermost(error) : null, {
    cause: error,
  })
}

function refine(why: SignInCause, error: Error): SignInCause {
  let last: unknown = error
  while (last instanceof Error) last = last.cause
  return (last as { claim?: unknown } | undefined)?.claim === 'iss' ? 'ISSUER_WRONG' : why
}

function codeOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** What the other side said in its fields made for it; our own library's sentence otherwise. */
function detailOf(error: Error): string {
  const said =
    error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError
      ? [error.error, error.error_description].filter((part) => typeof part === 'string').join(': ')
      : error.message
  return said.slice(0, maxDetail)
}

function innermost(error: Error): string {
  let last = error
  while (last.cause instanceof Error) last = last.cause
  return last.message.slice(0, maxDetail)
}
