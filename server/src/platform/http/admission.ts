import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, networkOf } from '../kernel/index.ts'
import type { FailureBudget } from './failure-budget.ts'
import { bodyTooLarge, formatContentTypes } from './faults.ts'
import { accountsRefusing, bearerToken, identify, originOf, requireRight, requireStepUp } from './identity.ts'
import type { LoadGauge } from './load-shedding.ts'
import type { HttpLimits, HttpOptions } from './options.ts'
import type { RateLimiter } from './rate-limits.ts'
import type { RouteTable } from './route-table.ts'
import type { Identity, Principal, RoutePlan } from './types.ts'

export interface Admission {
  readonly authenticate: HttpOptions['authenticate']
  readonly recognises: NonNullable<HttpOptions['recognises']>
  /** Null: nobody is limited. */
  readonly badTokens: FailureBudget | null
  readonly onAddressRefused: HttpOptions['onAddressRefused']
  readonly clock: HttpOptions['clock']
  readonly limits: HttpLimits
  readonly limit: RateLimiter
  readonly load: LoadGauge
  readonly routes: RouteTable
  readonly stopping: () => boolean
  readonly beforeWrite: HttpOptions['beforeWrite']
}

/**
 * The order of checks is part of the contract: token, account, address, rate, method and body kind, right,
 * fresh proof. What a request says is only read after all of them.
 */
export function admitRequests(app: FastifyInstance, admission: Admission): void {
  app.addHook('onRequest', async (request, reply) => {
    const plan = request.is404 ? null : (request.routeOptions.config.plan ?? null)
    request.plan = plan
    if (plan?.exempt === true) return
    if (admission.stopping()) throw stoppingProblem()
    admission.load.check()
    checkRequestLine(request, admission.limits)
    if (plan !== null) return await admit(plan, request, reply, admission)
    if (request.method === 'OPTIONS') return await nameMethods(request, reply, admission)
    return await refuseUnknown(request, reply, admission)
  })
}

async function admit(
  plan: RoutePlan,
  request: FastifyRequest,
  reply: FastifyReply,
  given: Admission,
): Promise<void> {
  if (plan.right !== 'public') request.identity = await identifyCaller(plan, request, given)
  const limited = given.limit(plan, request, reply)
  if (limited) await limited
  checkBodyKind(plan, request, given.limits)
  if (request.identity !== null) {
    requireRight(plan, request.identity)
    if (plan.stepUp === true) requireStepUp(request.identity)
  }
  if (plan.writes) await given.beforeWrite?.(plan.key)
}

/** Verifying costs far more than asking: an address that keeps sending bad tokens is refused before. */
async function principalOf(request: FastifyRequest, given: Admission): Promise<Principal> {
  const token = bearerToken(request.headers.authorization)
  const authenticate = () => given.authenticate(token)
  if (given.badTokens === null || given.recognises(token)) return await authenticate()
  return await given.badTokens.attempt(networkOf(request.ip), authenticate, isTokenFault)
}

function isTokenFault(error: unknown): boolean {
  return error instanceof AppError && error.status === 401
}

/** Token, then account, then from where: whoever stands at the wrong place learns only that. */
async function identifyCaller(plan: RoutePlan, request: FastifyRequest, given: Admission): Promise<Identity> {
  const principal = await principalOf(request, given)
  const identity = identify(principal, plan, request, given.clock.now())
  const origin = originOf(request)
  const { address } = origin
  const refusing = accountsRefusing(principal, identity.scope, address)
  if (refusing.length === 0) return identity
  for (const accountId of refusing) {
    await given.onAddressRefused?.({ accountId, principal, origin })
  }
  throw new AppError('ADDRESS_NOT_ALLOWED', { address })
}

/**
 * What a path can be asked, which the description tells everybody: no token is wanted. A page of another site learns
 * nothing of it, for without the headers of CORS its browser keeps the answer to itself.
 */
async function nameMethods(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Admission,
): Promise<FastifyReply> {
  const found = given.routes.find(request.url)
  if (found === null) throw new AppError('ROUTE_NOT_FOUND')
  await given.limit({ ...found.plan, right: 'public' }, request, reply)
  const allow = [...new Set([...found.methods, 'OPTIONS'])].toSorted().join(', ')
  return reply.code(204).header('allow', allow).send()
}

/** A known path with another verb: callers who may not come in learn that first. */
async function refuseUnknown(request: FastifyRequest, reply: FastifyReply, given: Admission): Promise<never> {
  const found = given.routes.find(request.url)
  if (found === null) throw new AppError('ROUTE_NOT_FOUND')
  request.params = found.params
  const plan = { ...found.plan, right: found.plan.right === 'public' ? 'public' : 'authenticated' } as const
  if (plan.right !== 'public') request.identity = await identifyCaller(plan, request, given)
  await given.limit(plan, request, reply)
  const allow = found.methods.join(', ')
  throw new AppError('METHOD_NOT_ALLOWED', { method: request.method, allow }, { headers: { allow } })
}

export function stoppingProblem(): AppError {
  return new AppError('SERVICE_STOPPING')
}

function checkRequestLine(request: FastifyRequest, limits: HttpLimits): void {
  if ((request.raw.url?.length ?? 0) > limits.urlBytes) throw new AppError('URI_TOO_LONG')
  if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
    throw new AppError('REQUEST_MALFORMED')
}

const json = /^application\/json(\s*;\s*charset="?utf-8"?)?\s*$/i
const bodyless = new Set(['GET', 'HEAD', 'OPTIONS'])

function checkBodyKind(plan: RoutePlan, request: FastifyRequest, limits: HttpLimits): void {
  const { headers } = request
  const length = headers['content-length']
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
  const type = headers['content-type']
  if (bodyless.has(request.method) || (!hasBody && type === undefined)) return
  if (!isExpected(plan, type ?? '')) {
    throw new AppError('CONTENT_TYPE_UNSUPPORTED', { expected: formatContentTypes(plan.contentTypes) })
  }
  const limit = plan.bodyLimit ?? limits.bodyBytes
  if (Number(length) > limit) throw bodyTooLarge(limit)
}

function isExpected(plan: RoutePlan, type: string): boolean {
  if (plan.contentTypes === null) return json.test(type)
  const media = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return plan.contentTypes.includes(media) && (media !== 'application/json' || json.test(type))
}
