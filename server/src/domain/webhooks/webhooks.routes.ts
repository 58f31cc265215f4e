import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import {
  etag,
  isUnchanged,
  originOf,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { checkUrl, type AllowedHost } from '../../platform/outgoing/index.ts'
import { AppError, type SecurityEvent, type SecurityLog } from '../../platform/kernel/index.ts'
import { createSecretOnce, showOnce } from '../accounts/index.ts'
import { requireHitSight } from '../screening/index.ts'
import {
  addEndpoint,
  changeEndpoint,
  deleteEndpoint,
  pauseEndpoint,
  resumeEndpoint,
  rotateSecret,
} from './change-endpoint.ts'
import { deliveriesRoutes, type DeliveriesDeps } from './deliveries.routes.ts'
import type { Endpoint, WebhookClass } from './endpoint.ts'
import { getEndpoint, listEndpoints } from './endpoints.queries.ts'
import {
  AddWebhookBody,
  ChangeWebhookBody,
  eventTypeCodes,
  endpointParams as params,
  WebhookRecord,
  webhookRecord,
  WebhookSecretRecord,
} from './webhooks.schemas.ts'

export interface WebhooksDeps extends DeliveriesDeps {
  readonly allowedHosts: readonly AllowedHost[]
  readonly log: SecurityLog
}

const tags = ['Webhooks']
const audit = { right: 'audit' } as const
const administer = { right: 'administer' } as const

const listRoute = {
  config: audit,
  schema: {
    operationId: 'listWebhooks',
    tags,
    summary: 'The webhooks of the account',
    description: 'Shows the state of each and whether deliveries fail. Secrets are never shown again.',
    response: { 200: Type.Object({ content: Type.Array(WebhookRecord) }) },
  },
} as const

const addRoute = {
  config: administer,
  onSend: createSecretOnce,
  schema: {
    operationId: 'addWebhook',
    tags,
    summary: 'Add a webhook; its secret is shown this once',
    description: 'Keep the secret to verify signatures. Events of the past are sent only with `startAfter`.',
    body: AddWebhookBody,
    response: { 201: WebhookSecretRecord },
  },
} as const

const getRoute = {
  config: audit,
  schema: {
    operationId: 'getWebhook',
    tags,
    summary: 'One webhook',
    description: 'The ETag of the answer belongs into If-Match when the webhook is changed.',
    params,
    response: { 200: WebhookRecord },
  },
} as const

const changeRoute = {
  config: administer,
  schema: {
    operationId: 'changeWebhook',
    tags,
    summary: 'Change a webhook; other event names count for what happens from now on',
    description: 'What is left out stays as it is.',
    params,
    body: ChangeWebhookBody,
    response: { 200: WebhookRecord },
  },
} as const

const deleteRoute = {
  config: administer,
  schema: {
    operationId: 'deleteWebhook',
    tags,
    summary: 'Delete a webhook, with what still waits for it and its log',
    description: 'This cannot be undone. To stop for a while, pause it.',
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

const rotateRoute = {
  config: administer,
  onSend: createSecretOnce,
  schema: {
    operationId: 'rotateWebhookSecret',
    tags,
    summary: 'Give the webhook a new secret; for 24 hours messages are signed with both',
    description: 'The new secret is shown this once. Verify with either secret until the old one ends.',
    params,
    response: { 200: WebhookSecretRecord },
  },
} as const

const switchRoute = (operationId: string, summary: string, description: string) =>
  ({
    config: administer,
    schema: { operationId, tags, summary, description, params, response: { 200: WebhookRecord } },
  }) as const

const pauseRoute = switchRoute(
  'pauseWebhook',
  'Send nothing for now; nothing is lost meanwhile',
  'Events wait until it is resumed.',
)
const resumeRoute = switchRoute(
  'resumeWebhook',
  'Send again, first of all what happened meanwhile',
  'What waited goes out in the order of the events.',
)

const guardOf = (request: FastifyRequest) => (present: Endpoint) => requireMatch(request, present.version)

/** Systems of the account that are told of its events. */
export const webhooksRoutes =
  (deps: WebhooksDeps): HttpRoutes =>
  async (app) => {
    const { db, clock, secrets } = deps
    await app.register(deliveriesRoutes(deps))

    app.get('/webhooks', listRoute, async ({ scope }) => {
      const found = await db.read(scope, (tx) => listEndpoints(tx, scope))
      return { content: found.map(webhookRecord) }
    })

    app.post('/webhooks', addRoute, async (request, reply) => {
      const { url, description = '', eventNames = [], startAfter = null } = request.body
      const classes: readonly WebhookClass[] = request.body.classes?.toSorted() ?? ['EVENTS']
      if (classes.includes('SCREENING')) await requireHitSight(deps, request)
      const draft = {
        url: requireAllowedUrl(deps, url),
        description,
        eventTypes: eventTypeCodes(eventNames),
        classes,
      }
      let added: number | null = null
      const answer = await write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const now = clock.now()
          const created = await addEndpoint(tx, request.scope, {
            draft,
            startAfter,
            now,
            secrets,
            madeBy: request.principal.key,
          })
          showOnce(request, { secret: created.secret })
          added = created.endpoint.endpointId
          return webhookRecord(created.endpoint)
        },
        headers: ({ endpointId, version }) => ({
          location: `/api/v1/account/${request.scope.accountId}/webhooks/${endpointId}`,
          etag: etag(version),
        }),
      })
      logChange(deps, request, 'WEBHOOK_ADDED', added)
      return answer
    })

    app.get('/webhooks/:endpointId', getRoute, async (request, reply) => {
      const { scope, params: ids } = request
      const found = await db.read(scope, (tx) => getEndpoint(tx, scope, ids.endpointId))
      const unchanged = isUnchanged(request, reply, found.version)
      return unchanged ? sendJsonText(reply, '') : webhookRecord(found)
    })

    changeRoutes(app, deps)
    switchRoutes(app, deps)
  }

function changeRoutes(app: Parameters<HttpRoutes>[0], deps: WebhooksDeps): void {
  const { db, clock, secrets } = deps
  app.patch('/webhooks/:endpointId', changeRoute, async (request, reply) => {
    const { url, description, eventNames, classes } = request.body
    if (classes?.includes('SCREENING')) await requireHitSight(deps, request)
    const change = {
      ...(url !== undefined && { url: requireAllowedUrl(deps, url) }),
      ...(description !== undefined && { description }),
      ...(eventNames !== undefined && { eventTypes: eventTypeCodes(eventNames) }),
      ...(classes !== undefined && { classes: classes.toSorted() }),
    }
    const command = { ...request.params, change, now: clock.now(), guard: guardOf(request) }
    const answer = await write(db, request, reply, {
      work: async (tx) => webhookRecord(await changeEndpoint(tx, request.scope, command)),
      headers: ({ version }) => ({ etag: etag(version) }),
    })
    logChange(deps, request, 'WEBHOOK_CHANGED', command.endpointId)
    return answer
  })

  app.delete('/webhooks/:endpointId', deleteRoute, async (request, reply) => {
    const command = { ...request.params, now: clock.now(), guard: guardOf(request) }
    const answer = await write(db, request, reply, {
      status: 204,
      work: (tx) => deleteEndpoint(tx, request.scope, command),
    })
    logChange(deps, request, 'WEBHOOK_REMOVED', command.endpointId)
    return answer
  })

  app.post('/webhooks/:endpointId/rotate-secret', rotateRoute, async (request, reply) => {
    const command = { ...request.params, now: clock.now(), guard: guardOf(request), secrets }
    let rotated: number | null = null
    const answer = await write(db, request, reply, {
      work: async (tx) => {
        const created = await rotateSecret(tx, request.scope, command)
        showOnce(request, { secret: created.secret })
        rotated = created.endpoint.endpointId
        return webhookRecord(created.endpoint)
      },
      headers: ({ version }) => ({ etag: etag(version) }),
    })
    logChange(deps, request, 'WEBHOOK_SECRET_ROTATED', rotated)
    return answer
  })
}

function switchRoutes(app: Parameters<HttpRoutes>[0], deps: WebhooksDeps): void {
  const { db, clock } = deps
  for (const [path, route, act] of [
    ['pause', pauseRoute, pauseEndpoint],
    ['resume', resumeRoute, resumeEndpoint],
  ] as const) {
    app.post(`/webhooks/:endpointId/${path}`, route, async (request, reply) => {
      const command = { ...request.params, now: clock.now(), guard: guardOf(request) }
      const answer = await write(db, request, reply, {
        work: async (tx) => webhookRecord(await act(tx, request.scope, command)),
        headers: ({ version }) => ({ etag: etag(version) }),
      })
      logChange(deps, request, 'WEBHOOK_CHANGED', command.endpointId)
      return answer
    })
  }
}

/** The address as the parser writes it; where its name leads is looked up at each attempt. */
function requireAllowedUrl({ allowedHosts }: WebhooksDeps, url: string): string {
  const found = checkUrl(url, allowedHosts)
  if (typeof found === 'string') throw new AppError('WEBHOOK_URL_REFUSED', {}, { members: { reason: found } })
  return found.url.href
}

/** After the commit; a replay that made nothing has nothing to tell. */
function logChange(
  { log }: WebhooksDeps,
  request: FastifyRequest,
  event: SecurityEvent,
  endpointId: number | null,
): void {
  if (endpointId === null) return
  const ids = { accountId: request.scope.accountId, by: request.principal.key, endpointId }
  log(event, ids, originOf(request))
}
