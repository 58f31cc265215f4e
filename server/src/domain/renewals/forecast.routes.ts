import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { pageQuery, pathId, type Cursors, type HttpRoutes } from '../../platform/http/index.ts'
import { addDays, pageOf, type Scope } from '../../platform/kernel/index.ts'
import { decodePosition, encodePosition, readRequestedPage } from '../../platform/lists/index.ts'
import { requireThirdParty } from '../thirdparties/index.ts'
import { countAhead, forecastPage, mostCounted, todayOf, type Ahead } from './forecast.queries.ts'
import { ForecastPage, forecastReasons, type ForecastReason, type Horizon } from './forecast.schema.ts'

export interface ForecastDeps {
  readonly db: Db
  readonly cursors: Cursors
  /** What will have ended in 30, 60 and 90 days as it was counted last, of a large account; null for others. */
  readonly ahead: (scope: Scope) => Promise<Horizon[] | null>
}

export const forecastTags = ['Forecast']
export const daysAhead = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 366,
    description: 'How many days to look ahead, today included; 90 unless told.',
  }),
)
export const usualDays = 90

export const reasonFilter = Type.Optional(
  Type.Array(Type.Enum([...forecastReasons]), {
    minItems: 1,
    maxItems: forecastReasons.length,
    description: 'Only what ends for these reasons: one or several, separated by commas.',
  }),
)
const querystring = Type.Object({ days: daysAhead, reason: reasonFilter, ...pageQuery() })
const description =
  'What will be expired, invalid or late by then if nothing is done, by day. Documents that are not required are left out.'

const forecastRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getForecast',
    tags: forecastTags,
    summary: 'What will end in the days to come',
    description,
    querystring,
    response: { 200: ForecastPage },
  },
} as const

const ofThirdPartyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getThirdPartyForecast',
    tags: forecastTags,
    summary: 'What will end for one third party in the days to come',
    description,
    params: Type.Object({ thirdpartyId: pathId }),
    querystring,
    response: { 200: ForecastPage },
  },
} as const

/** What time alone will bring. */
export const forecastRoutes =
  (deps: ForecastDeps): HttpRoutes =>
  async (app) => {
    app.get('/forecast', forecastRoute, (request, reply) =>
      forecast(deps, request, reply, { ...request.query, thirdpartyId: null }),
    )
    app.get('/thirdparties/:thirdpartyId/forecast', ofThirdPartyRoute, async (request, reply) => {
      const { scope, params } = request
      await deps.db.read(scope, (tx) => requireThirdParty(tx, scope, params.thirdpartyId))
      return forecast(deps, request, reply, { ...request.query, ...params })
    })
  }

interface Requested {
  readonly days?: number
  readonly reason?: ForecastReason[]
  readonly thirdpartyId: number | null
}

async function forecast(
  { db, cursors, ahead }: ForecastDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { days = usualDays, reason: wanted = [...forecastReasons], thirdpartyId }: Requested,
) {
  const { scope, language } = request
  const reasons = forecastReasons.filter((one) => wanted.includes(one))
  const known = thirdpartyId === null ? await ahead(scope) : null
  const { page, found, next } = await readRequestedPage(request, reply, {
    cursors,
    filters: { list: 'forecast', days, reasons: reasons.join(), thirdpartyId },
    // What is counted is shown beside the page, so each page counts.
    read: ({ after, size, offset }) =>
      db.snapshot(scope, async (tx) => {
        const counted = await countWindow(tx, scope, { days, thirdpartyId, reasons, known })
        const { today: from, until } = counted
        const span = { accountId: scope.accountId, from, until, thirdpartyId, reasons }
        const window = { size, offset, after: decodePosition(after) }
        const { items: content, last } = await forecastPage(tx, span, window, language)
        return { ...counted, content, last: encodePosition(last) }
      }),
  })
  const { today, until, horizons } = found
  return { today, until, horizons, ...pageOf(page, { ...found, next }) }
}

const shownHorizons = [30, 60, 90]

interface ForecastPageRequest extends Ahead {
  readonly known: Horizon[] | null
}

/** A large account is not counted for a page: what is known of it tells how much there is at least. */
async function countWindow(
  tx: ReadTx,
  scope: Scope,
  { days, thirdpartyId, reasons, known }: ForecastPageRequest,
) {
  const sumOf = (horizon: Horizon | undefined) => reasons.reduce((sum, one) => sum + (horizon?.[one] ?? 0), 0)
  const today = await todayOf(tx, scope)
  const until = addDays(today, days)
  if (known?.some((one) => one.days <= days && sumOf(one) > mostCounted)) {
    return { today, until, horizons: known, total: mostCounted, totalIsExact: false }
  }
  const horizons = [...(known ? [] : shownHorizons), days].map((one) => ({
    days: one,
    until: addDays(today, one),
  }))
  const most = known ? mostCounted : undefined
  const counts = await countAhead(tx, scope, { today, thirdpartyId, most }, horizons)
  const total = sumOf(counts.at(-1))
  const capped = { total: Math.min(total, mostCounted), totalIsExact: total <= mostCounted }
  return {
    today,
    until,
    horizons: known ?? counts.slice(0, shownHorizons.length),
    ...(known ? capped : { total, totalIsExact: true }),
  }
}
