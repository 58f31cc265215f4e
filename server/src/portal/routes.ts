import { createCookieJar } from '../domain/accounts/index.ts'
import type { HttpRoutes } from '../platform/http/index.ts'
import { portalActionsRoutes } from './actions.routes.ts'
import { answersRoutes } from './answers.routes.ts'
import type { PortalDeps, PortalOptions } from './deps.ts'
import { draftFilesRoutes } from './draft-files.routes.ts'
import { draftReadingRoutes } from './draft-reading.routes.ts'
import { portalDraftsRoutes } from './drafts.routes.ts'
import { portalMeRoutes } from './me.routes.ts'
import { requestsRoutes } from './requests.routes.ts'
import { sessionRoutes } from './session.routes.ts'
import { uploadsRoutes } from './uploads/uploads.routes.ts'
import { admitVisitors } from './visitor.ts'

/** Everything people of third parties may ask for: outside accounts, behind a session of its own. */
export function portalRoutes(options: PortalOptions): HttpRoutes {
  const { limits, publicUrl } = options
  const deps: PortalDeps = {
    ...options,
    cookies: createCookieJar(publicUrl),
    contacts: limits.buckets('contact', { perSecond: 20, burst: 300 }),
  }
  const inside = [
    portalMeRoutes,
    requestsRoutes,
    portalDraftsRoutes,
    draftFilesRoutes,
    draftReadingRoutes,
    answersRoutes,
    uploadsRoutes,
    portalActionsRoutes,
  ]
  return async (app) => {
    await app.register(sessionRoutes(deps))
    await app.register(async (room) => {
      admitVisitors(room, deps)
      for (const part of inside) await room.register(part(deps))
    })
  }
}
