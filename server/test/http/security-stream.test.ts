import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { createSecurityLog } from '../../src/domain/accounts/index.ts'
import { openSecurityStream } from '../../src/open-security-log.ts'
import type { HttpApp, HttpOptions } from '../../src/platform/http/index.ts'
import { as, otherAccount, path as base, toyApp } from './toy-app.ts'

type Line = Record<string, unknown>

let folder: string
let app: HttpApp | null = null
const lines: Line[] = []

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vigie-security-'))
  lines.length = 0
})
afterEach(async () => {
  await app?.close()
  app = null
  rmSync(folder, { recursive: true, force: true })
})

const start = (options: Partial<HttpOptions> = {}) => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  app = toyApp({ security: createSecurityLog({ write, process: 'service' }), ...options })
  return app
}
const streamTo = (place: string) =>
  openSecurityStream(loadConfig({ VIGIE_DATA_DIR: folder, SECURITY_LOG: place }))
const security = (place: string) => createSecurityLog({ write: streamTo(place).write, process: 'service' })

test('A right that is missing, an account of others and a bad token are told with who, what and from where', async () => {
  const door = start({ rates: false })
  const headers = { ...as('reader'), 'user-agent': 'curl/8', 'x-request-id': 'my-request-1' }
  const refused = await door.inject({
    method: 'POST',
    url: `${base}/notes`,
    headers,
    payload: { title: 'x' },
  })
  await door.inject({ url: `/api/v1/account/${otherAccount}/notes`, headers: as('reader') })
  await door.inject({ url: `${base}/notes`, headers: as('forged') })
  await door.inject({ url: `${base}/notes`, headers: as('reader') })
  expect(refused.json()).toMatchObject({ code: 'PERMISSION_DENIED', instance: 'request:my-request-1' })
  expect(lines).toMatchObject([
    {
      time: expect.stringMatching(/Z$/),
      level: 'info',
      process: 'service',
      log: 'security',
      event: 'RIGHT_REFUSED',
      cause: 'PERMISSION_DENIED',
      account: 7,
      actor: 'client:40',
      operation: 'addNote',
      requestId: 'my-request-1',
      address: '127.0.0.1',
      userAgent: 'curl/8',
    },
    { event: 'ACCOUNT_REFUSED', cause: 'ACCOUNT_FORBIDDEN', operation: 'listNotes' },
    { event: 'BEARER_REFUSED', cause: 'AUTH_TOKEN_INVALID' },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/forged|Bearer|title/)
})

test('A flood of one caller is told at once, and then as a count', async () => {
  const door = start({ rates: { route: { perSecond: 0.001, burst: 1 } } })
  for (let nth = 0; nth < 30; nth += 1) await door.inject({ url: `${base}/notes`, headers: as('reader') })
  expect(lines).toMatchObject([{ event: 'RATE_LIMITED', actor: 'client:40' }])
  await door.close()
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ event: 'RATE_LIMITED', count: 28 })
})

test('A flood from many places is told of some, and of the rest as one', async () => {
  const door = start({ rates: false })
  const callers = Array.from({ length: 1_100 }, (_, nth) => `10.${nth >> 8}.${nth & 255}.1`)
  for (const remoteAddress of callers)
    await door.inject({ url: `${base}/notes`, headers: as('forged'), remoteAddress })
  expect(lines.length).toBeGreaterThanOrEqual(1_000)
  expect(lines.length).toBeLessThanOrEqual(1_001)
})

test('A file that was renamed takes no more lines: the next goes to a new one', () => {
  const file = path.join(folder, 'security.log')
  const log = security(file)
  log('SIGN_IN', { userId: 1 })
  renameSync(file, `${file}.1`)
  log('SIGN_OUT', {})
  rmSync(file)
  log('PASSWORD_SET', { userId: 1 })
  const events = (name: string) =>
    readFileSync(name, 'utf8')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as Line)['event'])
  expect(events(`${file}.1`)).toEqual(['SIGN_IN'])
  expect(events(file)).toEqual(['PASSWORD_SET'])
})

test('A folder that is gone loses no line and ends nobody', () => {
  const inner = mkdtempSync(path.join(folder, 'logs-'))
  const log = security(path.join(inner, 'security.log'))
  log('SIGN_IN', { userId: 1 })
  renameSync(inner, `${inner}.away`)
  log('SIGN_OUT', {})
  expect(
    readFileSync(path.join(`${inner}.away`, 'security.log'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(2)
})

test.skipIf(!existsSync('/dev/full'))('A full disk ends nobody', () => {
  const log = security('/dev/full')
  expect(() => log('SIGN_IN', { userId: 1 })).not.toThrow()
})

test('A file that cannot be opened ends the start with a sentence', () => {
  expect(() => streamTo(path.join(folder, 'nowhere', 'security.log'))).toThrow(/SECURITY_LOG.*\(ENOENT\)/)
})

test('Nobody who wants no lines gets any', () => {
  expect(streamTo('off').write).toBeNull()
})
