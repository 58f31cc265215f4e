import type { Role } from '../../../platform/kernel/index.ts'
import type { Admission } from './decide-admission.ts'
import { mapRoles, type RoleSettings } from './map-roles.ts'
import type { Vouched } from './oidc-client.ts'
import type { Claims } from './read-claims.ts'
import type { SignInCause, SignInRefused } from './sign-in-refusal.ts'

/** A list: what a trial looks at, in this order. */
export const trialSteps = [
  'ADDRESS',
  'DISCOVERY',
  'ISSUER',
  'KEYS',
  'ALGORITHMS',
  'REDIRECT',
  'SIGN_IN',
  'ID_TOKEN',
  'USERINFO',
  'EMAIL',
  'ROLES',
  'PERSON',
] as const

export type TrialStepName = (typeof trialSteps)[number]

export interface TrialStep {
  readonly step: TrialStepName
  readonly outcome: 'PASSED' | 'FAILED' | 'SKIPPED'
  /** What was asked for or came back, in short. */
  readonly detail: string | null
  readonly cause: SignInCause | null
  readonly claims: readonly { readonly name: string; readonly value: string }[]
}

export function passStep(step: TrialStepName, detail: string | null = null, claims: Claims = {}): TrialStep {
  return { step, outcome: 'PASSED', detail, cause: null, claims: showClaims(claims) }
}

export function skipStep(step: TrialStepName): TrialStep {
  return { step, outcome: 'SKIPPED', detail: null, cause: null, claims: [] }
}

export function failStep(
  step: TrialStepName,
  { why, detail }: Pick<SignInRefused, 'why' | 'detail'>,
): TrialStep {
  return { step, outcome: 'FAILED', detail, cause: why, claims: [] }
}

// Hashes of tokens, and what ties an answer to its question: of no use to a reader.
const unshown = new Set(['at_hash', 'c_hash', 's_hash', 'nonce', 'sid', 'jti'])
const maxClaims = 100
const maxValue = 500

function showClaims(claims: Claims): TrialStep['claims'] {
  return Object.entries(claims)
    .filter(([name]) => !unshown.has(name))
    .slice(0, maxClaims)
    .map(([name, value]) => ({
      name: name.slice(0, 200),
      value: (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxValue),
    }))
}

/** At which step each cause comes to light. */
const stepOf: Partial<Record<SignInCause, TrialStepName>> = {
  ADDRESS_UNSAFE: 'ADDRESS',
  ISSUER_UNREACHABLE: 'DISCOVERY',
  ISSUER_WRONG: 'ISSUER',
  ID_TOKEN_REFUSED: 'ID_TOKEN',
  USERINFO_FAILED: 'USERINFO',
  NO_EMAIL: 'EMAIL',
  EMAIL_NOT_VERIFIED: 'EMAIL',
  NO_ROLE: 'ROLES',
}

/** What went well before the fault counts as passed. */
export function stepsUntil(refused: SignInRefused, before: readonly TrialStep[]): TrialStep[] {
  const at = stepOf[refused.why] ?? (before.length === 0 ? 'SIGN_IN' : 'PERSON')
  return [...before.filter(({ step }) => step !== at), failStep(at, refused)]
}

/** What the provider said of the person who tried. */
export function claimSteps({ identity, idToken, userinfo }: Vouched, roles: RoleSettings): TrialStep[] {
  const { email, emailProved, roleValues } = identity
  const given: readonly Role[] = mapRoles(roles, roleValues)
  return [
    passStep('SIGN_IN'),
    passStep('ID_TOKEN', null, idToken),
    userinfo === null ? skipStep('USERINFO') : passStep('USERINFO', null, userinfo),
    ...(email !== null && emailProved ? [passStep('EMAIL', email)] : []),
    given.length > 0 ? passStep('ROLES', given.join(', ')) : skipStep('ROLES'),
  ]
}

export type FoundPerson = 'YOU' | 'ANOTHER_MEMBER' | 'INVITED' | 'NEW_PERSON'

/** Whom a sign-in would find, for whoever tried it. */
export function describeAdmission(admission: Admission, triedBy: number | null): FoundPerson {
  if (admission.kind === 'NEW') return 'NEW_PERSON'
  if (admission.kind === 'INVITED') return 'INVITED'
  return admission.userId === triedBy ? 'YOU' : 'ANOTHER_MEMBER'
}
