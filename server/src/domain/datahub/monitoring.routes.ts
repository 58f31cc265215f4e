import { Type } from 'typebox'
import type { Db, ReadTx } from '../../platform/db/index.ts'
import { PageOf, pageQuery, pathId, write, type HttpRoutes } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { answerNumberedPage } from '../../platform/lists/index.ts'
import { listMonitoring, newsPage, valueHistory } from './monitoring.queries.ts'
import { MonitoringView, NewsView, ValueView } from './monitoring.schema.ts'
import { providerName } from './provider.schema.ts'
import type { Provider } from './providers.ts'
import { activate, deactivate } from './switch-monitoring.ts'

const tags = ['Monitoring']
const { page, size } = pageQuery()
const querystring = Type.Object({ page, size })
const ofThirdParty = Type.Object({ thirdpartyId: pathId })
const ofProvider = Type.Object({ thirdpartyId: pathId, provider: providerName })

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listMonitoring',
    tags,
    summary: 'What providers are followed for a third party, and what they last said',
    description:
      'Shows for each provider whether it is followed, its last value, and when a value last failed to come.',
    params: ofThirdParty,
    response: { 200: Type.Object({ content: Type.Array(MonitoringView) }) },
  },
} as const

const switchRoute = (operationId: string, summary: string, description: string) =>
  ({
    config: { right: 'manage' },
    schema: {
      operationId,
      tags,
      summary,
      description,
      params: ofProvider,
      response: { 200: MonitoringView },
    },
  }) as const

const activateRoute = switchRoute(
  'activateMonitoring',
  'Follow a provider for a third party',
  'Its values are taken over from now on.',
)
const deactivateRoute = switchRoute(
  'deactivateMonitoring',
  'Follow a provider no longer; what it said stays, as STALE',
  'No new values come from now on.',
)

const historyRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listDataHubValues',
    tags,
    summary: 'All that a provider said of a third party, newest first',
    description: 'Every value that came, also those a newer one has replaced.',
    params: ofProvider,
    querystring,
    response: { 200: PageOf(ValueView) },
  },
} as const

const newsRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listNews',
    tags,
    summary: 'The last hundred news of a third party, newest first',
    description: 'News come from a provider that is followed for the company.',
    params: ofThirdParty,
    querystring,
    response: { 200: PageOf(NewsView) },
  },
} as const

/** What is followed of third parties. */
export const monitoringRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.get('/thirdparties/:thirdpartyId/monitoring', listRoute, async ({ scope, params }) => ({
      content: await db.read(scope, (tx) => listMonitoring(tx, scope, params.thirdpartyId)),
    }))

    for (const [path, route, act] of [
      ['activate', activateRoute, activate],
      ['deactivate', deactivateRoute, deactivate],
    ] as const) {
      const url = `/thirdparties/:thirdpartyId/monitoring/:provider/${path}` as const
      app.post(url, route, async (request, reply) => {
        const { scope, params } = request
        return write(db, request, reply, {
          work: async (tx) => {
            await act(tx, scope, params)
            return oneOf(tx, scope, params)
          },
        })
      })
    }

    app.get('/thirdparties/:thirdpartyId/monitoring/:provider/values', historyRoute, (request) => {
      const { scope, params, query } = request
      return answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => valueHistory(tx, scope, { ...params, ...window })),
        (row) => row,
      )
    })

    app.get('/thirdparties/:thirdpartyId/news', newsRoute, ({ scope, params, query }) =>
      answerNumberedPage(
        query,
        (window) => db.read(scope, (tx) => newsPage(tx, scope, { ...params, ...window })),
        (row) => row,
      ),
    )
  }

async function oneOf(
  tx: ReadTx,
  scope: Scope,
  { thirdpartyId, provider }: { thirdpartyId: number; provider: Provider },
) {
  const all = await listMonitoring(tx, scope, thirdpartyId)
  const found = all.find((one) => one.provider === provider)
  if (!found) throw new Error(`There is no provider ${provider}.`)
  return found
}
