import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { errorUrn, scimDesk, type ScimDesk } from './scim-desk.ts'

let now = new Date('2026-11-16T08:00:00Z')
let harness: TestApp
let desk: ScimDesk
beforeAll(async () => {
  harness = await testApp({ clock: { now: () => now } })
  desk = await scimDesk(harness)
})
afterAll(() => harness.close())

const knock = (authorization: string | null, remoteAddress = '127.0.0.1') =>
  harness.app.inject({
    method: 'GET',
    url: '/scim/v2/Users',
    remoteAddress,
    headers: authorization === null ? {} : { authorization },
  })

test('Nothing but a token of the directory opens SCIM, and that token opens nothing else', async () => {
  for (const authorization of [
    null,
    'Bearer x',
    `Bearer vgd_${'a'.repeat(43)}`,
    `Bearer ${desk.adminToken}`,
    'Basic eDp5',
  ]) {
    const answer = await knock(authorization)
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(answer.json()).toMatchObject({ schemas: [errorUrn], status: '401' })
  }
  expect((await knock(`Bearer ${desk.token}`)).statusCode).toBe(200)
  for (const url of ['/me', `${desk.base}/thirdparties`, `${desk.base}/provisioning/tokens`])
    expect((await harness.call('GET', url, { token: desk.token })).statusCode).toBe(401)
})

test('A token is shown once, kept as a hash, named, and tells when it was last used', async () => {
  const made = await desk.admin('POST', '/provisioning/tokens', { name: 'Second', expiresInDays: 30 })
  expect(made.statusCode).toBe(201)
  const { token, tokenId } = made.json<{ token: string; tokenId: number }>()
  const listed = async () => {
    const answer = await desk.admin('GET', '/provisioning/tokens')
    expect(answer.body).not.toContain(token)
    return answer.json<{ content: { tokenId: number }[] }>().content.find((one) => one.tokenId === tokenId)
  }
  expect(await listed()).toMatchObject({
    name: 'Second',
    expiresAt: '2026-12-16T08:00:00.000',
    lastUsedAt: null,
  })
  await knock(`Bearer ${token}`)
  expect(await listed()).toMatchObject({ lastUsedAt: '2026-11-16T08:00:00.000', expired: false })
  const { rows } = await harness.admin.query('select row_to_json(t)::text as row from provisioning_token t')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await desk.admin('DELETE', `/provisioning/tokens/${tokenId}`)).statusCode).toBe(204)
  expect((await knock(`Bearer ${token}`)).statusCode).toBe(401)
  expect((await desk.admin('DELETE', `/provisioning/tokens/${tokenId}`)).statusCode).toBe(404)
})

test('A token that has expired opens nothing', async () => {
  const made = await desk.admin('POST', '/provisioning/tokens', { name: 'Short', expiresInDays: 1 })
  const { token } = made.json<{ token: string }>()
  const before = now
  expect((await knock(`Bearer ${token}`)).statusCode).toBe(200)
  now = new Date(before.getTime() + 24 * 3_600_000)
  expect((await knock(`Bearer ${token}`)).statusCode).toBe(401)
  now = before
})

test('The allowed addresses of the account hold for its directory', async () => {
  const fenced = await scimDesk(harness)
  await fenced.admin('PUT', '/administration/allowed-addresses', { addresses: ['127.0.0.1/32'] })
  expect((await knock(`Bearer ${fenced.token}`)).statusCode).toBe(200)
  const refused = await knock(`Bearer ${fenced.token}`, '203.0.113.7')
  expect([refused.statusCode, refused.json<{ schemas: string[] }>().schemas]).toEqual([403, [errorUrn]])
  const entry = (await fenced.journal()).find(({ name }) => name === 'ADDRESS_REFUSED')
  expect(entry?.actor).toEqual({ type: 'DIRECTORY', id: fenced.tokenId, name: 'Directory' })
})
