import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { eventBody } from '../../src/domain/webhooks/message.ts'
import { signHeaders } from '../../src/domain/webhooks/signature.ts'
import type { EventView } from '../../src/platform/journal/index.ts'
import { eventFault } from '../harness/event-truth.ts'

const page = await readFile(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
const member = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(block)?.[1] ?? ''
const block = /```text\n(secret: [\s\S]+?)```/.exec(page)?.[1] ?? ''

test('The message of the page on webhooks is signed as the service signs', () => {
  const signed = {
    id: member('webhook-id'),
    timestamp: Number(member('webhook-timestamp')),
    body: member('body'),
  }
  const headers = signHeaders([member('secret')], signed)
  expect(headers).toMatchObject({
    'webhook-id': member('webhook-id'),
    'webhook-timestamp': member('webhook-timestamp'),
    'webhook-signature': member('webhook-signature'),
  })
})

test('The message of the page on webhooks is one that the service could send', () => {
  const { accountId, ...event } = (JSON.parse(member('body')) as { data: EventView & { accountId: number } })
    .data
  expect(eventBody(accountId, event)).toBe(member('body'))
  expect(eventFault(event)).toBeNull()
})
