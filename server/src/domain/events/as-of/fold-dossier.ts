import type { EventName, EventView } from '../../../platform/journal/index.ts'
import { completion, type DocumentStatus } from '../../evaluation/index.ts'
import { addedDocument, changeDocument, resumeDocument, type FoldedDocument } from './fold-document.ts'
import { part, take, type Told } from './told.ts'

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
])

export interface FoldedDossier {
  readonly told: Told
  readonly attributes: Map<number, Told>
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
  const dossier: FoldedDossier = { told: opened(first), attributes: new Map(), documents: new Map() }
  for (const event of later) {
    if (event.resourceType === 'DOSSIER') changeDossier(dossier, event)
    else followDocument(dossier, event, types)
    count(dossier, event)
  }
  return dossier
}

function opened({ data, dossierId, thirdpartyId, occurredAt }: EventView): Told {
  const { dossierTypeCode: typeCode, typeVersion, origin, ruleId, renews } = data
  const told: Told = { dossierId, thirdpartyId, typeCode, origin, ruleId, renews }
  if (typeVersion !== undefined) {
    const { reference, expirationDate, dueDate, described, description } = data
    const words = described === true ? description : null
    Object.assign(told, { typeVersion, reference, description: words, expirationDate, dueDate })
  }
  const since = { statusSince: occurredAt, createdAt: occurredAt, updatedAt: occurredAt }
  return { ...told, statusCode: 'ABSENT', archived: false, archivedAt: null, ...since }
}

function changeDossier(dossier: FoldedDossier, event: EventView): void {
  const { told } = dossier
  const { eventName, data, occurredAt } = event
  if (eventName.endsWith('ATTRIBUTE_UPDATED')) return changeAttribute(dossier, event)
  if (eventName === 'DOSSIER_STATUS_UPDATED') {
    if (data['before'] === null) return
    Object.assign(told, { statusCode: data['after'], statusSince: occurredAt })
  } else {
    take(told, event, changeable)
    const { archived } = part(data, 'after')
    if (archived !== undefined) told['archivedAt'] = archived === true ? occurredAt : null
    if (eventName === 'DOSSIER_REACTIVATED') {
      for (const document of dossier.documents.values()) resumeDocument(document, event)
    }
  }
  told['updatedAt'] = occurredAt
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
  if (known) return changeDocument(known, event)
  if (event.eventName !== 'DOCUMENT_ADDED') return
  const { documentCode, typeVersion } = event.data
  const score = expectedScores.get(typeKey(documentCode, typeVersion)) ?? null
  documents.set(event.resourceId, addedDocument(event, score))
}

/** How many of the required documents are valid is the dossier's own, and follows from them without an event. */
function count({ told, documents }: FoldedDossier, { occurredAt }: EventView): void {
  const all = [...documents.values()].filter(({ stopped }) => stopped !== 'ALONE')
  const counted = all.map(({ told: { statusCode, required, alternativeGroup } }) => ({
    status: statusCode as DocumentStatus,
    required: required as boolean,
    alternativeGroup: alternativeGroup as string | null,
    stopped: false,
  }))
  if (counted.some(({ required }) => required === undefined)) {
    delete told['completion']
    return
  }
  const now = completion(counted)
  const before = told['completion'] as typeof now | undefined
  if (before?.required === now.required && before.valid === now.valid) return
  Object.assign(told, { completion: now, updatedAt: occurredAt })
}
