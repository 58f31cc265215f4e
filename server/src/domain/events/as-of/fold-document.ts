import type { EventName, EventView } from '../../../platform/journal/index.ts'
import { isLive, judgeDocument, type DocumentStatus } from '../../evaluation/index.ts'
import { answerChanges, changeAnswers, supersede, type PastAnswers } from './fold-answers.ts'
import { dayOfEvent, copyRecordedFields, type RecordedState } from './recorded-state.ts'

export const documentChanges: ReadonlySet<EventName> = new Set([
  'DOCUMENT_ADDED',
  'DOCUMENT_STOPPED',
  'DOCUMENT_MODIFICATION',
  'DOCUMENT_ANSWER_STATUS_UPDATE',
  ...(answerChanges as EventName[]),
])

const requirementFields: ReadonlySet<string> = new Set(['required', 'alternativeGroup', 'dueDate'])

export interface FoldedDocument {
  readonly documentId: number
  readonly recorded: RecordedState
  readonly answers: PastAnswers
  /** Null when an older event does not say it. */
  readonly typeVersion: number | null
  readonly expectedScore: number | null
  /** The service should answer it and had nobody to ask. */
  noSource: boolean
  /** Stopped with its dossier, it comes back with it. */
  stopped: 'ALONE' | 'WITH_DOSSIER' | null
  /** The answer that was asked for anew. */
  renewing: { responseId: number; requestedOn: string; dueDate: string } | null
}

export function initialDocument(event: EventView, expectedScore: number | null): FoldedDocument {
  const { data, occurredAt, dossierId, thirdpartyId, resourceId: documentId } = event
  const { documentCode, typeVersion, required, alternativeGroup, dueDate } = data
  const noSource = data['noSource'] === true
  return {
    documentId,
    recorded: {
      documentId,
      dossierId,
      thirdpartyId,
      documentCode,
      requestDate: occurredAt,
      present: false,
      statusCode: 'MISSING',
      statusReason: noSource ? 'NO_SOURCE' : 'NO_ANSWER',
      statusSince: occurredAt,
      expirationDate: null,
      updatedAt: occurredAt,
      ...(typeVersion !== undefined && { required, alternativeGroup, dueDate }),
    },
    answers: new Map(),
    typeVersion: typeof typeVersion === 'number' ? typeVersion : null,
    expectedScore,
    noSource,
    stopped: null,
    renewing: null,
  }
}

export function foldDocumentEvent(document: FoldedDocument, event: EventView): void {
  const { data, eventName, occurredAt } = event
  const { recorded } = document
  const changed = { updatedAt: occurredAt }
  if (typeof data['noSource'] === 'boolean') document.noSource = data['noSource']
  if (eventName === 'DOCUMENT_STOPPED') {
    document.stopped = data['reason'] === 'DOSSIER_ARCHIVED' ? 'WITH_DOSSIER' : 'ALONE'
    Object.assign(recorded, changed)
  } else if (eventName === 'DOCUMENT_MODIFICATION') {
    const { renewal } = data
    if (renewal !== undefined) document.renewing = renewal as FoldedDocument['renewing']
    if (copyRecordedFields(recorded, event, requirementFields) || renewal !== undefined)
      Object.assign(recorded, changed)
    if (data['noSource'] !== undefined) {
      supersede(document.answers, data)
      Object.assign(recorded, changed)
      updateVerdict(document, event)
    }
  } else if (eventName === 'DOCUMENT_ANSWER_STATUS_UPDATE') {
    newStatus(document, event)
  } else {
    changeAnswers(document.answers, event)
    updateVerdict(document, event)
  }
}

/** Called also when its dossier came back: it was frozen, and is judged anew. */
export function resumeDocument(document: FoldedDocument, event: EventView): void {
  if (document.stopped !== 'WITH_DOSSIER') return
  document.stopped = null
  document.recorded['updatedAt'] = event.occurredAt
  updateVerdict(document, event)
}

function newStatus(document: FoldedDocument, event: EventView): void {
  const { recorded, answers } = document
  const { before, after, reason } = event.data
  if (before === null) return
  // Nothing refused is left in a draft, or the document would not be missing.
  if (after === 'MISSING') for (const answer of answers.values()) answer.refusedContent = false
  Object.assign(recorded, {
    statusCode: after as DocumentStatus,
    statusReason: reason,
    statusSince: event.occurredAt,
    updatedAt: event.occurredAt,
  })
  const { present, expirationDate } = judgeFolded(document, event)
  Object.assign(recorded, { present, expirationDate })
}

/**
 * A change of status has an event of its own; what else follows from the answers has none, and is what the rules say
 * of them. Where they say another status, that event comes next, or nobody has looked since the day went by.
 */
function updateVerdict(document: FoldedDocument, event: EventView): void {
  if (document.stopped !== null) return
  const { recorded } = document
  const { status, reason, present, expirationDate } = judgeFolded(document, event)
  if (status !== recorded['statusCode']) return
  const now: RecordedState = { statusReason: reason, present, expirationDate }
  if (Object.keys(now).every((name) => now[name] === recorded[name])) return
  Object.assign(recorded, now, { updatedAt: event.occurredAt })
}

function judgeFolded({ answers, expectedScore, noSource }: FoldedDocument, event: EventView) {
  const ordered = [...answers.values()]
    .filter(({ state }) => isLive(state))
    .toSorted((a, b) => a.responseId - b.responseId)
  return judgeDocument({ answers: ordered, expectedScore, noSource }, dayOfEvent(event))
}

/** The request to renew the answer in force, for the end it had. */
export function renewalOf({ answers, renewing }: FoldedDocument) {
  if (renewing === null) return null
  const { responseId, requestedOn, dueDate } = renewing
  const answer = answers.get(responseId)
  const stands = answer?.state === 'ACCEPTED' && answer.expirationDate === dueDate
  return stands ? { requestedOn, dueDate } : null
}
