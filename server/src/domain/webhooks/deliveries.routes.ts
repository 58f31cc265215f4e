import { sql } from 'kysely'
import { Type } from 'typebox'
import {
  PageOf,
  pageQuery,
  write,
  type Cursors,
  type HttpRoutes,
  type Rate,
} from '../../platform/http/index.ts'
import { parseSecond } from '../../platform/journal/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import {
  answerList,
  filter,
  filterConditions,
  filterQuery,
  filterValues,
  orderById,
  tableColumns,
  type FilterValues,
} from '../../platform/lists/index.ts'
import { attemptsOf, deliveryColumns, deliveryOf, getDelivery, loadMessages } from './deliveries.queries.ts'
import {
  deliveryDetail,
  DeliveryDetail,
  deliveryParams,
  deliveryRecord,
  DeliveryRecord,
  deliveryStates,
  testRecord,
  TestRecord,
} from './deliveries.schemas.ts'
import { getEndpoint } from './endpoints.queries.ts'
import { redeliver, redeliverDead } from './redeliver.ts'
import { storeTest, sendTest, type TestDeps } from './test-send.ts'
import { endpointParams } from './webhooks.schemas.ts'

export interface DeliveriesDeps extends TestDeps {
  readonly cursors: Cursors
  /** Of test sends, whose requests go where the caller says. */
  readonly testRate: Rate
}

const tags = ['Webhooks']
const audit = { right: 'audit' } as const
const administer = { right: 'administer' } as const

const deliveryFilters = {
  state: filter(deliveryStates, (state) => sql`webhook_delivery.state = ${state}`),
}

function deliveryListing(
  scope: Scope,
  { endpointId, ...values }: { readonly endpointId: number } & FilterValues<typeof deliveryFilters>,
) {
  const { accountId } = scope
  const ofEndpoint = [
    sql`webhook_delivery.account_id = ${accountId}`,
    sql`webhook_delivery.endpoint_id = ${endpointId}`,
  ]
  return {
    order: orderById('newest first'),
    source: {
      id: sql`webhook_delivery.delivery_id`,
      from: sql`webhook_delivery`,
      conditions: [...ofEndpoint, ...filterConditions(deliveryFilters, values, scope)],
      columns: tableColumns('webhook_delivery', deliveryColumns),
    },
  }
}

const listRoute = {
  config: audit,
  schema: {
    operationId: 'listWebhookDeliveries',
    tags,
    summary: 'What was sent to a webhook or is about to be, newest first',
    description: 'Filter by state to find what was given up.',
    params: endpointParams,
    querystring: Type.Object({ ...filterQuery(deliveryFilters), ...pageQuery() }),
    response: { 200: PageOf(DeliveryRecord) },
  },
} as const

const getRoute = {
  config: audit,
  schema: {
    operationId: 'getWebhookDelivery',
    tags,
    summary: 'One delivery with its body and every attempt',
    description: 'Shows what was sent and what your server answered, for each attempt.',
    params: deliveryParams,
    response: { 200: DeliveryDetail },
  },
} as const

const redeliverRoute = {
  config: administer,
  schema: {
    operationId: 'redeliverWebhookDelivery',
    tags,
    summary: 'Send a delivery once more, under the same webhook-id',
    description: 'Receivers that remember webhook-id see that they know it already.',
    params: deliveryParams,
    response: { 202: DeliveryRecord },
  },
} as const

const redeliverDeadRoute = {
  config: administer,
  schema: {
    operationId: 'redeliverDeadWebhookDeliveries',
    tags,
    summary: 'Send everything once more that was given up since a moment',
    description: 'Use it after an outage of your server. Each delivery keeps its webhook-id.',
    params: endpointParams,
    body: Type.Object({
      since: Type.String({ maxLength: 40, description: 'yyyy-MM-ddTHH:mm:ss in UTC, with or without Z.' }),
    }),
    response: { 202: Type.Object({ redelivered: Type.Integer() }) },
  },
} as const

const testRoute = (rate: Rate) =>
  ({
    config: { ...administer, rate: { name: 'webhook tests', ...rate } },
    schema: {
      operationId: 'testWebhook',
      tags,
      summary: 'Send a test message now and tell what came of it',
      description: 'The message has the type webhook.test. Works while the webhook is paused or disabled.',
      params: endpointParams,
      response: { 200: TestRecord },
    },
  }) as const

/** What was sent, and sending it again. */
export const deliveriesRoutes =
  (deps: DeliveriesDeps): HttpRoutes =>
  async (app) => {
    logRoutes(app, deps)
    const { db, clock } = deps

    app.post('/webhooks/:endpointId/test', testRoute(deps.testRate), async (request, reply) => {
      const { scope, params } = request
      return write(db, request, reply, {
        prepare: () => sendTest(deps, scope, params.endpointId),
        work: async (tx, test) => {
          await storeTest(tx, scope, test)
          return testRecord(test)
        },
      })
    })

    app.post(
      '/webhooks/:endpointId/deliveries/:deliveryId/redeliver',
      redeliverRoute,
      async (request, reply) =>
        write(db, request, reply, {
          status: 202,
          work: async (tx) =>
            deliveryRecord(await redeliver(tx, request.scope, { ...request.params, now: clock.now() })),
        }),
    )

    app.post('/webhooks/:endpointId/redeliver', redeliverDeadRoute, async (request, reply) => {
      const since = parseSecond('since', request.body.since)
      const command = { ...request.params, since, now: clock.now() }
      return write(db, request, reply, {
        status: 202,
        work: async (tx) => ({ redelivered: await redeliverDead(tx, request.scope, command) }),
      })
    })
  }

function logRoutes(app: Parameters<HttpRoutes>[0], deps: DeliveriesDeps): void {
  const { db } = deps
  app.get('/webhooks/:endpointId/deliveries', listRoute, (request, reply) => {
    const { scope, params, query } = request
    const wanted = { ...params, ...filterValues(deliveryFilters, query) }
    return answerList(deps, request, reply, {
      filters: { list: 'webhook deliveries', ...wanted },
      open: async (tx) => {
        await getEndpoint(tx, scope, params.endpointId)
        return deliveryListing(scope, wanted)
      },
      view: (rows) => rows.map((row) => deliveryRecord(deliveryOf(row))),
    })
  })

  app.get('/webhooks/:endpointId/deliveries/:deliveryId', getRoute, async ({ scope, params }) =>
    db.read(scope, async (tx) => {
      await getEndpoint(tx, scope, params.endpointId)
      const delivery = await getDelivery(tx, scope, params)
      const messages = await loadMessages(tx, scope, [delivery])
      const attempts = await attemptsOf(tx, scope, delivery.deliveryId)
      return deliveryDetail(scope, { delivery, told: messages, attempts })
    }),
  )
}
