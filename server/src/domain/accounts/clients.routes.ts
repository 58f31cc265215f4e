import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { Tx } from '../../platform/db/index.ts'
import { originOf, PageOf, pageQuery, write, type HttpRoutes } from '../../platform/http/index.ts'
import type { SecurityEvent } from '../../platform/kernel/index.ts'
import { answerNumberedPage } from '../../platform/lists/index.ts'
import {
  addressRanges,
  clientAnswer,
  clientKeySet,
  clientSecretAnswer,
  forceField,
  name,
  newSecret,
  roleList,
} from './accounts.schemas.ts'
import { addClientSecret, removeClientSecret, rotateClientSecret } from './client-secrets.ts'
import { changeClient, createClient, createSigningClient, deactivateClient } from './clients.ts'
import { getClient, listClients } from './clients.queries.ts'
import { forgetFirst } from './forget-first.ts'
import { createSecretOnce, showOnce } from './one-time.ts'
import type { AccountsService } from './service.ts'

const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const tags = ['API clients']
const params = Type.Object({ id: Type.Integer() })
const { page, size } = pageQuery()
const maxGraceSeconds = 30 * 24 * 60 * 60
const done = Type.Null({ description: 'Done' })

const listRoute = {
  config,
  schema: {
    operationId: 'listClients',
    summary: 'List the API clients of the account',
    description:
      'API clients are the programs that call this API. Secrets are never shown again, only when they end.',
    tags,
    querystring: Type.Object({ page, size }),
    response: { 200: PageOf(clientAnswer) },
  },
}

const addRoute = {
  config: grave,
  onSend: createSecretOnce,
  schema: {
    operationId: 'addClient',
    summary: 'Add an API client',
    description: 'With a secret, shown once; or with public keys of its own, and then without a secret.',
    tags,
    body: Type.Object({
      name,
      scopes: roleList,
      secret: Type.Optional(Type.Object(newSecret)),
      jwks: Type.Optional(clientKeySet),
      allowedAddresses: Type.Optional(addressRanges),
    }),
    response: { 201: clientSecretAnswer },
  },
}

const changeRoute = {
  config,
  schema: {
    operationId: 'changeClient',
    summary: 'Change the name, the keys or the allowed addresses of an API client',
    description:
      'What is left out stays as it is. With `endTokens`, tokens that are already out stop working too.',
    tags,
    params,
    body: Type.Object(
      {
        name: Type.Optional(name),
        jwks: Type.Optional(Type.Union([clientKeySet, Type.Null()])),
        allowedAddresses: Type.Optional(addressRanges),
        force: forceField,
        endTokens: Type.Optional(
          Type.Boolean({ description: 'Also ends the tokens of the client: for a key that has leaked.' }),
        ),
      },
      { minProperties: 1 },
    ),
    response: { 200: clientAnswer },
  },
}

const rotateRoute = {
  config: grave,
  onSend: createSecretOnce,
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

const addSecretRoute = {
  config,
  onSend: createSecretOnce,
  schema: {
    operationId: 'addClientSecret',
    summary: 'Give the client a second secret beside the one in force',
    description:
      'For a change of secret without an interruption: give the program the new secret, then remove the old one.',
    tags,
    params,
    body: Type.Optional(Type.Object(newSecret)),
    response: { 201: clientSecretAnswer },
  },
}

const removeSecretRoute = {
  config,
  schema: {
    operationId: 'removeClientSecret',
    summary: 'Remove one secret of the client',
    description:
      'The secret gives no tokens from now on. With `endTokens`, tokens that are already out stop working too: for a secret that has leaked.',
    tags,
    params: Type.Object({ id: Type.Integer(), secretId: Type.Integer() }),
    querystring: Type.Object({
      endTokens: Type.Optional(
        Type.Boolean({ description: 'Also ends the tokens of the client: for a secret that has leaked.' }),
      ),
    }),
    response: { 204: done },
  },
}

const removeRoute = {
  config: grave,
  schema: {
    operationId: 'deactivateClient',
    summary: 'Deactivate the client and end its tokens',
    tags,
    params,
    response: { 204: done },
  },
}

/** Machines that use the account's API. */
export function clientRoutes(service: AccountsService): HttpRoutes {
  const { db } = service
  return async (app) => {
    app.get('/clients', listRoute, ({ scope, query }) =>
      answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => listClients(tx, scope, window)),
        (client) => client,
      ),
    )
    app.post('/clients', addRoute, async (request, reply) => {
      let added: number | null = null
      const answer = await write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          added = await addClient(tx, request, { ...request.body, now: service.clock.now() })
          return getClient(tx, request.scope, added)
        },
      })
      logChange(service, request, 'CLIENT_ADDED', added)
      return answer
    })
    app.patch('/clients/:id', { ...changeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
      const { principal, scope, body } = request
      const apiClientId = request.params.id
      const isOwn = principal.kind === 'API_CLIENT' && principal.id === apiClientId
      const ownAddress = isOwn ? originOf(request).address : null
      const answer = await write(db, request, reply, {
        work: async (tx) => {
          const now = service.clock.now()
          await changeClient(tx, scope, {
            force: false,
            endTokens: false,
            ...body,
            apiClientId,
            ownAddress,
            now,
          })
          return getClient(tx, scope, apiClientId)
        },
      })
      logChange(service, request, 'CLIENT_CHANGED', apiClientId)
      return answer
    })
    app.delete('/clients/:id', { ...removeRoute, onSend: forgetFirst(service) }, async (request, reply) => {
      const answer = await write(db, request, reply, {
        status: 204,
        work: (tx) => deactivateClient(tx, request.scope, request.params.id),
      })
      logChange(service, request, 'CLIENT_DEACTIVATED', request.params.id)
      return answer
    })
    await app.register(secretRoutes(service))
  }
}

function secretRoutes(service: AccountsService): HttpRoutes {
  const { db, clock } = service
  return async (app) => {
    app.post('/clients/:id/rotate-secret', rotateRoute, async (request, reply) => {
      let rotated: number | null = null
      const answer = await write(db, request, reply, {
        work: async (tx) => {
          const of = { apiClientId: request.params.id, now: clock.now() }
          const created = await rotateClientSecret(tx, request.scope, { ...request.body, ...of })
          showOnce(request, { clientSecret: created.clientSecret })
          rotated = created.apiClientId
          return getClient(tx, request.scope, rotated)
        },
      })
      logChange(service, request, 'CLIENT_SECRET_ROTATED', rotated)
      return answer
    })
    app.post('/clients/:id/secrets', addSecretRoute, async (request, reply) => {
      let added: number | null = null
      const answer = await write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const of = { apiClientId: request.params.id, now: clock.now() }
          const created = await addClientSecret(tx, request.scope, { ...request.body, ...of })
          showOnce(request, { clientSecret: created.clientSecret })
          added = created.apiClientId
          return getClient(tx, request.scope, added)
        },
      })
      logChange(service, request, 'CLIENT_SECRET_ADDED', added)
      return answer
    })
    app.delete(
      '/clients/:id/secrets/:secretId',
      { ...removeSecretRoute, onSend: forgetFirst(service) },
      async (request, reply) => {
        const { id: apiClientId, secretId } = request.params
        const { endTokens = false } = request.query
        const command = { apiClientId, secretId, endTokens, now: clock.now() }
        const answer = await write(db, request, reply, {
          status: 204,
          work: (tx) => removeClientSecret(tx, request.scope, command),
        })
        logChange(service, request, 'CLIENT_SECRET_REMOVED', apiClientId)
        return answer
      },
    )
  }
}

type NewClientBody = Static<typeof addRoute.schema.body> & { readonly now: Date }

async function addClient(tx: Tx, request: FastifyRequest, body: NewClientBody): Promise<number> {
  const { jwks, ...client } = body
  if (jwks) return (await createSigningClient(tx, request.scope, { ...client, jwks })).apiClientId
  const created = await createClient(tx, request.scope, client)
  showOnce(request, { clientSecret: created.clientSecret })
  return created.apiClientId
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
