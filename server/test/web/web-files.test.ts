import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administration as french } from '../../../web/src/i18n/fr/administration.ts'
import { administration as english } from '../../../web/src/i18n/en/administration.ts'
import { administrationNames } from '../../src/platform/administration/index.ts'
import { webRoutes } from '../../src/web.routes.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { buildPages } from './browser.ts'

let vigie: TestApp
const log: string[] = []

beforeAll(async () => {
  await buildPages()
  vigie = await testApp({ onLog: (line) => log.push(line) })
})
afterAll(() => vigie.close())

test('The root and the bare folder lead to the pages', async () => {
  for (const url of ['/', '/app', '/?from=a-mail']) {
    const answer = await vigie.call('GET', url)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/app/'])
  }
})

test('Every address below is the one page, under a policy with a fresh nonce', async () => {
  const nonces = new Set<string>()
  for (const url of ['/app/', '/app/account/7/thirdparties?cursor=a&anything=b', '/app/no/such/page']) {
    const answer = await vigie.call('GET', url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers.etag).toBeUndefined()
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    expect(answer.body).toContain(`nonce="${nonce}"`)
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(3)
})

test('Hashed files may be cached for ever, and are sent compressed', async () => {
  const page = await vigie.call('GET', '/app/')
  const script = /src="(\/app\/assets\/[^"]+\.js)"/.exec(page.body)?.[1] ?? ''
  const plain = await vigie.call('GET', script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toMatch(/javascript/)
  for (const [accepted, encoding] of [
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
  ] as const) {
    const packed = await vigie.call('GET', script, { headers: { 'accept-encoding': accepted } })
    expect(packed.headers['content-encoding']).toBe(encoding)
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  }
  const firstPaint = await vigie.call('GET', '/app/first-paint.js')
  expect(firstPaint.headers['cache-control']).toBe('no-cache')
})

test('Scripts of the first page stay below 250 kB compressed', async () => {
  const page = await vigie.call('GET', '/app/')
  const scripts = [...page.body.matchAll(/(?:src|href)="(\/app\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const answer = await vigie.call('GET', url, { headers: { 'accept-encoding': 'gzip' } })
      return answer.rawPayload.length
    }),
  )
  expect(scripts.length).toBeGreaterThan(2)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000)
})

test('The frame for files of strangers has no origin and no network, and asks for our files as anyone may', async () => {
  const frame = await vigie.call('GET', '/app/viewer?any=thing')
  expect([frame.statusCode, frame.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = String(frame.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'none'", "frame-ancestors 'self'", 'sandbox allow-scripts']),
  )
  expect(policy.filter((rule) => /connect|frame-src|worker|unsafe|same-origin/.test(rule))).toEqual([])
  expect(frame.headers['cross-origin-resource-policy']).toBe('same-origin')

  const files = [...frame.body.matchAll(/(?:src|href)="(\/app\/assets\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  )
  expect(files.length).toBeGreaterThan(1)
  let size = 0
  for (const url of files) {
    const { headers, rawPayload } = await vigie.call('GET', url, { headers: { 'accept-encoding': 'gzip' } })
    const shared = [headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]
    expect([url, ...shared]).toEqual([url, '*', 'cross-origin'])
    size += rawPayload.length
  }
  // What draws a PDF comes only when there is one.
  expect(size).toBeLessThan(20_000)

  for (const url of ['/app/', '/app/first-paint.js', '/me', '/app/viewer.html']) {
    const { headers } = await vigie.call('GET', url)
    const own = [headers['access-control-allow-origin'], headers['cross-origin-resource-policy']]
    expect([url, ...own]).toEqual([url, undefined, 'same-origin'])
  }
  expect((await vigie.call('GET', '/app/viewer.html')).statusCode).toBe(404)
})

test('A missing file is a problem, not the page, and nothing outside the folder is served', async () => {
  const urls = [
    '/app/assets/none.js',
    '/app/../package.json',
    '/app/%2e%2e/package.json',
    '/app/..%2fpackage.json',
  ]
  for (const url of urls) {
    const answer = await vigie.call('GET', url)
    expect([url, answer.statusCode, answer.headers['cache-control']]).toEqual([url, 404, 'no-store'])
    expect(answer.body).not.toContain('dependencies')
  }
})

/** Asks, and is gone once the answer has begun. */
function leaveInTheMiddle(url: string, address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.write(`GET ${address} HTTP/1.1\r\nHost: vigie\r\n\r\n`)
    socket.once('readable', () => socket.resetAndDestroy())
    socket.once('close', () => resolve())
  })
}

test('A client who leaves in the middle of a file harms nobody else', async () => {
  const url = await vigie.listen()
  const folder = new URL('../../../web/dist/assets', import.meta.url)
  const largest = (await readdir(folder)).find((name) => /^show-pdf.*\.js$/.test(name))
  for (const one of [`/app/assets/${largest}`, `/app/assets/${largest}?any=thing`, '/app/', '/portal']) {
    await Promise.all(Array.from({ length: 5 }, () => leaveInTheMiddle(url, one)))
  }
  // A second answer after the headers of the first ended the process.
  expect((await fetch(`${url}/app/`)).status).toBe(200)
  expect(log.filter((line) => /already sent|HEADERS_SENT/.test(line))).toEqual([])
})

test('Pages that were not built say how to build them', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'vigie-web-'))
  const app = Fastify()
  await app.register(webRoutes({ root }))
  const answer = await app.inject('/app/')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await app.close()
  await rm(root, { recursive: true })
})

test('French punctuation never starts a line: a space before it does not break', async () => {
  const folder = new URL('../../../web/src/i18n/fr/', import.meta.url)
  const files = (await readdir(folder)).map((name) => new URL(name, folder))
  const portal = new URL('../../../web/src/portal/texts/fr.ts', import.meta.url)
  const loose: string[] = []
  for (const file of [...files, portal]) {
    // What a formula looks like is not a sentence.
    const lines = (await readFile(file, 'utf8'))
      .split('\n')
      .filter((line) => !line.includes('formulaExample'))
    for (const [, words = ''] of lines.join('\n').matchAll(/'([^'\n]*)'/g)) {
      if (/ [;:!?»]|« /.test(words)) loose.push(words)
    }
  }
  expect([files.length > 20, loose]).toEqual([true, []])
})

test('Every act of the administration journal has a title in both languages', () => {
  const names = administrationNames.toSorted()
  expect([english, french].map(({ name }) => Object.keys(name).toSorted())).toEqual([names, names])
})
