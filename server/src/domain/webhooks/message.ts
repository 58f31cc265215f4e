import type { AdministrationView } from '../../platform/administration/index.ts'
import { formatDateTime } from '../../platform/kernel/index.ts'
import type { EventView } from '../../platform/journal/index.ts'
import type { HitChangeView } from '../screening/index.ts'

/** What a receiver is given: the envelope of Standard Webhooks. The same event makes the same bytes each time. */
export function eventBody(accountId: number, event: EventView): string {
  return JSON.stringify({
    type: event.eventName,
    timestamp: `${event.occurredAt}Z`,
    data: { accountId, ...event },
  })
}

/** The type tells the class: names of events have no point in them. */
export const administrationType = (name: string) => `administration.${name}`

export function administrationBody(accountId: number, entry: AdministrationView): string {
  return JSON.stringify({
    type: administrationType(entry.name),
    timestamp: `${entry.occurredAt}Z`,
    data: { accountId, ...entry },
  })
}

export const screeningType = (name: string) => `screening.${name}`

/** Without a name in it: whoever may see hits reads the hit by its number. */
export function hitChangeBody(accountId: number, change: HitChangeView): string {
  return JSON.stringify({
    type: screeningType(change.name),
    timestamp: `${change.occurredAt}Z`,
    data: { accountId, ...change },
  })
}

export const testType = 'webhook.test'

export function testBody(accountId: number, endpointId: number, at: Date): string {
  const message = 'A test of this webhook, sent by hand. Nothing happened.'
  return JSON.stringify({
    type: testType,
    timestamp: `${formatDateTime(at)}Z`,
    data: { accountId, endpointId, test: true, message },
  })
}
