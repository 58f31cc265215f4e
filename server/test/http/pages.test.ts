import { createHash } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { catalogue, problemSlug, type ProblemCode } from '../../src/platform/kernel/index.ts'
import { as, path, toyApp } from './toy-app.ts'

let app: HttpApp
beforeAll(async () => {
  const securityContact = 'mailto:security@vigie.example'
  app = toyApp({ rates: false, corsOrigins: ['https://app.example'], securityContact })
  await app.ready()
})
afterAll(() => app.close())

test('Every code has its page, in both languages, with a policy its own style passes', async () => {
  const list = (await app.inject('/problems')).body
  for (const code of Object.keys(catalogue) as ProblemCode[]) {
    const url = `/problems/${problemSlug(code)}`
    expect(list).toContain(`href="${url}"`)
    const page = await app.inject({ url, headers: { 'accept-language': 'fr' } })
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain(code)
    expect(page.body).not.toMatch(/\{\w+\}/)
  }
  const page = await app.inject({ url: '/problems/internal', headers: { 'accept-language': 'fr-FR' } })
  expect(page.headers['content-language']).toBe('fr')
  expect(page.body).toContain('<html lang="fr">')
  expect(page.body).toContain('<h1>Erreur inattendue</h1>')
  const french = await app.inject({ url: '/problems', headers: { 'accept-language': 'fr' } })
  expect(french.body).toContain('>Base de données indisponible</a>')
  expect(list).toContain('>Database unavailable</a>')
  const style = /<style>([\s\S]*)<\/style>/.exec(page.body)?.[1] ?? ''
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
  expect(policy).not.toContain('unsafe')
  expect((await app.inject('/problems/no-such-thing')).statusCode).toBe(404)
})

test('The list of problems comes as JSON to programs that ask for it', async () => {
  const ask = (accept: string) =>
    app.inject({ url: '/problems', headers: { accept, 'accept-language': 'fr' } })
  const { content } = (await ask('application/json')).json<{ content: { code: string }[] }>()
  expect(content.map(({ code }) => code)).toEqual(Object.keys(catalogue))
  expect(content).toContainEqual({
    code: 'DATABASE_UNAVAILABLE',
    type: '/problems/database-unavailable',
    status: 503,
    title: 'Base de données indisponible',
    detail: expect.any(String) as string,
    retryable: true,
  })
  expect((await ask('text/html,application/json')).headers['content-type']).toContain('text/html')
})

test('Problems are written in the requested language', async () => {
  const french = await app.inject({
    url: '/nowhere',
    headers: { 'accept-language': 'de, fr;q=0.9, en;q=0.1' },
  })
  expect(french.json()).toMatchObject({
    title: 'Adresse inexistante',
    detail: expect.stringContaining('Il n’y a rien à cette adresse'),
  })
  expect(french.headers['content-language']).toBe('fr')
})

test('Every answer carries the constant headers and its request id', async () => {
  for (const [url, status] of [
    ['/nowhere', 404],
    ['/healthz', 200],
    [`${path}/notes/1`, 200],
  ] as const) {
    const answer = await app.inject({ url, headers: as('reader') })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  }
})

test('A harmless request id is kept, any other replaced', async () => {
  const sent = async (id: string) => await app.inject({ url: '/nowhere', headers: { 'x-request-id': id } })
  expect((await sent('my-trace_0001')).headers['x-request-id']).toBe('my-trace_0001')
  for (const id of ['short', 'x'.repeat(65), 'with space 123', '<script>alert']) {
    const answer = await sent(id)
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.json().instance).toBe(`urn:uuid:${String(answer.headers['x-request-id'])}`)
  }
})

test('The reference page is served whole from our own origin', async () => {
  const page = await app.inject('/docs')
  expect(page.headers['content-security-policy']).toContain("script-src 'self';")
  const sources = [...page.body.matchAll(/src="([^"]+)"/g)].map((match) => match[1] ?? '')
  expect(sources).toEqual(['/docs/scalar.js', '/docs/start.js'])
  const script = await app.inject('/docs/scalar.js')
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
  expect(gunzipSync(script.rawPayload).toString()).toContain('createApiReference')
})

test('Every path says to anybody what it can be asked', async () => {
  const options = (url: string) => app.inject({ method: 'OPTIONS', url })
  for (const [url, allow] of [
    [`${path}/notes`, 'GET, HEAD, OPTIONS, POST'],
    [`${path}/notes/12`, 'GET, HEAD, OPTIONS'],
    [`${path}/notes/12/archive?any=1`, 'OPTIONS, POST'],
    ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ]) {
    const answer = await options(String(url))
    expect([answer.statusCode, answer.headers['allow'], answer.body]).toEqual([204, allow, ''])
  }
  expect((await options(`${path}/nowhere`)).json()).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' })
})

test('Those who found a hole, and models, are told where to go', async () => {
  const security = await app.inject('/.well-known/security.txt')
  expect(security.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(security.body).toMatch(
    /^Contact: mailto:security@vigie\.example\nExpires: 2027-03-0\dT[\d:.]{12}Z\n/,
  )
  expect(security.body).toContain('Canonical: https://vigie.example/.well-known/security.txt\n')
  const silent = toyApp()
  expect((await silent.inject('/.well-known/security.txt')).statusCode).toBe(404)
  await silent.close()
  const guide = await app.inject('/llms.txt')
  expect(guide.body).toMatch(/^# Vigie\n\n> /)
  const links = [...guide.body.matchAll(/\]\(https:\/\/vigie\.example([^)]+)\)/g)].map(([, place]) =>
    String(place),
  )
  expect(links).toHaveLength(3)
  for (const link of links) expect((await app.inject(link)).statusCode).toBe(200)
})

test('Other origins are refused unless they are configured', async () => {
  const ask = (origin: string, headers: Record<string, string> = {}) =>
    app.inject({ method: 'OPTIONS', url: `${path}/notes`, headers: { origin, ...headers } })
  const allowed = await ask('https://app.example', { 'access-control-request-method': 'POST' })
  expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([
    204,
    'https://app.example',
  ])
  for (const name of ['If-None-Match', 'If-Match', 'Last-Event-ID', 'Idempotency-Key'])
    expect(allowed.headers['access-control-allow-headers']).toContain(name)
  const refused = await ask('https://evil.example', { 'access-control-request-method': 'POST' })
  expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([204, undefined])
  expect(refused.headers['allow']).toBe('GET, HEAD, OPTIONS, POST')
  const read = await app.inject({ url: `${path}/notes/1`, headers: { origin: 'https://app.example' } })
  expect([read.statusCode, read.headers['access-control-allow-origin']]).toEqual([401, 'https://app.example'])
  expect(read.headers['vary']).toBe('Origin, Accept-Language')
  const seen = String(read.headers['access-control-expose-headers'])
  for (const name of [
    'ETag',
    'Link',
    'Location',
    'Events-Complete',
    'Content-Disposition',
    'WWW-Authenticate',
  ])
    expect(seen).toContain(name)
})

test.each([
  ['08006', 503, 'DATABASE_UNAVAILABLE'],
  ['57P01', 503, 'DATABASE_UNAVAILABLE'],
  ['53300', 503, 'OVERLOADED'],
  ['57014', 503, 'OVERLOADED'],
  ['53100', 507, 'STORAGE_FULL'],
  ['40P01', 409, 'WRITE_CONFLICT'],
  ['23505', 500, 'INTERNAL'],
])('The database’s %s is answered %i %s', async (state, status, code) => {
  const answer = await app.inject({ url: `${path}/state/${state}`, headers: as('reader') })
  expect([answer.statusCode, answer.json().code]).toEqual([status, code])
  expect(answer.body).not.toContain('from the database')
  if (status === 503) expect(answer.headers['retry-after']).toMatch(/^[1-5]$/)
})
