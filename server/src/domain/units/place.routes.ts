import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  isUnchanged,
  pathId,
  sendJsonText,
  versionCheck,
  write,
  type HttpRoutes,
  recordId,
} from '../../platform/http/index.ts'
import { announceToAll, forgetFirst, type AccountsService } from '../accounts/index.ts'
import { FilterQuery, matchRequest, type MatchDeps } from '../thirdparties/index.ts'
import { placeMany, placeMatching } from './place-many-thirdparties.ts'
import { maxUnitsOfOne, setUnitsOfThirdParty, unitsOfThirdParty } from './place-thirdparties.ts'
import { placings } from './placing.ts'
import { Unit, viewUnit } from './unit.schema.ts'

interface Deps extends MatchDeps {
  readonly db: Db
  readonly authenticator: AccountsService['authenticator']
}

const tags = ['Units']
const params = Type.Object({ unitId: pathId })
const UnitsOfThirdParty = Type.Object({ units: Type.Array(Unit) })
const ofThirdParty = Type.Object({ thirdpartyId: pathId })

const readPlaceRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'getThirdPartyUnits',
    tags,
    summary: 'The units a third party is in, of those you see',
    description: 'Units decide who sees a company. Units that the caller does not see are not named.',
    params: ofThirdParty,
    response: { 200: UnitsOfThirdParty },
  },
} as const

const setPlaceRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'setThirdPartyUnits',
    tags,
    summary: 'Put a third party into these units and no others of those you see',
    description:
      'People who see none of these units do not see the company any more. Units the caller does not see stay as they are.',
    params: ofThirdParty,
    body: Type.Object({ units: Type.Array(recordId, { maxItems: maxUnitsOfOne, uniqueItems: true }) }),
    response: { 200: UnitsOfThirdParty },
  },
} as const

const how = Type.Enum([...placings], {
  description:
    'ADD puts them into the unit; MOVE also takes them out of all others that you see; REMOVE takes them out of it.',
})

const placeManyRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'placeThirdParties',
    tags,
    summary: 'Put many third parties into a unit, or take them out of it',
    description:
      'Names the third parties one by one; use the other operation for all that match a filter. People who see none of their units any more lose sight of them.',
    params,
    body: Type.Object({
      how,
      thirdpartyIds: Type.Array(recordId, { minItems: 1, maxItems: 1_000 }),
    }),
    response: { 200: Type.Object({ moved: Type.Integer() }) },
  },
} as const

const placeMatchingRoute = {
  config: { right: 'manage' },
  schema: {
    operationId: 'placeMatchingThirdParties',
    tags,
    summary: 'Do so with all third parties that match the filters of their list',
    description:
      'At most 2,000 are changed by one call. While `more` is true, the same call goes on with the others: those that are placed already are passed over.',
    params,
    querystring: FilterQuery,
    body: Type.Object({ how }),
    response: {
      200: Type.Object({
        moved: Type.Integer({ description: 'How many this call changed.' }),
        more: Type.Boolean({ description: 'Whether others are left.' }),
      }),
    },
  },
} as const

/** Which companies are in which units. */
export function placeRoutes({ db, authenticator, ...known }: Deps): HttpRoutes {
  const onSend = forgetFirst({ authenticator })
  return async (app) => {
    app.get('/thirdparties/:thirdpartyId/units', readPlaceRoute, async (request, reply) => {
      const { scope, params: of } = request
      const { units, version } = await db.read(scope, (tx) => unitsOfThirdParty(tx, scope, of.thirdpartyId))
      const unchanged = isUnchanged(request, reply, version)
      return sendJsonText(reply, unchanged ? '' : JSON.stringify({ units: units.map(viewUnit) }))
    })
    app.put('/thirdparties/:thirdpartyId/units', { ...setPlaceRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        work: async (tx) => {
          const command = { thirdpartyId: request.params.thirdpartyId, unitIds: request.body.units }
          await announceToAll(tx)
          const set = await setUnitsOfThirdParty(tx, request.scope, command, versionCheck(request))
          return { units: set.units.map(viewUnit), version: set.version }
        },
        headers: ({ version }) => ({ etag: etag(version) }),
      }),
    )
    app.post('/units/:unitId/thirdparties', { ...placeManyRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        work: async (tx) => {
          await announceToAll(tx)
          return placeMany(tx, request.scope, { ...request.params, ...request.body })
        },
      }),
    )
    app.post(
      '/units/:unitId/thirdparties/matching',
      { ...placeMatchingRoute, onSend },
      async (request, reply) => {
        const matching = matchRequest(request.query, known)
        const command = { ...request.params, ...request.body, matching }
        return write(db, request, reply, {
          work: async (tx) => {
            await announceToAll(tx)
            return placeMatching(tx, request.scope, command)
          },
        })
      },
    )
  }
}
