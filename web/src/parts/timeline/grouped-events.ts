import { parseTime } from '@vigie/client'
import type { JournalEvent } from './timeline.queries.ts'

/** Events that tell one thing together, such as the documents of a dossier that was opened; the newest first. */
export interface EventGroup {
  first: JournalEvent
  others: JournalEvent[]
}

// Each change of status is told twice: once under a general name, once under that of the new status.
const generalNames = ['DOSSIER_STATUS_UPDATED', 'DOCUMENT_ANSWER_STATUS_UPDATE']

const sameMinute = (a: string, b: string) => a.slice(0, 16) === b.slice(0, 16)

// Each tells another piece of how somebody decided.
const standsAlone = ({ data }: JournalEvent) => data['kind'] === 'APPROVAL_STEP'

function belongsTo(group: EventGroup, event: JournalEvent): boolean {
  const { first } = group
  return (
    !standsAlone(first) &&
    !standsAlone(event) &&
    first.eventName === event.eventName &&
    // One name tells of several things.
    first.data['kind'] === event.data['kind'] &&
    first.data['change'] === event.data['change'] &&
    first.thirdpartyId === event.thirdpartyId &&
    first.dossierId === event.dossierId &&
    first.actor.type === event.actor.type &&
    first.actor.id === event.actor.id &&
    first.data['agent'] === event.data['agent'] &&
    sameMinute(first.occurredAt, event.occurredAt)
  )
}

export function groupEvents(events: readonly JournalEvent[]): EventGroup[] {
  const groups: EventGroup[] = []
  for (const event of events) {
    if (generalNames.includes(event.eventName)) continue
    const last = groups.at(-1)
    if (last !== undefined && belongsTo(last, event)) last.others.push(event)
    else groups.push({ first: event, others: [] })
  }
  return groups
}

export interface Day {
  /** Of the reader's calendar. */
  key: string
  at: string
  groups: EventGroup[]
}

export function byDay(groups: readonly EventGroup[]): Day[] {
  const days: Day[] = []
  for (const group of groups) {
    const key = parseTime(group.first.occurredAt).toDateString()
    const last = days.at(-1)
    if (last?.key === key) last.groups.push(group)
    else days.push({ key, at: group.first.occurredAt, groups: [group] })
  }
  return days
}
