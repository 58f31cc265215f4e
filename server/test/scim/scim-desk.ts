import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'

export const userUrn = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseUrn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
export const groupUrn = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchUrn = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const errorUrn = 'urn:ietf:params:scim:api:messages:2.0:Error'

export interface ScimResource {
  id: string
  schemas: string[]
  meta: { version: string; location: string; created: string; lastModified: string; resourceType: string }
  [attribute: string]: unknown
}

export interface ScimList {
  totalResults: number
  startIndex: number
  itemsPerPage: number
  Resources: ScimResource[]
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

let places = 0

/** An account with an administrator's client and a token of its directory. */
export async function scimDesk(harness: TestApp) {
  const office = await harness.given.office()
  const { base, token: adminToken, accountId } = office
  const made = await harness.call('POST', `${base}/provisioning/tokens`, {
    token: adminToken,
    body: { name: 'Directory' },
  })
  const { token, tokenId } = made.json<{ token: string; tokenId: number }>()
  const scim = (
    method: Method,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> => {
    places += 1
    return harness.app.inject({
      method,
      url: `/scim/v2${path}`,
      // Each from another place: whoever sends so much from one is slowed down, which has tests of its own.
      remoteAddress: `127.${places >> 16}.${(places >> 8) & 255}.${places & 255}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
  }
  const admin = (method: Method, path: string, body?: unknown) =>
    harness.call(method, `${base}${path}`, { token: adminToken, ...(body === undefined ? {} : { body }) })
  return {
    ...office,
    accountId,
    token,
    tokenId,
    adminToken,
    scim,
    admin,
    async person(userName: string, more: object = {}): Promise<ScimResource> {
      const answer = await scim('POST', '/Users', { schemas: [userUrn], userName, ...more })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<ScimResource>()
    },
    async group(displayName: string, members: readonly string[] = []): Promise<ScimResource> {
      const listed = members.map((value) => ({ value }))
      const answer = await scim('POST', '/Groups', { schemas: [groupUrn], displayName, members: listed })
      if (answer.statusCode !== 201) throw new Error(answer.body)
      return answer.json<ScimResource>()
    },
    patch: (path: string, operations: object[], headers?: Record<string, string>) =>
      scim('PATCH', path, { schemas: [patchUrn], Operations: operations }, headers),
    async list(path: string): Promise<ScimList> {
      const answer = await scim('GET', path)
      if (answer.statusCode !== 200) throw new Error(answer.body)
      return answer.json<ScimList>()
    },
    /** Maps a group, by its name, to roles and units. */
    async give(displayName: string, roles: readonly string[], units?: 'ALL' | readonly number[] | null) {
      const { content } = (await admin('GET', '/provisioning/groups')).json<{
        content: { groupId: number; displayName: string }[]
      }>()
      const groupId = content.find((group) => group.displayName === displayName)?.groupId ?? 0
      return admin('PUT', `/provisioning/groups/${groupId}/roles`, {
        roles,
        ...(units !== undefined && { units }),
      })
    },
    /** The members of the account by their addresses. */
    async members() {
      const { rows } = await harness.admin.query<{
        user_id: number
        email: string
        name: string
        roles: string[]
        active: boolean
        own: boolean
      }>(
        `select u.user_id::int, u.email, u.name, m.roles, m.active, u.directory_account_id is not null as own
         from membership m join app_user u on u.user_id = m.user_id where m.account_id = $1 order by u.email`,
        [accountId],
      )
      return new Map(rows.map((row) => [row.email, row]))
    },
    async journal() {
      const { content } = (await admin('GET', '/administration/journal?size=100')).json<{
        content: {
          name: string
          actor: { type: string; id: number; name: string }
          subject: { type: string; id: number } | null
          before: Record<string, unknown> | null
          after: Record<string, unknown> | null
        }[]
      }>()
      return content
    },
  }
}

export type ScimDesk = Awaited<ReturnType<typeof scimDesk>>

export async function openScimDesk(): Promise<{ harness: TestApp; desk: ScimDesk }> {
  const harness = await testApp()
  return { harness, desk: await scimDesk(harness) }
}

/** Status and kind of a refusal, which must be in the form of SCIM. */
export async function problemOf(pending: Promise<LightMyRequestResponse>): Promise<[number, unknown]> {
  const answer = await pending
  const { schemas, status, scimType, detail } = answer.json<Record<string, unknown>>()
  expect(schemas).toEqual([errorUrn])
  expect(status).toBe(String(answer.statusCode))
  expect(typeof detail).toBe('string')
  expect(answer.headers['content-type']).toMatch(/^application\/scim\+json/)
  return [answer.statusCode, scimType]
}
