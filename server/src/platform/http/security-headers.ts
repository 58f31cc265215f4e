import type { FastifyInstance } from 'fastify'
import type { StopState } from './graceful-stop.ts'

const apiPolicy = "default-src 'none'; frame-ancestors 'none'"

/** The same few headers on every answer; building them anew by a library would cost more than the routing. */
export function constantHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

/** A page may bring its own rules; an API answer gets the strictest of each. */
export function sendHeaders(app: FastifyInstance, headers: Record<string, string>, state: StopState): void {
  const always = Object.entries(headers)
  app.addHook('onSend', (request, reply, payload, done) => {
    for (const [name, value] of always) if (!reply.hasHeader(name)) reply.header(name, value)
    reply.header('x-request-id', request.id)
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', apiPolicy)
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    if (state.stopping || state.draining) reply.header('connection', 'close')
    done(null, payload)
  })
}
