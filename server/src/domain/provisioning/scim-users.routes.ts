import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { HttpRoutes } from '../../platform/http/index.ts'
import { addPerson } from './add-person.ts'
import { changePerson } from './change-person.ts'
import {
  getDirectoryPerson,
  groupsOfPeople,
  listDirectoryPeople,
  type DirectoryPerson,
} from './people.queries.ts'
import { versionTag, viewDirectoryPerson } from './person.view.ts'
import { applyPatch, readPatch } from './protocol/patch.ts'
import { projectResource, shows, type Projection } from './protocol/projection.ts'
import { readResource, type Resource } from './protocol/read-resource.ts'
import { userKind } from './protocol/schemas.ts'
import { removePerson } from './remove-person.ts'
import { directoryOf, hasVersion, scimMediaType, sendScim, versionGuard, type ScimDeps } from './scim-door.ts'
import { readQuery, readSearch, type ScimQuery } from './scim-page.ts'

const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** Public to the bearer hook of the API: the door in front of these routes asks for a token of its own. */
export const scimRoute = {
  config: { right: 'public', contentTypes: [scimMediaType, 'application/json'] },
  schema: { hide: true, querystring: Type.Object({}, { additionalProperties: true }) },
} as const

/** With a body, as the directory writes it; what it may hold is said by its schemas, under /Schemas. */
export const scimWriteRoute = { ...scimRoute, schema: { ...scimRoute.schema, body: Type.Unknown() } } as const

export const scimIdParams = Type.Object({ id: Type.String({ maxLength: 200 }) })
const one = { ...scimRoute, schema: { ...scimRoute.schema, params: scimIdParams } } as const
const oneWrite = { ...scimWriteRoute, schema: { ...scimWriteRoute.schema, params: scimIdParams } } as const

export function listAnswer(total: number, startIndex: number, resources: readonly Resource[]): Resource {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

type ById = { readonly id: string }

/** People of the directory: /Users. */
export function scimUserRoutes(deps: ScimDeps): HttpRoutes {
  const { db, clock } = deps
  const answers = personAnswers(deps)
  const change = async (request: FastifyRequest, edit: (before: Resource) => Resource) => {
    const { id: scimId } = request.params as ById
    const command = { scimId, checkVersion: versionGuard(request), change: edit }
    const scope = directoryOf(request)
    deps.forgetPeople(await db.write(scope, (tx) => changePerson(tx, scope, clock, command)))
    return scimId
  }
  return async (app) => {
    app.get('/Users', scimRoute, (request, reply) => answers.list(request, reply, readQuery(request.query)))
    app.post('/Users/.search', scimWriteRoute, (request, reply) =>
      answers.list(request, reply, readSearch(request.body)),
    )
    app.get('/Users/:id', one, (request, reply) => answers.one(request, reply, request.params.id))
    app.post('/Users', scimWriteRoute, async (request, reply) => {
      const resource = readResource(userKind, request.body)
      const scope = directoryOf(request)
      const added = await db.write(scope, (tx) => addPerson(tx, scope, clock, resource))
      deps.forgetPeople([added.userId])
      return answers.one(request, reply.code(201), added.scimId)
    })
    app.put('/Users/:id', oneWrite, async (request, reply) => {
      const resource = readResource(userKind, request.body)
      return answers.one(request, reply, await change(request, () => resource))
    })
    app.patch('/Users/:id', oneWrite, async (request, reply) => {
      const steps = readPatch(userKind, request.body)
      return answers.one(
        request,
        reply,
        await change(request, (before) => applyPatch(userKind, before, steps)),
      )
    })
    app.delete('/Users/:id', one, async (request, reply) => {
      const command = { scimId: request.params.id, checkVersion: versionGuard(request) }
      const scope = directoryOf(request)
      deps.forgetPeople([await db.write(scope, (tx) => removePerson(tx, scope, clock, command))])
      return reply.code(204).send()
    })
  }
}

function personAnswers({ db, publicUrl }: ScimDeps) {
  const base = `${publicUrl}/scim/v2`
  const view = async (request: FastifyRequest, people: DirectoryPerson[], projection: Projection) => {
    const scope = directoryOf(request)
    const wanted = shows(userKind, projection, 'groups') ? people.map(({ userId }) => userId) : []
    const groups = await db.read(scope, (tx) => groupsOfPeople(tx, scope, wanted))
    return people.map((person) =>
      projectResource(
        userKind,
        viewDirectoryPerson(person, groups.get(person.userId) ?? [], base),
        projection,
      ),
    )
  }
  return {
    async list(request: FastifyRequest, reply: FastifyReply, query: ScimQuery) {
      const scope = directoryOf(request)
      const { rows, total } = await db.read(scope, (tx) => listDirectoryPeople(tx, scope, query))
      const resources = await view(request, rows, query)
      return sendScim(reply, 200, listAnswer(total, query.startIndex, resources))
    },
    async one(request: FastifyRequest, reply: FastifyReply, scimId: string) {
      const scope = directoryOf(request)
      const person = await db.read(scope, (tx) => getDirectoryPerson(tx, scope, scimId))
      reply.header('etag', versionTag(person.version))
      if (request.method === 'GET' && hasVersion(request, person.version)) return reply.code(304).send()
      const [resource] = await view(request, [person], readQuery(request.query))
      if (reply.statusCode === 201) reply.header('location', `${base}/Users/${scimId}`)
      return sendScim(reply, reply.statusCode, resource)
    },
  }
}
