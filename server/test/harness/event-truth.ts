import { Compile, type Validator } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { eventSchemas } from '../../src/platform/journal/event-schemas/event-schemas.ts'
import type { EventName, PastEntry } from '../../src/platform/journal/index.ts'

const validators = new Map<TSchema, Validator>()

/** A copy that refuses members it does not name. */
export function closeSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeSchema)
  if (typeof value !== 'object' || value === null) return value
  const node = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closeSchema(part)]))
  return node['type'] === 'object' && 'properties' in node ? { ...node, additionalProperties: false } : node
}

function validatorOf(name: EventName): Validator {
  const schema: TSchema = eventSchemas[name]
  const known = validators.get(schema)
  if (known) return known
  const made = Compile(closeSchema(schema) as TSchema)
  validators.set(schema, made)
  return made
}

export interface ToldEvent {
  readonly eventName: string
  readonly data: unknown
}

/** What an event says that its schema does not, or the other way round; null when they agree. */
export function eventFault({ eventName, data }: ToldEvent): string | null {
  if (!(eventName in eventSchemas)) return `${eventName} has no schema.`
  const validator = validatorOf(eventName as EventName)
  if (validator.Check(data)) return null
  const reasons = validator.Errors(data).map(({ instancePath, message }) => `${instancePath} ${message}`)
  return `${eventName} ${JSON.stringify(data)}: ${reasons.slice(0, 5).join('; ')}`
}

/** The members an event has, without their values: two events of one shape are read by the same code. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].toSorted().join('|')}]`
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, part]) => `${name}:${shapeOf(part)}`).join()}}`
}

/** Of many events: what is wrong, each fault once for a name and shape, and how much was looked at. */
export function checkEvents(events: Iterable<ToldEvent>) {
  const faults = new Map<string, string>()
  const names = new Set<string>()
  const shapes = new Set<string>()
  for (const event of events) {
    const shape = `${event.eventName} ${shapeOf(event.data)}`
    names.add(event.eventName)
    shapes.add(shape)
    const fault = faults.has(shape) ? null : eventFault(event)
    if (fault !== null) faults.set(shape, fault)
  }
  return { faults: [...faults.values()], names, shapes }
}

/** What is read of an event: all of it at first, and less once the people in it were erased. */
export function readings({ name: eventName, data = {}, personal = [] }: PastEntry): ToldEvent[] {
  const whole = personal.reduce((read, one) => mergeWords(read, one.data), data)
  return [
    { eventName, data: whole },
    { eventName, data },
  ]
}

type Words = Record<string, unknown>

function mergeWords(one: Words, other: Words): Words {
  const merged = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const known = merged[name]
    merged[name] = isWords(known) && isWords(value) ? mergeWords(known, value) : value
  }
  return merged
}

function isWords(value: unknown): value is Words {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
