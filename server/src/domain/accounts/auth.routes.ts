import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { originOf, type HttpRoutes, namedObject } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { renewPersonSession, type PersonTokens } from './person-tokens.ts'
import { requestPasswordReset } from './request-reset.ts'
import { revokeRefreshToken } from './revoke-token.ts'
import { originHeader, requireOwnOrigin, requireOwnPage } from './same-origin.ts'
import { questionAnswer } from './second-factor/factor.schemas.ts'
import type { AccountsService } from './service.ts'
import { arrivalOf, rememberDevice, type Arrival } from './session-list/devices.ts'
import { setPasswordByLink } from './set-password.ts'
import { signIn } from './sign-in.ts'

export const accessAnswer = namedObject('AccessToken', {
  accessToken: Type.String(),
  tokenType: Type.Literal('Bearer'),
  expiresIn: Type.Integer({ description: 'Seconds' }),
})
const nothing = Type.Null({ description: 'Done' })
const tags = ['Sign-in']
const config = { right: 'public' } as const
const pageHeader = `Needs the header ${originHeader}, which only our own pages can send.`

const signInRoute = {
  config,
  schema: {
    operationId: 'signIn',
    summary: 'Sign in with e-mail and password',
    description:
      'Answers with an access token, or with the question for a second factor. Meant for our pages; programs use client credentials.',
    tags,
    body: Type.Object({
      email: Type.String({ minLength: 1, maxLength: 254 }),
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
    }),
    response: {
      200: Type.Union([accessAnswer, Type.Object({ secondFactor: questionAnswer })], {
        description:
          'An access token, with the session in a cookie. Or, for somebody with a second factor, a challenge and neither.',
      }),
    },
  },
}

const optionsRoute = {
  config,
  schema: {
    operationId: 'signInOptions',
    summary: 'The ways people may sign in here',
    description:
      'With `account`, the ways into that account; one that does not exist looks like one without a provider of its own.',
    tags,
    querystring: Type.Object({
      account: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    }),
    response: {
      200: Type.Object({
        password: Type.Boolean(),
        oidc: Type.Boolean({ description: 'Through the provider of the installation: /auth/oidc/start.' }),
        passkey: Type.Boolean(),
        singleSignOn: Type.Boolean({
          description: 'Through the account’s own provider: /auth/oidc/start?account=….',
        }),
      }),
    },
  },
}

const refreshRoute = {
  config,
  schema: {
    operationId: 'refreshSession',
    summary: 'Renew the access token of a signed-in person',
    description: pageHeader,
    tags,
    response: { 200: accessAnswer },
  },
}

const signOutRoute = {
  config,
  schema: {
    operationId: 'signOut',
    summary: 'End the session of the browser',
    description: pageHeader,
    tags,
    response: { 204: nothing },
  },
}

const setPasswordRoute = {
  config,
  schema: {
    operationId: 'setPassword',
    summary: 'Choose a new password with a mailed link',
    description: 'The link works once. Sign in with the new password afterwards.',
    tags,
    body: Type.Object({
      token: Type.String({ minLength: 1, maxLength: 1_000 }),
      password: Type.String({ minLength: 1, maxLength: 1_000 }),
    }),
    response: { 204: nothing },
  },
}

const resetRoute = {
  config,
  schema: {
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail with a link to choose a new password',
    description: 'The answer is the same for an address nobody has.',
    tags,
    body: Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }),
    response: { 204: nothing },
  },
}

/** Sign-in of people: the access token goes to the page's memory, the refresh token to a cookie it cannot read. */
export function authRoutes(service: AccountsService): HttpRoutes {
  const { cookies, publicUrl } = service
  return async (app) => {
    app.get('/auth/options', optionsRoute, async ({ query }) => {
      const provider = query.account === undefined ? null : await service.providers.find(query.account)
      const isOwn = !(provider?.isInForce === true && provider.isEnforced)
      const oidc = isOwn && service.providers.installation !== null
      return { password: isOwn, oidc, passkey: isOwn, singleSignOn: provider?.isInForce ?? false }
    })
    app.post('/auth/sign-in', signInRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const arrival = arrivalOf(request, cookies)
      const outcome = await signIn(service, { ...request.body, arrival })
      void reply.header('cache-control', 'no-store')
      if ('question' in outcome) return { secondFactor: outcome.question }
      return handOver(service, reply, outcome.tokens, arrival)
    })
    app.post('/auth/refresh', refreshRoute, async (request, reply) => {
      requireOwnPage(request, publicUrl)
      const refreshToken = cookies.read(request, 'session')
      if (refreshToken === null) throw new AppError('AUTH_TOKEN_MISSING')
      const tokens = await renewPersonSession(service, refreshToken, originOf(request))
      if (tokens) return handOver(service, reply, tokens)
      service.log('SESSION_REFUSED', {}, originOf(request))
      cookies.clear(reply, 'session')
      throw new AppError('AUTH_TOKEN_REVOKED')
    })
    app.post('/auth/sign-out', signOutRoute, async (request, reply) => {
      requireOwnPage(request, publicUrl)
      const refreshToken = cookies.read(request, 'session')
      if (refreshToken !== null) await revokeRefreshToken(service, refreshToken)
      service.log('SIGN_OUT', {}, originOf(request))
      cookies.clear(reply, 'session')
      return reply.code(204).send(null)
    })
    app.post('/auth/password-reset', resetRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      await requestPasswordReset(service, { ...request.body, origin: originOf(request) })
      return reply.code(204).send(null)
    })
    app.post('/auth/set-password', setPasswordRoute, async (request, reply) => {
      requireOwnOrigin(request, publicUrl)
      const { userId } = await setPasswordByLink(service.db, { ...request.body, origin: originOf(request) })
      service.authenticator.forget()
      service.log('PASSWORD_SET', { userId }, originOf(request))
      return reply.code(204).send(null)
    })
  }
}

export function rememberSession(
  service: AccountsService,
  reply: FastifyReply,
  tokens: PersonTokens,
  arrival?: Arrival,
): void {
  const left = tokens.sessionEndsAt.getTime() - service.clock.now().getTime()
  const maxAgeSeconds = Math.max(0, Math.floor(left / 1000))
  service.cookies.write(reply, 'session', { value: tokens.refreshToken, maxAgeSeconds })
  if (arrival) rememberDevice(reply, service.cookies, arrival)
}

export function handOver(
  service: AccountsService,
  reply: FastifyReply,
  tokens: PersonTokens,
  arrival?: Arrival,
) {
  rememberSession(service, reply, tokens, arrival)
  void reply.header('cache-control', 'no-store')
  return { accessToken: tokens.accessToken, tokenType: 'Bearer' as const, expiresIn: tokens.expiresIn }
}
