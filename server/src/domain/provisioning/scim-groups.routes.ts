import type { FastifyReply, FastifyRequest } from 'fastify'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { addGroup, changeGroup, removeGroup, type GroupChange } from './change-group.ts'
import {
  getDirectoryGroup,
  listDirectoryGroups,
  membersOfGroups,
  viewDirectoryGroup,
  type DirectoryGroup,
} from './groups.queries.ts'
import { versionTag } from './person.view.ts'
import { readPatch } from './protocol/patch.ts'
import { projectResource, shows, type Projection } from './protocol/projection.ts'
import { readResource } from './protocol/read-resource.ts'
import { groupKind } from './protocol/schemas.ts'
import { directoryOf, hasVersion, sendScim, versionGuard, type ScimDeps } from './scim-door.ts'
import { readQuery, readSearch, type ScimQuery } from './scim-page.ts'
import { listAnswer, scimIdParams, scimRoute, scimWriteRoute } from './scim-users.routes.ts'

// The members of twenty thousand people fit.
const bodyLimit = 4 * 1024 * 1024
const write = { ...scimWriteRoute, bodyLimit } as const
const one = { ...scimRoute, schema: { ...scimRoute.schema, params: scimIdParams } } as const
const oneWrite = { ...write, schema: { ...write.schema, params: scimIdParams } } as const
// Each may bring all its members.
const maxGroups = 100

/** Groups of the directory: /Groups. */
export function scimGroupRoutes(deps: ScimDeps): HttpRoutes {
  const { db, clock } = deps
  const answers = groupAnswers(deps)
  const applyChange = async (request: FastifyRequest, given: GroupChange['change']) => {
    const { id: scimId } = request.params as { id: string }
    const command = { scimId, checkVersion: versionGuard(request), change: given }
    const scope = directoryOf(request)
    deps.forgetPeople(await db.write(scope, (tx) => changeGroup(tx, scope, clock, command)))
    return scimId
  }
  return async (app) => {
    app.get('/Groups', scimRoute, (request, reply) => answers.list(request, reply, readQuery(request.query)))
    app.post('/Groups/.search', scimWriteRoute, (request, reply) =>
      answers.list(request, reply, readSearch(request.body)),
    )
    app.get('/Groups/:id', one, (request, reply) => answers.one(request, reply, request.params.id))
    app.post('/Groups', write, async (request, reply) => {
      const resource = readResource(groupKind, request.body)
      const scope = directoryOf(request)
      const { scimId, concerned } = await db.write(scope, (tx) => addGroup(tx, scope, clock, resource))
      deps.forgetPeople(concerned)
      return answers.one(request, reply.code(201), scimId)
    })
    app.put('/Groups/:id', oneWrite, async (request, reply) => {
      const resource = readResource(groupKind, request.body)
      return answers.one(request, reply, await applyChange(request, { resource }))
    })
    // Without the group: its members may be many, and whoever wants them asks for them.
    app.patch('/Groups/:id', oneWrite, async (request, reply) => {
      const steps = readPatch(groupKind, request.body)
      const scimId = await applyChange(request, { steps })
      const { attributes, excludedAttributes } = readQuery(request.query)
      if (attributes !== null || excludedAttributes !== null) return answers.one(request, reply, scimId)
      const scope = directoryOf(request)
      const { version } = await db.read(scope, (tx) => getDirectoryGroup(tx, scope, scimId))
      return reply.code(204).header('etag', versionTag(version)).send()
    })
    app.delete('/Groups/:id', one, async (request, reply) => {
      const command = { scimId: request.params.id, checkVersion: versionGuard(request) }
      const scope = directoryOf(request)
      deps.forgetPeople(await db.write(scope, (tx) => removeGroup(tx, scope, clock, command)))
      return reply.code(204).send()
    })
  }
}

function groupAnswers({ db, publicUrl }: ScimDeps) {
  const base = `${publicUrl}/scim/v2`
  const view = async (request: FastifyRequest, groups: DirectoryGroup[], projection: Projection) => {
    const scope = directoryOf(request)
    const withMembers = shows(groupKind, projection, 'members')
    const wanted = withMembers ? groups.map(({ groupId }) => groupId) : []
    const members = await db.read(scope, (tx) => membersOfGroups(tx, scope, wanted))
    return groups.map((group) => {
      const own = withMembers ? (members.get(group.groupId) ?? []) : null
      return projectResource(groupKind, viewDirectoryGroup(group, own, base), projection)
    })
  }
  return {
    async list(request: FastifyRequest, reply: FastifyReply, query: ScimQuery) {
      const scope = directoryOf(request)
      const bounded = { ...query, count: Math.min(query.count, maxGroups) }
      const { rows, total } = await db.read(scope, (tx) => listDirectoryGroups(tx, scope, bounded))
      const resources = await view(request, rows, query)
      return sendScim(reply, 200, listAnswer(total, query.startIndex, resources))
    },
    async one(request: FastifyRequest, reply: FastifyReply, scimId: string) {
      const scope = directoryOf(request)
      const group = await db.read(scope, (tx) => getDirectoryGroup(tx, scope, scimId))
      reply.header('etag', versionTag(group.version))
      if (request.method === 'GET' && hasVersion(request, group.version)) return reply.code(304).send()
      const [resource] = await view(request, [group], readQuery(request.query))
      if (reply.statusCode === 201) reply.header('location', `${base}/Groups/${scimId}`)
      return sendScim(reply, reply.statusCode, resource)
    },
  }
}
