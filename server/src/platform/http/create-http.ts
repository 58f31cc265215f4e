import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import Fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyRequest } from 'fastify'
import { AppError, type Scope } from '../kernel/index.ts'
import { admitRequests } from './admission.ts'
import { answerProblem } from './answers.ts'
import { checkShapes, readBodies } from './body-checks.ts'
import { answerOddRequests, clientErrorHandler } from './client-error.ts'
import { compressAnswers } from './compression.ts'
import { allowOrigins } from './cors.ts'
import { docsRoutes } from './docs-page.ts'
import { FailureBudget } from './failure-budget.ts'
import { stopGracefully } from './graceful-stop.ts'
import { healthRoutes } from './health.ts'
import { knownPlaces } from './known-places.ts'
import { negotiateLanguage } from './language.ts'
import { loadGauge, type LoadGauge } from './load-shedding.ts'
import { createLogger, RequestLog } from './logger.ts'
import { measureRequests } from './metrics.ts'
import { describeApi } from './openapi.ts'
import { defaultLimits, type HttpLimits, type HttpOptions } from './options.ts'
import { problemPages } from './problem-pages.ts'
import { parseQueryString } from './query-string.ts'
import { endQueuedAnswers } from './queued-answers.ts'
import { badTokenBuckets, rateLimiter } from './rate-limits.ts'
import { watchRefusals } from './refusals.ts'
import { planRoutes } from './route-plan.ts'
import { RouteTable } from './route-table.ts'
import { compilersFactory } from './schema-compilers.ts'
import { constantHeaders, sendHeaders } from './security-headers.ts'
import { followTraces } from './trace-context.ts'
import type { HttpApp, Identity, Principal } from './types.ts'

/** The server every route lives in. Routes are added by `register`, so that they find all of this in place. */
export function createHttp(options: HttpOptions): HttpApp {
  const { app, load } = createServer(options)
  problemPages(app)
  describeApi(app, options, load)
  docsRoutes(app)
  knownPlaces(app, options)
  return app
}

type ProbeOptions = Omit<HttpOptions, 'authenticate'>

/** For a process that serves nobody: probes and metrics, asked for as those of a service, and nothing else. */
export function createProbes(options: ProbeOptions): HttpApp {
  const authenticate = () => Promise.reject(new AppError('AUTH_TOKEN_INVALID'))
  // Nothing here is dear enough to be refused: a worker at its limits is the one that should be heard.
  const limits = { ...neverShed, ...options.limits }
  return createServer({ ...options, limits, authenticate }).app
}

const neverShed = {
  eventLoopDelayMs: Infinity,
  rssBytes: Infinity,
  heapBytes: Infinity,
  databaseQueue: Infinity,
}

function createServer(options: HttpOptions): { app: FastifyInstance; load: LoadGauge } {
  const limits = { ...defaultLimits, ...options.limits }
  const headers = constantHeaders(options.publicUrl)
  const app: FastifyInstance = Fastify(serverOptions(options, limits, headers))
  namePlugins(app)
  answerOddRequests(app.server, headers)
  endQueuedAnswers(app.server)
  decorateRequests(app)
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply, limits))
  // For a route that finds nothing to send; unknown paths are refused before they get here.
  app.setNotFoundHandler((request, reply) =>
    answerProblem(new AppError('ROUTE_NOT_FOUND'), request, reply, limits),
  )

  const state = stopGracefully(app, limits.stopMs)
  followTraces(app)
  sendHeaders(app, headers, state)
  compressAnswers(app)
  const load = loadGauge(limits, () => options.db.waiting)
  app.addHook('onListen', async () => load.reset())
  app.addHook('onClose', () => load.stop())
  const badTokens = badTokenBuckets(options)
  const routes = new RouteTable()
  planRoutes(app)
  routes.watch(app)
  allowOrigins(app, options.corsOrigins ?? [])
  admitRequests(app, {
    authenticate: options.authenticate,
    recognises: options.recognises ?? (() => false),
    badTokens: badTokens && new FailureBudget(badTokens),
    clock: options.clock,
    onAddressRefused: options.onAddressRefused,
    limits,
    limit: rateLimiter(options),
    load,
    routes,
    stopping: () => state.stopping,
    beforeWrite: options.beforeWrite,
  })
  readBodies(app, limits)
  checkShapes(app)
  if (options.onWritten) noteWrites(app, options.onWritten)
  if (options.security) watchRefusals(app, options.security)
  measureRequests(app, options, load)
  healthRoutes(app, options, state)
  return { app, load }
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function noteWrites(app: FastifyInstance, onWritten: (scope: Scope) => Promise<void>): void {
  app.addHook('onSend', async (request, reply) => {
    const scope = request.identity?.scope
    if (!scope || reply.statusCode >= 400 || readingMethods.has(request.method)) return
    // What was written stays written, whatever becomes of the note.
    await onWritten(scope).catch((error: unknown) =>
      request.log.warn({ err: error }, 'a write was not noted'),
    )
  })
}

const pluginName = Symbol.for('fastify.display-name')

/** Fastify looks for a plugin without this name among all modules of the process, a fifth of what a start took. */
function namePlugins(app: FastifyInstance): void {
  type Register = (this: FastifyInstance, plugin: { name?: string }, options?: unknown) => unknown
  const register = app.register as Register
  const registerNamed: Register = function (plugin, options) {
    if (!(pluginName in plugin)) Object.assign(plugin, { [pluginName]: plugin.name || 'routes' })
    return register.call(this, plugin, options)
  }
  app.register = registerNamed as typeof app.register
}

function serverOptions(options: HttpOptions, limits: HttpLimits, headers: Record<string, string>) {
  const { log } = options
  return {
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeoutMs,
      // How often Node looks for late clients; its default of 30 s would make the time-outs a rough guess.
      connectionsCheckingInterval: 1_000,
      // Node would answer a missing Host without a body; our own check does better.
      requireHostHeader: false,
    },
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveMs,
    bodyLimit: limits.bodyBytes,
    return503OnClosing: false,
    trustProxy: options.trustProxy === undefined ? false : [...options.trustProxy],
    genReqId: (request: IncomingMessage) => requestId(request),
    logController: new RequestLog(),
    ...(log === false ? {} : { loggerInstance: createLogger(log) }),
    routerOptions: { maxParamLength: limits.urlBytes, querystringParser: parseQueryString },
    schemaController: { compilersFactory },
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: true,
        // Safe here: body size, array length and number of keys are bounded before.
        allErrors: true,
        verbose: true,
        strictTypes: false,
        keywords: ['problem'],
      },
    },
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headers, 'x-request-id': request.id })
      answerProblem(error, request, reply, limits)
    },
    clientErrorHandler: clientErrorHandler(headers) as never,
  } satisfies FastifyHttpOptions<Server>
}

function decorateRequests(app: FastifyInstance): void {
  app.decorateRequest('plan', null)
  app.decorateRequest('identity', null)
  app.decorateRequest('problemCode', null)
  app.decorateRequest('language', {
    getter(this: FastifyRequest) {
      const header = this.headers['accept-language']
      return header === undefined && this.identity?.language
        ? this.identity.language
        : negotiateLanguage(header)
    },
  })
  app.decorateRequest('scope', {
    getter(this: FastifyRequest): Scope {
      const scope = this.identity?.scope
      if (scope === undefined || scope === null)
        throw new Error('This route belongs to no account: register it by accountRoutes.')
      return scope
    },
  })
  app.decorateRequest('principal', {
    getter(this: FastifyRequest): Principal {
      const { principal } = requireIdentity(this.identity)
      if (principal.kind === 'CONTACT') throw new Error('A guest of the portal holds no token.')
      return principal
    },
  })
}

function requireIdentity(identity: Identity | null): Identity {
  if (identity === null) throw new Error('A public route has no principal.')
  return identity
}

const acceptable = /^[A-Za-z0-9_-]{8,64}$/

/** A caller's own id is kept when it can do no harm in a log; a uuid fits the same pattern. */
function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && acceptable.test(given) ? given : randomUUID()
}
