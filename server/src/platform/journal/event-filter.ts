import { AppError, nearest, parseEventSecond } from '../kernel/index.ts'
import { eventsOf, findEventType, type ResourceType } from './event-names.ts'

/** The three parameters as they come over the wire. */
export interface EventFilterQuery {
  eventNames?: string | undefined
  eventOccurrenceStartDate?: string | undefined
  eventOccurrenceEndDate?: string | undefined
}

export interface EventFilter {
  /** Numeric codes, each once, ascending: the same question makes the same statement and the same cursor. */
  readonly types: readonly number[]
  readonly start: Date
  /** Exclusive: the range on the wire is closed and counts whole seconds. */
  readonly end: Date
}

export interface EventFilterOptions {
  resource: ResourceType
  /** The search routes demand the filter, the lists only allow it. */
  required: boolean
  /** Set by an operator who wants one; the specification names none. */
  maxDays?: number | null
}

const parameters = ['eventNames', 'eventOccurrenceStartDate', 'eventOccurrenceEndDate'] as const
const searchPath: Record<ResourceType, string> = {
  THIRD_PARTY: '/thirdparties/search',
  DOSSIER: '/dossiers/search',
  DOCUMENT: '/documents/search',
}

export function parseEventFilter(query: EventFilterQuery, options: EventFilterOptions): EventFilter | null {
  const missing = parameters.filter((name) => query[name] === undefined)
  if (missing.length === parameters.length && !options.required) return null
  if (missing.length > 0) {
    throw new AppError('EVENT_FILTER_INCOMPLETE', { missing: missing.join(', ') }, { members: { missing } })
  }
  const types = parseNames(query.eventNames ?? '', options.resource)
  const start = parseSecond('eventOccurrenceStartDate', query.eventOccurrenceStartDate ?? '')
  const last = parseSecond('eventOccurrenceEndDate', query.eventOccurrenceEndDate ?? '')
  if (start > last) throw new AppError('EVENT_RANGE_REVERSED')
  const end = new Date(last.getTime() + 1_000)
  const maxDays = options.maxDays ?? null
  if (maxDays !== null && end.getTime() - start.getTime() > maxDays * 86_400_000) {
    throw new AppError('EVENT_RANGE_TOO_LONG', { maxDays }, { members: { maxDays } })
  }
  return { types, start, end }
}

function parseNames(text: string, resource: ResourceType): number[] {
  const codes = new Set<number>()
  for (const name of splitNames(text)) {
    const type = findEventType(name)
    if (!type) throw unknownName(name, eventsOf[resource])
    if (type.resourceType !== resource) {
      const endpoint = searchPath[type.resourceType]
      throw new AppError('EVENT_NAME_WRONG_RESOURCE', { name, endpoint }, { members: { name, endpoint } })
    }
    codes.add(type.code)
  }
  return [...codes].toSorted((a, b) => a - b)
}

/** Names as they come over the wire, separated by commas. */
export function splitNames(text: string): string[] {
  const names = text.split(',')
  if (names.includes('')) throw new AppError('EVENT_NAMES_EMPTY')
  return names
}

export function unknownName(name: string, known: readonly string[]): AppError {
  const params = { name, nearest: nearest(name, known) ?? known[0] ?? name }
  return new AppError('EVENT_NAME_UNKNOWN', params, { members: params })
}

export function parseSecond(parameter: string, text: string): Date {
  const date = parseEventSecond(text)
  if (!date) throw new AppError('EVENT_DATE_INVALID', { parameter }, { members: { parameter } })
  return date
}
