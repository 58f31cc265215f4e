import type { IncomingHttpHeaders } from 'node:http'
import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import { pathId, type HttpRoutes, type Rate } from '../../platform/http/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { providerName } from './provider.schema.ts'
import type { ProviderSecrets } from './provider-secrets.ts'
import { receivePush } from './receive-push.ts'

interface PushDeps {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: ProviderSecrets
  readonly rate: Rate
}

const maxBytes = 256 * 1024

const pushRoute = (rate: Rate) =>
  ({
    config: { right: 'public', rate: { name: 'datahub-push', ...rate } },
    bodyLimit: maxBytes,
    schema: {
      operationId: 'pushDataHubValues',
      tags: ['Data hub'],
      summary: 'Values pushed by a provider, signed according to Standard Webhooks',
      description:
        'Headers webhook-id, webhook-timestamp and webhook-signature. No token: the signature with the provider’s secret stands for it. A message that comes again is answered as before and changes nothing.',
      params: Type.Object({ accountId: pathId, provider: providerName }),
      body: Type.Unknown({ description: 'As the provider writes it; the mapping says what is read of it.' }),
      response: {
        200: Type.Object({
          records: Type.Integer(),
          changed: Type.Integer(),
          unchanged: Type.Integer(),
          ignored: Type.Integer({ description: 'Unknown here, not followed, or older than what is known.' }),
          rejected: Type.Integer({ description: 'Not understood.' }),
          replayed: Type.Boolean(),
        }),
      },
    },
  }) as const

/** Where providers knock. Outside the account's routes, because who knocks has no token. */
export const pushRoutes =
  (deps: PushDeps): HttpRoutes =>
  async (app) => {
    // The signature covers the bytes, not what they mean.
    app.removeContentTypeParser('application/json')
    app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    app.post('/api/v1/account/:accountId/datahub/push/:provider', pushRoute(deps.rate), async (request) => {
      const { params, headers, body } = request
      return receivePush(deps, params, {
        id: headerOf(headers, 'webhook-id'),
        timestamp: headerOf(headers, 'webhook-timestamp'),
        signatures: headerOf(headers, 'webhook-signature'),
        body: body as Buffer,
      })
    })
  }

function headerOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
