import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWebhook, WebhookRefusal } from '../../../client/src/index.ts'
import { openDesk, type Desk, type Webhook } from '../webhooks/desk.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'

/** What the service sends, verified by the client. */
let desk: Desk
let receiver: Receiver
let hook: Webhook

beforeAll(async () => {
  desk = await openDesk()
  receiver = await startReceiver()
  hook = await desk.webhook(receiver.url)
})
afterAll(async () => {
  await receiver.close()
  await desk.t.close()
})

async function deliver() {
  receiver.received.length = 0
  await desk.tell()
  await desk.deliverAll(hook)
  const [message] = receiver.received
  if (!message) throw new Error('Nothing was delivered.')
  return message
}

const refusal = (promise: Promise<unknown>) => expect(promise).rejects.toThrow(WebhookRefusal)

test('A message of the service verifies and is typed by its type', async () => {
  const { body, headers } = await deliver()
  const message = await verifyWebhook(body, headers, hook.secret)
  expect(message).toMatchObject({ type: 'THIRD_PARTY_ADDED', data: { accountId: desk.accountId } })
  // As bytes, and with the headers of a request of the web.
  const bytes = new TextEncoder().encode(body)
  const web = new Headers(
    Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
  )
  expect(await verifyWebhook(bytes, web, [hook.secret])).toEqual(message)
})

test('A changed body, another secret, an old message and a missing header are refused', async () => {
  const { body, headers } = await deliver()
  const reason = (wanted: WebhookRefusal['reason']) => ({ name: 'WebhookRefusal', reason: wanted })
  const tampered = verifyWebhook(body.replace('THIRD', 'FOURTH'), headers, hook.secret)
  await expect(tampered).rejects.toMatchObject(reason('SIGNATURE_INVALID'))
  await refusal(verifyWebhook(body, headers, 'whsec_c2VjcmV0'))
  const late = { now: new Date(Date.now() + 301_000) }
  await expect(verifyWebhook(body, headers, hook.secret, late)).rejects.toMatchObject(
    reason('TIMESTAMP_INVALID'),
  )
  await verifyWebhook(body, headers, hook.secret, { ...late, toleranceSeconds: 600 })
  const bare = verifyWebhook(body, { ...headers, 'webhook-id': undefined }, hook.secret)
  await expect(bare).rejects.toMatchObject(reason('HEADER_MISSING'))
  await expect(verifyWebhook(body, headers, '%%')).rejects.toMatchObject(reason('SECRET_INVALID'))
})

test('Both secrets verify while a secret is being changed', async () => {
  const former = hook.secret
  const { secret } = await desk.call<Webhook>('POST', `/webhooks/${hook.endpointId}/rotate-secret`)
  const { body, headers } = await deliver()
  for (const secrets of [former, secret, ['whsec_c2VjcmV0', secret]]) {
    expect((await verifyWebhook(body, headers, secrets)).type).toBe('THIRD_PARTY_ADDED')
  }
})

test('A test message says that it is one', async () => {
  receiver.received.length = 0
  const { secret } = await desk.call<Webhook>('POST', `/webhooks/${hook.endpointId}/rotate-secret`)
  await desk.call('POST', `/webhooks/${hook.endpointId}/test`)
  const [sent] = receiver.received
  const message = await verifyWebhook(sent?.body ?? '', sent?.headers ?? {}, secret)
  expect(message).toMatchObject({ type: 'webhook.test', data: { test: true, endpointId: hook.endpointId } })
})
