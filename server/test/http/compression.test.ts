import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountRoutes, etagHeader, isUnchanged, requireMatch } from '../../src/platform/http/index.ts'
import type { HttpApp, HttpRoutes } from '../../src/platform/http/index.ts'
import { chooseCoding } from '../../src/platform/http/compression.ts'
import { as, path, toyApp } from './toy-app.ts'

const rows = Array.from({ length: 200 }, (_, id) => ({ id, name: `Company number ${id}`, status: 'ACTIVE' }))
const version = 5

/** A record with a version, an answer given to who has a cookie, and one that is a stream. */
const samples: HttpRoutes = async (app) => {
  app.get('/many', { config: { right: 'read' }, schema: { operationId: 'readMany' } }, (request, reply) =>
    isUnchanged(request, reply, version) ? reply.send() : reply.send({ rows }),
  )
  app.put('/many', { config: { right: 'manage' }, schema: { operationId: 'putMany' } }, (request, reply) => {
    requireMatch(request, version)
    return reply.headers(etagHeader({ version: version + 1 })).send({ rows })
  })
  app.get('/part', { config: { right: 'read' }, schema: { operationId: 'readPart' } }, (_request, reply) =>
    reply
      .code(206)
      .header('content-range', 'bytes 0-1999/9000')
      .type('application/json')
      .send('9'.repeat(2_000)),
  )
  app.get(
    '/picture',
    { config: { right: 'read' }, schema: { operationId: 'readPicture' } },
    (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000, 7)),
  )
}

let app: HttpApp
beforeAll(async () => {
  app = toyApp({ rates: false, corsOrigins: ['https://app.example'] })
  accountRoutes(app, samples)
  app.get('/open', { config: { right: 'public' }, schema: { hide: true } }, async () => ({ rows }))
  await app.ready()
})
afterAll(() => app.close())

const ask = (url: string, coding: string | null, headers: Record<string, string> = {}) =>
  app.inject({
    url: `${path}${url}`,
    headers: { ...as('manager'), ...(coding !== null && { 'accept-encoding': coding }), ...headers },
  })

test('A long answer is packed as the client can read it, and is the same when unpacked', async () => {
  const plain = await ask('/many', null)
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.headers['vary']).toBe('Origin, Accept-Encoding')
  const brotli = await ask('/many', 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Origin, Accept-Encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  const zipped = await ask('/many', 'gzip, br;q=0.5')
  expect(zipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body)
  expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
})

test('A short answer, a part of a file, a picture and a client of few words get what they got before', async () => {
  for (const [url, coding] of [
    ['/notes/1', 'br'],
    ['/part', 'br'],
    ['/picture', 'br'],
    ['/many', 'identity'],
    ['/many', 'br;q=0, gzip;q=0'],
    ['/many', 'zstd'],
  ] as const) {
    const answer = await ask(url, coding)
    expect(answer.headers['content-encoding'], `${url} ${coding}`).toBeUndefined()
  }
})

test('The tag of a packed answer is weak, and both conditions take it in either form', async () => {
  const strong = String((await ask('/many', null)).headers['etag'])
  const weak = String((await ask('/many', 'br')).headers['etag'])
  expect([strong, weak]).toEqual(['"5"', 'W/"5"'])
  for (const tag of [strong, weak]) {
    for (const coding of [null, 'br']) {
      const known = await ask('/many', coding, { 'if-none-match': tag })
      expect([known.statusCode, known.body]).toEqual([304, ''])
    }
    const put = (condition: string) =>
      app.inject({
        method: 'PUT',
        url: `${path}/many`,
        headers: { ...as('manager'), 'if-match': condition, 'accept-encoding': 'br' },
      })
    const changed = await put(tag)
    expect([changed.statusCode, changed.headers['etag']]).toEqual([200, 'W/"6"'])
    expect((await put(tag.replace('5', '4'))).statusCode).toBe(412)
  }
})

test('What a cookie alone opens is not packed: its length could be watched', async () => {
  const header = { 'accept-encoding': 'br', cookie: 'session=1' }
  const withToken = await app.inject({ url: `${path}/many`, headers: { ...as('reader'), ...header } })
  expect(withToken.headers['content-encoding']).toBe('br')
  const open = (headers: Record<string, string>) => app.inject({ url: '/open', headers })
  expect((await open({ 'accept-encoding': 'br' })).headers['content-encoding']).toBe('br')
  const withCookie = await open(header)
  expect(withCookie.headers['content-encoding']).toBeUndefined()
  expect(withCookie.json()).toEqual({ rows })
})

test('A question by HEAD learns the size of the packed answer', async () => {
  const get = await ask('/many', 'br')
  const head = await app.inject({
    method: 'HEAD',
    url: `${path}/many`,
    headers: { ...as('manager'), 'accept-encoding': 'br' },
  })
  expect([head.body, head.headers['content-length']]).toEqual(['', get.headers['content-length']])
})

test('The description is packed once, and a client that has it is told so', async () => {
  const plain = await app.inject('/openapi.json')
  expect(plain.headers).toMatchObject({
    'cache-control': 'public, no-cache',
    vary: 'Origin, Accept-Encoding',
  })
  const packed = await app.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'br' } })
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
  expect(packed.headers['etag']).toBe(`W/${String(plain.headers['etag'])}`)
  const known = await app.inject({
    url: '/openapi.json',
    headers: { 'if-none-match': String(packed.headers['etag']), 'accept-encoding': 'gzip' },
  })
  expect([known.statusCode, known.body, known.headers['cache-control']]).toEqual([
    304,
    '',
    'public, no-cache',
  ])
})

test.each([
  [undefined, null],
  ['', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['gzip', 'gzip'],
  ['GZIP;q=1.0, BR;q=0.9', 'gzip'],
  ['br;q=nonsense, gzip', 'gzip'],
  ['br;q=5', null],
  [`gzip,${' '.repeat(600)}br`, null],
] as const)('Of %j the coding is %j', (header, coding) => {
  expect(chooseCoding(header)).toBe(coding)
})
