import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  etag,
  etagHeader,
  PageOf,
  pageQuery,
  pathId,
  singleLine,
  versionCheck,
  write,
  type HttpRoutes,
  recordId,
  namedObject,
} from '../../platform/http/index.ts'
import { answerNumberedPage, readListing } from '../../platform/lists/index.ts'
import { forgetFirst, type AccountsService } from '../accounts/index.ts'
import type { MatchDeps } from '../thirdparties/index.ts'
import { addUnit, changeUnit } from './change-tree.ts'
import { deleteUnit } from './delete-unit.ts'
import { placeRoutes } from './place.routes.ts'
import { setSightOfClient, setSightOfUser } from './set-sight.ts'
import { Unit, viewUnit } from './unit.schema.ts'
import { getUnit, unitListing } from './units.queries.ts'

interface Deps extends MatchDeps {
  readonly db: Db
  readonly authenticator: AccountsService['authenticator']
}

const tags = ['Units']
const governs = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const name = singleLine({ minLength: 1, maxLength: 100 })
const parentId = Type.Union([recordId, Type.Null()], {
  description: 'The unit above it; null for one at the top.',
})
const params = Type.Object({ unitId: pathId })
const { page, size } = pageQuery()

const CountedUnit = namedObject('CountedUnit', {
  ...Unit.properties,
  thirdparties: Type.Optional(
    Type.Integer({ description: 'How many you see in it and beneath it, archived ones too; if asked for.' }),
  ),
})
const UnitInUse = Type.Object({
  ...Unit.properties,
  thirdparties: Type.Integer({ description: 'Those in it; not those beneath it.' }),
  units: Type.Integer({ description: 'Those right beneath it.' }),
  people: Type.Integer({ description: 'Who sees only some units, this one among them.' }),
  clients: Type.Integer({ description: 'The same of API clients.' }),
})
const Sees = namedObject('Sight', { all: Type.Boolean(), units: Type.Array(Type.Integer()) })
const SightBody = Type.Object(
  {
    all: Type.Optional(Type.Boolean()),
    units: Type.Optional(Type.Array(recordId, { maxItems: 500, uniqueItems: true })),
  },
  { minProperties: 1, description: 'Either `{"all": true}`, or the units, with what lies beneath them.' },
)

/** The tree of units, the companies in them, and who sees which. */
export const unitsRoutes =
  (deps: Deps): HttpRoutes =>
  async (app) => {
    await app.register(treeRoutes(deps))
    await app.register(placeRoutes(deps))
    await app.register(sightRoutes(deps))
  }

const listRoute = {
  config: { right: 'read' },
  schema: {
    operationId: 'listUnits',
    tags,
    summary: 'The units you see, in the order in which they were added',
    description:
      'Units form a tree: `parentId` names the unit above. Each says how many third parties are in it.',
    querystring: Type.Object({
      page,
      size,
      withCounts: Type.Optional(Type.Boolean({ description: 'Also how many companies each has.' })),
    }),
    response: { 200: PageOf(CountedUnit) },
  },
} as const

const readRoute = {
  config: governs,
  schema: {
    operationId: 'getUnit',
    tags,
    summary: 'A unit, and what hangs on it',
    description: 'What deleting it would concern.',
    params,
    response: { 200: UnitInUse },
  },
} as const

const addRoute = {
  config: governs,
  schema: {
    operationId: 'addUnit',
    tags,
    summary: 'Add a unit',
    description: 'Units decide who sees which companies. A unit may stand below another one.',
    body: Type.Object({ name, parentId: Type.Optional(parentId) }),
    response: { 201: Unit },
  },
} as const

const changeRoute = {
  config: grave,
  schema: {
    operationId: 'changeUnit',
    tags,
    summary: 'Rename a unit, or move it with all that lies beneath',
    description: 'Moving a unit changes what people see who see a unit above it, within five seconds.',
    params,
    body: Type.Object({ name: Type.Optional(name), parentId: Type.Optional(parentId) }, { minProperties: 1 }),
    response: { 200: Unit },
  },
} as const

const deleteRoute = {
  config: grave,
  schema: {
    operationId: 'deleteUnit',
    tags,
    summary: 'Delete a unit',
    description:
      'One with companies or units is deleted only if `moveTo` says where they go. Whoever saw it sees nothing else instead.',
    params,
    querystring: Type.Object({ moveTo: Type.Optional(recordId) }),
    response: { 204: Type.Null({ description: 'Deleted' }) },
  },
} as const

function treeRoutes({ db, authenticator }: Deps): HttpRoutes {
  const onSend = forgetFirst({ authenticator })
  return async (app) => {
    app.get('/units', listRoute, ({ scope, query }) =>
      answerNumberedPage(
        query,
        (window) =>
          db.read(scope, (tx) =>
            readListing(tx, unitListing(scope, { withCounts: query.withCounts ?? false }), window),
          ),
        viewUnit,
      ),
    )
    app.get('/units/:unitId', readRoute, async ({ scope, params: of }, reply) => {
      const unit = await db.read(scope, (tx) => getUnit(tx, scope, of.unitId))
      void reply.header('etag', etag(unit.version))
      const { thirdparties, units, people, clients } = unit
      return { ...viewUnit(unit), thirdparties, units, people, clients }
    })
    app.post('/units', { ...addRoute, onSend }, async (request, reply) => {
      const { name: called, parentId: parent = null } = request.body
      return write(db, request, reply, {
        status: 201,
        work: (tx) => addUnit(tx, request.scope, { name: called, parentId: parent }),
        headers: etagHeader,
      })
    })
    app.patch('/units/:unitId', { ...changeRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        work: (tx) =>
          changeUnit(tx, request.scope, { ...request.params, ...request.body }, versionCheck(request)),
        headers: etagHeader,
      }),
    )
    app.delete('/units/:unitId', { ...deleteRoute, onSend }, async (request, reply) =>
      write(db, request, reply, {
        status: 204,
        work: (tx) => {
          const command = { ...request.params, moveTo: request.query.moveTo ?? null }
          return deleteUnit(tx, request.scope, command, versionCheck(request))
        },
      }),
    )
  }
}

const sightOfUserRoute = {
  config: grave,
  schema: {
    operationId: 'setUserUnits',
    tags,
    summary: 'Say which companies a person sees',
    params: Type.Object({ userId: Type.Integer() }),
    body: SightBody,
    response: { 200: Sees },
  },
} as const

const sightOfClientRoute = {
  config: grave,
  schema: {
    operationId: 'setClientUnits',
    tags,
    summary: 'Say which companies an API client sees',
    params: Type.Object({ id: Type.Integer() }),
    body: SightBody,
    response: { 200: Sees },
  },
} as const

function sightRoutes({ db, authenticator }: Deps): HttpRoutes {
  const onSend = forgetFirst({ authenticator })
  return async (app) => {
    app.put('/users/:userId/units', { ...sightOfUserRoute, onSend }, async (request, reply) => {
      const { all = false, units = [] } = request.body
      return write(db, request, reply, {
        work: (tx) => setSightOfUser(tx, request.scope, request.params.userId, { all, units }),
      })
    })
    app.put('/clients/:id/units', { ...sightOfClientRoute, onSend }, async (request, reply) => {
      const { all = false, units = [] } = request.body
      return write(db, request, reply, {
        work: (tx) => setSightOfClient(tx, request.scope, request.params.id, { all, units }),
      })
    })
  }
}
