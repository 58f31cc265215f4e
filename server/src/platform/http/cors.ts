import type { FastifyInstance } from 'fastify'

const exposed = [
  'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id',
  'Idempotency-Replayed, Events-Complete-Until',
].join(', ')

/** Off unless origins are named. Runs before authentication: a browser sends no token with its question. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !allowed.has(origin)) {
      done()
      return
    }
    reply.header('access-control-allow-origin', origin).header('access-control-expose-headers', exposed)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      done()
      return
    }
    reply
      .code(204)
      .header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE')
      .header(
        'access-control-allow-headers',
        'Authorization, Content-Type, Idempotency-Key, If-Match, X-Request-Id',
      )
      .header('access-control-max-age', '600')
      .send()
  })
}
