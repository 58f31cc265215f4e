import type { EventName, EventView } from '../../../platform/journal/index.ts'
import { initialFields, ThirdPartyRecord } from '../../thirdparties/index.ts'
import { part, take, type Told } from './told.ts'

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
export function foldThirdParty(events: readonly EventView[]): Told | null {
  const [first, ...later] = events
  if (first?.eventName !== 'THIRD_PARTY_ADDED') return null
  const told = added(first)
  for (const event of later) change(told, event)
  return told
}

function added({ data, thirdpartyId, occurredAt }: EventView): Told {
  const { legalIdentifier, code, source, status: identityStatus } = data
  const told: Told = { thirdpartyId, code, legalIdentifier, source, identityStatus }
  if (data['identity'] !== undefined) {
    const identity = part(data, 'identity')
    for (const name of initialFields) told[name] = identity[name] ?? null
  }
  return { ...told, archived: false, archivedAt: null, createdAt: occurredAt, updatedAt: occurredAt }
}

function change(told: Told, event: EventView): void {
  const { data, occurredAt } = event
  // A contact was added or changed: the record is the same.
  if (data['contact'] !== undefined) return
  take(told, event, thirdPartyFields)
  const { archived } = part(data, 'after')
  if (archived !== undefined) told['archivedAt'] = archived === true ? occurredAt : null
  if (Array.isArray(data['provenance'])) told['provenance'] = data['provenance']
  // Its source changes with whatever else is new: of an event that does not tell it, nothing is known.
  else if (Array.isArray(data['groups']) && data['groups'].length > 0) delete told['provenance']
  told['updatedAt'] = occurredAt
}
