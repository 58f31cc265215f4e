import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTraceparent } from '../../src/platform/http/trace-context.ts'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { as, path, toyApp } from './toy-app.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const traceparent = `00-${traceId}-${parentId}-01`

interface Line {
  readonly msg: string
  readonly traceId?: string
  readonly spanId?: string
  readonly requestId?: string
}
const lines: Line[] = []
const stream = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().trim().split('\n')) lines.push(JSON.parse(line) as Line)
    done()
  },
})

let app: HttpApp
beforeAll(async () => {
  app = toyApp({ rates: false, log: { level: 'info', stream }, corsOrigins: ['https://app.example'] })
  await app.ready()
})
afterAll(() => app.close())

test('The trace of a caller stands in the log and in the answer, a refusal’s as well', async () => {
  for (const [url, status] of [
    [`${path}/notes/1`, 200],
    ['/nowhere', 404],
  ] as const) {
    const answer = await app.inject({ url, headers: { ...as('reader'), traceparent } })
    expect(answer.statusCode).toBe(status)
    const [version, trace, spanId, flags] = String(answer.headers['traceresponse']).split('-')
    expect([version, trace, flags]).toEqual(['00', traceId, '01'])
    expect(spanId).toMatch(/^[0-9a-f]{16}$/)
    expect(spanId).not.toBe(parentId)
    const line = lines.find(({ requestId }) => requestId === answer.headers['x-request-id'])
    expect(line).toMatchObject({ traceId, spanId })
  }
})

test('A request without a trace, or with a wrong one, is answered as if nobody had spoken of it', async () => {
  for (const wrong of [
    undefined,
    'nonsense',
    `00-${traceId}-${parentId}`,
    `00-${'0'.repeat(32)}-${parentId}-01`,
  ]) {
    const headers = { ...as('reader'), ...(wrong !== undefined && { traceparent: wrong }) }
    const answer = await app.inject({ url: `${path}/notes/1`, headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['traceresponse']).toBeUndefined()
    const line = lines.find(({ requestId }) => requestId === answer.headers['x-request-id'])
    expect(line).not.toHaveProperty('traceId')
  }
})

test('Scripts of an allowed origin may send their trace and read our part of it', async () => {
  const origin = 'https://app.example'
  const asked = { origin, 'access-control-request-method': 'GET' }
  const { headers } = await app.inject({ method: 'OPTIONS', url: `${path}/notes`, headers: asked })
  expect(headers['access-control-allow-headers']).toContain('traceparent')
  const read = await app.inject({ url: `${path}/notes/1`, headers: { ...as('reader'), origin } })
  expect(read.headers['access-control-expose-headers']).toContain('traceresponse')
})

test.each([
  [traceparent, '01'],
  [` ${traceparent} `, '01'],
  [`cc-${traceId}-${parentId}-00-what-comes-later`, '00'],
  [`ff-${traceId}-${parentId}-01`, null],
  [`00-${traceId}-${parentId}-01-more`, null],
  [`00-${traceId}-${'0'.repeat(16)}-01`, null],
  [traceparent.toUpperCase(), null],
  [`${traceparent}, ${traceparent}`, null],
  [`cc-${traceId}-${parentId}-01-${'x'.repeat(500)}`, null],
])('Of %j the flags are %j', (header, flags) => {
  expect(readTraceparent(header)?.flags ?? null).toBe(flags)
})
