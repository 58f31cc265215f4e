import type { Principal, StepUpDemand, StepUpMethod } from '../../platform/http/index.ts'
import type { PersonAccess } from './access.queries.ts'

/** What the holder of a token has proved of themselves, and when. */
export interface PersonProof {
  /** Password, or the identity provider. */
  readonly provedAt: Date | null
  readonly secondFactorAt: Date | null
  readonly closedAccounts: readonly number[]
}

export const freshFactorSeconds = 10 * 60
export const freshPasswordSeconds = 30 * 60

/** Which accounts stay shut to the person for now, and which ask for a fresh proof before grave acts. */
export function personAccess(access: PersonAccess, proof: PersonProof): Pick<Principal, 'barred' | 'stepUp'> {
  const barred = new Map<number, 'SECOND_FACTOR_REQUIRED' | 'SIGN_IN_AGAIN'>()
  const stepUp = new Map<number, StepUpDemand>()
  const demand = stepUpDemand(access, proof)
  for (const accountId of access.roles.keys()) {
    const demands = access.demanding.has(accountId)
    if (demands && proof.secondFactorAt === null) barred.set(accountId, 'SECOND_FACTOR_REQUIRED')
    if (proof.closedAccounts.includes(accountId)) barred.set(accountId, 'SIGN_IN_AGAIN')
    // A demonstration stays pleasant unless the account wants it otherwise.
    if (demands || !access.sandboxes.has(accountId)) stepUp.set(accountId, demand(demands))
  }
  return { barred, stepUp }
}

/** Whoever has a second factor gives it; others their password, which may be a little older. */
function stepUpDemand({ factors, hasPassword }: PersonAccess, proof: PersonProof) {
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
