import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scimRoutes } from '../../src/domain/provisioning/index.ts'
import { createHttp, type HttpApp } from '../../src/platform/http/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { SharedLimits } from '../../src/platform/limits/index.ts'
import { testPublicUrl } from '../harness/app.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { patientLimits } from '../harness/patient-limits.ts'
import { errorUrn, groupUrn, problemOf, scimDesk, userUrn, type ScimDesk } from './scim-desk.ts'

/** Requests that never reach a person or a group. */
let harness: TestApp
let desk: ScimDesk
let impatient: HttpApp
beforeAll(async () => {
  harness = await testApp()
  desk = await scimDesk(harness)
  const { db } = harness
  const common = { db, clock: systemClock, publicUrl: testPublicUrl }
  impatient = createHttp({
    ...common,
    version: 'test',
    log: false,
    rates: false,
    limits: { ...patientLimits, bodyTimeoutMs: 200 },
    authenticate: () => Promise.reject(new Error('No route of the API is asked.')),
  })
  void impatient.register(
    scimRoutes({
      ...common,
      forgetPeople: () => undefined,
      noteRefusal: () => Promise.resolve(),
      badTokens: { perSecond: 100, burst: 100 },
      pace: { perSecond: 1 / 600, burst: 3 },
      limits: new SharedLimits({ together: null }),
    }),
  )
  await impatient.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await impatient.close()
  await harness.close()
})

const send = (payload: string, type: string, url = '/scim/v2/Users') =>
  harness.app.inject({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${desk.token}`, 'content-type': type },
    payload,
  })

test.each([
  '/scim/v2',
  '/scim/v2/',
  '/scim/v2/users',
  '/scim/v2/Me',
  '/scim/v2/Bulk',
  '/scim/v2/Users/a/b',
  '/scim/v2/%20',
])('The unknown path %s is refused in the form of SCIM', async (url) => {
  expect(await problemOf(harness.app.inject({ url }))).toEqual([404, undefined])
})

test.each([
  ['DELETE', '/Users', 'GET, HEAD, POST'],
  ['POST', '/Users/00000000-0000-4000-8000-000000000000', 'DELETE, GET, HEAD, PATCH, PUT'],
  ['PUT', '/ServiceProviderConfig', 'GET, HEAD'],
  ['POST', '/Schemas', 'GET, HEAD'],
] as const)(
  'The verb %s of %s is refused in the form of SCIM, with the verbs there are',
  async (method, path, allow) => {
    const answer = await desk.scim(method, path)
    expect(await problemOf(Promise.resolve(answer))).toEqual([405, undefined])
    expect(answer.headers['allow']).toBe(allow)
  },
)

test('A path beside the address of SCIM is refused as everywhere else', async () => {
  const answer = await harness.app.inject({ url: '/scim/v3/Users' })
  expect(answer.headers['content-type']).toContain('application/problem+json')
})

const scimType = 'application/scim+json'

test.each([
  ['that is too large', JSON.stringify({ userName: 'x'.repeat(300 * 1024) }), scimType, [413, undefined]],
  ['of another kind', '{}', 'text/plain', [415, undefined]],
  ['in another character set', '{}', 'application/json; charset=utf-16', [415, undefined]],
  ['that is no JSON', '{"schemas": [', scimType, [400, 'invalidSyntax']],
  ['that is empty', '', scimType, [400, 'invalidSyntax']],
  ['that is a list', '[]', scimType, [400, 'invalidSyntax']],
  ['with a name of JavaScript’s own', '{"__proto__": 1}', 'application/json', [400, 'invalidSyntax']],
])('A body %s is refused in the form of SCIM', async (_, payload, type, refusal) => {
  expect(await problemOf(send(payload, type))).toEqual(refusal)
})

test('A body that is cut into chunks is measured as it comes', async () => {
  const { port } = impatient.server.address() as AddressInfo
  const head = `POST /scim/v2/Users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${desk.token}\r\n`
  const chunk = `40000\r\n${'x'.repeat(0x40000)}\r\n`
  const answer = await say(
    port,
    `${head}Content-Type: application/scim+json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}1\r\nx\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toContain(errorUrn)
})

test('A body that arrives too slowly is cut in the form of SCIM', async () => {
  const { port } = impatient.server.address() as AddressInfo
  const head = `POST /scim/v2/Users HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${desk.token}\r\n`
  const answer = await say(
    port,
    `${head}Content-Type: application/scim+json\r\nContent-Length: 100\r\n\r\n{"`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('application/scim+json')
  expect(answer).toContain(errorUrn)
})

/** Everything the server says until it hangs up. */
function say(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text))
    socket.on('close', () => resolve(heard))
    socket.on('error', (error) => heard === '' && reject(error))
  })
}

test('A crowd larger than a group may be is refused', async () => {
  const members = Array.from({ length: 20_001 }, () => ({ value: '00000000-0000-4000-8000-000000000000' }))
  const crowd = JSON.stringify({ schemas: [groupUrn], displayName: 'Crowd', members })
  expect((await send(crowd, 'application/scim+json', '/scim/v2/Groups')).statusCode).toBe(400)
})

test('A directory that asks without end is slowed down, and others are not', async () => {
  const busy = await scimDesk(harness)
  const ask = (token: string) =>
    impatient.inject({
      url: '/scim/v2/ServiceProviderConfig',
      headers: { authorization: `Bearer ${token}` },
    })
  for (let nth = 0; nth < 3; nth += 1) expect((await ask(busy.token)).statusCode).toBe(200)
  const last = await ask(busy.token)
  expect(await problemOf(Promise.resolve(last))).toEqual([429, undefined])
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  const other = await scimDesk(harness)
  expect((await ask(other.token)).statusCode).toBe(200)
  expect(
    (await desk.scim('POST', '/Users', { schemas: [userUrn], userName: 'a@b.example' })).statusCode,
  ).toBe(201)
})
