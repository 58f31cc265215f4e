import { Type } from 'typebox'
import {
  EventSchema,
  pageQuery,
  type HttpRoutes,
  namedObject,
  recordId,
} from '../../../platform/http/index.ts'
import { namesQuery } from '../event-names-query.ts'
import { answerFeedPage, answerStream, maxPosition, readersPerAccount, type FeedDeps } from './answer-feed.ts'
import { JournalWatch } from './journal-watch.ts'

const id = Type.Optional(recordId)

const Query = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: maxPosition,
      description: 'The last number you have; 0, from the beginning, when absent.',
    }),
  ),
  names: namesQuery,
  size: pageQuery().size,
  wait: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 60,
      description: 'Seconds to hold the request while there is nothing new; 0 when absent.',
    }),
  ),
  thirdpartyId: id,
  dossierId: id,
  documentId: id,
})

const FeedAnswer = namedObject('EventFeed', {
  content: Type.Array(EventSchema),
  next: Type.Integer({ description: 'Give it as `after` to go on, also when content is empty.' }),
  head: Type.Integer({ description: 'The last number of the journal; while next is less, there is more.' }),
  complete: Type.Boolean({
    description:
      'False for who sees the companies of some units only: events of others are left out, so numbers may be missing.',
  }),
})

const route = {
  config: { right: 'read' },
  schema: {
    operationId: 'readEvents',
    tags: ['Events'],
    summary: 'The journal itself, event by event: complete, in order, as often as you like',
    description:
      'With Accept: text/event-stream the events come as server-sent events: id is the number, Last-Event-ID goes on after it and takes the place of after. The stream ends when the token does, after an hour at most; with wait, once nothing came for so long. At most 20 requests of an account are held open at once. See docs/event-feed.md.',
    querystring: Query,
    response: { 200: FeedAnswer },
  },
} as const

/** The feed of events. */
export const feedRoutes = (deps: FeedDeps): HttpRoutes => {
  const shared = {
    watch: new JournalWatch(deps.db),
    // Readers come back again and again: a place is kept for the next one for a while.
    slots: deps.places.places({ name: 'event readers', perSubject: readersPerAccount, keeps: true }),
    streams: new Set<() => void>(),
  }
  const parts = { ...deps, ...shared }
  return async (app) => {
    app.addHook('preClose', (done) => {
      shared.watch.stop()
      for (const end of shared.streams) end()
      done()
    })
    app.get('/events', route, async (request, reply) => {
      // HEAD asks for no event, so there is none to wait for.
      if (request.method === 'HEAD')
        return answerFeedPage(parts, request, reply, { ...request.query, wait: 0 })
      const wanted = request.headers.accept?.toLowerCase().includes('text/event-stream') === true
      if (!wanted) return answerFeedPage(parts, request, reply, request.query)
      await answerStream(parts, request, reply, request.query)
      return reply
    })
  }
}
