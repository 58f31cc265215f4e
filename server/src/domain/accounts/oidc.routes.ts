import { Type } from 'typebox'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { AppError } from '../../platform/kernel/index.ts'
import { admitByProvider } from './admit-by-provider.ts'
import { rememberSession } from './auth.routes.ts'
import { journeySeconds, type Arrived, type OidcSignIn } from './oidc-sign-in.ts'
import { continueSignIn, type SecondFactorQuestion } from './second-factor/sign-in-steps.ts'
import { arrivalOf, type Arrival } from './session-list/devices.ts'
import { oidcCallbackPath, type AccountsService } from './service.ts'

const home = '/app'
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

/** Sign-in through an OIDC provider: authorization code with PKCE. */
export function oidcRoutes(service: AccountsService, oidc: OidcSignIn): HttpRoutes {
  const { cookies } = service
  const config = { right: 'public' } as const
  return async (app) => {
    app.get(
      '/auth/oidc/start',
      {
        config,
        schema: {
          operationId: 'startOidcSignIn',
          summary: 'Leave for the identity provider',
          tags: ['Sign-in'],
          querystring: Type.Object({ returnTo: Type.Optional(Type.String({ maxLength: 500 })) }),
        },
      },
      async (request, reply) => {
        const wanted = request.query.returnTo ?? home
        const { location, journey } = await oidc.start(localPage.test(wanted) ? wanted : home)
        cookies.write(reply, 'oidc', { value: journey, maxAgeSeconds: journeySeconds })
        return reply.header('cache-control', 'no-store').redirect(location, 303)
      },
    )
    app.get(
      oidcCallbackPath,
      {
        config,
        schema: {
          operationId: 'finishOidcSignIn',
          summary: 'Come back from the identity provider',
          tags: ['Sign-in'],
          querystring: callbackQuery,
        },
      },
      async (request, reply) => {
        const journey = cookies.read(request, 'oidc')
        cookies.clear(reply, 'oidc')
        void reply.header('cache-control', 'no-store')
        const arrival = arrivalOf(request, cookies)
        const callback = new URL(request.url, service.publicUrl)
        const arrived = journey === null ? null : await oidc.finish(callback, journey)
        const outcome = arrived && (await signInByEmail(service, arrived, arrival))
        if (outcome === 'KEPT_OUT') return reply.redirect(`${home}/sign-in?error=address`, 303)
        if (!outcome) return reply.redirect(`${home}/sign-in?error=oidc`, 303)
        if ('question' in outcome) return reply.redirect(secondStep(outcome.question, arrived), 303)
        rememberSession(service, reply, outcome.tokens, arrival)
        return reply.redirect(arrived.returnTo, 303)
      },
    )
  }
}

/** In the fragment, which browsers keep out of requests, hence out of logs. */
function secondStep({ challenge }: SecondFactorQuestion, { returnTo }: Arrived): string {
  return `${home}/sign-in#challenge=${challenge}&returnTo=${encodeURIComponent(returnTo)}`
}

async function signInByEmail(service: AccountsService, { email, secondFactor }: Arrived, arrival: Arrival) {
  const { origin } = arrival
  const userId = await service.db.system((tx) => admitByProvider(tx, email))
  const means = { arrival, secondFactor: secondFactor ? ('PROVIDER' as const) : null }
  const outcome =
    userId === null ? null : await continueSignIn(service, userId, means).catch(asAddressRefusal)
  if (outcome === 'KEPT_OUT') return outcome
  const isAsked = outcome !== null && 'question' in outcome
  if (!isAsked) service.log(outcome ? 'SIGN_IN' : 'SIGN_IN_FAILED', { userId, by: 'oidc' }, origin)
  if (!outcome) service.failures.note({ by: 'oidc', origin, userId })
  return outcome
}

/** A browser that comes back from the provider is told on a page, not by a problem document. */
function asAddressRefusal(error: unknown): 'KEPT_OUT' {
  if (error instanceof AppError && error.code === 'ADDRESS_NOT_ALLOWED') return 'KEPT_OUT'
  throw error
}
