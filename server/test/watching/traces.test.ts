import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createSender } from '../../src/domain/webhooks/index.ts'
import { openTraces } from '../../src/open-traces.ts'
import { enqueue, startWorker, type Worker } from '../../src/platform/jobs/index.ts'
import { systemClock, tracing, wholeAccount } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { startReceiver } from '../webhooks/receiver.ts'
import { attributesOf, startCollector, type Collector } from './collector.ts'

const lines: string[] = []
const say = (_values: object, message: string) => void lines.push(message)
const log = { info: say, warn: say, error: say }
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'

let t: TestApp
let office: Awaited<ReturnType<TestApp['given']['office']>>
let collector: Collector
let end: () => Promise<void> = async () => undefined

beforeAll(async () => {
  t = await testApp()
  office = await t.given.office()
})
afterAll(() => t.close())
beforeEach(async () => {
  lines.length = 0
  collector = await startCollector()
})
afterEach(async () => {
  await end()
  await collector.close()
})

const record = async (environment: Record<string, string> = {}) => {
  const { traces } = loadConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...environment })
  end = await openTraces(traces, { process: 'service', log, everyMs: 20 })
}
const list = (headers: Record<string, string> = {}) =>
  t.call('GET', `${office.base}/thirdparties?q=Marked-Company`, { token: office.token, headers })
const spansOf = async (wanted: string) => {
  await expect.poll(() => collector.spans().map(({ name }) => name)).toContain(wanted)
  return collector.spans()
}

test('A request is a span with its route and what it asked of the database, in the trace of its caller', async () => {
  await record({ OTEL_EXPORTER_OTLP_HEADERS: 'api-key=s%20cret', OTEL_SERVICE_NAME: 'suppliers' })
  const answer = await list({ traceparent: `00-${traceId}-${parentId}-01`, tracestate: 'a=b' })
  expect(answer.statusCode).toBe(200)
  const name = 'GET /api/v1/account/:accountId/thirdparties'
  const spans = await spansOf(name)
  const request = spans.find((span) => span.name === name)!
  expect(request).toMatchObject({ traceId, parentSpanId: parentId, kind: 2 })
  expect(attributesOf(request)).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': '200',
    'vigie.account': String(office.accountId),
    'vigie.request': String(answer.headers['x-request-id']),
  })
  expect(answer.headers['traceresponse']).toBe(`00-${traceId}-${request.spanId}-01`)
  const statements = spans.filter((span) => attributesOf(span)['db.collection.name'] === 'thirdparty')
  expect(statements.length).toBeGreaterThan(0)
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]))
  expect(collector.headers[0]).toMatchObject({ 'api-key': 's cret', 'content-type': 'application/json' })
  expect(collector.bodies.join('')).toContain('"suppliers"')
  expect(collector.bodies.join('')).not.toMatch(/Marked-Company|tracestate|a=b/)
})

test.each([
  `00-${'0'.repeat(32)}-${parentId}-01`,
  `00-${traceId}-${parentId}-01-more`,
  `ff-${traceId}-${parentId}-01`,
  `00-${traceId.toUpperCase()}-${parentId}-01`,
  'x'.repeat(5_000),
  '00-\u00e9\u00e9',
])('A traceparent that is none begins a trace of our own', async (traceparent) => {
  await record()
  const answer = await list({ traceparent, tracestate: 'k'.repeat(5_000), baggage: 'who=jean' })
  expect(answer.statusCode).toBe(200)
  const [, ours] = String(answer.headers['traceresponse']).split('-')
  expect(ours).toMatch(/^[\da-f]{32}$/)
  expect(ours).not.toBe(traceId)
})

test('A job has a trace of its own, linked to the request that queued it', async () => {
  await record()
  const seen: object[] = []
  const handlers = { 'attributes.recompute': async (payload: object) => void seen.push(payload) }
  const options = { url: t.appUrl, schedule: [], concurrency: 1, log, clock: systemClock }
  const payload = { accountId: office.accountId, thirdpartyIds: null }
  const worker: Worker = await startWorker({ ...options, handlers })
  try {
    const span = tracing.begin({
      name: 'POST /somewhere',
      kind: 'server',
      caller: `00-${traceId}-${parentId}-01`,
    })
    await tracing.within(span, () =>
      t.db.write(wholeAccount(office.accountId), (tx) =>
        enqueue(tx, 'attributes.recompute', payload as never),
      ),
    )
    span?.end()
    const spans = await spansOf('job attributes.recompute')
    const job = spans.find(({ name }) => name === 'job attributes.recompute')!
    const cause = spans.find(({ name }) => name === 'POST /somewhere')!
    expect(job.traceId).not.toBe(traceId)
    expect(job.parentSpanId ?? '').toBe('')
    expect(job.links).toMatchObject([{ traceId, spanId: expect.any(String) }])
    expect(cause.traceId).toBe(traceId)
    expect(seen).toEqual([payload])
  } finally {
    await worker.stop()
  }
})

test('Others get a trace that began here, never that of a caller, and no baggage', async () => {
  await record()
  const receiver = await startReceiver()
  const send = createSender({ allowedHosts: [{ host: '127.0.0.1', port: receiver.port }], timeoutMs: 5_000 })
  const message = { url: receiver.url, headers: {}, body: '{}' }
  const within = (caller?: string) => {
    const span = tracing.begin({ name: 'work', kind: 'server', ...(caller && { caller }) })
    return tracing.within(span, () => send(message, new AbortController().signal)).finally(() => span?.end())
  }
  await within()
  await within(`00-${traceId}-${parentId}-01`)
  const [ours, theirs] = receiver.received.map(({ headers }) => headers)
  expect(ours?.['traceparent']).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-01$/)
  expect(theirs).not.toHaveProperty('traceparent')
  expect(ours).not.toHaveProperty('baggage')
  await spansOf('webhook')
  await receiver.close()
})

test.each(['hangs', 'refuses', 'is gone'])('A collector that %s costs requests nothing', async (how) => {
  if (how === 'hangs') collector.answer(() => undefined)
  if (how === 'refuses') collector.answer((response) => void response.writeHead(400).end())
  await record()
  if (how === 'is gone') await collector.close()
  for (let nth = 0; nth < 20; nth += 1) expect((await list()).statusCode).toBe(200)
  if (how === 'refuses')
    await expect
      .poll(() => lines)
      .toContain('the collector does not take traces: those that find no room are lost')
  const began = performance.now()
  await end()
  end = async () => undefined
  expect(performance.now() - began).toBeLessThan(6_000)
})

test('Nothing is recorded of what the sampler leaves out, nor when nobody asks for traces', async () => {
  await record({ OTEL_TRACES_SAMPLER: 'always_off' })
  await list()
  await end()
  end = await openTraces(loadConfig({}).traces, { process: 'service', log })
  expect(tracing.begin({ name: 'work', kind: 'server' })).toBeNull()
  expect((await list()).headers['traceresponse']).toBeUndefined()
  expect(collector.bodies).toEqual([])
})

test('OpenTelemetry is imported by one file, which is loaded only where a collector is named', () => {
  const root = fileURLToPath(new URL('../../src/', import.meta.url))
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const holding = (text: string) =>
    files.filter((file) => readFileSync(path.join(root, file), 'utf8').includes(text))
  expect(holding("'@opentelemetry/")).toEqual(['otlp-recorder.ts'])
  expect(holding("from './otlp-recorder.ts'")).toEqual([])
  expect(holding("import('./otlp-recorder.ts')")).toEqual(['open-traces.ts'])
})

test.each([
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER_ARG: '7' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_EXPORTER_OTLP_HEADERS: 'hunter2' }, 'OTEL_EXPORTER_OTLP_HEADERS'],
])('A setting of traces that cannot be meant is told: %j', (environment, setting) => {
  expect(() => loadConfig(environment)).toThrow(setting)
  expect(() => loadConfig(environment)).not.toThrow('hunter2')
})
