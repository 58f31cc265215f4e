import cors, { type FastifyCorsOptions } from '@fastify/cors'
import type { FastifyInstance, FastifyPluginCallback } from 'fastify'

/** What a script of another origin may read beside what it always may. */
const readable = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'Deprecation',
  'ETag',
  'Events-Complete',
  'Events-Complete-Until',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'traceresponse',
  'WWW-Authenticate',
  'X-Request-Id',
]
/** What it may send; Last-Event-ID for those who read the stream of events by fetch. */
const sendable = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Range',
  'traceparent',
  'tracestate',
  'X-Request-Id',
]

/** Off unless origins are named; who is not among them gets the answer they would get without it. */
export function allowOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  const allowed = new Set(origins)
  const options: FastifyCorsOptions = {
    origin: (origin, answer) => answer(null, origin !== undefined && allowed.has(origin) ? origin : false),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: sendable,
    exposedHeaders: readable,
    maxAge: 600,
    // Strict, it would refuse an incomplete question by a plain text instead of a problem document.
    strictPreflight: false,
  }
  // Called, not registered: a browser sends no token with its question, so this hook must stand before those that want one.
  const plugin = cors as FastifyPluginCallback<FastifyCorsOptions>
  plugin(app, options, () => undefined)
}
