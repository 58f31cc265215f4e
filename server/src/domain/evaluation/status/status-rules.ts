import { addDays, type Day } from '../../../platform/kernel/index.ts'
import { isLive, type ResponseState } from './response-states.ts'
import type { DocumentStatus, DossierStatus } from './status-labels.ts'

export interface AnswerFacts {
  /** Ids come from one sequence, so the higher one is the later answer. */
  readonly responseId: number
  readonly state: ResponseState
  /** The last good day; null when nothing ends it. */
  readonly expirationDate: Day | null
  /** Of a denied answer: whether the third party was told why. */
  readonly sharedRejection: boolean
  readonly fraud: boolean
  /** 0 to 100; null when nothing was scored. */
  readonly score: number | null
  /** The checks left something only the sender can mend: inconclusive, unreadable, wrong piece. */
  readonly mendable: boolean
  /** A scanner refused the content: the draft cannot be submitted as it is. */
  readonly refusedContent: boolean
  /** Of an answer of the service: what it found, until the hit itself is decided otherwise. */
  readonly hit: Hit | null
}

/** OPEN: a person has still to say whether it is a match. */
export type Hit = 'OPEN' | 'TRUE_MATCH'

interface DocumentFacts {
  readonly answers: readonly AnswerFacts[]
  readonly expectedScore: number | null
  /** The service should answer it and has nobody to ask. */
  readonly noSource: boolean
  readonly graceDays: number
  readonly today: Day
}

export const statusReasons = [
  'NO_ANSWER',
  'NO_SOURCE',
  'BEING_CHECKED',
  'AWAITING_REVIEW',
  'CHECK_FAILED',
  'CONTENT_REFUSED',
  'HIT_OPEN',
  'EXPIRED',
  'ACCEPTED',
  'REJECTED_INSIDE',
  'SCORE_BELOW_EXPECTED',
  'REJECTED',
  'FRAUD',
  'TRUE_MATCH',
  'GRACE_OVER',
] as const
export type StatusReason = (typeof statusReasons)[number]

interface DocumentVerdict {
  readonly status: DocumentStatus
  readonly reason: StatusReason
  /** The answer that decides; null when none does. */
  readonly responseId: number | null
}

/**
 * What holds today. An answer accepted and in force carries the document whatever arrives after it: neither a
 * renewal under review nor one turned down takes away what was accepted. Only then does the latest answer decide.
 */
export function documentStatus(facts: DocumentFacts): DocumentVerdict {
  const live = facts.answers
    .filter(({ state }) => isLive(state))
    .toSorted((a, b) => b.responseId - a.responseId)
  const sent = live.filter(({ state }) => state !== 'DRAFT')
  const inForce = sent.find((answer) => answer.state === 'ACCEPTED' && !isPast(answer, facts.today))
  // Nothing given before outweighs what a check has found; only what is accepted after it does.
  const found = sent.find((answer) => answer.hit !== null && answer.responseId > (inForce?.responseId ?? 0))
  if (found) {
    return found.hit === 'OPEN'
      ? verdict('ACTION_REQUIRED', 'HIT_OPEN', found)
      : verdict('INVALID', 'TRUE_MATCH', found)
  }
  // A forged piece discredits what came before it; a good one accepted since clears the matter.
  const forged = sent.find((answer) => answer.fraud && answer.responseId >= (inForce?.responseId ?? 0))
  if (forged) return verdict('INVALID', 'FRAUD', forged)
  if (inForce && !isBelow(inForce, facts)) return verdict('VALID', 'ACCEPTED', inForce)

  const [latest] = sent
  if (latest && latest !== inForce && isUnderWay(latest)) return underWay(latest)
  if (inForce) return verdict('BELOW_EXPECTATION', 'SCORE_BELOW_EXPECTED', inForce)
  if (latest) return judgeDecided(latest, facts)

  const refused = live.find(({ refusedContent }) => refusedContent)
  return refused
    ? verdict('ACTION_REQUIRED', 'CONTENT_REFUSED', refused)
    : { status: 'MISSING', reason: facts.noSource ? 'NO_SOURCE' : 'NO_ANSWER', responseId: null }
}

function underWay(answer: AnswerFacts): DocumentVerdict {
  if (answer.state === 'CHECKING') return verdict('ONGOING', 'BEING_CHECKED', answer)
  return answer.mendable
    ? verdict('ACTION_REQUIRED', 'CHECK_FAILED', answer)
    : verdict('ONGOING', 'AWAITING_REVIEW', answer)
}

function judgeDecided(answer: AnswerFacts, { today, graceDays }: DocumentFacts): DocumentVerdict {
  if (answer.state === 'DENIED') {
    return answer.sharedRejection
      ? verdict('INVALID', 'REJECTED', answer)
      : verdict('BELOW_EXPECTATION', 'REJECTED_INSIDE', answer)
  }
  // Left are the expired ones, and the accepted ones whose date the job has not come round to yet.
  const end = answer.expirationDate ?? today
  return today <= addDays(end, graceDays)
    ? verdict('ACTION_REQUIRED', 'EXPIRED', answer)
    : verdict('INVALID', 'GRACE_OVER', answer)
}

function isUnderWay({ state }: AnswerFacts): boolean {
  return state === 'CHECKING' || state === 'PENDING'
}

function isPast({ expirationDate }: AnswerFacts, today: Day): boolean {
  return expirationDate !== null && expirationDate < today
}

function isBelow({ score }: AnswerFacts, { expectedScore }: DocumentFacts): boolean {
  return score !== null && expectedScore !== null && score < expectedScore
}

function verdict(status: DocumentStatus, reason: StatusReason, answer: AnswerFacts): DocumentVerdict {
  return { status, reason, responseId: answer.responseId }
}

interface RequiredDocument {
  readonly status: DocumentStatus
  readonly required: boolean
  readonly stopped: boolean
  /** One answer among the documents of a group is enough. */
  readonly alternativeGroup?: string | null
}

interface JudgedDocument extends RequiredDocument {
  readonly reason: StatusReason
}

export interface DossierFacts {
  readonly documents: readonly JudgedDocument[]
  /** The last good day of the dossier itself; null when it has none. */
  readonly expirationDate: Day | null
  readonly today: Day
  /** The last day to answer before the account calls it overdue; null where it never does. */
  readonly overdueAfter: Day | null
  /** The third party is struck off and the account wants that to invalidate its dossiers. */
  readonly struckOffInvalidates: boolean
}

/** What no document is the reason of. Otherwise a dossier gives the reason of the documents behind its status. */
const ownReasons = ['NOTHING_ASKED', 'DOSSIER_EXPIRED', 'STRUCK_OFF'] as const
export const dossierReasons = [...ownReasons, 'OVERDUE', ...statusReasons] as const
export type DossierReason = (typeof dossierReasons)[number]

interface DossierVerdict {
  readonly status: DossierStatus
  readonly reason: DossierReason
}

const worstFirst = ['INVALID', 'ACTION_REQUIRED', 'BELOW_EXPECTATION'] as const

/**
 * Which of several reasons speaks: the gravest; of what is under way, the one that will hold it up longest, so that a
 * dossier does not give another reason with every step of every document.
 */
const gravestFirst: readonly StatusReason[] = [
  'TRUE_MATCH',
  'FRAUD',
  'REJECTED',
  'GRACE_OVER',
  'HIT_OPEN',
  'CONTENT_REFUSED',
  'CHECK_FAILED',
  'EXPIRED',
  'SCORE_BELOW_EXPECTED',
  'REJECTED_INSIDE',
  'NO_ANSWER',
  'NO_SOURCE',
  'AWAITING_REVIEW',
  'BEING_CHECKED',
  'ACCEPTED',
]

/** The worst of what is asked, and why. An archived dossier is frozen: do not ask. */
export function dossierStatus(facts: DossierFacts): DossierVerdict {
  const { expirationDate, today, documents } = facts
  if (facts.struckOffInvalidates) return { status: 'INVALID', reason: 'STRUCK_OFF' }
  if (expirationDate !== null && expirationDate < today)
    return { status: 'INVALID', reason: 'DOSSIER_EXPIRED' }
  const status = worstStatus(requirementsOf(documents).map(statusOfRequirement))
  if (isOverdue(facts, status)) return { status: 'ACTION_REQUIRED', reason: 'OVERDUE' }
  const [gravest] = documentsBehind(status, documents)
  return { status, reason: gravest?.reason ?? (status === 'VALID' ? 'ACCEPTED' : 'NOTHING_ASKED') }
}

/** Only what nobody has sent makes it so: the documents themselves stay missing. */
function isOverdue({ overdueAfter, today, documents }: DossierFacts, status: DossierStatus): boolean {
  if (overdueAfter === null || overdueAfter >= today) return false
  return (status === 'ABSENT' || status === 'ONGOING') && missingPieces(documents).length > 0
}

function missingPieces<D extends JudgedDocument>(documents: readonly D[]): D[] {
  return requirementsOf(documents)
    .filter((requirement) => statusOfRequirement(requirement) === 'MISSING')
    .flat()
    .filter(({ reason }) => reason === 'NO_ANSWER')
}

function worstStatus(statuses: readonly DocumentStatus[]): DossierStatus {
  if (statuses.every((status) => status === 'MISSING')) return 'ABSENT'
  const worst = worstFirst.find((status) => statuses.includes(status))
  if (worst) return worst
  return statuses.every((status) => status === 'VALID') ? 'VALID' : 'ONGOING'
}

/** As many of them as a record names; all of them are among its documents. */
export const piecesAtMost = 10

/** The documents that are the reason of this verdict, the gravest first; none where nothing holds the dossier up. */
export function statusPieces<D extends JudgedDocument>(
  { status, reason }: DossierVerdict,
  documents: readonly D[],
): D[] {
  if (reason === 'OVERDUE') return missingPieces(documents).slice(0, piecesAtMost)
  const isOwn = ownReasons.some((own) => own === reason)
  return isOwn ? [] : documentsBehind(status, documents).slice(0, piecesAtMost)
}

function documentsBehind<D extends JudgedDocument>(status: DossierStatus, documents: readonly D[]): D[] {
  const decides = (one: DocumentStatus) =>
    status === 'ABSENT' || status === 'ONGOING' ? one !== 'VALID' : one === status && one !== 'VALID'
  return requirementsOf(documents)
    .filter((requirement) => decides(statusOfRequirement(requirement)))
    .flatMap((requirement) => requirement.filter((one) => one.status === statusOfRequirement(requirement)))
    .toSorted((a, b) => gravestFirst.indexOf(a.reason) - gravestFirst.indexOf(b.reason))
}

/** A group of alternatives counts as one document. */
export function completion(documents: readonly RequiredDocument[]): { required: number; valid: number } {
  const statuses = requirementsOf(documents).map(statusOfRequirement)
  return { required: statuses.length, valid: statuses.filter((status) => status === 'VALID').length }
}

/** What must be there: documents, each alone or with its alternatives. */
function requirementsOf<D extends RequiredDocument>(documents: readonly D[]): D[][] {
  const requirements: D[][] = []
  const groups = new Map<string, D[]>()
  for (const document of documents) {
    const { required, stopped, alternativeGroup } = document
    if (!required || stopped) continue
    const known = alternativeGroup ? groups.get(alternativeGroup) : undefined
    if (known) {
      known.push(document)
      continue
    }
    const requirement = [document]
    requirements.push(requirement)
    if (alternativeGroup) groups.set(alternativeGroup, requirement)
  }
  return requirements
}

// A valid alternative settles the group; else the worst of those that were answered at all speaks for it.
function statusOfRequirement(alternatives: readonly RequiredDocument[]): DocumentStatus {
  const statuses = alternatives.map(({ status }) => status)
  if (statuses.includes('VALID')) return 'VALID'
  const worst = worstFirst.find((status) => statuses.includes(status))
  return worst ?? (statuses.includes('ONGOING') ? 'ONGOING' : 'MISSING')
}
