import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { as, path, toyApp } from './toy-app.ts'

const app = toyApp({ rates: false })
const impatient = toyApp({ rates: false, limits: { bodyTimeoutMs: 200, headersTimeoutMs: 300 } })
beforeAll(async () => {
  for (const one of [app, impatient]) await one.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => Promise.all([app.close(), impatient.close()]))

/** Everything the server says until it hangs up. */
function say(bytes: string | Buffer, to: HttpApp = app): Promise<string> {
  const { port } = to.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    let heard = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1').on('data', (text: string) => (heard += text))
    socket.on('close', () => resolve(heard))
    // Who still speaks when the server hangs up learns so after its answer.
    socket.on('error', (error) => heard === '' && reject(error))
  })
}

function problemIn(answer: string): { status: number; code: string } {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2)
  expect(head).toContain('application/problem+json')
  expect(head.toLowerCase()).toContain('x-request-id: ')
  expect(head).toContain('nosniff')
  return JSON.parse(body) as { status: number; code: string }
}

const host = 'Host: x\r\nConnection: close\r\n'

test.each([
  ['noise', '\x00\x01\x02\xff\xfe garbage\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['a TLS greeting', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'REQUEST_MALFORMED'],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['an invented verb', `BREW / HTTP/1.1\r\n${host}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['a space in a header name', 'GET / HTTP/1.1\r\nHo st: x\r\n\r\n', 400, 'REQUEST_MALFORMED'],
  ['no Host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 200, ''],
  [
    'no Host on a guarded route',
    'GET /problems HTTP/1.1\r\nConnection: close\r\n\r\n',
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'two lengths',
    `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    400,
    'REQUEST_MALFORMED',
  ],
  [
    'length and chunks',
    `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
    'REQUEST_MALFORMED',
  ],
  ['a bad escape in the path', `GET /problems/%zz HTTP/1.1\r\n${host}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['CONNECT', `CONNECT x:443 HTTP/1.1\r\n${host}\r\n`, 400, 'REQUEST_MALFORMED'],
  ['TRACE', `TRACE /problems HTTP/1.1\r\n${host}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  ['PROPFIND', `PROPFIND /problems HTTP/1.1\r\n${host}\r\n`, 405, 'METHOD_NOT_ALLOWED'],
  [
    'an odd expectation',
    `GET /nowhere HTTP/1.1\r\n${host}Expect: the-unexpected\r\n\r\n`,
    404,
    'ROUTE_NOT_FOUND',
  ],
  [
    'a huge header',
    `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'a'.repeat(40_000)}\r\n\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  [
    'many headers',
    `GET / HTTP/1.1\r\nHost: x\r\n${'X-Many: abcdefgh\r\n'.repeat(3_000)}\r\n`,
    431,
    'HEADERS_TOO_LARGE',
  ],
  ['an address beyond the parser', `GET /${'a'.repeat(40_000)} HTTP/1.1\r\n${host}\r\n`, 414, 'URI_TOO_LONG'],
  [
    'an address beyond our limit',
    `GET /problems?${'a'.repeat(9_000)} HTTP/1.1\r\n${host}\r\n`,
    414,
    'URI_TOO_LONG',
  ],
])('A raw connection with %s gets a readable answer', async (_name, bytes, status, code) => {
  const answer = await say(bytes)
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  if (code !== '') expect(problemIn(answer)).toMatchObject({ status, code })
})

test('Random bytes never crash the server nor get a 5xx', async () => {
  let seed = 42
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const starts = ['', 'GET ', 'POST /notes HTTP/1.1\r\n', 'GET / HTTP/1.1\r\nHost: x\r\n', 'GET /notes?']
  const messages = Array.from({ length: 300 }, (_, index) => {
    const noise = Buffer.from(
      Array.from({ length: 1 + Math.floor(random() * 200) }, () => Math.floor(random() * 256)),
    )
    return Buffer.concat([Buffer.from(starts[index % starts.length] ?? ''), noise, Buffer.from('\r\n\r\n')])
  })
  for (const message of messages) expect(await say(message, impatient)).toMatch(/^HTTP\/1.1 4\d\d /)
  expect((await impatient.inject('/healthz')).statusCode).toBe(200)
})

const post = `POST ${path}/notes HTTP/1.1\r\nHost: x\r\nAuthorization: ${as('manager').authorization}\r\nContent-Type: application/json\r\n`

test('A body that does not arrive is given up', async () => {
  const answer = await say(`${post}Content-Length: 50\r\n\r\n{"title":`, impatient)
  expect(problemIn(answer)).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT' })
})

test('A request without a body may wait long for its answer', async () => {
  const { statusCode } = await impatient.inject({ url: `${path}/slow`, headers: as('reader') })
  expect(statusCode).toBe(200)
})

test('Headers that do not arrive are given up', async () => {
  const answer = await say('GET / HTTP/1.1\r\nHost: x\r\n', impatient)
  expect(problemIn(answer)).toMatchObject({ status: 408, code: 'REQUEST_TIMEOUT' })
})

test('A chunked body is cut at the limit', async () => {
  const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`
  const answer = await say(`${post}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)
  expect(problemIn(answer)).toMatchObject({ status: 413, code: 'BODY_TOO_LARGE' })
})

test('The header Expect: 100-continue is honoured', async () => {
  const answer = await say(
    `${post}Connection: close\r\nExpect: 100-continue\r\nContent-Length: 13\r\n\r\n{"title":"x"}`,
  )
  expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK/)
})
