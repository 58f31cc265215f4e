import type { EventData } from '../../platform/journal/index.ts'
import { ThirdPartyRecord } from './thirdparty.schema.ts'

// Told beside it by the event, known from the event itself, or the names of people, which stay out of the journal.
const apart = new Set([
  'thirdpartyId',
  'code',
  'legalIdentifier',
  'source',
  'identityStatus',
  'executives',
  'archived',
  'archivedAt',
  'createdAt',
  'updatedAt',
])

/** What the journal keeps of a company when it is added. */
export const initialFields = Object.keys(ThirdPartyRecord.properties).filter((name) => !apart.has(name))

/** Taken from its record; what is not known is left out. */
export function initialIdentity(wire: string): EventData {
  const record = JSON.parse(wire) as EventData
  const known = initialFields.filter((name) => (record[name] ?? null) !== null)
  return Object.fromEntries(known.map((name) => [name, record[name]]))
}
