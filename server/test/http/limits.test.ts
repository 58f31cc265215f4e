import { connect, type AddressInfo, type Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { accountRoutes, type HttpApp, type HttpOptions } from '../../src/platform/http/index.ts'
import { account, as, path, toyApp } from './toy-app.ts'

const open: HttpApp[] = []
function started(options: Partial<HttpOptions>): HttpApp {
  const app = toyApp(options)
  open.push(app)
  return app
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((app) => app.close()))
})

const slow = { perSecond: 0.1, burst: 2 }
const wide = { perSecond: 1000, burst: 1000 }

test.each([
  ['account', { account: slow, route: wide }, as('reader')],
  ['route', { account: wide, route: slow }, as('reader')],
  ['address', { address: slow }, {}],
] as const)('The %s limit holds, and says so', async (name, rates, headers) => {
  const app = started({ rates })
  const url = name === 'address' ? '/problems' : `${path}/notes/1`
  const first = await app.inject({ url, headers })
  expect(first.headers['ratelimit-policy']).toBe(`"${name}";q=2;w=20`)
  // Ten seconds, less those a busy machine has let pass.
  expect(first.headers['ratelimit']).toMatch(new RegExp(`^"${name}";r=1;t=(10|[5-9])$`))
  await app.inject({ url, headers })
  const refused = await app.inject({ url, headers })
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'RATE_LIMITED'])
  expect(refused.headers['retry-after']).toMatch(/^(10|[5-9])$/)
  expect(refused.headers['ratelimit']).toBe(`"${name}";r=0;t=${refused.headers['retry-after']}`)
})

test('Both paths of a route share its limit, other tokens do not', async () => {
  const app = started({ rates: { route: slow } })
  await app.inject({ url: `${path}/notes/1`, headers: as('reader') })
  await app.inject({ url: '/notes/1', headers: as('reader') })
  expect((await app.inject({ url: '/notes/1', headers: as('reader') })).statusCode).toBe(429)
  expect((await app.inject({ url: '/notes/1', headers: as('manager') })).statusCode).toBe(200)
})

test('Writes have their own limit, and a route may bring one', async () => {
  const app = started({ rates: { write: slow, route: wide, account: wide } })
  accountRoutes(app, async (scope) => {
    const config = { right: 'read', rate: { name: 'costly', perSecond: 0.1, burst: 1 } } as const
    scope.get('/costly', { config, schema: { operationId: 'costly' } }, async () => ({ ok: true }))
  })
  const write = () => app.inject({ method: 'POST', url: `${path}/notes/1/archive`, headers: as('manager') })
  expect([(await write()).statusCode, (await write()).statusCode, (await write()).statusCode]).toEqual([
    200, 200, 429,
  ])
  const costly = (token: string) => app.inject({ url: `${path}/costly`, headers: as(token) })
  expect((await costly('reader')).headers['ratelimit-policy']).toBe('"costly";q=1;w=10')
  expect((await costly('manager')).statusCode).toBe(429)
})

test('Too many requests waiting for the database are refused before authentication, probes excepted', async () => {
  let waiting = 5
  const app = started({
    db: {
      system: async (work) => work(probeTx),
      get waiting() {
        return waiting
      },
    },
    limits: { databaseQueue: 3 },
  })
  const refused = await app.inject(`${path}/notes/1`)
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'OVERLOADED'])
  expect(refused.headers['retry-after']).toMatch(/^[1-5]$/)
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  waiting = 0
  expect((await app.inject(`${path}/notes/1`)).statusCode).toBe(401)
})

// Stands in for a transaction whose one query succeeds; what a real database does is tested with a real one.
const probeTx = { executeQuery: async () => ({ rows: [] }), getExecutor: () => probeExecutor } as never
const probeExecutor = {
  transformQuery: (node: unknown) => node,
  compileQuery: () => ({}),
  executeQuery: async () => ({ rows: [] }),
}

test('A late event loop sheds load, probes excepted', async () => {
  // No loop is earlier than that.
  const app = started({ limits: { eventLoopDelayMs: -1 } })
  const refused = await app.inject('/problems')
  expect([refused.statusCode, refused.json().code]).toEqual([503, 'OVERLOADED'])
  expect((await app.inject('/healthz')).statusCode).toBe(200)
})

test('Readiness names the part that fails', async () => {
  const parts = { store: async () => undefined, mail: async () => Promise.reject(new Error('smtp down')) }
  const app = started({ db: { system: async (work) => work(probeTx), waiting: 0 }, readiness: parts })
  const answer = await app.inject('/readyz')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().checks).toEqual({ database: 'ok', store: 'ok', mail: 'failed' })
  expect(answer.body).not.toContain('smtp down')
})

test('A check that hangs is looked at once for all who ask, and keeps no probe waiting', async () => {
  let looks = 0
  const hang = () => {
    looks += 1
    return new Promise<void>(() => undefined)
  }
  const db = { system: async <T>(work: (tx: never) => Promise<T>) => work(probeTx), waiting: 0 }
  const app = started({ db, readiness: { jobs: hang }, dispensable: { files: hang } })
  const began = performance.now()
  const answers = await Promise.all(Array.from({ length: 40 }, () => app.inject('/readyz')))
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([503]))
  expect(answers[0]?.json()).toMatchObject({
    code: 'SERVICE_NOT_READY',
    checks: { database: 'ok', jobs: 'failed', files: 'degraded' },
  })
  expect(looks).toBe(2)
})

test('Metrics in production need their token, for a silent proxy looks like the machine itself', async () => {
  const read = (app: ReturnType<typeof started>, headers: Record<string, string> = {}) =>
    app.inject({ url: '/metrics', headers, remoteAddress: '127.0.0.1' })
  expect((await read(started({ production: true }))).statusCode).toBe(401)
  const guarded = started({ production: true, metricsToken: 'a-secret' })
  expect((await read(guarded, { authorization: 'Bearer a-secret' })).statusCode).toBe(200)
  expect((await read(started({}), { via: '1.1 proxy' })).statusCode).toBe(401)
  expect((await read(started({}), { 'x-forwarded-proto': 'https' })).statusCode).toBe(401)
})

test('Metrics are for this machine, or for the holder of the token', async () => {
  const local = started({})
  const read = (app: HttpApp, headers = {}, remoteAddress = '127.0.0.1') =>
    app.inject({ url: '/metrics', headers, remoteAddress })
  await local.inject({ url: `${path}/notes/1`, headers: as('reader') })
  const text = (await read(local)).body
  expect(text).toContain(
    'http_request_duration_seconds_count{method="GET",route="/api/v1/account/:accountId/notes/:noteId",status="2xx"} 1',
  )
  expect(text).toContain('# TYPE vigie_db_pool_waiting gauge')
  expect((await read(local, { 'x-forwarded-for': '127.0.0.1' })).statusCode).toBe(401)
  expect((await read(local, {}, '10.0.0.9')).statusCode).toBe(401)
  const guarded = started({ metricsToken: 'a-secret' })
  expect((await read(guarded)).statusCode).toBe(401)
  expect((await read(guarded, { authorization: 'Bearer a-secret' }, '10.0.0.9')).statusCode).toBe(200)
})

test('Log lines hold identifiers only', async () => {
  const lines: string[] = []
  const app = started({ log: { stream: { write: (line) => void lines.push(line) } } })
  await app.inject({
    url: `${path}/notes?names=Jean-Dupont`,
    headers: { ...as('reader'), cookie: 'sid=abc' },
  })
  await app.inject({ url: `${path}/broken`, headers: as('reader') })
  await app.inject({ url: `${path}/notes/1`, headers: as('forged') })
  const entries = lines.map((line) => JSON.parse(line))
  expect(entries[0]).toMatchObject({
    method: 'GET',
    route: '/api/v1/account/:accountId/notes',
    status: 200,
    account,
    actor: 'client:40',
    operation: 'listNotes',
    requestId: expect.any(String),
    durationMs: expect.any(Number),
  })
  const failure = entries.find(({ msg }) => msg === 'request failed')
  expect(failure).toMatchObject({
    code: 'INTERNAL',
    err: { code: 'XX000', stack: expect.stringContaining('    at ') },
  })
  expect(entries.at(-1)).toMatchObject({ status: 401, code: 'AUTH_TOKEN_INVALID' })
  expect(lines.join('')).not.toMatch(/Jean|jean@example|sid=abc|Bearer|forged|names=/)
})

test('Running requests are finished, later ones are sent elsewhere, and lingering ones are cut', async () => {
  const app = started({ limits: { stopMs: 3_000 } })
  const download = new PassThrough()
  let finish: ((answer: object) => void) | undefined
  void app.register(async (scope: HttpApp) => {
    const config = { right: 'public' } as const
    scope.get('/wait', { config }, () => new Promise((resolve) => (finish = resolve)))
    scope.get('/download', { config }, (_request, reply) => reply.send(download))
    scope.get('/for-ever', { config }, () => new Promise(() => undefined))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const listening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref()
    })
  const ask = (url: string) => {
    const heard = { text: '', over: false }
    const socket: Socket = connect(port, '127.0.0.1', () => send(url))
    const send = (next: string) => socket.write(`GET ${next} HTTP/1.1\r\nHost: x\r\n\r\n`)
    socket.on('data', (bytes) => (heard.text += bytes.toString()))
    socket.on('close', () => (heard.over = true)).on('error', () => undefined)
    return { heard, send }
  }
  const [waiting, downloading, lingering] = [ask('/wait'), ask('/download'), ask('/for-ever')]
  download.write('first ')
  await expect.poll(() => finish).toBeDefined()
  await expect.poll(() => downloading.heard.text).toContain('first')
  const closed = app.close()
  await expect.poll(listening).toBe(false)
  downloading.send('/problems')
  finish?.({ done: true })
  await expect.poll(() => waiting.heard.over).toBe(true)
  expect(waiting.heard.text).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close[\s\S]*\{"done":true\}$/i)
  download.end('last')
  await expect.poll(() => downloading.heard.over).toBe(true)
  expect(downloading.heard.text).toMatch(
    /last[\s\S]*HTTP\/1.1 503 [\s\S]*connection: close[\s\S]*SERVICE_STOPPING/i,
  )
  await closed
  await expect.poll(() => lingering.heard).toEqual({ text: '', over: true })
})
