import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createIssuerFetch } from '../../src/domain/accounts/outside-fetch.ts'
import { createOutbound } from '../../src/domain/references/outbound/outbound.ts'
import { createSender } from '../../src/domain/webhooks/index.ts'
import { clamdScanner, newObjectKey, reportOutcomes, s3Store } from '../../src/platform/files/index.ts'
import { dependencies, dependencyKinds, type DependencyKind } from '../../src/platform/kernel/index.ts'
import { smtpTransport } from '../../src/platform/mail/index.ts'
import { fakeClamd } from '../fakes/clamd.ts'
import { fakeSmtp } from '../fakes/smtp.ts'
import { testApp, type TestApp } from '../harness/index.ts'

let t: TestApp
let lines: Record<string, unknown>[]
/** Takes connections and never says a word. */
let silent: Server
let closedPort: number
beforeAll(async () => {
  lines = []
  t = await testApp({ onLog: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const gone = createServer().listen(0, '127.0.0.1')
  await once(gone, 'listening')
  closedPort = (gone.address() as AddressInfo).port
  await new Promise((resolve) => gone.close(resolve))
})
beforeEach(() => {
  // Other tests of this process may have left a service down, or near it.
  for (const { dependency, name } of dependencies.states()) dependencies.succeed(dependency, name)
  lines = []
})
afterAll(async () => {
  silent.close()
  await t.close()
})

/** A service that is well. */
async function httpServer(answer: RequestListener): Promise<{ port: number; close(): void }> {
  const server = createHttpServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}

const silentPort = () => (silent.address() as AddressInfo).port

/** The two numbers of one service, as a monitor reads them. */
async function metrics(dependency: DependencyKind, name = '') {
  const { body } = await t.call('GET', '/metrics')
  const read = (metric: string) => {
    const found = body
      .split('\n')
      .find((line) => line.startsWith(`${metric}{dependency="${dependency}",name="${name}"}`))
    return found === undefined ? null : Number(found.slice(found.lastIndexOf(' ') + 1))
  }
  return { up: read('vigie_dependency_up'), faults: read('vigie_dependency_faults_total') }
}

/** What was said of one service since the test began. */
const told = (dependency: DependencyKind) =>
  lines.filter((line) => line['dependency'] === dependency).map((line) => String(line['msg']))

const downLine = 'a service outside does not answer as it should'
const backLine = 'a service outside answers again'

/** Fails as often as asked, then works: one line each way, every fault counted. */
async function expectOutage(dependency: DependencyKind, uses: Uses, name = ''): Promise<void> {
  const known = dependencies.states().find((one) => one.dependency === dependency && one.name === name)
  const before = known?.faults ?? 0
  for (const fail of uses.fail)
    await fail().then(
      () => Promise.reject(new Error('worked')),
      () => undefined,
    )
  const faults = before + uses.fail.length
  // Figures are put together a few times a second at most.
  await expect.poll(() => metrics(dependency, name), { timeout: 5_000 }).toEqual({ up: 0, faults })
  expect(told(dependency)).toEqual([downLine])
  await uses.succeed()
  await expect.poll(() => metrics(dependency, name), { timeout: 5_000 }).toEqual({ up: 1, faults })
  expect(told(dependency)).toEqual([downLine, backLine])
}

interface Uses {
  readonly fail: readonly (() => Promise<unknown>)[]
  readonly succeed: () => Promise<unknown>
}

const mail = {
  messageId: 'm1@example.org',
  recipient: 'jane@supplier.example',
  language: 'en',
  subject: 'A mail',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: {},
}
const from = 'vigie@example.org'

test('A relay that refuses, is silent, is busy or breaks TLS is down until it takes a mail', async () => {
  const smtp = await fakeSmtp()
  const send = (url: string) => async () => {
    const relay = smtpTransport({ url, from, timeoutMs: 300 })
    await relay.send(mail).finally(() => relay.close())
  }
  smtp.misbehave('busy-421')
  await expectOutage('smtp', {
    fail: [
      send(`smtp://127.0.0.1:${closedPort}`),
      send(`smtp://127.0.0.1:${silentPort()}`),
      // Speaks no TLS, though asked to.
      send(smtp.url.replace('smtp://', 'smtps://')),
      // Its password would travel in the open: no STARTTLS is offered.
      send(smtp.url.replace('smtp://', 'smtp://user:word@')),
      send(smtp.url),
    ],
    succeed: send(smtp.url),
  })
  // What it refuses of a mail, for now or for good, says that it is well.
  smtp.misbehave('greylist-451', 'unknown-550')
  for (const _ of [1, 2]) await send(smtp.url)().catch(() => undefined)
  await expect.poll(() => metrics('smtp'), { timeout: 5_000 }).toMatchObject({ up: 1 })
  await smtp.close()
})

test('A scanner that is gone, silent or confused is down until it gives a verdict', async () => {
  const body = () => Readable.from([Buffer.from('content')])
  const scan = (port: number) => () =>
    clamdScanner({ host: '127.0.0.1', port, timeoutMs: 300, maxBytes: 1_000 }).scan(body(), 7)
  const confused = await fakeClamd({ verdict: () => 'INSTREAM: Can not allocate memory ERROR' })
  const well = await fakeClamd()
  await expectOutage('scanner', {
    fail: [scan(closedPort), scan(silentPort()), scan(confused.port)],
    succeed: scan(well.port),
  })
  await Promise.all([confused.close(), well.close()])
})

test('A store that nobody serves is down until it answers, and a missing object is no fault of it', async () => {
  const endpoint = `http://127.0.0.1:${closedPort}`
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const gone = await s3Store({ endpoint, region: 'r', bucket: 'b', forcePathStyle: true, ...credentials })
  const far = reportOutcomes(gone)
  const near = reportOutcomes(t.store)
  const key = newObjectKey(7)
  await expectOutage('store', {
    fail: [
      () => far.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 10 }),
      () => far.get(key),
      () => far.delete(key),
      () => far.check(),
    ],
    succeed: () => near.check(),
  })
  await expect(near.get(key)).rejects.toThrow('no object')
  await expect.poll(() => metrics('store'), { timeout: 5_000 }).toMatchObject({ up: 1 })
  await far.close()
})

test('A register is down by its own name, and a provider by none', async () => {
  const register = await httpServer((_request, response) =>
    response.setHeader('content-type', 'application/json').end('{}'),
  )
  const here = register.port
  const ask = (port: number, dependency: DependencyKind) => async () => {
    const baseUrl = `http://127.0.0.1:${port}`
    const outbound = createOutbound({
      name: 'far-register',
      baseUrl,
      dependency,
      attempts: 1,
      timeoutMs: 2_000,
    })
    const answer = await outbound.ask({ path: '/', schema: Type.Object({}) })
    if (answer.kind === 'UNAVAILABLE') throw new Error(answer.reason)
  }
  await expectOutage(
    'register',
    { fail: [ask(closedPort, 'register')], succeed: ask(here, 'register') },
    'far-register',
  )
  const five = Array.from({ length: 5 }, () => ask(closedPort, 'provider'))
  await expectOutage('provider', { fail: five, succeed: ask(here, 'provider') })
  for (const kind of ['screening', 'verification'] as const)
    await expectOutage(kind, { fail: [ask(closedPort, kind)], succeed: ask(here, kind) })
  register.close()
})

test('Webhooks count as down only when twenty in a row fail, and none is counted that we refuse to send', async () => {
  const receiver = await httpServer((_request, response) => response.writeHead(204).end())
  const here = receiver.port
  const post = createSender({ allowedHosts: [{ host: '127.0.0.1', port: null }], timeoutMs: 2_000 })
  const send = (url: string) => async () => {
    const { error } = await post({ url, headers: {}, body: '{}' }, new AbortController().signal)
    if (error !== null) throw new Error(error)
  }
  const twenty = Array.from({ length: 20 }, () => send(`http://127.0.0.1:${closedPort}/`))
  await expectOutage('webhook', { fail: twenty, succeed: send(`http://127.0.0.1:${here}/`) })
  const { faults } = await metrics('webhook')
  await send('http://10.0.0.1/')().catch(() => undefined)
  expect(await metrics('webhook')).toEqual({ up: 1, faults })
  receiver.close()
})

test('An identity provider counts as down when five requests in a row fail', async () => {
  const issuer = await httpServer((_request, response) => response.end('{}'))
  const here = issuer.port
  const fetch = createIssuerFetch([{ host: '127.0.0.1', port: null }])
  const five = Array.from({ length: 5 }, () => () => fetch(`http://127.0.0.1:${closedPort}/`))
  await expectOutage('identity-provider', { fail: five, succeed: () => fetch(`http://127.0.0.1:${here}/`) })
  issuer.close()
})

test('Every service outside is counted from the start, so that its first fault is an increase', async () => {
  const { body } = await t.call('GET', '/metrics')
  const counted = dependencyKinds.filter((kind) => body.includes(`faults_total{dependency="${kind}",`))
  expect(counted).toEqual(dependencyKinds)
  dependencies.fail('anchor', 'TIMEOUT', 'TIME_STAMP')
  expect(lines.at(-1)).toMatchObject({
    dependency: 'anchor',
    name: 'TIME_STAMP',
    fault: 'TIMEOUT',
    msg: downLine,
  })
  dependencies.succeed('anchor', 'TIME_STAMP')
  expect(lines.at(-1)).toMatchObject({ dependency: 'anchor', name: 'TIME_STAMP', msg: backLine })
})
