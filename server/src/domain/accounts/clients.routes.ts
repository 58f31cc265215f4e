import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { PageOf, pageQuery, pageRequest, write, type HttpRoutes } from '../../platform/http/index.ts'
import { clientAnswer, clientSecretAnswer, name, roleList } from './accounts.schemas.ts'
import { createClient, deactivateClient, rotateClientSecret } from './clients.ts'
import { getClient, listClients } from './clients.queries.ts'
import { forgetFirst } from './forget-first.ts'
import { addShownOnce, showOnce } from './one-time.ts'
import type { SecurityEvent } from './security-log.ts'
import type { AccountsService } from './service.ts'

const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const tags = ['API clients']
const params = Type.Object({ id: Type.Integer() })
const { page, size } = pageQuery()
const maxGraceSeconds = 30 * 24 * 60 * 60

const listRoute = {
  config,
  schema: {
    operationId: 'listClients',
    summary: 'List the API clients of the account',
    tags,
    querystring: Type.Object({ page, size }),
    response: { 200: PageOf(clientAnswer) },
  },
}

const addRoute = {
  config: grave,
  onSend: addShownOnce,
  schema: {
    operationId: 'addClient',
    summary: 'Add an API client',
    tags,
    body: Type.Object({ name, scopes: roleList }),
    response: { 201: clientSecretAnswer },
  },
}

const rotateRoute = {
  config: grave,
  onSend: addShownOnce,
  schema: {
    operationId: 'rotateClientSecret',
    summary: 'Give the client a new secret; the former one goes on for a while',
    tags,
    params,
    body: Type.Optional(
      Type.Object({
        graceSeconds: Type.Optional(Type.Integer({ minimum: 0, maximum: maxGraceSeconds })),
      }),
    ),
    response: { 200: clientSecretAnswer },
  },
}

const removeRoute = {
  config: grave,
  schema: {
    operationId: 'deactivateClient',
    summary: 'Deactivate the client and end its tokens',
    tags,
    params,
    response: { 204: Type.Null({ description: 'Done' }) },
  },
}

/** Machines that use the account's API. */
export function clientRoutes(service: AccountsService): HttpRoutes {
  const { db, clock } = service
  return async (app) => {
    app.get('/clients', listRoute, (request) =>
      db.read(request.scope, (tx) => listClients(tx, request.scope, pageRequest(request.query))),
    )
    app.post('/clients', addRoute, async (request, reply) => {
      let added: number | null = null
      const answer = await write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const made = await createClient(tx, { ...request.body, accountId: request.scope.accountId })
          showOnce(request, { clientSecret: made.clientSecret })
          added = made.apiClientId
          return getClient(tx, request.scope, added)
        },
      })
      logChange(service, request, 'CLIENT_ADDED', added)
      return answer
    })
    app.post('/clients/:id/rotate-secret', rotateRoute, async (request, reply) => {
      let rotated: number | null = null
      const answer = await write(db, request, reply, {
        work: async (tx) => {
          const key = { accountId: request.scope.accountId, apiClientId: request.params.id }
          const made = await rotateClientSecret(tx, clock, { ...key, ...request.body })
          showOnce(request, { clientSecret: made.clientSecret })
          rotated = made.apiClientId
          return getClient(tx, request.scope, rotated)
        },
      })
      logChange(service, request, 'CLIENT_SECRET_ROTATED', rotated)
      return answer
    })
    app.delete('/clients/:id', { ...removeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
      const key = { accountId: request.scope.accountId, apiClientId: request.params.id }
      const answer = await write(db, request, reply, {
        status: 204,
        work: (tx) => deactivateClient(tx, key),
      })
      logChange(service, request, 'CLIENT_DEACTIVATED', key.apiClientId)
      return answer
    })
  }
}

/** After the commit; a replay has changed nothing. */
function logChange(
  service: AccountsService,
  request: FastifyRequest,
  event: SecurityEvent,
  apiClientId: number | null,
): void {
  if (apiClientId === null) return
  service.log(event, { accountId: request.scope.accountId, by: request.principal.key, apiClientId })
}
