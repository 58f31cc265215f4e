import { Type } from 'typebox'
import type { Db } from '../../platform/db/index.ts'
import {
  nonBlankLine,
  nullable,
  write,
  type HttpRoutes,
  recordId,
  namedObject,
} from '../../platform/http/index.ts'
import type { Clock } from '../../platform/kernel/index.ts'
import { createSecretOnce, forgetFirst, role, showOnce } from '../accounts/index.ts'
import {
  changeProvisioningSettings,
  listMappedGroups,
  mapGroup,
  readProvisioningSettings,
} from './map-groups.ts'
import {
  addProvisioningToken,
  listProvisioningTokens,
  removeProvisioningToken,
} from './provisioning-tokens.ts'

const config = { right: 'administer' } as const
const grave = { right: 'administer', stepUp: true } as const
const tags = ['Provisioning']
const moment = Type.String({ description: 'yyyy-MM-ddTHH:mm:ss.SSS, UTC' })
const maxDays = 3_650

const Token = namedObject('ProvisioningToken', {
  tokenId: Type.Integer(),
  name: Type.String(),
  createdAt: moment,
  expiresAt: nullable(moment),
  lastUsedAt: nullable(moment),
  expired: Type.Boolean(),
})
const NewToken = namedObject('NewProvisioningToken', {
  ...Token.properties,
  token: Type.Optional(
    Type.String({
      description: 'Shown this once; not repeated when the request is replayed by its Idempotency-Key.',
    }),
  ),
})
const Group = namedObject('DirectoryGroup', {
  groupId: Type.Integer(),
  displayName: Type.String(),
  externalId: nullable(Type.String()),
  roles: Type.Array(Type.String(), {
    description: 'What its members hold; none until an administrator chooses.',
  }),
  units: Type.Union([Type.Literal('ALL'), Type.Array(Type.Integer()), Type.Null()], {
    description: 'What its members see; null while the group says nothing about units.',
  }),
  members: Type.Integer(),
})
const someUnits = Type.Array(recordId, { maxItems: 100, uniqueItems: true })
const groupUnits = Type.Union([Type.Literal('ALL'), someUnits, Type.Null()], {
  description:
    'All units, or some with what lies beneath; null for nothing about units. Left as it is if not given. Once any group says something, people of the directory see what their groups say together, and nothing if none of them says anything.',
})
const Settings = namedObject('ProvisioningSettings', {
  defaultRole: nullable(role),
})

const listTokensRoute = {
  config,
  schema: {
    operationId: 'listProvisioningTokens',
    summary: 'List the tokens by which the directory of the account may provision people',
    description: 'The tokens themselves are never shown again, only their names and when they end.',
    tags,
    response: { 200: Type.Object({ content: Type.Array(Token) }) },
  },
}

const addTokenRoute = {
  config: grave,
  onSend: createSecretOnce,
  schema: {
    operationId: 'addProvisioningToken',
    summary: 'Make a token for the directory of the account',
    description: 'For SCIM 2.0 under /scim/v2; it opens nothing else.',
    tags,
    body: Type.Object({
      name: nonBlankLine({ maxLength: 200 }),
      expiresInDays: Type.Optional(Type.Integer({ minimum: 1, maximum: maxDays })),
    }),
    response: { 201: NewToken },
  },
}

const removeTokenRoute = {
  config: grave,
  schema: {
    operationId: 'removeProvisioningToken',
    summary: 'Remove a token of the directory; it stops working at once',
    tags,
    params: Type.Object({ tokenId: Type.Integer() }),
    response: { 204: Type.Null({ description: 'Done' }) },
  },
}

const listGroupsRoute = {
  config,
  schema: {
    operationId: 'listDirectoryGroups',
    summary: 'List the groups of the directory and what each gives',
    description:
      'Groups come from the directory by SCIM. What a group gives in this account is decided here.',
    tags,
    response: { 200: Type.Object({ content: Type.Array(Group) }) },
  },
}

const mapGroupRoute = {
  config: grave,
  schema: {
    operationId: 'mapDirectoryGroup',
    summary: 'Choose the roles that the members of a group hold, and the units they see',
    description:
      'Takes effect for all of them at once. Somebody to whom no group gives a role, and who has no default role, is suspended until one does.',
    tags,
    params: Type.Object({ groupId: Type.Integer() }),
    body: Type.Object({
      roles: Type.Array(role, { maxItems: 5, uniqueItems: true }),
      units: Type.Optional(groupUnits),
    }),
    response: { 200: Group },
  },
}

const readSettingsRoute = {
  config,
  schema: {
    operationId: 'getProvisioningSettings',
    summary: 'What people of the directory hold besides what their groups give',
    description: 'Tells which role people of the directory have when none of their groups gives one.',
    tags,
    response: { 200: Settings },
  },
}

const changeSettingsRoute = {
  config: grave,
  schema: {
    operationId: 'changeProvisioningSettings',
    summary: 'Choose the role that everybody of the directory holds, or none',
    tags,
    body: Settings,
    response: { 200: Settings },
  },
}

interface ProvisioningDeps {
  readonly db: Db
  readonly clock: Clock
  readonly authenticator: Parameters<typeof forgetFirst>[0]['authenticator']
}

/** How an account lets its directory in, and what its groups give. What the directory itself says comes by SCIM. */
export function provisioningRoutes(deps: ProvisioningDeps): HttpRoutes {
  const { db, clock } = deps
  return async (app) => {
    app.get('/provisioning/tokens', listTokensRoute, async ({ scope }) => ({
      content: await db.read(scope, (tx) => listProvisioningTokens(tx, scope, clock.now())),
    }))
    app.post('/provisioning/tokens', addTokenRoute, async (request, reply) => {
      const { scope, body } = request
      return write(db, request, reply, {
        status: 201,
        work: async (tx) => {
          const now = clock.now()
          const { tokenId, token } = await addProvisioningToken(tx, scope, { ...body, now })
          showOnce(request, { token })
          const tokens = await listProvisioningTokens(tx, scope, now)
          return tokens.find((one) => one.tokenId === tokenId)
        },
      })
    })
    app.delete('/provisioning/tokens/:tokenId', removeTokenRoute, async (request, reply) => {
      const { scope, params } = request
      return write(db, request, reply, {
        status: 204,
        work: (tx) => removeProvisioningToken(tx, scope, params.tokenId),
      })
    })
    await app.register(mappingRoutes(deps))
  }
}

function mappingRoutes(deps: ProvisioningDeps): HttpRoutes {
  const { db, clock } = deps
  const onSend = forgetFirst(deps)
  return async (app) => {
    app.get('/provisioning/groups', listGroupsRoute, async ({ scope }) => ({
      content: await db.read(scope, (tx) => listMappedGroups(tx, scope)),
    }))
    app.put('/provisioning/groups/:groupId/roles', { ...mapGroupRoute, onSend }, async (request, reply) => {
      const { scope, params, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await mapGroup(tx, scope, clock, { groupId: params.groupId, ...body })
          const groups = await listMappedGroups(tx, scope)
          return groups.find(({ groupId }) => groupId === params.groupId)
        },
      })
    })
    app.get('/provisioning/settings', readSettingsRoute, ({ scope }) =>
      db.read(scope, (tx) => readProvisioningSettings(tx, scope)),
    )
    app.put('/provisioning/settings', { ...changeSettingsRoute, onSend }, async (request, reply) => {
      const { scope, body } = request
      return write(db, request, reply, {
        work: async (tx) => {
          await changeProvisioningSettings(tx, scope, clock, body)
          return readProvisioningSettings(tx, scope)
        },
      })
    })
  }
}
