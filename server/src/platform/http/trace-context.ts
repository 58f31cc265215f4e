import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { tracing, type Span } from '../kernel/index.ts'

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
export function readTraceparent(header: string | string[] | undefined): Caller | null {
  const match = typeof header === 'string' && header.length <= 500 ? pattern.exec(header.trim()) : null
  if (match === null) return null
  const [, version, traceId = '', parentId = '', flags = '', rest] = match
  if (version === 'ff' || (version === '00' && rest !== undefined)) return null
  return nothing.test(traceId) || nothing.test(parentId) ? null : { traceId, parentId, flags }
}

/**
 * Keeps the caller's trace with the request: the log names it, and the answer says under which span we are to be found.
 * Where spans are recorded, a request without one begins its own; elsewhere nothing is made up.
 */
export function followTraces(app: FastifyInstance): void {
  app.decorateRequest('trace', null)
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, reply, done) => {
    const given = readTraceparent(request.headers['traceparent'])
    const span = beginSpan(request, given)
    const trace = span ? traceOf(span) : given && { ...given, spanId: randomBytes(8).toString('hex') }
    request.span = span
    request.trace = trace
    if (trace !== null) reply.header('traceresponse', `00-${trace.traceId}-${trace.spanId}-${trace.flags}`)
    tracing.within(span, done)
  })
  // The body is read by the socket's doing, which knows nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => tracing.within(request.span, done))
  app.addHook('onResponse', (request, reply, done) => {
    endSpan(request, reply)
    done()
  })
}

type Caller = Omit<TraceContext, 'spanId'> & { readonly parentId: string }

/** Probes ask every second, and are no work. */
function beginSpan(request: FastifyRequest, given: Caller | null): Span | null {
  const { plan } = request.routeOptions.config
  if (plan?.exempt === true) return null
  const route = request.is404 ? undefined : plan?.pattern
  return tracing.begin({
    name: route === undefined ? request.method : `${request.method} ${route}`,
    kind: 'server',
    attributes: {
      'http.request.method': request.method,
      ...(route !== undefined && { 'http.route': route }),
      'vigie.request': request.id,
    },
    ...(given && { caller: `00-${given.traceId}-${given.parentId}-${given.flags}` }),
  })
}

function endSpan({ span, plan, identity, problemCode }: FastifyRequest, { statusCode }: FastifyReply): void {
  if (span === null) return
  const account = identity?.scope?.accountId
  span.set({
    'http.response.status_code': statusCode,
    ...(plan && { 'vigie.operation': plan.key }),
    ...(account !== undefined && { 'vigie.account': account }),
  })
  span.end(statusCode >= 500 ? (problemCode ?? String(statusCode)) : null)
}

function traceOf({ traceparent }: Span): TraceContext {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-')
  return { traceId, spanId, flags }
}
