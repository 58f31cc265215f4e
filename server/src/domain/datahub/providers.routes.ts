import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  requireMatch,
  sendJsonText,
  write,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { createSecretOnce, showOnce } from '../accounts/index.ts'
import { changeProvider, rotatePushSecret } from './change-provider.ts'
import { followingRoutes } from './following.routes.ts'
import { monitoringRoutes } from './monitoring.routes.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import {
  providerParams as params,
  ProviderBody,
  ProviderRecord,
  ProviderSecretRecord,
  providerView,
} from './provider.schema.ts'
import { getProvider, listProviders, type StoredProvider } from './providers.queries.ts'
import { valuesRoutes } from './values.routes.ts'

interface ProvidersDeps {
  readonly db: Db
  readonly secrets: ProviderSecrets
  /** Where providers may be asked; empty for nowhere. */
  readonly allowedOrigins: readonly string[]
}

const tags = ['Data hub']

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDataHubProviders',
    tags,
    summary: 'The seven providers and how their values come',
    description:
      'Each provider is configured once for the account: by file, by asking its address, or by letting it push values.',
    response: { 200: Type.Object({ content: Type.Array(ProviderRecord) }) },
  },
} as const

const getRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getDataHubProvider',
    tags,
    summary: 'How the values of one provider come',
    description:
      'Secrets and authentication headers are never part of the answer; it says only whether they are set.',
    params,
    response: { 200: ProviderRecord },
  },
} as const

const changeRoute = {
  config: { right: 'administer' },
  schema: {
    operationId: 'changeDataHubProvider',
    tags,
    summary: 'Say how the values of a provider come and what they mean',
    description: 'Values that are known stay as the scale of their time had them.',
    params,
    body: ProviderBody,
    response: { 200: ProviderRecord },
  },
} as const

const rotateRoute = {
  config: { right: 'administer' },
  onSend: createSecretOnce,
  schema: {
    operationId: 'rotateDataHubSecret',
    tags,
    summary: 'Make a new secret for the provider to sign with; the one before holds for 24 hours',
    description: 'The new secret is shown this once. Give it to the provider within 24 hours.',
    params,
    response: { 200: ProviderSecretRecord },
  },
} as const

const guardOf = (request: FastifyRequest) => (present: StoredProvider) =>
  requireMatch(request, present.version)

/** Settings of providers. */
const providersRoutes =
  ({ db, secrets, allowedOrigins }: ProvidersDeps): HttpRoutes =>
  async (app) => {
    app.get('/datahub/providers', listRoute, async ({ scope }) => {
      const found = await db.read(scope, (tx) => listProviders(tx, scope))
      return { content: found.map(providerView) }
    })

    app.get('/datahub/providers/:provider', getRoute, async (request, reply) => {
      const { scope, params: asked } = request
      const found = await db.read(scope, (tx) => getProvider(tx, scope, asked.provider))
      return isUnchanged(request, reply, found.version) ? sendJsonText(reply, '') : providerView(found)
    })

    app.put('/datahub/providers/:provider', changeRoute, async (request, reply) => {
      const command = { ...request.params, body: request.body, allowedOrigins, secrets }
      return write(db, request, reply, {
        work: async (tx) =>
          providerView(await changeProvider(tx, request.scope, { ...command, guard: guardOf(request) })),
        headers: ({ version }) => ({ etag: etag(version) }),
      })
    })

    app.post('/datahub/providers/:provider/rotate-secret', rotateRoute, async (request, reply) => {
      const command = { ...request.params, secrets, guard: guardOf(request) }
      return write(db, request, reply, {
        work: async (tx) => {
          const created = await rotatePushSecret(tx, request.scope, command)
          showOnce(request, { secret: created.secret })
          return providerView(created.stored)
        },
        headers: ({ version }) => ({ etag: etag(version) }),
      })
    })
  }

/** Providers, their values, and who is followed. */
export const datahubRoutes = (deps: ProvidersDeps): HttpRoutes => {
  const parts = [providersRoutes(deps), followingRoutes(deps), valuesRoutes(deps), monitoringRoutes(deps)]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
