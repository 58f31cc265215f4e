import type { HttpRoutes } from '../../../platform/http/index.ts'
import { answersRoutes } from './answers.routes.ts'
import { draftsRoutes } from './drafts.routes.ts'
import { oneResponseRoutes } from './responses.routes.ts'
import type { ResponsesDeps } from './route-parts.ts'

export const responsesRoutes = (deps: ResponsesDeps): HttpRoutes => {
  const parts = [answersRoutes(deps), oneResponseRoutes(deps), draftsRoutes(deps)]
  return async (app) => {
    for (const part of parts) await app.register(part)
  }
}
