import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '../harness/fixed-seed.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { Seeded } from './seeded.ts'
import { faultOf, type Answer } from './send.ts'

const count = 400
let harness: TestApp
let port: number
let origin: string

beforeAll(async () => {
  harness = await testApp()
  origin = await harness.listen()
  port = Number(new URL(origin).port)
})
afterAll(() => harness.close())

const right = 'GET /problems HTTP/1.1\r\nHost: vigie.test\r\n'

/** Wrong in the grammar of HTTP itself, each in one way. */
const crafted: readonly string[] = [
  'GET\r\n\r\n',
  'GET /problems\r\n\r\n',
  'GET /problems HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET /problems HTTP/1.1\r\n\r\n',
  'GET  /problems  HTTP/1.1\r\nHost: a\r\n\r\n',
  'get /problems HTTP/1.1\r\nHost: a\r\n\r\n',
  'HACK /problems HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /a b c HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\u0000 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /\u00e9\u00ff HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET http://elsewhere.example/problems HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `${right}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  `${right}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n`,
  `${right}Host: second\r\n\r\n`,
  `${right}No colon here\r\n\r\n`,
  `${right}: no name\r\n\r\n`,
  `${right}Bad Name: x\r\n\r\n`,
  `${right}X: a\r\n folded\r\n\r\n`,
  `${right}X: \u0000\r\n\r\n`,
  `${right}X: a\rb\r\n\r\n`,
  `${right}X: ${'y'.repeat(30_000)}\r\n\r\n`,
  `${right}${Array.from({ length: 3_000 }, (_, i) => `X-${i}: 1\r\n`).join('')}\r\n`,
  `GET /${'a'.repeat(30_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `${right}Expect: 100-continue\r\n\r\n`,
  `${right}Expect: miracles\r\n\r\n`,
  `${right}Transfer-Encoding: gzip\r\n\r\n`,
  ...['-1', '+5', '0x10', '1e3', '99999999999999999999', '5, 5', '5\r\nContent-Length: 6', 'abc'].map(
    (length) => `POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n{}`,
  ),
  ...[
    '5\r\nab',
    'zz\r\nab\r\n0\r\n\r\n',
    '-1\r\n\r\n',
    'ffffffffffffffffff\r\n',
    '2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n',
  ].map(
    (chunks) =>
      `POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
  ),
  'POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\n\r\n',
  'POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'POST /auth/sign-in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n',
  '\r\n'.repeat(500),
  '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
  `${right}\r\n`.repeat(30) + 'garbage\r\n\r\n',
]

/** A crafted one, or a right one with some bytes changed, cut or repeated, or nothing but noise. */
function garbage(random: Seeded, nth: number): Buffer {
  const known = crafted[nth]
  if (known !== undefined) return Buffer.from(known, 'latin1')
  if (random.below(4) === 0) return random.bytes(1 + random.below(600))
  const bytes = Buffer.from(random.pick([...crafted, `${right}\r\n`]).slice(0, 3_000), 'latin1')
  for (let i = 0; i < 1 + random.below(8); i += 1) bytes[random.below(bytes.length)] = random.below(256)
  const cut = random.below(3) === 0 ? random.below(bytes.length) : bytes.length
  return bytes.subarray(0, cut)
}

/** Sends, and hangs up when the server has nothing more to say: for the rest of a half request it would wait. */
function throwAt(bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const hangUp = async () => {
      // Whoever came later was answered twice meanwhile.
      for (let quiet = 0; quiet < 2;) {
        const known = chunks.length
        await answerAnother()
        quiet = chunks.length === known ? quiet + 1 : 0
      }
      socket.destroy()
    }
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, () => void hangUp().catch(reject)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') reject(error)
    })
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

async function answerAnother(): Promise<void> {
  const [answer] = (await once(get(`${origin}/healthz`, { agent: false }), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
}

function firstAnswer(text: string): Answer {
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1] ?? 0)
  const type = /^content-type: (.*)$/im.exec(head)?.[1]?.trim() ?? ''
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? body.length)
  return { status, type, body: body.slice(0, length), ms: 0 }
}

test(`Garbage on the wire (${count} pieces) ends in a problem or a closed connection`, async () => {
  const random = new Seeded(seed)
  const thrown = Array.from({ length: count }, (_, nth) => garbage(random, nth))
  const faults: string[] = []
  let answered = 0
  const next = thrown.values()
  const worker = async () => {
    for (const bytes of next) {
      const text = await throwAt(bytes)
      if (text === '') continue
      answered += 1
      const answer = firstAnswer(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))
      const fault = faultOf(answer, '/')
      if (fault !== null) faults.push(`${JSON.stringify(bytes.toString('latin1').slice(0, 120))}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  expect(faults).toEqual([])
  expect(answered).toBeGreaterThan(count / 2)
  console.log(`raw sockets: seed ${seed}, ${count} pieces of garbage, ${answered} answered`)
})

test('The server answers as before afterwards, and holds no connection open', async () => {
  const answer = await fetch(`${origin}/healthz`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  await answer.text()
  await expect.poll(() => openConnections()).toBe(0)
})

function openConnections(): Promise<number> {
  return new Promise((resolve, reject) => {
    harness.app.server.getConnections((error, open) => (error ? reject(error) : resolve(open)))
  })
}
