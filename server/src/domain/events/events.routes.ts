import type { HttpRoutes } from '../../platform/http/index.ts'
import type { FeedDeps } from './feed/answer-feed.ts'
import { feedRoutes } from './feed/feed.routes.ts'
import { latestRoutes } from './latest/latest.routes.ts'
import { timelinesRoutes, type TimelinesDeps } from './timelines/timelines.routes.ts'

/** The journal as readers see it: the feed of the account, its latest events and the timelines of its resources. */
export const eventsRoutes = (deps: FeedDeps & TimelinesDeps): HttpRoutes => {
  // Made once for both addresses of the account, so that they share one watch and one limit.
  const feed = feedRoutes(deps)
  return async (app) => {
    await app.register(feed)
    await app.register(latestRoutes(deps))
    await app.register(timelinesRoutes(deps))
  }
}
