import type { HttpRoutes } from '../../../platform/http/index.ts'
import { dossierAttributesRoutes } from './attributes.routes.ts'
import { dossierChangesRoutes, openingRoutes } from './dossier-changes.routes.ts'
import { dossierReadRoutes, type DossierReadDeps } from './dossiers.routes.ts'
import { requirementsRoutes } from './requirements.routes.ts'

export const dossiersRoutes = (deps: DossierReadDeps): HttpRoutes => {
  const parts = [
    dossierReadRoutes(deps),
    openingRoutes(deps),
    dossierChangesRoutes(deps),
    requirementsRoutes(deps),
    dossierAttributesRoutes(deps),
  ]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
