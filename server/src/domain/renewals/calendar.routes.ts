import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { commitExportRecord } from '../../platform/administration/index.ts'
import type { Db } from '../../platform/db/index.ts'
import {
  dateTimeSchema,
  isUnchanged,
  originOf,
  write,
  type HttpRoutes,
  type Rate,
} from '../../platform/http/index.ts'
import { addDays, type AccountScope, type Clock, type Language } from '../../platform/kernel/index.ts'
import { createSecretOnce, showOnce } from '../accounts/index.ts'
import { addCalendarLink, calendarLinks, endCalendarLinks, openCalendar } from './calendar-links.ts'
import { forecastBatches } from './forecast-batches.ts'
import { todayOf } from './forecast.queries.ts'
import { daysAhead, forecastTags as tags, usualDays } from './forecast.routes.ts'
import { calendarOf, calendarTag } from './ical.ts'

interface CalendarDeps {
  readonly db: Db
  readonly clock: Clock
  readonly publicUrl: string
}

/** As many as calendar programs take without choking; what is nearest comes first. */
const mostEvents = 5_000

const config = { right: 'read' } as const
const contentType = 'text/calendar; charset=utf-8'
const calendar = {
  200: {
    description: 'A calendar (RFC 5545) with an all-day event for the last day of each thing that ends.',
    content: { 'text/calendar': { schema: Type.Unsafe<unknown>(Type.String()) } },
  },
}
const linkFields = {
  linkId: Type.Integer(),
  createdAt: dateTimeSchema,
  expiresAt: dateTimeSchema,
}

const calendarRoute = {
  config,
  schema: {
    operationId: 'getForecastCalendar',
    tags,
    summary: 'The forecast as a calendar',
    description:
      'For a calendar program that sends a token. For one that cannot, make a calendar address instead.',
    querystring: Type.Object({ days: daysAhead }),
    response: calendar,
  },
} as const

const addRoute = {
  config,
  onSend: createSecretOnce,
  schema: {
    operationId: 'addCalendarLink',
    tags,
    summary: 'A secret address of the forecast for calendar programs; it is shown this once',
    description:
      'Whoever has the address reads the forecast of the next 90 days, as long as its maker may read the account and one year at most. Where the account may only be used from certain addresses, a calendar service elsewhere is refused (403 ADDRESS_NOT_ALLOWED). Of one caller the ten newest work.',
    response: { 201: Type.Object({ ...linkFields, url: Type.Optional(Type.String()) }) },
  },
} as const

const listRoute = {
  config,
  schema: {
    operationId: 'listCalendarLinks',
    tags,
    summary: 'The caller’s own calendar addresses, without their secrets',
    description: 'Shows when each address was made and when it ends, so that unknown ones can be noticed.',
    response: { 200: Type.Object({ content: Type.Array(Type.Object(linkFields)) }) },
  },
} as const

const endRoute = {
  config,
  schema: {
    operationId: 'endCalendarLinks',
    tags,
    summary: 'Let all calendar addresses of the caller stop working',
    description:
      'Calendars that use them show nothing new from now on. Addresses of other people keep working.',
    response: { 204: Type.Null({ description: 'Done' }) },
  },
} as const

export const calendarRoutes =
  (deps: CalendarDeps): HttpRoutes =>
  async (app) => {
    const { db, publicUrl } = deps
    app.get('/forecast.ics', calendarRoute, async (request, reply) => {
      const { scope, language, query, method } = request
      const days = query.days ?? usualDays
      const { text, count } = await calendarText(deps, { ...scope, language, days })
      if (isKnown(request, reply, text)) return reply.send()
      if (method !== 'HEAD') {
        await commitExportRecord(db, scope, { what: 'forecast.ics', count, filters: { days } })
      }
      return sendCalendar(reply, text)
    })
    app.get('/forecast/calendar-links', listRoute, async ({ scope, principal }) => ({
      content: await db.read(scope, (tx) => calendarLinks(tx, scope, principal.key)),
    }))
    app.post('/forecast/calendar-links', addRoute, async (request, reply) => {
      const { scope, language } = request
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const requested = { principal: request.principal.key, language }
          const { token, ...link } = await addCalendarLink(tx, scope, requested)
          showOnce(request, { url: `${publicUrl}/calendar/${token}.ics` })
          return link
        },
      })
    })
    app.delete('/forecast/calendar-links', endRoute, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => endCalendarLinks(tx, request.scope, request.principal.key),
      }),
    )
  }

/** Where the secret addresses lead: calendar programs have no token of ours. */
export const calendarFeedRoutes =
  (deps: CalendarDeps & { readonly rate: Rate }): HttpRoutes =>
  async (app) => {
    const route = {
      config: { right: 'public', rate: { name: 'calendars', ...deps.rate } },
      schema: {
        operationId: 'followCalendarLink',
        tags,
        summary: 'The calendar a secret address leads to',
        description: 'The address is the secret: whoever knows it can read the calendar until it is ended.',
        params: Type.Object({ token: Type.String({ maxLength: 100 }) }),
        response: calendar,
      },
    } as const
    app.get('/calendar/:token.ics', route, async (request, reply) => {
      const { address } = originOf(request)
      const openedCalendar = await openCalendar(deps.db, request.params.token, address)
      // Not journaled at each use: calendar programs poll every hour. Creating the address was.
      const { text } = await calendarText(deps, { ...openedCalendar, days: usualDays })
      return isKnown(request, reply, text) ? reply.send() : sendCalendar(reply, text)
    })
  }

async function calendarText(
  { db, clock, publicUrl }: CalendarDeps,
  { accountId, units, language, days }: AccountScope & { language: Language; days: number },
): Promise<{ text: string; count: number }> {
  let count = 0
  const text = await db.snapshot({ accountId, units }, async (tx) => {
    const today = await todayOf(tx, { accountId })
    const window = { accountId, from: today, until: addDays(today, days), thirdpartyId: null }
    const items = countBatches(forecastBatches(tx, window, language, mostEvents), (more) => (count += more))
    return calendarOf({ accountId, language, publicUrl, now: clock.now(), items })
  })
  return { text, count }
}

async function* countBatches<T>(
  batches: AsyncIterable<T[]>,
  add: (more: number) => void,
): AsyncGenerator<T[]> {
  for await (const batch of batches) {
    add(batch.length)
    yield batch
  }
}

/** Calendar programs ask every hour for what changes once a day. The tag is weak: the hour of writing stands in it. */
function isKnown(request: FastifyRequest, reply: FastifyReply, text: string): boolean {
  const tag = calendarTag(text)
  const known = isUnchanged(request, reply, tag)
  reply.header('etag', `W/"${tag}"`)
  return known
}

function sendCalendar(reply: FastifyReply, text: string): FastifyReply {
  return reply.type(contentType).send(text)
}
