import type { AccountLine, OpenLine } from './account-line.ts'

/** How an account lets its directory in, and what its groups give. */
export const provisioningLines: readonly AccountLine[] = [
  { route: 'GET /provisioning/tokens', right: 'administer', status: 200 },
  {
    route: 'POST /provisioning/tokens',
    right: 'administer',
    status: 201,
    body: () => ({ name: 'Home', expiresInDays: 30 }),
  },
  {
    route: 'DELETE /provisioning/tokens/:tokenId',
    right: 'administer',
    status: 204,
    ids: { tokenId: 'provisioningToken' },
  },
  { route: 'GET /provisioning/groups', right: 'administer', status: 200 },
  {
    route: 'PUT /provisioning/groups/:groupId/roles',
    right: 'administer',
    status: 200,
    ids: { groupId: 'directoryGroup' },
    body: () => ({ roles: ['READER'], units: null }),
  },
  { route: 'GET /provisioning/settings', right: 'administer', status: 200 },
  {
    route: 'PUT /provisioning/settings',
    right: 'administer',
    status: 200,
    body: () => ({ defaultRole: null }),
  },
]

const id = '00000000-0000-4000-8000-000000000001'
// In SCIM's own form, without a code of ours.
const shut = { right: 'public', answer: [401, 'no problem'] } as const

const core = 'urn:ietf:params:scim:schemas:core:2.0'
const messages = 'urn:ietf:params:scim:api:messages:2.0'
const patch = {
  schemas: [`${messages}:PatchOp`],
  Operations: [{ op: 'replace', path: 'displayName', value: 'North' }],
}
const found = { schemas: [`${messages}:SearchRequest`], filter: 'displayName eq "North"', count: 5 }

const resources = [
  { name: 'Users', body: { schemas: [`${core}:User`], userName: 'lena@north.example', active: true } },
  { name: 'Groups', body: { schemas: [`${core}:Group`], displayName: 'North' } },
] as const

const resourceLines = resources.flatMap(({ name, body }): OpenLine[] => {
  const all = `/scim/v2/${name}` as const
  const url = `${all}/${id}`
  return [
    { route: `GET ${all}`, ...shut, toDirectory: 200 },
    { route: `POST ${all}`, ...shut, toDirectory: 201, body },
    { route: `POST ${all}/.search`, ...shut, toDirectory: 200, body: found },
    { route: `GET ${all}/:id`, ...shut, toDirectory: 404, url },
    { route: `PUT ${all}/:id`, ...shut, toDirectory: 404, url, body },
    { route: `PATCH ${all}/:id`, ...shut, toDirectory: 404, url, body: patch },
    { route: `DELETE ${all}/:id`, ...shut, toDirectory: 404, url },
  ]
})

/** Where directories knock: no token of an account opens them, and nothing but a token of their own does. */
export const scimLines: readonly OpenLine[] = [
  ...resourceLines,
  { route: 'GET /scim/v2/ServiceProviderConfig', ...shut, toDirectory: 200 },
  { route: 'GET /scim/v2/ResourceTypes', ...shut, toDirectory: 200 },
  {
    route: 'GET /scim/v2/ResourceTypes/:id',
    ...shut,
    toDirectory: 200,
    url: '/scim/v2/ResourceTypes/User',
  },
  { route: 'GET /scim/v2/Schemas', ...shut, toDirectory: 200 },
  { route: 'GET /scim/v2/Schemas/:id', ...shut, toDirectory: 200, url: `/scim/v2/Schemas/${core}:User` },
]
