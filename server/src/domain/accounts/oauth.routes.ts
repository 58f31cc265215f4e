import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { originOf, Problem, type HttpRoutes, namedObject } from '../../platform/http/index.ts'
import { AppError, roles } from '../../platform/kernel/index.ts'
import { assertionAlgorithms } from './client-keys.ts'
import { grantToClient, authenticateClient } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'
import {
  clientProof,
  formType,
  parseOAuthForm,
  revokeForm,
  tokenForm,
  type RevokeForm,
  type TokenForm,
} from './oauth-form.ts'
import { renewPersonSession } from './person-tokens.ts'
import { readOwnToken, revokeAccessToken, revokeRefreshToken } from './revoke-token.ts'
import type { AccountsService } from './service.ts'

const tokenAnswer = namedObject('OAuthToken', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  scope: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
})

const refusalAnswer = namedObject(
  'OAuthError',
  { error: Type.String(), error_description: Type.String() },
  { description: 'Refused, in the form of RFC 6749 5.2' },
)

const problemAnswer = { content: { 'application/problem+json': { schema: Problem } } } as const

const open = { additionalProperties: true }
const Key = namedObject('PublicKey', { kty: Type.String(), kid: Type.String() }, open)
const KeySet = namedObject('PublicKeySet', { keys: Type.Array(Type.Unsafe<object>(Key)) })
const Issuer = namedObject('IssuerMetadata', { issuer: Type.String(), jwks_uri: Type.String() }, open)

const tags = ['Authentication']

/** RFC 6749, 7009: the addresses where machines get and give back their tokens. */
export function oauthRoutes(service: AccountsService): HttpRoutes {
  return async (app) => {
    app.addContentTypeParser(formType, { parseAs: 'string' }, async (_request: unknown, body: string) =>
      parseOAuthForm(body),
    )
    app.setErrorHandler((error, request, reply) => {
      const refusal = asOAuthError(error)
      if (!refusal) throw error
      service.log('TOKEN_REFUSED', { reason: refusal.code }, originOf(request))
      if (refusal.status === 401) void reply.header('www-authenticate', 'Basic realm="vigie"')
      const body = { error: refusal.code, error_description: refusal.description }
      return reply.code(refusal.status).header('cache-control', 'no-store').send(body)
    })
    app.post(
      '/oauth2/token',
      {
        config: { right: 'public', contentTypes: [formType] },
        schema: {
          operationId: 'issueToken',
          summary: 'Get an access token',
          description:
            'The client credentials flow of OAuth 2.0 (RFC 6749), with a secret or a signed assertion. Ask again shortly before the token ends.',
          tags,
          consumes: [formType],
          body: tokenForm,
          response: { 200: tokenAnswer, 400: refusalAnswer, 401: refusalAnswer, 403: problemAnswer },
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store').header('pragma', 'no-cache')
        return grant(loggingFrom(service, request), request, request.body)
      },
    )
    app.post(
      '/oauth2/revoke',
      {
        config: { right: 'public', contentTypes: [formType] },
        schema: {
          operationId: 'revokeToken',
          summary: 'Give a token back before its time',
          description: 'Follows RFC 7009: the answer is the same whether the token was known or not.',
          tags,
          consumes: [formType],
          body: revokeForm,
          response: { 200: Type.Object({}), 400: refusalAnswer, 401: refusalAnswer, 403: Problem },
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-store')
        await revoke(loggingFrom(service, request), request, request.body)
        return {}
      },
    )
  }
}

/** The same service, whose lines say where the request came from. */
function loggingFrom(service: AccountsService, request: FastifyRequest): AccountsService {
  const origin = originOf(request)
  return { ...service, log: (event, ids) => service.log(event, ids, origin) }
}

/** What is wrong with the form itself is OAuth's to tell; other faults stay problems of the catalogue. */
function asOAuthError(error: unknown): OAuthError | null {
  if (error instanceof OAuthError) return error
  const unreadable =
    error instanceof AppError ? error.status === 400 : Object.hasOwn(error as object, 'validation')
  return unreadable ? new OAuthError('invalid_request', 'The form cannot be read.') : null
}

async function grant(service: AccountsService, request: FastifyRequest, form: TokenForm) {
  switch (form.grant_type) {
    case 'client_credentials': {
      const proof = clientProof(request.headers.authorization, form)
      if (!proof) throw new OAuthError('invalid_client', 'Client authentication is missing.')
      const presented = { proof, origin: originOf(request) }
      const issued = await grantToClient(service, presented, form.scope ?? null)
      service.log('TOKEN_ISSUED', {
        clientId: issued.client.id,
        accountId: issued.client.accountId,
        jti: issued.jti,
      })
      return bearer(issued.token, issued.expiresIn, { scope: issued.scope })
    }
    case 'refresh_token': {
      if (form.refresh_token === undefined)
        throw new OAuthError('invalid_request', 'refresh_token is missing.')
      const renewed = await renewPersonSession(service, form.refresh_token, originOf(request))
      if (!renewed) throw new OAuthError('invalid_grant', 'The refresh token is unknown, spent or over.')
      return bearer(renewed.accessToken, renewed.expiresIn, { refresh_token: renewed.refreshToken })
    }
    case undefined:
      throw new OAuthError('invalid_request', 'grant_type is missing.')
    default:
      throw new OAuthError('unsupported_grant_type', 'Use client_credentials or refresh_token.')
  }
}

function bearer(token: string, expiresIn: number, rest: { scope?: string; refresh_token?: string }) {
  return { access_token: token, token_type: 'Bearer' as const, expires_in: expiresIn, ...rest }
}

/** A token nobody knows needs no revocation: that is a success too (RFC 7009 2.2). */
async function revoke(service: AccountsService, request: FastifyRequest, form: RevokeForm) {
  if (form.token === undefined) throw new OAuthError('invalid_request', 'token is missing.')
  const proof = clientProof(request.headers.authorization, form)
  const client = proof && (await authenticateClient(service, { proof, origin: originOf(request) }))
  if (await revokeRefreshToken(service, form.token)) return service.log('TOKEN_REVOKED', { kind: 'session' })
  const claims = await readOwnToken(service, form.token)
  if (!claims) return
  if (claims.kind === 'API_CLIENT') {
    if (!client) throw new OAuthError('invalid_client', 'Client authentication is missing.')
    if (client.id !== claims.id)
      throw new OAuthError('invalid_grant', 'This token belongs to another client.')
  }
  await revokeAccessToken(service, claims)
  service.log('TOKEN_REVOKED', { jti: claims.jti })
}

export function wellKnownRoutes(service: AccountsService): HttpRoutes {
  const { issuer } = service.identity
  const methods = ['client_secret_basic', 'client_secret_post', 'private_key_jwt']
  const metadata = {
    issuer,
    token_endpoint: `${issuer}/oauth2/token`,
    token_endpoint_auth_methods_supported: methods,
    token_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    revocation_endpoint: `${issuer}/oauth2/revoke`,
    revocation_endpoint_auth_methods_supported: [...methods, 'none'],
    revocation_endpoint_auth_signing_alg_values_supported: assertionAlgorithms,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials', 'refresh_token'],
    response_types_supported: [],
    scopes_supported: roles,
    service_documentation: `${issuer}/docs`,
  }
  return async (app) => {
    const config = { right: 'public' } as const
    app.get(
      '/.well-known/jwks.json',
      {
        config,
        schema: {
          operationId: 'getKeys',
          summary: 'Public keys of our access tokens',
          description:
            'Verify the signature of an access token with the key its header names. Keys change: fetch this again when a token names a key you do not know.',
          tags,
          response: { 200: KeySet },
        },
      },
      async (_request, reply) => {
        void reply.header('cache-control', 'public, max-age=60')
        return { keys: await service.keyring.publicKeys() }
      },
    )
    app.get(
      '/.well-known/oauth-authorization-server',
      {
        config,
        schema: {
          operationId: 'getIssuer',
          summary: 'Description of our issuer (RFC 8414)',
          description:
            'Lets a standard OAuth 2.0 library find the address for tokens, the keys and what is supported, so that only our address has to be configured.',
          tags,
          response: { 200: Issuer },
        },
      },
      async (_request, reply) => {
        void reply.header('cache-control', 'public, max-age=300')
        return metadata
      },
    )
  }
}
