import type { HttpRoutes } from '../../platform/http/index.ts'
import { allowedAddressesRoutes } from './allowed-addresses.routes.ts'
import { authRoutes } from './auth.routes.ts'
import { clientRoutes } from './clients.routes.ts'
import { meRoutes } from './me.routes.ts'
import { oauthRoutes, wellKnownRoutes } from './oauth.routes.ts'
import { oidcRoutes } from './oidc.routes.ts'
import type { AccountsService } from './service.ts'
import { userRoutes } from './users.routes.ts'

/** Outside any account: tokens, sign-in, keys, and who am I. */
export function publicRoutesOf(service: AccountsService): HttpRoutes {
  return async (app) => {
    await app.register(oauthRoutes(service))
    await app.register(wellKnownRoutes(service))
    await app.register(authRoutes(service))
    if (service.oidc) await app.register(oidcRoutes(service, service.oidc))
    await app.register(meRoutes(service))
  }
}

/** To be registered through `accountRoutes`. */
export function accountRoutesOf(service: AccountsService): HttpRoutes {
  return async (app) => {
    await app.register(userRoutes(service))
    await app.register(clientRoutes(service))
    await app.register(allowedAddressesRoutes(service))
  }
}
