import type { ProblemCode } from '../../../platform/kernel/index.ts'

/** Something a check noticed: a code and no content, for answers of the API and for the journal alike. */
export interface Finding {
  readonly code: string
  /** Null: about the answer as a whole. */
  readonly evidenceId: number | null
}

export const responseStates = [
  'DRAFT',
  'CHECKING',
  'PENDING',
  'ACCEPTED',
  'DENIED',
  'EXPIRED',
  'SUPERSEDED',
  'INTERRUPTED',
  'DELETED',
] as const
export type ResponseState = (typeof responseStates)[number]

/** Nothing else ever changes the state of a response. */
export const responseActions = [
  'SUBMIT', // the answer is complete; its checks begin
  'CHECKED', // the checks have ended; a person decides
  'AUTO_ACCEPT', // the checks have ended and the account lets them decide
  'REFUSE_CONTENT', // a scanner refused a file: back to its sender
  'CORRECT', // its content was replaced before the decision; the checks begin again
  'APPROVE',
  'REJECT', // of an accepted answer: a revocation
  'EXPIRE',
  'SUPERSEDE', // a newer answer took its place
  'INTERRUPT', // cancelled or withdrawn before any decision, or left as a draft too long
  'DELETE', // retention or erasure
] as const
export type ResponseAction = (typeof responseActions)[number]

type Moves = { readonly [A in ResponseAction]?: ResponseState }

export const responseTransitions: { readonly [S in ResponseState]: Moves } = {
  DRAFT: { SUBMIT: 'CHECKING', REFUSE_CONTENT: 'DRAFT', INTERRUPT: 'INTERRUPTED', DELETE: 'DELETED' },
  CHECKING: {
    CHECKED: 'PENDING',
    AUTO_ACCEPT: 'ACCEPTED',
    REFUSE_CONTENT: 'DRAFT',
    CORRECT: 'CHECKING',
    SUPERSEDE: 'SUPERSEDED',
    INTERRUPT: 'INTERRUPTED',
    DELETE: 'DELETED',
  },
  PENDING: {
    APPROVE: 'ACCEPTED',
    AUTO_ACCEPT: 'ACCEPTED',
    REJECT: 'DENIED',
    CORRECT: 'CHECKING',
    SUPERSEDE: 'SUPERSEDED',
    INTERRUPT: 'INTERRUPTED',
    DELETE: 'DELETED',
  },
  ACCEPTED: { REJECT: 'DENIED', EXPIRE: 'EXPIRED', SUPERSEDE: 'SUPERSEDED', DELETE: 'DELETED' },
  DENIED: { SUPERSEDE: 'SUPERSEDED', DELETE: 'DELETED' },
  EXPIRED: { SUPERSEDE: 'SUPERSEDED', DELETE: 'DELETED' },
  SUPERSEDED: { DELETE: 'DELETED' },
  INTERRUPTED: { DELETE: 'DELETED' },
  DELETED: {},
}

/** The state the action leads to, or null when it has no place in this state. */
export function next(state: ResponseState, action: ResponseAction): ResponseState | null {
  return responseTransitions[state][action] ?? null
}

const liveStates: readonly ResponseState[] = ['DRAFT', 'CHECKING', 'PENDING', 'ACCEPTED', 'DENIED', 'EXPIRED']

/** Live answers count for their document's status; the others are history. */
export function isLive(state: ResponseState): boolean {
  return liveStates.includes(state)
}

/** Why a decision is refused in this state; null when it is allowed. */
export function decisionRefusal(
  state: ResponseState,
  decision: 'APPROVE' | 'REJECT',
): Extract<ProblemCode, `RESPONSE_${string}`> | null {
  if (next(state, decision) !== null) return null
  switch (state) {
    case 'ACCEPTED':
      return 'RESPONSE_ALREADY_APPROVED'
    case 'DENIED':
      return 'RESPONSE_ALREADY_REJECTED'
    case 'SUPERSEDED':
      return 'RESPONSE_SUPERSEDED'
    case 'EXPIRED':
      return 'RESPONSE_EXPIRED'
    default:
      return 'RESPONSE_NOT_REVIEWABLE'
  }
}

export const transmitters = ['FOURNISSEUR', 'DONNEUR_ORDRE', 'SOURCE_EXTERNE'] as const
export const responseScopes = ['DOSSIER', 'THIRD_PARTY'] as const
export const checkOutcomes = ['PASSED', 'INCONCLUSIVE', 'FAILED', 'REFUSED'] as const
/** Who answers checks: the register of companies, screening, what newspapers wrote, or a provider of data. */
export const checkOrigins = ['REGISTER', 'SCREENING', 'NEWS', 'DATA_HUB'] as const

export type Transmitter = (typeof transmitters)[number]
export type ResponseScope = (typeof responseScopes)[number]
export type CheckOutcome = (typeof checkOutcomes)[number]
export type CheckOrigin = (typeof checkOrigins)[number]
