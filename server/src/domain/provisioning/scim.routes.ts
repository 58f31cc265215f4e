import type { HttpRoutes } from '../../platform/http/index.ts'
import type { Resource } from './protocol/read-resource.ts'
import {
  enterpriseSchema,
  groupKind,
  groupSchema,
  userKind,
  userSchema,
  type Attribute,
  type ResourceKind,
  type ScimSchema,
} from './protocol/schemas.ts'
import { ScimError } from './protocol/scim-error.ts'
import { openScimDoor, sendScim, type ScimDeps } from './scim-door.ts'
import { scimGroupRoutes } from './scim-groups.routes.ts'
import { maxPageSize } from './scim-page.ts'
import { listAnswer, scimIdParams, scimRoute, scimUserRoutes } from './scim-users.routes.ts'

const one = { ...scimRoute, schema: { ...scimRoute.schema, params: scimIdParams } } as const

/** All of SCIM 2.0 that is served, under /scim/v2. The account is the one of the token. */
export function scimRoutes(deps: ScimDeps): HttpRoutes {
  return async (app) => {
    await app.register(
      async (room) => {
        openScimDoor(room, deps)
        await room.register(scimUserRoutes(deps))
        await room.register(scimGroupRoutes(deps))
        await room.register(discoveryRoutes(deps))
      },
      { prefix: '/scim/v2' },
    )
  }
}

/** What the service can do and which attributes it keeps, for directories that ask. */
function discoveryRoutes({ publicUrl }: ScimDeps): HttpRoutes {
  const base = `${publicUrl}/scim/v2`
  const types = [userKind, groupKind].map((kind) => describeKind(kind, base))
  const schemas = [userSchema, enterpriseSchema, groupSchema].map((schema) => describeSchema(schema, base))
  const found = (resources: readonly Resource[], id: string) => {
    const resource = resources.find((it) => it['id'] === id)
    if (!resource) throw new ScimError(404, null, 'There is no such description.')
    return resource
  }
  return async (app) => {
    app.get('/ServiceProviderConfig', scimRoute, (_request, reply) =>
      sendScim(reply, 200, describeService(base)),
    )
    app.get('/ResourceTypes', scimRoute, (_request, reply) =>
      sendScim(reply, 200, listAnswer(types.length, 1, types)),
    )
    app.get('/ResourceTypes/:id', one, (request, reply) =>
      sendScim(reply, 200, found(types, request.params.id)),
    )
    app.get('/Schemas', scimRoute, (_request, reply) =>
      sendScim(reply, 200, listAnswer(schemas.length, 1, schemas)),
    )
    app.get('/Schemas/:id', one, (request, reply) => sendScim(reply, 200, found(schemas, request.params.id)))
  }
}

function describeService(base: string): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: maxPageSize },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Provisioning token',
        description: 'A token of the account, made by its administrator.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

function describeKind(
  { name, endpoint, description, schema, extension }: ResourceKind,
  base: string,
): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    endpoint,
    description,
    schema: schema.id,
    schemaExtensions: extension ? [{ schema: extension.id, required: false }] : [],
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  }
}

function describeSchema({ id, name, description, attributes }: ScimSchema, base: string): Resource {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    id,
    name,
    description,
    attributes: attributes.filter(({ dropped }) => !dropped).map(describeAttribute),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  }
}

function describeAttribute(attribute: Attribute): Resource {
  const { name, type, description, parts } = attribute
  return {
    name,
    type,
    multiValued: attribute.multiValued ?? false,
    description,
    required: attribute.required ?? false,
    ...(type === 'string' && { caseExact: attribute.caseExact ?? false }),
    ...(type === 'reference' && { caseExact: true, referenceTypes: ['uri'] }),
    mutability: attribute.readOnly ? 'readOnly' : 'readWrite',
    returned: 'default',
    uniqueness: attribute.unique ? 'server' : 'none',
    ...(parts && { subAttributes: parts.map(describeAttribute) }),
  }
}
