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

interface ToldReference {
  readonly system: unknown
  readonly value: unknown
}

/** What other systems called it then, by system; nobody can have said so before it was there. */
export function followReference(recorded: RecordedState, { data }: EventView): void {
  if (data['kind'] !== 'REFERENCE') return
  const { system } = data
  const { value } = part(data, 'after')
  const others = ((recorded['references'] ?? []) as ToldReference[]).filter((one) => one.system !== system)
  const references = typeof value === 'string' ? [...others, { system, value }] : others
  recorded['references'] = references.toSorted((a, b) => (String(a.system) < String(b.system) ? -1 : 1))
}

/** Fields of the record of today that are not there, in the record's order. */
export function missing(recorded: RecordedState, fields: Iterable<string>): string[] {
  return [...fields].filter((name) => recorded[name] === undefined)
}

export const dayOfEvent = ({ occurredAt }: EventView): string => occurredAt.slice(0, 10)
