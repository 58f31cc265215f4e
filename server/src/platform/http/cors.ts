import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'

const readable = ['ETag', 'Link', 'Location', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'X-Request-Id']

/** Off unless origins are named; who is not among them gets the answer they would get without it. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  const options: FastifyCorsOptions = {
    origin: (origin, answer) => answer(null, origin !== undefined && allowed.has(origin) ? origin : false),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
    ],
    exposedHeaders: [...readable, 'Idempotency-Replayed', 'Events-Complete-Until'],
    maxAge: 600,
    // Strict, it would refuse an incomplete question by a plain text instead of a problem document.
    strictPreflight: false,
  }
  // Called, not registered: a browser sends no token with its question, so this hook must stand before those that want one.
  const plugin = cors as FastifyPluginCallback<FastifyCorsOptions>
  plugin(app, options, () => undefined)
}
