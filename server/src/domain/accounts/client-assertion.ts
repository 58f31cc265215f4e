import { createLocalJWKSet, decodeJwt, errors, jwtVerify } from 'jose'
import type { Tx } from '../../platform/db/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import type { TokenIdentity } from './access-token.ts'
import { assertionAlgorithms, type ClientKeys } from './client-keys.ts'
import { leewaySeconds } from './token-rules.ts'

export const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

const longestLifeSeconds = 5 * 60
const maxAssertionLength = 8 * 1024
const maxJtiLength = 128

/** What makes an assertion one of its kind. */
export interface SeenAssertion {
  readonly jti: string
  readonly expiresAt: Date
}

/** The client an assertion says it is from, before anything is verified: only good for finding its keys. */
export function clientOfAssertion(assertion: string): string | null {
  if (assertion.length > maxAssertionLength) return null
  try {
    const { iss, sub } = decodeJwt(assertion)
    return typeof iss === 'string' && iss === sub ? iss : null
  } catch {
    return null
  }
}

/** RFC 7523 3: signed by the client, about the client, for us, and not for long. Null for anything else. */
export async function verifyAssertion(
  { identity, clock }: { identity: TokenIdentity; clock: Clock },
  { assertion, clientId, keys }: { assertion: string; clientId: string; keys: ClientKeys },
): Promise<SeenAssertion | null> {
  const audience = [identity.issuer, `${identity.issuer}/oauth2/token`]
  const now = clock.now()
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys), {
      algorithms: [...assertionAlgorithms],
      issuer: clientId,
      subject: clientId,
      audience,
      clockTolerance: leewaySeconds,
      currentDate: now,
      requiredClaims: ['exp', 'jti'],
    })
    const { jti = '', exp = 0, aud } = payload
    // An assertion that also names another service could be replayed by it.
    const onlyForUs = [aud].flat().every((one) => one !== undefined && audience.includes(one))
    const endsSoon = exp * 1000 <= now.getTime() + (longestLifeSeconds + leewaySeconds) * 1000
    const named = typeof jti === 'string' && jti.length > 0 && jti.length <= maxJtiLength
    return onlyForUs && endsSoon && named ? { jti, expiresAt: new Date(exp * 1000) } : null
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null
    throw error
  }
}

/** False when it was used before, here or in another process. */
export async function spendAssertion(
  tx: Tx,
  client: { readonly accountId: number; readonly id: number },
  { jti, expiresAt }: SeenAssertion,
): Promise<boolean> {
  const row = await tx
    .insertInto('client_assertion')
    .values({ account_id: client.accountId, api_client_id: client.id, jti, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['account_id', 'api_client_id', 'jti']).doNothing())
    .returning('jti')
    .executeTakeFirst()
  return row !== undefined
}
