import { Type } from 'typebox'
import type { Db, Tx } from '../../platform/db/index.ts'
import { write, type HttpRoutes, recordId } from '../../platform/http/index.ts'
import type { Scope } from '../../platform/kernel/index.ts'
import { providerParams as params } from './provider.schema.ts'
import type { Provider } from './providers.ts'
import {
  activateMany,
  activeThirdParties,
  deactivateMany,
  inactiveThirdParties,
} from './switch-monitoring.ts'

const tags = ['Data hub']
const maxAtOnce = 10_000
const body = Type.Union([
  Type.Object({ thirdpartyIds: Type.Array(recordId, { minItems: 1, maxItems: 1_000 }) }),
  Type.Object({ all: Type.Literal(true) }),
])
const describeSwitch = (switched: string) =>
  `Give either thirdpartyIds or all. With all, at most ${maxAtOnce} are switched ${switched} at a time, and remaining says whether to call again.`

const activateRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'activateDataHubProvider',
    tags,
    summary: 'Follow a provider for many third parties',
    description: describeSwitch('on'),
    params,
    body,
    response: {
      200: Type.Object({
        activated: Type.Integer(),
        alreadyActive: Type.Integer(),
        archived: Type.Integer(),
        notFound: Type.Integer(),
        remaining: Type.Boolean(),
      }),
    },
  },
} as const

const deactivateRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'deactivateDataHubProvider',
    tags,
    summary: 'Follow a provider no longer for many third parties; what it said stays, as STALE',
    description: describeSwitch('off'),
    params,
    body,
    response: {
      200: Type.Object({
        deactivated: Type.Integer(),
        alreadyInactive: Type.Integer(),
        notFound: Type.Integer(),
        remaining: Type.Boolean(),
      }),
    },
  },
} as const

type FollowingChoice = { thirdpartyIds: number[] } | { all: true }
type Lookup = typeof activeThirdParties

/** Those that were named, or the next of all that are left, and whether there are more. */
async function resolveThirdParties(
  tx: Tx,
  scope: Scope,
  command: { provider: Provider; given: FollowingChoice; all: Lookup },
) {
  const { provider, given, all } = command
  const found =
    'all' in given ? await all(tx, scope, { provider, limit: maxAtOnce + 1 }) : given.thirdpartyIds
  return { thirdpartyIds: found.slice(0, maxAtOnce), remaining: found.length > maxAtOnce }
}

/** Following a provider for many at once, or no longer. */
export const followingRoutes =
  ({ db }: { db: Db }): HttpRoutes =>
  async (app) => {
    app.post('/datahub/providers/:provider/activate', activateRoute, async (request, reply) => {
      const { scope, params: asked } = request
      const command = { ...asked, given: request.body, all: inactiveThirdParties }
      return write(db, request, reply, {
        work: async (tx) => {
          const { thirdpartyIds, remaining } = await resolveThirdParties(tx, scope, command)
          return { ...(await activateMany(tx, scope, { ...asked, thirdpartyIds })), remaining }
        },
      })
    })

    app.post('/datahub/providers/:provider/deactivate', deactivateRoute, async (request, reply) => {
      const { scope, params: asked } = request
      const command = { ...asked, given: request.body, all: activeThirdParties }
      return write(db, request, reply, {
        work: async (tx) => {
          const { thirdpartyIds, remaining } = await resolveThirdParties(tx, scope, command)
          return { ...(await deactivateMany(tx, scope, { ...asked, thirdpartyIds })), remaining }
        },
      })
    })
  }
