import type { BarReason, Principal, StepUpDemand, StepUpMethod } from '../../platform/http/index.ts'
import type { PersonAccess } from './access.queries.ts'

/** What the holder of a token has proved of themselves, and when. */
export interface PersonProof {
  /** Password, or the identity provider. */
  readonly provedAt: Date | null
  readonly secondFactorAt: Date | null
  readonly closedAccounts: readonly number[]
  /** The account whose own provider vouches for them; null when they came in another way. */
  readonly confinedTo: number | null
}

export const freshFactorSeconds = 10 * 60
export const freshPasswordSeconds = 30 * 60

/** Which accounts stay shut to the person for now, and which ask for a fresh proof before grave acts. */
export function personAccess(
  access: PersonAccess,
  proof: PersonProof,
): Pick<Principal, 'barred' | 'stepUp' | 'confined'> {
  const barred = new Map<number, BarReason>()
  const stepUp = new Map<number, StepUpDemand>()
  const confined = isConfined(access, proof.confinedTo)
  // An account's provider must not become a way to guess the password or the codes of somebody it vouches for.
  const demand = stepUpDemand(confined ? { factors: [], hasPassword: false } : access, proof)
  for (const accountId of access.roles.keys()) {
    const demands = access.demanding.has(accountId)
    if (demands && proof.secondFactorAt === null) barred.set(accountId, 'SECOND_FACTOR_REQUIRED')
    if (access.ssoOnly.has(accountId) && proof.confinedTo !== accountId) {
      barred.set(accountId, 'SINGLE_SIGN_ON_REQUIRED')
    }
    if (proof.closedAccounts.includes(accountId)) barred.set(accountId, 'SIGN_IN_AGAIN')
    // A demonstration stays pleasant unless the account wants it otherwise.
    if (demands || !access.sandboxes.has(accountId)) stepUp.set(accountId, demand(demands))
  }
  return { barred, stepUp, confined }
}

/** Through an account's provider come its own people, who are wholly the account's, and people it only borrows. */
export function isConfined(
  { directoryAccountId }: Pick<PersonAccess, 'directoryAccountId'>,
  confinedTo: number | null,
): boolean {
  return confinedTo !== null && confinedTo !== directoryAccountId
}

/** Whoever has a second factor gives it; others their password, which may be a little older. */
function stepUpDemand(
  { factors, hasPassword }: Pick<PersonAccess, 'factors' | 'hasPassword'>,
  proof: PersonProof,
) {
  const methods = stepUpMethods(factors, hasPassword)
  return (demands: boolean): StepUpDemand => {
    const byFactor = demands || factors.length > 0
    const maxAgeSeconds = byFactor ? freshFactorSeconds : freshPasswordSeconds
    const provedAt = byFactor ? proof.secondFactorAt : proof.provedAt
    return { methods, maxAgeSeconds, until: new Date((provedAt?.getTime() ?? 0) + maxAgeSeconds * 1000) }
  }
}

export function stepUpMethods(
  factors: PersonAccess['factors'],
  hasPassword: boolean,
): readonly StepUpMethod[] {
  if (factors.length === 0) return [hasPassword ? 'password' : 'oidc']
  return factors.map((kind) => (kind === 'TOTP' ? 'totp' : 'webauthn')).toSorted()
}
