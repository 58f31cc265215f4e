// Receives webhooks and believes only those that the service has signed. Registers itself, has a test message sent,
// and removes itself: node 09-webhook.ts 127.0.0.1 8090
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { verifyWebhook, WebhookRefusal, type WebhookMessage } from '@vigie/client'
import { account, argument } from './connect.ts'

const host = argument(0, 'the name under which the service reaches this machine')
const port = Number(argument(1, 'a port'))

let secret = ''
const server = createServer((request, response) => {
  void receive(request).then(
    () => response.writeHead(204).end(),
    (error: unknown) => response.writeHead(error instanceof WebhookRefusal ? 400 : 500).end(),
  )
})

async function receive(request: IncomingMessage): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  // The bytes as they came: a body that was parsed and written anew has another signature.
  handle(await verifyWebhook(Buffer.concat(parts), request.headers, secret))
}

function handle(message: WebhookMessage): void {
  if (message.type === 'webhook.test') console.log('A test')
  else console.log(message.type, message.data.accountId)
}

server.listen(port)
await once(server, 'listening')
const webhook = await account.post('/webhooks', { body: { url: `http://${host}:${port}/hooks` } })
const path = { endpointId: webhook.endpointId }
// Shown this once: keep it with your other secrets.
secret = webhook.secret ?? ''
const test = await account.post('/webhooks/{endpointId}/test', { path })
console.log('Delivered:', test.delivered, test.status)

const forged = await fetch(`http://127.0.0.1:${port}/hooks`, {
  method: 'POST',
  body: '{"type":"webhook.test"}',
})
console.log('Forged:', forged.status)
await account.delete('/webhooks/{endpointId}', { path })
server.close()
