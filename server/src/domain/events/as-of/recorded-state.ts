import type { EventData, EventView } from '../../../platform/journal/index.ts'

/** What events have told of a record so far; a field that is absent was never told. */
export type RecordedState = Record<string, unknown>

export function part(data: EventData, name: string): EventData {
  const value = data[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as EventData) : {}
}

/** Takes over the fields of a change. One that was changed in words since erased is no longer known. */
export function copyRecordedFields(
  recorded: RecordedState,
  { data }: EventView,
  fields: ReadonlySet<string>,
): boolean {
  const after = part(data, 'after')
  const named = Array.isArray(data['changed']) ? (data['changed'] as string[]) : []
  for (const name of named) if (fields.has(name)) delete recorded[name]
  const changed = Object.keys(after).filter((name) => fields.has(name))
  for (const name of changed) recorded[name] = after[name]
  return changed.length > 0 || named.length > 0
}

/** Fields of the record of today that are not there, in the record's order. */
export function missing(recorded: RecordedState, fields: Iterable<string>): string[] {
  return [...fields].filter((name) => recorded[name] === undefined)
}

export const dayOfEvent = ({ occurredAt }: EventView): string => occurredAt.slice(0, 10)
