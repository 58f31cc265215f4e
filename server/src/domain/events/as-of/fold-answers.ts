import type { EventData, EventView } from '../../../platform/journal/index.ts'
import type { AnswerFacts, ResponseState } from '../../evaluation/index.ts'
import { part } from './recorded-state.ts'

/** Of an answer, what the status of its document follows from, and what is shown of it. */
export type PastAnswer = { -readonly [K in keyof AnswerFacts]: AnswerFacts[K] } & {
  effectiveDate: string | null
  evidences: Map<number, { fileSize: number | null; sha256: string | null }>
}

export type PastAnswers = Map<number, PastAnswer>

type Handler = (answers: PastAnswers, answer: PastAnswer, data: EventData) => void

const handlers: Readonly<Record<string, Handler>> = {
  DOCUMENT_ANSWER_ADDED: applySubmission,
  DOCUMENT_ANSWER_UPDATED: applyUpdate,
  DOCUMENT_ANSWER_ACCEPTED: applyAcceptance,
  DOCUMENT_ANSWER_DENIED: (_answers, answer, data) => {
    const { shared, fraud } = part(data, 'after')
    Object.assign(answer, { state: 'DENIED', sharedRejection: shared === true, fraud: fraud === true })
  },
  DOCUMENT_ANSWER_INTERRUPTED: (_answers, answer) => {
    answer.state = 'INTERRUPTED'
  },
  DOCUMENT_ANSWER_EXPIRED: (_answers, answer) => {
    answer.state = 'EXPIRED'
  },
  DOCUMENT_DELETION: (_answers, answer, data) => {
    // Erasing a person blanks some fields of a form; the answer stays.
    if (part(data, 'after')['state'] === 'DELETED') answer.state = 'DELETED'
  },
  DOCUMENT_DOCCHECK_STATUS_UPDATE: (_answers, answer, data) => {
    if (data['checkOutcome'] !== undefined) applyConclusion(answer, data['checkOutcome'])
  },
}

export const answerChanges = Object.keys(handlers)

export function changeAnswers(answers: PastAnswers, { eventName, data }: EventView): void {
  const responseId = data['responseId']
  const handle = handlers[eventName]
  if (!handle || typeof responseId !== 'number') return
  const answer = answers.get(responseId) ?? newDraft(responseId)
  answers.set(responseId, answer)
  handle(answers, answer, data)
}

function newDraft(responseId: number): PastAnswer {
  return {
    responseId,
    state: 'DRAFT',
    effectiveDate: null,
    expirationDate: null,
    sharedRejection: false,
    fraud: false,
    score: null,
    mendable: false,
    refusedContent: false,
    hit: null,
    evidences: new Map(),
  }
}

function applySubmission(answers: PastAnswers, answer: PastAnswer, data: EventData): void {
  const sent = data['reusedFrom'] === undefined ? 'CHECKING' : 'ACCEPTED'
  answer.state = (data['state'] ?? sent) as ResponseState
  answer.score = (data['score'] ?? null) as number | null
  answer.hit = (data['hit'] ?? null) as PastAnswer['hit']
  applyConclusion(answer, null)
  date(answer, data)
  storeEvidences(answer, data)
  supersede(answers, data)
  if (answer.state === 'ACCEPTED') giveWay(answers, answer)
}

/** One name for several changes; each leaves its own traces. */
function applyUpdate(answers: PastAnswers, answer: PastAnswer, data: EventData): void {
  const { before, after, change } = data
  if (change === 'FORM_PDF') return storeEvidences(answer, data)
  if (change === undefined && Array.isArray(data['evidences'])) return applySubmission(answers, answer, data)
  if (typeof after === 'string' && typeof before === 'string') {
    answer.state = after as ResponseState
    return applyConclusion(answer, data['check'])
  }
  const dates = part(data, 'after')
  if (dates['expirationDate'] === undefined) return
  date(answer, dates)
  // New dates before a decision are checked again.
  if (answer.state === 'PENDING' || answer.state === 'CHECKING') {
    answer.state = 'CHECKING'
    applyConclusion(answer, null)
  }
}

function applyAcceptance(answers: PastAnswers, answer: PastAnswer, data: EventData): void {
  answer.state = 'ACCEPTED'
  date(answer, part(data, 'after'))
  supersede(answers, data)
  giveWay(answers, answer)
}

export function supersede(answers: PastAnswers, { superseded, replaces }: EventData): void {
  for (const id of [...(Array.isArray(superseded) ? (superseded as number[]) : []), replaces]) {
    const former = typeof id === 'number' ? answers.get(id) : undefined
    if (former) former.state = 'SUPERSEDED'
  }
}

/** One answer is accepted at a time. */
function giveWay(answers: PastAnswers, answer: PastAnswer): void {
  for (const other of answers.values()) {
    if (other !== answer && other.state === 'ACCEPTED') other.state = 'SUPERSEDED'
  }
}

function applyConclusion(answer: PastAnswer, outcome: unknown): void {
  answer.refusedContent = outcome === 'REFUSED'
  answer.mendable = outcome === 'INCONCLUSIVE' || outcome === 'FAILED'
}

function date(answer: PastAnswer, { effectiveDate, expirationDate }: EventData): void {
  if (effectiveDate !== undefined) answer.effectiveDate = effectiveDate as string | null
  if (expirationDate !== undefined) answer.expirationDate = expirationDate as string | null
}

function storeEvidences(answer: PastAnswer, { evidences }: EventData): void {
  for (const one of (evidences ?? []) as { evidenceId?: number; size?: number; sha256?: string }[]) {
    if (one.evidenceId === undefined) continue
    const { size: fileSize = null, sha256 = null } = one
    answer.evidences.set(one.evidenceId, { fileSize, sha256 })
  }
}
