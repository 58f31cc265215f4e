import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { manualClock } from '../../../platform/kernel/index.ts'
import { createOutbound, type OutboundAnswer, type OutboundOptions } from './index.ts'

type Handler = (response: ServerResponse, request: IncomingMessage) => unknown

const schema = Type.Object({ name: Type.String() })
const ok: Handler = (response) => response.end('{"name":"A","more":[1]}')
const status =
  (code: number, headers: Record<string, string> = {}): Handler =>
  (response) =>
    response.writeHead(code, headers).end('secret of the service')
const answered = { kind: 'OK', value: { name: 'A', more: [1] } }
const unavailable = (reason: string, retryAfterSeconds: number | null = null): OutboundAnswer<never> => ({
  kind: 'UNAVAILABLE',
  reason: `toy: ${reason}`,
  retryAfterSeconds,
})

let base = ''
let script: Handler[] = []
const seen: string[] = []
const server = createServer((request, response) => {
  seen.push(`${request.method} ${request.url}`)
  // The last handler stays.
  const handler = script.length > 1 ? script.shift() : script[0]
  handler?.(response, request)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
beforeEach(() => {
  seen.length = 0
})

const toy = (options: Partial<OutboundOptions> = {}) => {
  const client = createOutbound({ name: 'toy', baseUrl: base, timeoutMs: 20_000, ...options })
  const ask = (path = 'things/1', signal?: AbortSignal) =>
    client.ask({ path, schema, ...(signal ? { signal } : {}) })
  return { client, ask }
}
const play = (...handlers: Handler[]) => {
  script = handlers
}

describe('Answers of a remote service', () => {
  test('An answer is read, with members nobody asked for', async () => {
    play(ok)
    expect(await toy().ask()).toEqual(answered)
    expect(seen).toEqual(['GET /v1/things/1'])
  })

  test('An answer of 404 says that there is no such thing, or of what else the request names', async () => {
    play(status(404), status(410), status(404))
    const { client, ask } = toy()
    expect(await ask()).toEqual({ kind: 'NOT_FOUND' })
    expect(await client.ask({ path: 'x', schema, notFound: [410] })).toEqual({ kind: 'NOT_FOUND' })
    expect(await client.ask({ path: 'x', schema, notFound: [] })).toEqual(
      unavailable('answered with status 404'),
    )
  })

  test.each<[string, Handler, string]>([
    ['garbage', (response) => response.end('<html>'), 'the answer is not JSON'],
    ['nothing', (response) => response.end(), 'the answer is not JSON'],
    ['bytes', (response) => response.end(Buffer.from([0xff, 0xfe, 0x22])), 'the answer is not text'],
    ['another shape', (response) => response.end('{"name":7}'), 'the answer has an unexpected shape'],
    ['endless nesting', (response) => response.end('['.repeat(1e6)), 'the answer is not JSON'],
    ['a refused key', status(401), 'answered with status 401'],
    ['a refused question', status(400), 'answered with status 400'],
  ])('An answer of %s is UNAVAILABLE at once', async (_, handler, reason) => {
    play(handler)
    expect(await toy().ask()).toEqual(unavailable(reason))
    expect(seen).toHaveLength(1)
  })

  test.each(['http://169.254.169.254/latest/meta-data', '/v1/things/2', '//[::1]:1/'])(
    'A redirect to %s is not followed',
    async (location) => {
      play(status(302, { location }), ok)
      expect(await toy().ask()).toEqual(unavailable('answered with a redirect'))
      expect(seen).toEqual(['GET /v1/things/1'])
    },
  )

  test('An answer of 50 MB is cut off early, compressed or not', async () => {
    let sent = 0
    const flood: Handler = async (response) => {
      const chunk = Buffer.alloc(1024 * 1024, ' ')
      while (sent < 50 && !response.destroyed) {
        sent++
        if (!response.write(chunk))
          await new Promise((resolve) => response.once('drain', resolve).once('close', resolve))
      }
      response.end()
    }
    play(flood)
    expect(await toy({ timeoutMs: 15_000 }).ask()).toEqual(unavailable('the answer is too large'))
    expect(sent).toBeLessThan(30)
    const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024, ' '))
    play((response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed))
    expect(await toy({ timeoutMs: 15_000 }).ask()).toEqual(unavailable('the answer is too large'))
  })

  test('Texts of an answer are shortened and freed of what a database refuses', async () => {
    const name = `a\u0000b\ud800${'x'.repeat(100_000)}`
    play((response) => response.end(JSON.stringify({ name, __proto__: null })))
    const answer = await toy().ask()
    expect(answer).toMatchObject({
      kind: 'OK',
      value: { name: expect.stringMatching(/^ab\ufffdx{30000,33000}$/) },
    })
  })

  test('An answer with an accepted status is given to the schema, as text where requested', async () => {
    play(status(301), (response) => response.writeHead(403).end('{"name":"B"}'), status(403))
    const wide = Type.Union([schema, Type.String()])
    const { client } = toy()
    const ask = () => client.ask({ path: 'x', schema: wide, accept: [403], acceptText: [301] })
    expect(await ask()).toEqual({ kind: 'OK', value: 'secret of the service' })
    expect(await ask()).toEqual({ kind: 'OK', value: { name: 'B' } })
    expect(await ask()).toEqual(unavailable('the answer is not JSON'))
  })
})

describe('Time-outs', () => {
  test.each<[string, Handler]>([
    ['hangs', () => undefined],
    ['drips', (response) => void response.writeHead(200).write(' ')],
    [
      'keeps dripping',
      (response) => {
        const drip = setInterval(() => response.write(' '), 20)
        response.on('close', () => clearInterval(drip))
      },
    ],
  ])('A service that %s is abandoned after the time-out', async (_, handler) => {
    play(handler)
    const before = performance.now()
    expect(await toy({ timeoutMs: 500 }).ask()).toEqual(unavailable('no answer in time'))
    expect(performance.now() - before).toBeLessThan(10_000)
    expect(seen).toHaveLength(1)
  })

  test('A caller who gives up is told so and costs the service no fault', async () => {
    const leaving = new AbortController()
    play(() => leaving.abort())
    const { client, ask } = toy({ breaker: { faults: 1, pauseMs: 1_000 } })
    expect(await ask('x', leaving.signal)).toEqual(unavailable('the caller gave up'))
    expect(await ask('x', AbortSignal.abort())).toEqual(unavailable('the caller gave up'))
    expect(client.state).toBe('CLOSED')
    expect(seen).toHaveLength(1)
  })
})

describe('Retries', () => {
  const destroy: Handler = (response) => response.destroy()
  const breakOff: Handler = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"name"')
    setImmediate(() => response.destroy())
  }

  test.each<[string, Handler[]]>([
    ['two faults of the service', [status(500), status(503), ok]],
    ['broken connections', [destroy, breakOff, ok]],
    ['a Retry-After in seconds', [status(429, { 'retry-after': '1' }), ok]],
    ['a Retry-After of nonsense', [status(429, { 'retry-after': 'soon' }), ok]],
    ['a Retry-After that is over', [status(503, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }), ok]],
  ])('A retry follows %s', async (_, handlers) => {
    play(...handlers)
    const asked = handlers.length
    expect(await toy().ask()).toEqual(answered)
    expect(seen).toHaveLength(asked)
  })

  test('A retry waits as long as Retry-After says', async () => {
    play(status(429, { 'retry-after': '1' }), ok)
    const before = performance.now()
    await toy().ask()
    expect(performance.now() - before).toBeGreaterThanOrEqual(990)
  })

  test('A request is not made a fourth time, nor later than the time allows', async () => {
    play(status(502))
    expect(await toy().ask()).toEqual(unavailable('answered with status 502'))
    expect(seen).toHaveLength(3)
    play(status(429, { 'retry-after': '60' }))
    expect(await toy().ask()).toEqual(unavailable('answered with status 429', 60))
    const clock = manualClock(new Date('2030-01-01T00:00:00Z'))
    play(status(503, { 'retry-after': 'Tue, 01 Jan 2030 00:02:00 GMT' }))
    expect(await toy({ clock }).ask()).toEqual(unavailable('answered with status 503', 120))
    expect(seen).toHaveLength(5)
  })

  test('No retry is made while Retry-After holds', async () => {
    const clock = manualClock(new Date('2030-01-01T00:00:00Z'))
    play(status(429, { 'retry-after': '60' }), ok)
    const { ask } = toy({ clock })
    await ask()
    clock.advance(59_000)
    expect(await ask()).toEqual(unavailable('not to be asked again yet', 1))
    clock.advance(1_000)
    expect(await ask()).toEqual(answered)
  })

  test('A POST is never retried', async () => {
    play(status(500), ok)
    const { client } = toy()
    const post = () => client.ask({ path: 'x', method: 'POST', form: { q: 'é&' }, schema })
    expect(await post()).toEqual(unavailable('answered with status 500'))
    expect(seen).toEqual(['POST /v1/x'])
  })
})

describe('Circuit breaker', () => {
  const pauseMs = 30_000
  const setting = () => {
    const clock = manualClock(new Date('2030-01-01T00:00:00Z'))
    return { clock, ...toy({ clock, attempts: 1, breaker: { faults: 5, pauseMs } }) }
  }

  test('The breaker opens after five faults, sends one probe after the pause, and closes when it succeeds', async () => {
    const { clock, client, ask } = setting()
    play(status(500))
    for (let fault = 1; fault <= 5; fault++) {
      expect(client.state).toBe('CLOSED')
      await ask()
    }
    expect(client.state).toBe('OPEN')
    expect(await ask()).toEqual(unavailable('not to be asked again yet', 30))
    expect(seen).toHaveLength(5)

    clock.advance(pauseMs)
    let look: (() => void) | undefined
    play((response) => {
      look = () => response.writeHead(500).end()
    }, ok)
    const first = ask('a')
    expect(await ask('b')).toEqual(unavailable('not to be asked again yet', 1))
    await expect.poll(() => look).toBeDefined()
    look?.()
    expect(await first).toEqual(unavailable('answered with status 500'))
    expect(await ask('b')).toEqual(unavailable('not to be asked again yet', 30))

    clock.advance(pauseMs)
    expect(await ask('b')).toEqual(answered)
    expect(client.state).toBe('CLOSED')
    expect(seen).toHaveLength(7)
  })

  test('The breaker stays open, and probes again, when the probing caller gave up', async () => {
    const { clock, client, ask } = setting()
    play(status(500))
    for (let fault = 1; fault <= 5; fault++) await ask()
    clock.advance(pauseMs)
    const leaving = new AbortController()
    play(() => leaving.abort())
    await ask('a', leaving.signal)
    expect(client.state).toBe('OPEN')
    play(ok)
    await expect.poll(() => ask('a')).toEqual(answered)
  })

  test('The breaker counts consecutive faults, and not requests that were refused', async () => {
    const { client, ask } = setting()
    play(status(500), status(500), status(500), status(500), ok, status(400))
    for (let asked = 0; asked < 12; asked++) await ask()
    expect(client.state).toBe('CLOSED')
    expect(seen).toHaveLength(12)
  })
})

describe('Caching and pacing', () => {
  test('Answers are cached for a while, also of what does not exist', async () => {
    const clock = manualClock(new Date('2030-01-01T00:00:00Z'))
    play(ok, status(404), status(500), ok)
    const { ask } = toy({ clock, cacheSeconds: 60, attempts: 1 })
    for (const _ of [1, 2]) expect(await ask('a')).toEqual(answered)
    for (const _ of [1, 2]) expect(await ask('b')).toEqual({ kind: 'NOT_FOUND' })
    expect(seen).toEqual(['GET /v1/a', 'GET /v1/b'])
    clock.advance(60_000)
    expect(await ask('a')).toEqual(unavailable('answered with status 500'))
    expect(await ask('a')).toEqual(answered)
  })

  test('A caller who needs today’s answer gets it, and caches it for the others', async () => {
    play(
      (response) => response.end('{"name":"old"}'),
      (response) => response.end('{"name":"new"}'),
    )
    const { client, ask } = toy({ cacheSeconds: 60 })
    expect(await ask('a')).toMatchObject({ value: { name: 'old' } })
    expect(await client.ask({ path: 'a', schema, fresh: true })).toMatchObject({ value: { name: 'new' } })
    expect(await ask('a')).toMatchObject({ value: { name: 'new' } })
  })

  test('Another schema does not get the answer cached for the first', async () => {
    play(ok)
    const { client, ask } = toy({ cacheSeconds: 60 })
    await ask('a')
    const other = await client.ask({ path: 'a', schema: Type.Object({ name: Type.Number() }) })
    expect(other).toEqual(unavailable('the answer has an unexpected shape'))
  })

  test('Equal requests at once are one, and one caller leaving does not affect the others', async () => {
    let finish: (() => void) | undefined
    play((response, request) => {
      finish = () => ok(response, request)
    })
    const { ask } = toy()
    const leaving = new AbortController()
    const asks = [ask('a', leaving.signal), ask('a'), ask('a')]
    await expect.poll(() => finish).toBeDefined()
    leaving.abort()
    expect(await asks[0]).toEqual(unavailable('the caller gave up'))
    finish?.()
    expect(await Promise.all(asks.slice(1))).toEqual([answered, answered])
    expect(seen).toHaveLength(1)
  })

  test('The rate is kept by waiting, and by refusing what would wait too long', async () => {
    play(ok)
    const { client, ask } = toy({ perSecond: 0.5, burst: 3, timeoutMs: 3_000 })
    const before = performance.now()
    const answers = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map((path) => ask(path)))
    expect(performance.now() - before).toBeGreaterThanOrEqual(1_500)
    expect(answers.map(({ kind }) => kind)).toEqual(['OK', 'OK', 'OK', 'OK', 'UNAVAILABLE', 'UNAVAILABLE'])
    expect(answers[5]).toEqual(unavailable('its rate is used up', 4))
    expect(seen).toHaveLength(4)
    expect(client.state).toBe('CLOSED')
  })
})

describe('Addresses of remote services', () => {
  test.each(['../admin', 'a/../../admin', '%2e%2e/admin', '\\\\169.254.169.254/x', '//169.254.169.254/x'])(
    'The path %s stays under the configured address',
    async (path) => {
      play(ok)
      await toy().ask(path)
      for (const line of seen) expect(line).toMatch(/^GET \/v1\//)
    },
  )

  test.each([
    'ftp://host',
    'file:///etc/passwd',
    'host',
    'https://me:secret@host',
    'https://host?key=secret',
  ])('The address %s cannot be configured', (baseUrl) => {
    expect(() => toy({ baseUrl })).toThrow(/^The address of toy must be/)
  })

  test('Query parameters are encoded, and headers and bodies are sent', async () => {
    let got: unknown
    play(async (response, request) => {
      const body = (await request.toArray()).join('')
      const { accept, 'user-agent': agent, 'x-key': key, 'content-type': type } = request.headers
      got = { body, accept, agent, key, type }
      ok(response, request)
    })
    const { client } = toy({ headers: { 'x-key': 'k' } })
    await client.ask({ path: 'x', query: { q: 'a&b=é #' }, method: 'POST', body: { a: 1 }, schema })
    expect(seen).toEqual(['POST /v1/x?q=a%26b%3D%C3%A9+%23'])
    expect(got).toEqual({
      body: '{"a":1}',
      accept: 'application/json',
      agent: expect.stringMatching(/^Vigie /),
      key: 'k',
      type: 'application/json',
    })
  })

  test('A closed port and a header that cannot be sent are UNAVAILABLE', async () => {
    const gone = toy({ baseUrl: 'http://127.0.0.1:1', attempts: 1 })
    expect(await gone.ask()).toEqual(unavailable('could not be reached'))
    expect(await toy({ headers: { 'x-key': 'a\nb' }, attempts: 1 }).ask()).toEqual(
      unavailable('could not be reached'),
    )
  })
})
