import type { EventName, EventView } from '../../../platform/journal/index.ts'
import { initialFields, ThirdPartyRecord } from '../../thirdparties/index.ts'
import { part, copyRecordedFields, followReference, type RecordedState } from './recorded-state.ts'

export const thirdPartyFields: ReadonlySet<string> = new Set(Object.keys(ThirdPartyRecord.properties))

export const thirdPartyChanges: ReadonlySet<EventName> = new Set<EventName>([
  'THIRD_PARTY_ADDED',
  'THIRD_PARTY_UPDATED',
  'THIRD_PARTY_ARCHIVED',
  'THIRD_PARTY_CODE_UPDATED',
  'THIRD_PARTY_INFORMATION_UPDATED',
  'THIRD_PARTY_SOURCE_CHANGED_TO_UNMANAGED',
])

/** What its events make of a third party; null before it was added. */
export function foldThirdParty(events: readonly EventView[]): RecordedState | null {
  const [first, ...later] = events
  if (first?.eventName !== 'THIRD_PARTY_ADDED') return null
  const recorded = initialThirdParty(first)
  for (const event of later) change(recorded, event)
  return recorded
}

function initialThirdParty({ data, thirdpartyId, occurredAt }: EventView): RecordedState {
  const { legalIdentifier, code, source, status: identityStatus } = data
  const recorded: RecordedState = { thirdpartyId, code, legalIdentifier, source, identityStatus }
  if (data['identity'] !== undefined) {
    const identity = part(data, 'identity')
    for (const name of initialFields) recorded[name] = identity[name] ?? null
  }
  // Nobody can have decided before it was there, whatever the event tells.
  const relationship = { state: 'NONE', validUntil: null, toReview: null }
  return {
    ...recorded,
    relationship,
    references: [],
    archived: false,
    archivedAt: null,
    createdAt: occurredAt,
    updatedAt: occurredAt,
  }
}

function change(recorded: RecordedState, event: EventView): void {
  const { data, occurredAt } = event
  followReference(recorded, event)
  // A contact, the owner, the followers or a reference changed: the rest of the record is the same.
  if (data['contact'] !== undefined || (data['kind'] ?? 'RELATIONSHIP') !== 'RELATIONSHIP') return
  copyRecordedFields(recorded, event, thirdPartyFields)
  const { archived } = part(data, 'after')
  if (archived !== undefined) recorded['archivedAt'] = archived === true ? occurredAt : null
  if (Array.isArray(data['provenance'])) recorded['provenance'] = data['provenance']
  // Its source changes with whatever else is new: of an event that does not tell it, nothing is known.
  else if (Array.isArray(data['groups']) && data['groups'].length > 0) delete recorded['provenance']
  recorded['updatedAt'] = occurredAt
}
