import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** The trace a request belongs to, and the name of our own part in it. */
export interface TraceContext {
  readonly traceId: string
  readonly spanId: string
  /** Two hexadecimal digits; the last bit says that the caller records this trace. */
  readonly flags: string
}

const pattern = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/
const nothing = /^0+$/

/** Of a header of W3C Trace Context, later versions included; null for one that must be ignored. */
export function readTraceparent(header: string | string[] | undefined): Omit<TraceContext, 'spanId'> | null {
  const match = typeof header === 'string' && header.length <= 500 ? pattern.exec(header.trim()) : null
  if (match === null) return null
  const [, version, traceId = '', parentId = '', flags = '', rest] = match
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null
  return nothing.test(traceId) || nothing.test(parentId) ? null : { traceId, flags }
}

/**
 * Keeps the caller's trace with the request: the log names it, and the answer says under which span we are to be found.
 * Nothing is made up for a request without one, for nobody here records spans.
 */
export function followTraces(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, reply, done) => {
    const given = readTraceparent(request.headers['traceparent'])
    if (given !== null) {
      const { traceId, flags } = given
      const spanId = randomBytes(8).toString('hex')
      request.trace = { traceId, spanId, flags }
      reply.header('traceresponse', `00-${traceId}-${spanId}-${flags}`)
    }
    done()
  })
}
