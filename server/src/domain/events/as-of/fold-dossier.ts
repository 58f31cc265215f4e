import type { EventName, EventView } from '../../../platform/journal/index.ts'
import {
  completion,
  statusPieces,
  type DocumentStatus,
  type DossierReason,
  type DossierStatus,
  type StatusReason,
} from '../../evaluation/index.ts'
import { initialDocument, foldDocumentEvent, resumeDocument, type FoldedDocument } from './fold-document.ts'
import { part, copyRecordedFields, followReference, type RecordedState } from './recorded-state.ts'

export const dossierChanges: ReadonlySet<EventName> = new Set<EventName>([
  'DOSSIER_ADDED',
  'DOSSIER_ARCHIVED',
  'DOSSIER_REACTIVATED',
  'DOSSIER_UPDATED',
  'DOSSIER_TEMPLATE_UPDATED',
  'DOSSIER_ATTRIBUTE_UPDATED',
  'DOSSIER_CALCULATED_ATTRIBUTE_UPDATED',
  'DOSSIER_STATUS_UPDATED',
])

const changeable: ReadonlySet<string> = new Set([
  'reference',
  'description',
  'expirationDate',
  'dueDate',
  'archived',
  'typeVersion',
  'statusReason',
])

export interface FoldedDossier {
  readonly recorded: RecordedState
  readonly attributes: Map<number, RecordedState>
  readonly documents: Map<number, FoldedDocument>
}

/** `expectedScores` by code and version, as `typeKey` writes them. */
export interface KnownTypes {
  readonly expectedScores: ReadonlyMap<string, number | null>
}

export const typeKey = (code: unknown, version: unknown): string => `${String(code)} ${String(version)}`

/** What their events make of a dossier and its documents; null before it was opened. */
export function foldDossier(events: readonly EventView[], types: KnownTypes): FoldedDossier | null {
  const [first, ...later] = events
  if (first?.eventName !== 'DOSSIER_ADDED') return null
  const dossier: FoldedDossier = {
    recorded: initialDossier(first),
    attributes: new Map(),
    documents: new Map(),
  }
  for (const event of later) {
    if (event.resourceType === 'DOSSIER') changeDossier(dossier, event)
    else followDocument(dossier, event, types)
    countDocuments(dossier, event)
  }
  return dossier
}

function initialDossier({ data, dossierId, thirdpartyId, occurredAt }: EventView): RecordedState {
  const { dossierTypeCode: typeCode, typeVersion, origin, ruleId, renews } = data
  const recorded: RecordedState = { dossierId, thirdpartyId, typeCode, origin, ruleId, renews }
  if (typeVersion !== undefined) {
    const { reference, expirationDate, dueDate, described, description } = data
    const words = described === true ? description : null
    Object.assign(recorded, { typeVersion, reference, description: words, expirationDate, dueDate })
  }
  const since = { statusSince: occurredAt, createdAt: occurredAt, updatedAt: occurredAt }
  return { ...recorded, statusCode: 'ABSENT', references: [], archived: false, archivedAt: null, ...since }
}

const besideRecord = ['OWNER', 'FOLLOWERS', 'REFERENCE', 'APPROVAL_STEP']

function changeDossier(dossier: FoldedDossier, event: EventView): void {
  const { recorded } = dossier
  const { eventName, data, occurredAt } = event
  if (eventName.endsWith('ATTRIBUTE_UPDATED')) return changeAttribute(dossier, event)
  // The owner, the followers, a reference or the approval changed: the rest of the record is the same.
  if (eventName === 'DOSSIER_UPDATED' && besideRecord.includes(String(data['kind']))) {
    followReference(recorded, event)
    return followApproval(dossier, event)
  }
  if (eventName === 'DOSSIER_STATUS_UPDATED') {
    // Older events do not tell it.
    recorded['statusReason'] = data['reason']
    if (data['before'] === null) return
    Object.assign(recorded, { statusCode: data['after'], statusSince: occurredAt })
  } else {
    copyRecordedFields(recorded, event, changeable)
    const { archived } = part(data, 'after')
    if (archived !== undefined) recorded['archivedAt'] = archived === true ? occurredAt : null
    if (eventName === 'DOSSIER_REACTIVATED') {
      for (const document of dossier.documents.values()) resumeDocument(document, event)
    }
  }
  recorded['updatedAt'] = occurredAt
}

function followApproval({ recorded }: FoldedDossier, { data }: EventView): void {
  if (data['kind'] !== 'APPROVAL_STEP') return
  const { approval, state } = part(data, 'after')
  if (approval !== undefined) recorded['approvalState'] = approval
  else if (state === 'OPEN') recorded['approvalState'] = 'IN_PROGRESS'
}

function changeAttribute({ attributes }: FoldedDossier, { data, occurredAt: updatedAt }: EventView): void {
  const { attributeId, code, label, after: value } = data
  if (typeof attributeId !== 'number') return
  if (value === null) attributes.delete(attributeId)
  else attributes.set(attributeId, { attributeId, code, label, value, updatedAt })
}

function followDocument(
  { documents }: FoldedDossier,
  event: EventView,
  { expectedScores }: KnownTypes,
): void {
  const known = documents.get(event.resourceId)
  if (known) return foldDocumentEvent(known, event)
  if (event.eventName !== 'DOCUMENT_ADDED') return
  const { documentCode, typeVersion } = event.data
  const score = expectedScores.get(typeKey(documentCode, typeVersion)) ?? null
  documents.set(event.resourceId, initialDocument(event, score))
}

/** How many of the required documents are valid is the dossier's own, and follows from them without an event. */
function countDocuments(dossier: FoldedDossier, { occurredAt }: EventView): void {
  const { recorded } = dossier
  const counted = requestedDocuments(dossier)
  if (counted.some(({ required }) => required === undefined)) {
    delete recorded['completion']
    return
  }
  const now = completion(counted)
  const before = recorded['completion'] as typeof now | undefined
  if (before?.required === now.required && before.valid === now.valid) return
  Object.assign(recorded, { completion: now, updatedAt: occurredAt })
}

/** The documents behind its status; undefined when an older event leaves open what they, or it, hang on. */
export function foldedPieces(dossier: FoldedDossier): RecordedState[] | undefined {
  const { statusCode, statusReason } = dossier.recorded
  const requested = requestedDocuments(dossier)
  if (statusReason === undefined) return undefined
  if (requested.some(({ required, reason }) => required === undefined || reason === undefined))
    return undefined
  const verdict = { status: statusCode as DossierStatus, reason: statusReason as DossierReason }
  return statusPieces(verdict, requested).map(({ documentId, documentCode, reason }) => ({
    documentId,
    documentCode,
    statusReason: reason,
  }))
}

function requestedDocuments({ documents }: FoldedDossier) {
  return [...documents.values()]
    .filter(({ stopped }) => stopped !== 'ALONE')
    .toSorted((a, b) => a.documentId - b.documentId)
    .map(({ documentId, recorded }) => ({
      documentId,
      documentCode: recorded['documentCode'],
      status: recorded['statusCode'] as DocumentStatus,
      reason: recorded['statusReason'] as StatusReason,
      required: recorded['required'] as boolean,
      alternativeGroup: recorded['alternativeGroup'] as string | null,
      stopped: false,
    }))
}
