import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { originOf, type HttpRoutes } from '../../../platform/http/index.ts'
import { rememberSession } from '../auth.routes.ts'
import type { SecondFactorQuestion } from '../second-factor/sign-in-steps.ts'
import { arrivalOf } from '../session-list/devices.ts'
import { oidcCallbackPath, type AccountsService } from '../service.ts'
import { finishTrial, leaveForTrial } from './finish-trial.ts'
import { journeySeconds, type Journey } from './journeys.ts'
import { beginProof, finishProof } from './prove-by-provider.ts'
import { beginJourney, signInByProvider } from './sign-in-by-provider.ts'
import { errorWord, SignInRefused } from './sign-in-refusal.ts'

const home = '/app'
const signInPage = `${home}/sign-in`
const trialPage = (accountId: number | null) => `${home}/account/${accountId}/settings/single-sign-on`
// Only our own pages: anything else would make us a springboard to foreign sites.
const localPage = /^\/app(\/[\w-][\w.-]*)*\/?(\?[\w\-.=&%]*)?$/

// What issuers are known to add to their answer; the exchange itself reads the raw address.
const callbackQuery = Type.Object(
  Object.fromEntries(
    [
      'code',
      'state',
      'iss',
      'session_state',
      'scope',
      'authuser',
      'hd',
      'prompt',
      'client_info',
      'error',
      'error_description',
      'error_uri',
      'error_subcode',
    ].map((name) => [name, Type.Optional(Type.String())]),
  ),
)

const startRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'startOidcSignIn',
    summary: 'Leave for the identity provider',
    description:
      'For a browser. With `account`, the provider of that account; without, the one of the installation. Every failure leads to the sign-in page with `error` and a word for the cause.',
    tags: ['Sign-in'],
    querystring: Type.Object({
      account: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
      returnTo: Type.Optional(Type.String({ maxLength: 500 })),
      prove: Type.Optional(
        Type.Boolean({
          description:
            'To prove anew who I am, for the session of this browser, through the provider that opened it. `account` is not needed.',
        }),
      ),
      try: Type.Optional(
        Type.String({ maxLength: 1_000, description: 'A trial of the settings, as its start answered it.' }),
      ),
    }),
    response: { 303: Type.Null({ description: 'To the provider, or back to the sign-in page' }) },
  },
} as const

const callbackRoute = {
  config: { right: 'public' },
  schema: {
    operationId: 'finishOidcSignIn',
    summary: 'Come back from the identity provider',
    description: 'The one redirect address to register at every provider.',
    tags: ['Sign-in'],
    querystring: callbackQuery,
    response: { 303: Type.Null({ description: 'To the page that was asked for, or to the sign-in page' }) },
  },
} as const

/** Sign-in through an OIDC provider: authorization code with PKCE. */
export function oidcRoutes(service: AccountsService): HttpRoutes {
  const { cookies, providers } = service
  return async (app) => {
    app.get('/auth/oidc/start', startRoute, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { account: accountId = null, returnTo: wanted = home } = request.query
      const returnTo = localPage.test(wanted) ? wanted : home
      try {
        const { location, journey } = await leave(service, request, { accountId, returnTo })
        cookies.write(reply, 'oidc', { value: journey, maxAgeSeconds: journeySeconds })
        return await reply.redirect(location, 303)
      } catch (error) {
        return refuse(service, { request, reply, accountId, error })
      }
    })
    app.get(oidcCallbackPath, callbackRoute, async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const sealed = cookies.read(request, 'oidc')
      const journey = sealed === null ? null : providers.journeys.open(sealed)
      cookies.clear(reply, 'oidc')
      const callback = new URL(request.url, service.publicUrl)
      if (journey !== null && journey.trialId !== null) {
        await finishTrial(service, { journey, callback, trialId: journey.trialId })
        return reply.redirect(`${trialPage(journey.accountId)}?try=${journey.trialId}`, 303)
      }
      try {
        if (journey === null) throw new SignInRefused('STATE_MISMATCH')
        if (journey.proof !== null) {
          await finishProof(service, { journey, callback, proof: journey.proof, origin: originOf(request) })
          return await reply.redirect(journey.returnTo, 303)
        }
        return await enter(service, { request, reply, journey, callback })
      } catch (error) {
        return refuse(service, { request, reply, accountId: journey?.accountId ?? null, error })
      }
    })
  }
}

interface StartQuery {
  readonly try?: string
  readonly prove?: boolean
}

/** To sign in, to try the settings, or to prove anew who sits there. */
function leave(
  service: AccountsService,
  request: FastifyRequest<{ Querystring: StartQuery }>,
  { accountId, returnTo }: { readonly accountId: number | null; readonly returnTo: string },
): Promise<{ location: string; journey: string }> {
  const { try: ticket, prove = false } = request.query
  if (ticket !== undefined) return leaveForTrial(service, ticket)
  if (!prove) return beginJourney(service, { accountId, returnTo })
  return beginProof(service, { refreshToken: service.cookies.read(request, 'session'), returnTo })
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

async function enter(
  service: AccountsService,
  { request, reply, journey, callback }: Exchange & { journey: Journey; callback: URL },
): Promise<FastifyReply> {
  const arrival = arrivalOf(request, service.cookies)
  const { userId, outcome } = await signInByProvider(service, { journey, callback, arrival })
  if ('question' in outcome) return reply.redirect(secondStep(outcome.question, journey), 303)
  const { accountId } = journey
  service.log('SIGN_IN', { userId, by: 'oidc', ...(accountId !== null && { accountId }) }, arrival.origin)
  rememberSession(service, reply, outcome.tokens, arrival)
  return reply.redirect(journey.returnTo, 303)
}

/** In the fragment, which browsers keep out of requests, hence out of logs. */
function secondStep({ challenge }: SecondFactorQuestion, { returnTo }: Journey): string {
  return `${signInPage}#challenge=${challenge}&returnTo=${encodeURIComponent(returnTo)}`
}

/** Tells the log and the journal why, and the person by a word of the sign-in page. */
function refuse(
  service: AccountsService,
  { request, reply, accountId, error }: Exchange & { accountId: number | null; error: unknown },
): FastifyReply {
  if (!(error instanceof SignInRefused)) throw error
  const { why: cause } = error
  const origin = originOf(request)
  service.log('SIGN_IN_FAILED', { userId: null, by: 'oidc', accountId, cause }, origin)
  // Of an account without a provider nobody knows whether it exists.
  const told = cause === 'NO_PROVIDER' ? null : accountId
  service.failures.note({ by: 'oidc', origin, userId: null, accountId: told, cause })
  const account = accountId === null ? '' : `&account=${accountId}`
  return reply.redirect(`${signInPage}?error=${errorWord(cause)}${account}`, 303)
}
