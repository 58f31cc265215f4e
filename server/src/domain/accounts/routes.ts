import type { HttpApp, HttpRoutes } from '../../platform/http/index.ts'
import { allowedAddressesRoutes } from './allowed-addresses.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { clientRoutes } from './clients.routes.ts'
import { acceptanceRoutes } from './invitations/acceptance.routes.ts'
import { memberInvitationRoutes } from './invitations/invitations.routes.ts'
import { meRoutes } from './me.routes.ts'
import { oauthRoutes, wellKnownRoutes } from './oauth.routes.ts'
import { identityProviderRoutes } from './identity-provider/identity-provider.routes.ts'
import { oidcRoutes } from './identity-provider/oidc.routes.ts'
import { accountFactorRoutes } from './second-factor/account-factors.routes.ts'
import { ownFactorRoutes, stepUpRoutes } from './second-factor/own-factors.routes.ts'
import { signInStepRoutes } from './second-factor/sign-in-steps.routes.ts'
import type { AccountsService } from './service.ts'
import { memberSessionRoutes, ownSessionRoutes } from './session-list/sessions.routes.ts'
import { userRoutes } from './users.routes.ts'

/** Outside any account: tokens, sign-in, keys, and who am I. */
export function publicRoutesOf(service: AccountsService): HttpRoutes {
  return async (app) => {
    app.addHook('onClose', () => service.failures.flush())
    followStanding(app, service)
    await app.register(oauthRoutes(service))
    await app.register(wellKnownRoutes(service))
    await app.register(authRoutes(service))
    await app.register(oidcRoutes(service))
    await app.register(meRoutes(service))
    await app.register(acceptanceRoutes(service))
    await app.register(ownSessionRoutes(service))
    await app.register(signInStepRoutes(service))
    await app.register(ownFactorRoutes(service))
    await app.register(stepUpRoutes(service))
  }
}

/** Only a process that is asked by others has something to forget. */
function followStanding(app: HttpApp, { authenticator }: AccountsService): void {
  let following: ReturnType<AccountsService['authenticator']['follow']> | null = null
  app.addHook('onListen', async () => {
    following ??= authenticator.follow()
  })
  app.addHook('onClose', () => following?.stop())
}

/** To be registered through `accountRoutes`. */
export function accountRoutesOf(service: AccountsService): HttpRoutes {
  return async (app) => {
    await app.register(userRoutes(service))
    await app.register(memberInvitationRoutes(service))
    await app.register(clientRoutes(service))
    await app.register(memberSessionRoutes(service))
    await app.register(accountFactorRoutes(service))
    await app.register(allowedAddressesRoutes(service))
    await app.register(identityProviderRoutes(service))
  }
}
