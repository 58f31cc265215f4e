import type { HttpRoutes } from '../../platform/http/index.ts'
import { followingRoutes } from './following.routes.ts'
import { monitoringRoutes } from './monitoring.routes.ts'
import { providersRoutes, type ProvidersDeps } from './providers.routes.ts'
import { valuesRoutes } from './values.routes.ts'

/** Providers, their values, and who is followed. */
export const datahubRoutes = (deps: ProvidersDeps): HttpRoutes => {
  const parts = [providersRoutes(deps), followingRoutes(deps), valuesRoutes(deps), monitoringRoutes(deps)]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
