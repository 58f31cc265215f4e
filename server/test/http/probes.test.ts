import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createWorkerProbes, openProbes } from '../../src/open-probes.ts'
import type { ObjectStore } from '../../src/platform/files/index.ts'
import type { HttpApp } from '../../src/platform/http/index.ts'
import { startWorker, type Worker } from '../../src/platform/jobs/index.ts'
import { AppError, dependencies, systemClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
const lines: string[] = []
let t: TestApp
let storeFault: Error | null = null
let worker: Worker
let probes: HttpApp

const store = (): ObjectStore => ({
  ...t.store,
  check: async () => {
    if (storeFault) throw storeFault
  },
})
const watched = () => ({
  db: t.db,
  store: store(),
  worker,
  registry: new Registry(),
  publicUrl: 'http://vigie.test',
  log: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
})

beforeAll(async () => {
  t = await testApp()
  const options = {
    url: t.appUrl,
    handlers: {},
    schedule: [],
    concurrency: 1,
    log: quiet,
    clock: systemClock,
  }
  worker = await startWorker(options)
  probes = createWorkerProbes(loadConfig({}), watched())
})
afterAll(async () => {
  await probes.close()
  await t.close()
})

test('A worker tells of itself, and serves nothing else', async () => {
  expect((await probes.inject('/healthz')).json()).toEqual({ status: 'ok' })
  const checks = { database: 'ok', jobs: 'ok', files: 'ok' }
  expect((await probes.inject('/readyz')).json()).toEqual({ status: 'ready', checks })
  const metrics = await probes.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
  expect(metrics.body).toContain('vigie_worker_taking_jobs 1')
  expect(metrics.body).toContain('vigie_worker_jobs_running 0')
  expect(metrics.body).toContain('vigie_log_lines_dropped_total ')
  expect((await probes.inject('/api/v1/account/1/thirdparties')).statusCode).toBe(404)
  expect((await probes.inject('/openapi.json')).statusCode).toBe(404)
})

test('Each dependency can be asked for alone, and told of at length without a word of its inside', async () => {
  const one = async (name: string) => (await probes.inject(`/readyz/${name}`)).statusCode
  expect(await Promise.all(['database', 'jobs', 'files', 'mail', 'toString'].map(one))).toEqual([
    200, 200, 200, 404, 404,
  ])
  expect((await probes.inject('/livez')).json()).toEqual({ status: 'ok' })
  const { checks } = (await probes.inject('/readyz?verbose')).json()
  expect(checks).toEqual({
    database: { status: 'ok', essential: true, durationMs: expect.any(Number) },
    jobs: { status: 'ok', essential: true, durationMs: expect.any(Number) },
    files: { status: 'ok', essential: false, durationMs: expect.any(Number) },
  })
})

test('A relay and a scanner that fail degrade a worker, and never make it unready', async () => {
  const mend = () => (['smtp', 'scanner'] as const).forEach((kind) => dependencies.succeed(kind))
  mend()
  const config = loadConfig({
    SMTP_URL: 'smtp://relay.internal:25',
    MAIL_FROM: 'vigie@example.org',
    CLAMD_HOST: 'scanner.internal',
  })
  const worn = createWorkerProbes(config, watched())
  const ask = async (url: string) => (await worn.inject(url)).json()
  expect(await ask('/readyz')).toMatchObject({ status: 'ready', checks: { mail: 'ok', scanner: 'ok' } })
  dependencies.fail('smtp', 'ECONNREFUSED')
  dependencies.fail('scanner', 'ECONNREFUSED')
  const answer = await worn.inject('/readyz?verbose')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    status: 'degraded',
    checks: { mail: { status: 'degraded', essential: false }, scanner: { status: 'degraded' } },
  })
  expect(answer.body).not.toMatch(/internal|ECONNREFUSED/)
  expect((await worn.inject('/readyz/mail')).statusCode).toBe(503)
  dependencies.succeed('smtp')
  expect((await worn.inject('/readyz/mail')).statusCode).toBe(200)
  await worn.close()
  mend()
})

test('Metrics of a worker in production need the token of those of the service', async () => {
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://vigie.example',
    VIGIE_SAMPLE_REGISTERS: 'allow',
    METRICS_TOKEN: 'a-secret',
  }
  const guarded = createWorkerProbes(loadConfig(production), watched())
  const read = (headers = {}) => guarded.inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers })
  expect((await read()).statusCode).toBe(401)
  expect((await read({ authorization: 'Bearer a-secret' })).statusCode).toBe(200)
  await guarded.close()
})

test('A port that is taken keeps a worker from starting only if somebody chose it', async () => {
  const address = new URL(await t.listen())
  const config = loadConfig({ HOST: address.hostname, WORKER_PORT: address.port })
  await expect(openProbes(config, watched())).rejects.toThrow('choose another with WORKER_PORT')
  const processes = { ...config.processes, isPortChosen: false }
  expect(await openProbes({ ...config, processes }, watched())).toBeNull()
  expect(await openProbes(loadConfig({}), watched())).toBeNull()
})

test('A store that is gone degrades the service without making it unready', async () => {
  storeFault = new AppError('SERVICE_NOT_READY', { part: 'files' })
  const degraded = createWorkerProbes(loadConfig({}), watched())
  const answer = await degraded.inject('/readyz')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { status: 'degraded', checks: { database: 'ok', jobs: 'ok', files: 'degraded' } },
  ])
  expect((await degraded.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body).toContain(
    'vigie_files_up 0',
  )
  await degraded.close()
})

test('While it drains a service answers as before, ends connections, and is not ready', async () => {
  const office = await t.given.office()
  t.app.beginDrain()
  const ready = await t.app.inject('/readyz')
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'SERVICE_STOPPING'])
  expect((await t.app.inject('/healthz')).statusCode).toBe(200)
  const { token } = await t.given.client(office.accountId, ['READER'])
  const list = await t.call('GET', `/api/v1/account/${office.accountId}/thirdparties`, { token })
  expect([list.statusCode, list.headers.connection]).toEqual([200, 'close'])
})

test('A worker that has stopped takes no jobs, and says so', async () => {
  storeFault = null
  await worker.stop()
  const answer = await probes.inject('/readyz')
  expect([answer.statusCode, answer.json().checks]).toEqual([
    503,
    { database: 'ok', jobs: 'failed', files: 'ok' },
  ])
})
