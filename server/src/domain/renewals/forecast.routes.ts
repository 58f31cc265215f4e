import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import {
  linkNext,
  pageQuery,
  pageRequest,
  pathId,
  type Cursors,
  type HttpRoutes,
} from '../../platform/http/index.ts'
import { AppError, pageOf, type PageRequest, type Scope } from '../../platform/kernel/index.ts'
import { addDays } from '../documents/index.ts'
import { countAhead, forecastItems, todayOf, type Ahead, type Position } from './forecast.queries.ts'
import {
  ForecastPage,
  forecastReasons,
  type ForecastItem,
  type ForecastReason,
  type Horizon,
} from './forecast.schema.ts'

export interface ForecastDeps {
  readonly db: Db
  readonly cursors: Cursors
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

const querystring = Type.Object({ days: daysAhead, ...pageQuery() })
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

type Query = Parameters<typeof pageRequest>[0] & { days?: number; thirdpartyId: number | null }

async function forecast(
  { db, cursors }: ForecastDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { days = usualDays, thirdpartyId, ...query }: Query,
) {
  const { scope, language } = request
  const asked = pageRequest(query)
  const binding = { list: 'forecast', days, thirdpartyId }
  const after = asked.cursor === null ? null : positionOf(cursors.open(scope, binding, asked.cursor))
  const { today, until, items, horizons, total } = await db.snapshot(scope, async (tx) => {
    const found = await counted(tx, scope, { days, thirdpartyId })
    const { today: from, until: end } = found
    const window = { accountId: scope.accountId, from, until: end, thirdpartyId }
    return { ...found, items: await forecastItems(tx, { ...window, ...pageIn(asked, after) }, language) }
  })
  const last = items.length === asked.size ? items.at(-1) : undefined
  const next = last ? cursors.seal(scope, binding, [last.date, last.reason, idOf(last)]) : null
  linkNext(request, reply, next)
  return {
    today,
    until,
    horizons,
    ...pageOf(asked, { content: items, total, totalIsExact: true, next }),
  }
}

function pageIn({ size, page }: PageRequest, after: Position | null) {
  return { after, size, offset: after === null ? page * size : 0 }
}

const shownHorizons = [30, 60, 90]

async function counted(tx: ReadTx, scope: Scope, { days, thirdpartyId }: Ahead) {
  const today = await todayOf(tx, scope)
  const horizons = [...shownHorizons, days].map((one) => ({ days: one, until: addDays(today, one) }))
  const counts = await countAhead(tx, scope, { today, thirdpartyId }, horizons)
  const own = counts.at(-1)
  return {
    today,
    until: addDays(today, days),
    horizons: counts.slice(0, shownHorizons.length),
    total: own ? sumOf(own) : 0,
  }
}

const sumOf = (horizon: Horizon) => forecastReasons.reduce((sum, reason) => sum + horizon[reason], 0)

export const idOf = ({ documentId, dossierId }: ForecastItem) => documentId ?? dossierId

function positionOf([date, reason, id]: readonly unknown[]): Position {
  return { date: String(date), reason: reason as ForecastReason, id: Number(id) }
}

async function requireThirdParty(tx: ReadTx, { accountId }: Scope, thirdpartyId: number): Promise<void> {
  const found = await tx
    .selectFrom('thirdparty')
    .select('thirdparty_id')
    .where('account_id', '=', accountId)
    .where('thirdparty_id', '=', thirdpartyId)
    .executeTakeFirst()
  if (!found) throw new AppError('THIRD_PARTY_NOT_FOUND', { thirdpartyId })
}
