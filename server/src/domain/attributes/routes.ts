import type { Db } from '../../platform/db/index.ts'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { definitionsRoutes } from './definitions.routes.ts'
import { valuesRoutes } from './values.routes.ts'

export const attributesRoutes =
  (deps: { db: Db }): HttpRoutes =>
  async (app) => {
    await app.register(definitionsRoutes(deps))
    await app.register(valuesRoutes(deps))
  }
