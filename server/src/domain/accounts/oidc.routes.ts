import { Type } from 'typebox'
import { originOf, type HttpRoutes } from '../../platform/http/index.ts'
import { AppError, type Origin } from '../../platform/kernel/index.ts'
import { rememberSession } from './auth.routes.ts'
import { journeySeconds, type OidcSignIn } from './oidc-sign-in.ts'
import { startPersonSession } from './person-tokens.ts'
import { oidcCallbackPath, type AccountsService } from './service.ts'
import { standingOfEmail } from './standing.queries.ts'

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
        const callback = new URL(request.url, service.publicUrl)
        const arrived = journey === null ? null : await oidc.finish(callback, journey)
        const tokens = arrived && (await signInByEmail(service, arrived.email, originOf(request)))
        if (tokens === 'KEPT_OUT') return reply.redirect(`${home}/sign-in?error=address`, 303)
        if (!tokens) return reply.redirect(`${home}/sign-in?error=oidc`, 303)
        rememberSession(service, reply, tokens)
        return reply.redirect(arrived.returnTo, 303)
      },
    )
  }
}

async function signInByEmail(service: AccountsService, email: string, origin: Origin) {
  const person = await service.db.system((tx) => standingOfEmail(tx, email))
  const tokens = person && (await startPersonSession(service, person.id, origin).catch(keptOut))
  if (tokens === 'KEPT_OUT') return tokens
  service.log(tokens ? 'SIGN_IN' : 'SIGN_IN_FAILED', { userId: person?.id ?? null, by: 'oidc' })
  return tokens
}

/** A browser that comes back from the provider is told on a page, not by a problem document. */
function keptOut(error: unknown): 'KEPT_OUT' {
  if (error instanceof AppError && error.code === 'ADDRESS_NOT_ALLOWED') return 'KEPT_OUT'
  throw error
}
