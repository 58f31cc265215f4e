import type { ProblemCode } from '../../../platform/kernel/index.ts'

/** Something a check noticed: a code and no content, for answers of the API and for the journal alike. */
export interface Finding {
  readonly code: string
  /** Null: about the answer as a whole. */
  readonly evidenceId: number | null
  /** Where the code alone does not say how much it counts. */
  readonly weight?: FindingWeight
}

/** How much a finding speaks against an answer: HIGH may be a forgery, LOW is often harmless. */
export const findingWeights = ['HIGH', 'MEDIUM', 'LOW'] as const
type FindingWeight = (typeof findingWeights)[number]

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
  'AUTO_REJECT', // so it does, and what is wrong is plain
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
    AUTO_REJECT: 'DENIED',
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

/** Somebody may have altered the file, or borrowed it. */
const high: ReadonlySet<string> = new Set([
  'PIECE_REUSED',
  'NUMBER_REUSED',
  'CODE_REUSED',
  'CODE_BROKEN',
  'CODE_DIFFERS',
  'SEAL_BROKEN',
  'SEAL_CHANGED_AFTER',
  'SEAL_REVOKED',
  'PDF_CHANGED_AFTER_SAVE',
  'PDF_TEXT_COVERED',
  'PDF_TEXT_HIDDEN',
  'TEXT_NOT_AS_SHOWN',
  'PDF_MADE_WITH_EDITOR',
  'PRINTED_SPECIMEN',
  'PRINTED_DATE_IN_FUTURE',
  'OTHER_COMPANY_IDENTIFIER',
  'IBAN_CHECK_FAILED',
  'DOCCHECK_REFUSED',
  'TRUE_MATCH',
  'INFECTED',
])

/** Nothing but a hint to look: most genuine pieces with it are in order. */
const low: ReadonlySet<string> = new Set([
  'TEXT_UNREADABLE',
  'IDENTIFIER_ABSENT',
  'DATE_NOT_FOUND',
  'PDF_NOT_WHOLLY_READ',
  'EFFECTIVE_LONG_AGO',
  'EXPIRES_SOON',
  'EXPIRES_FAR_AHEAD',
  'PDF_OPEN_ACTION',
  'PDF_ADDITIONAL_ACTIONS',
  'PDF_LINK_TO_LOCAL_FILE',
  'PDF_LINK_TO_OTHER_DOCUMENT',
  'PDF_SUBMITS_FORM',
  'PDF_MEDIA',
  'PDF_MANY_PAGES',
  'PDF_BYTES_AFTER_END',
  'IMAGE_LOCATION',
  'IMAGE_BYTES_AFTER_END',
  'OFFICE_EXTERNAL_LINK',
  'CSV_FORMULA',
])

function weightOf({ code, weight }: Pick<Finding, 'code' | 'weight'>): FindingWeight {
  if (weight !== undefined) return weight
  if (high.has(code)) return 'HIGH'
  return low.has(code) ? 'LOW' : 'MEDIUM'
}

/** The doubts first; what weighs the same stays in its order. */
export function weighFindings<F extends Pick<Finding, 'code' | 'weight'>>(
  findings: readonly F[],
): (F & { readonly weight: FindingWeight })[] {
  return findings
    .map((finding) => ({ ...finding, weight: weightOf(finding) }))
    .toSorted((a, b) => findingWeights.indexOf(a.weight) - findingWeights.indexOf(b.weight))
}
