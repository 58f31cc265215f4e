import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../kernel/index.ts'
import { escapePointer, parseJson } from './json-body.ts'
import type { HttpLimits } from './options.ts'
import { checkParams, checkQuery } from './query-string.ts'
import type { RoutePlan } from './types.ts'

export function readBodies(app: FastifyInstance, limits: HttpLimits): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    finishParse(() => parseJson(body as Buffer, limits), done)
  })
  app.addHook('preParsing', (request, reply, payload, done) => {
    // Uploads bring their own pace rules; ordinary bodies must arrive soon.
    if (isOrdinary(request) && bringsBody(request) && !request.raw.complete) {
      const timer = setTimeout(() => {
        if (reply.sent || request.raw.complete) return
        void reply.header('connection', 'close').send(new AppError('REQUEST_TIMEOUT'))
      }, limits.bodyTimeoutMs)
      request.raw.once('close', () => clearTimeout(timer))
      request.raw.once('end', () => clearTimeout(timer))
    }
    done(null, payload)
  })
}

const json = /^application\/([\w.-]+\+)?json\b/i

function isOrdinary({ plan, headers }: FastifyRequest): boolean {
  return plan?.contentTypes === null || (plan !== null && json.test(headers['content-type'] ?? ''))
}

/** By the rules of HTTP, a request that announces no body has arrived with its headers. */
function bringsBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function finishParse(parse: () => unknown, done: (error: Error | null, body?: unknown) => void): void {
  let body: unknown
  try {
    body = parse()
  } catch (error) {
    done(error as Error)
    return
  }
  done(null, body)
}

/** What the schemas cannot say: unknown and repeated parameters, ids of the path, and an absent body. */
export function checkShapes(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const { plan } = request
    if (plan !== null) {
      checkParams(request.params, plan.params)
      if (!plan.ignoresQuery) checkQuery(request.query, plan)
      checkBody(request, plan)
    }
    done()
  })
}

function checkBody(request: FastifyRequest, plan: RoutePlan): void {
  if (plan.body === 'none') {
    if (plan.contentTypes === null) refuseFields(request.body)
    return
  }
  if (request.body !== undefined) return
  if (plan.body === 'required') throw new AppError('BODY_REQUIRED')
  // Validated like a body that says nothing, so that a field it lacks is named.
  request.body = {}
}

/** A route that takes no body takes no fields either: a typo must not pass for a wish that was granted. */
function refuseFields(body: unknown): void {
  if (body === undefined || body === null) return
  const names = typeof body === 'object' ? Object.keys(body) : ['']
  if (names.length === 0) return
  const errors = names
    .slice(0, 20)
    .map((name) => ({ pointer: `/${escapePointer(name)}`, code: 'FIELD_UNKNOWN', message: '' }))
  throw new AppError('VALIDATION_FAILED', {}, { errors })
}
