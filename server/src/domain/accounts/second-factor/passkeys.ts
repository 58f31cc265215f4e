import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { challengeSeconds } from './challenges.ts'
import type { Factor, FactorTools } from './factor-tools.ts'

export interface NewPasskey {
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: string[]
}

const timeout = challengeSeconds * 1000

const credentialsOf = (factors: readonly Factor[]) =>
  factors.flatMap(({ credentialId: id, transports }) =>
    id === null ? [] : [{ id, transports: [...transports] }],
  )

export function creationOptions(
  tools: FactorTools,
  person: { readonly userId: number; readonly email: string; readonly name: string },
  known: readonly Factor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: 'Vigie',
    rpID: tools.rpId,
    userID: tools.userHandle(person.userId),
    userName: person.email,
    userDisplayName: person.name,
    timeout,
    attestationType: 'none',
    excludeCredentials: credentialsOf(known),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
}

/** For the person whose factors are given; without any, for whoever holds a passkey of ours. */
export function requestOptions(
  tools: FactorTools,
  factors: readonly Factor[] | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const allowed = factors === null ? {} : { allowCredentials: credentialsOf(factors) }
  return generateAuthenticationOptions({
    rpID: tools.rpId,
    userVerification: 'required',
    timeout,
    ...allowed,
  })
}

/** Null when anything in the answer is not as it must be; which part, nobody is told. */
export async function verifyNewPasskey(
  tools: FactorTools,
  expectedChallenge: string,
  response: RegistrationResponseJSON,
): Promise<NewPasskey | null> {
  const verified = await verifyRegistrationResponse({
    response,
    expectedChallenge,
    expectedOrigin: tools.origin,
    expectedRPID: tools.rpId,
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return null
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey),
    signCount: counter,
    transports: transports.slice(0, 10),
  }
}

/** The new counter, or null. A counter that does not rise means a copied key, which is refused. */
export async function verifyPasskey(
  tools: FactorTools,
  expectedChallenge: string,
  { credentialId, publicKey, signCount }: Factor,
  response: AuthenticationResponseJSON,
): Promise<number | null> {
  if (credentialId === null || publicKey === null) return null
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: tools.origin,
    expectedRPID: tools.rpId,
    requireUserVerification: true,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: signCount },
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}
