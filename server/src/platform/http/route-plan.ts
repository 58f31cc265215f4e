import type { FastifyInstance, RouteOptions } from 'fastify'
import { IsOptional } from 'typebox'
import type { TSchema } from 'typebox'
import { planDeprecation, tellDeprecation } from './deprecation.ts'
import { closeSchema, coercionsOf } from './schemas.ts'
import type { HttpApp, HttpRoutes, PlannedRoute, RoutePlan, RouteRight } from './types.ts'

const pluginRight = Symbol('right of a plugin’s own routes')
const accountKind = Symbol('routes of an account')
const accountPrefix = '/api/v1/account/:accountId'
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

interface Marked {
  [pluginRight]?: RouteRight
  [accountKind]?: 'path' | 'shorthand'
}

interface RouteSchema {
  operationId?: string
  hide?: boolean
  body?: TSchema
  querystring?: TSchema
  params?: TSchema & { properties?: Record<string, TSchema> }
}

/** Registers a ready-made plugin whose routes cannot declare their right themselves. */
export function registerWithRight(app: FastifyInstance, right: RouteRight, plugin: HttpRoutes): void {
  void app.register(async (scope: HttpApp) => {
    ;(scope as Marked)[pluginRight] = right
    await scope.register(plugin)
  })
}

/** The same routes under the account's path and, for tokens of one account, directly under the root. */
export function accountRoutes(app: FastifyInstance, plugin: HttpRoutes): void {
  const markScope =
    (kind: 'path' | 'shorthand'): HttpRoutes =>
    async (scope, options) => {
      ;(scope as Marked)[accountKind] = kind
      await plugin(scope, options)
    }
  void app.register(markScope('path'), { prefix: accountPrefix })
  void app.register(markScope('shorthand'))
}

/** Runs for each route at start; a route that is not fit to be served stops the start. */
export function planRoutes(app: FastifyInstance): void {
  const operations = new Set<string>()
  const planned: PlannedRoute[] = []
  app.decorate('plannedRoutes', planned)
  app.addHook('onRoute', function onRoute(this: FastifyInstance, route) {
    // What answers the question of a browser: any other OPTIONS is answered by the table of routes.
    if (route.url === '*' && route.method === 'OPTIONS') return
    const marks = this as Marked
    const account = marks[accountKind] ?? 'none'
    const schema = (route.schema ?? {}) as RouteSchema
    const openQuery =
      marks[pluginRight] !== undefined || route.url.includes('*') || isOpen(schema.querystring)
    const plan = planOf(route, schema, {
      account,
      openQuery,
      right: route.config?.right ?? marks[pluginRight],
    })
    if (account === 'path' && route.method !== 'HEAD') claimOperation(operations, route, schema)
    route.config = { ...route.config, plan }
    // Only on these routes: all others would pay for the question.
    if (plan.deprecation !== null)
      route.onSend = [route.onSend ?? [], tellDeprecation(plan.deprecation)].flat()
    for (const method of [route.method].flat()) planned.push({ method, plan })
    if (route.schema !== undefined) route.schema = schemaWithAccount(schema, account)
  })
  app.addHook('onReady', async () => requireSuccessors(planned))
}

function requireSuccessors(planned: readonly PlannedRoute[]): void {
  const keys = new Set(planned.map(({ plan }) => plan.key))
  for (const { plan } of planned) {
    const instead = plan.deprecation?.instead
    if (instead !== undefined && !keys.has(instead))
      throw new Error(`${plan.key} names ${instead} to be used instead, which does not exist.`)
  }
}

function planOf(
  route: RouteOptions,
  schema: RouteSchema,
  found: Pick<RoutePlan, 'account' | 'openQuery'> & { right: RouteRight | undefined },
): RoutePlan {
  const { account, openQuery, right } = found
  const name = `${String(route.method)} ${route.url}`
  if (right === undefined) throw new Error(`${name} declares no right: set config.right.`)
  if (account !== 'none' && right === 'public')
    throw new Error(`${name} is of an account and cannot be public.`)
  if (account === 'none' && right !== 'public' && right !== 'authenticated') {
    throw new Error(`${name} asks for the right ${right} outside an account: register it by accountRoutes.`)
  }
  const stepUp = route.config?.stepUp ?? false
  if (account === 'none' && stepUp !== false)
    throw new Error(`${name} is of no account that could ask for it.`)
  const optionalBody = schema.body !== undefined && IsOptional(schema.body)
  return {
    right,
    stepUp,
    // Settings, people, journals and mails: who governs them could widen their own sight.
    wholeAccount: route.config?.wholeAccount ?? (right === 'administer' || right === 'audit'),
    whileLeaving: route.config?.whileLeaving ?? false,
    deprecation: planDeprecation(name, route.config?.deprecated),
    account,
    exempt: route.config?.exempt ?? false,
    writes: ![route.method].flat().every((method) => safeMethods.has(method)),
    key: schema.operationId ?? name,
    pattern: route.url,
    rate: route.config?.rate ?? null,
    bodyLimit: route.bodyLimit ?? null,
    contentTypes: route.config?.contentTypes ?? null,
    body: schema.body === undefined ? 'none' : optionalBody ? 'optional' : 'required',
    query: coercionsOf(schema.querystring),
    openQuery,
    ignoresQuery: route.config?.ignoresQuery ?? false,
    params: coercionsOf(schema.params),
  }
}

function isOpen(querystring: TSchema | undefined): boolean {
  return (
    querystring !== undefined &&
    'additionalProperties' in querystring &&
    querystring.additionalProperties === true
  )
}

function claimOperation(operations: Set<string>, route: RouteOptions, schema: RouteSchema): void {
  const name = `${String(route.method)} ${route.url}`
  const { operationId } = schema
  if (operationId === undefined) throw new Error(`${name} has no operationId in its schema.`)
  if (operations.has(operationId)) throw new Error(`${name}: the operationId ${operationId} is taken.`)
  operations.add(operationId)
}

/** Unknown fields are refused unless a schema says otherwise; the shorthand is documented once only. */
function schemaWithAccount(schema: RouteSchema, account: RoutePlan['account']): RouteSchema {
  const served: RouteSchema = { ...schema }
  if (schema.body !== undefined) served.body = closeSchema(schema.body)
  if (schema.querystring !== undefined) served.querystring = closeSchema(schema.querystring)
  if (account === 'shorthand') served.hide = true
  return served
}
