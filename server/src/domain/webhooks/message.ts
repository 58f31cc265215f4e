import { formatDateTime } from '../../platform/kernel/index.ts'
import type { EventView } from '../../platform/journal/index.ts'

/** What a receiver is given: the envelope of Standard Webhooks. The same event makes the same bytes each time. */
export function eventBody(accountId: number, event: EventView): string {
  return JSON.stringify({
    type: event.eventName,
    timestamp: `${event.occurredAt}Z`,
    data: { accountId, ...event },
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
