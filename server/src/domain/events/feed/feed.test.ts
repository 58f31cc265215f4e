import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { page, polling, streaming, type Consumer, type Told } from '../../../../test/events/consumers.ts'
import { testApp, type TestApp } from '../../../../test/harness/index.ts'
import { daysLater } from '../../../../test/responses/given-answer.ts'
import { patientLimits } from '../../../../test/harness/patient-limits.ts'
import { accountRoutes, createCursors, createHttp, type Principal } from '../../../platform/http/index.ts'
import { recordPast, type EventName } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { SharedPlaces } from '../../../platform/limits/index.ts'
import { eventsRoutes } from '../journal.routes.ts'

let t: TestApp
let origin: string
beforeAll(async () => {
  t = await testApp()
  origin = await t.listen()
})
afterAll(() => t.close())

async function office(kind?: 'SANDBOX') {
  const { accountId, base, token } = await t.given.office(kind)
  const scope: Scope = { accountId, units: 'ALL', actor: { type: 'JOB', id: null, name: 'test' } }
  return { accountId, base, token, scope, url: `${origin}${base}/events` }
}

const tell = (scope: Scope, thirdpartyId = 1, events = 1) =>
  t.db.write(scope, async (tx) => {
    for (let n = 0; n < events; n += 1) recordPast(tx, scope, { name: 'THIRD_PARTY_UPDATED', thirdpartyId })
  })

/** A service of its own, for one caller, whose time stands still: a token has as long to live as it had when it began. */
async function serviceFor(
  accountId: number,
  { tokenMs = 600_000, ...limits }: { tokenMs?: number; stopMs?: number },
) {
  const now = new Date()
  const principal: Principal = {
    kind: 'API_CLIENT',
    id: 1,
    name: 'Somebody',
    key: 'client:1',
    accounts: new Map([[accountId, new Set(['read'] as const)]]),
    units: new Map([[accountId, 'ALL']]),
    barred: new Map(),
    standing: new Map(),
    confined: false,
    stepUp: new Map(),
    session: null,
    admits: () => true,
    jti: '1',
    expiresAt: new Date(now.getTime() + tokenMs),
  }
  const clock = { now: () => now }
  const common = { db: t.db, clock, authenticate: () => Promise.resolve(principal) }
  const quiet = { version: '0', log: false, rates: false } as const
  const patient = { ...patientLimits, ...limits }
  const app = createHttp({ ...common, ...quiet, limits: patient, publicUrl: 'http://vigie.test' })
  const cursors = createCursors(Buffer.alloc(32), clock)
  const places = new SharedPlaces({ db: t.db, secret: Buffer.alloc(32) })
  accountRoutes(app, eventsRoutes({ ...common, cursors, places }))
  const at = await app.listen({ host: '127.0.0.1', port: 0 })
  return { app, from: { url: `${at}/api/v1/account/${accountId}/events`, token: 'any' } }
}

/** Killed at any moment, begun again where it last knew it was; ends when it has everything. */
async function consume(from: { url: string; token: string }, by: Consumer, all: Promise<number>) {
  const seen: number[] = []
  let last = Number.POSITIVE_INFINITY
  void all.then((head) => (last = head))
  // Who got nothing lives longer the next time, or a slow machine would never let anybody through.
  let idle = 1
  while (seen.length < last) {
    const known = seen.length
    const kill = AbortSignal.timeout(Math.ceil(Math.random() * 300 * idle))
    try {
      for await (const events of by(from, seen.at(-1) ?? 0, kill)) {
        for (const { seq } of events) {
          seen.push(seq)
          if (Math.random() < 0.01) throw new Error('killed between two events')
        }
        if (seen.length >= last) break
      }
    } catch (error) {
      if (!kill.aborted && !/killed/.test(String(error))) throw error
    }
    idle = seen.length > known ? 1 : idle + 1
  }
  return seen
}

test('Consumers killed anywhere get every event once, in order, whoever writes', async () => {
  const { accountId, scope } = await office()
  // Clients killed while they connect leave a connection on which nothing was asked: only time closes those.
  const { app, from } = await serviceFor(accountId, { stopMs: 100 })
  const writers = Array.from({ length: 8 }, async (_, n) => {
    for (let turn = 0; turn < 15; turn += 1) await tell(scope, n + 1, 1 + (turn % 3))
  })
  const all = Promise.all(writers).then(async () => (await page(from, 'size=1')).head)
  const consumers = [polling(0), polling(2), streaming].map((by) => consume(from, by, all))
  const head = await all
  expect(head).toBe(8 * 30)
  const everything = Array.from({ length: head }, (_, index) => index + 1)
  for (const seen of await Promise.all(consumers)) expect(seen).toEqual(everything)
  await app.close()
})

test('A long poll answers soon after the event, and holds no connection until then', async () => {
  const desk = await office()
  const { scope } = desk
  await tell(scope)
  let answered = false
  const arrived = once(t.app.server, 'request')
  const held = page(desk, 'after=1&wait=60').finally(() => (answered = true))
  await arrived
  const open = async () => {
    const { rows } = await t.admin.query<{ busy: number }>(
      `select count(*)::int as busy from pg_stat_activity
       where datname = current_database() and usename like 'vigie\\_app%' and state <> 'idle'`,
    )
    return rows[0]?.busy
  }
  await expect.poll(open).toBe(0)
  expect(answered).toBe(false)
  const written = performance.now()
  await tell(scope, 7)
  expect((await held).content.map(({ seq, thirdpartyId }) => [seq, thirdpartyId])).toEqual([[2, 7]])
  expect(performance.now() - written).toBeLessThan(45_000)
  // Something else happens meanwhile: it waits on, and answers empty when the time is over.
  const other = page(desk, 'after=2&wait=2&names=DOSSIER_ADDED')
  await tell(scope)
  const empty = await other
  expect(empty).toEqual({ content: [], next: empty.head, head: empty.head, complete: true })
})

test('A reader of rare events advances through the journal in steps', async () => {
  const desk = await office()
  await tell(desk.scope, 1, 10_500)
  await tell(desk.scope, 2)
  expect(await page(desk, 'thirdpartyId=2')).toEqual({
    content: [],
    next: 10_000,
    head: 10_501,
    complete: true,
  })
  expect((await page(desk, 'thirdpartyId=2&after=10000')).content.map(({ seq }) => seq)).toEqual([10_501])
  // Who is ready to wait need not ask twice.
  expect((await page(desk, 'thirdpartyId=2&wait=5')).content.map(({ seq }) => seq)).toEqual([10_501])
  const streamed: Told[] = []
  const stop = new AbortController()
  for await (const events of streaming(desk, 10_450, stop.signal)) {
    streamed.push(...events)
    if (streamed.length === 51) break
  }
  expect(streamed.map(({ seq }) => seq)).toEqual(Array.from({ length: 51 }, (_, n) => 10_451 + n))
})

test('The feed filters by names of all kinds and by resource', async () => {
  const desk = await office()
  const { scope } = desk
  await t.db.write(scope, async (tx) => {
    for (const thirdpartyId of [1, 2]) {
      const place = { thirdpartyId, dossierId: thirdpartyId * 10 }
      recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId })
      recordPast(tx, scope, { name: 'DOSSIER_ADDED', ...place })
      recordPast(tx, scope, { name: 'DOCUMENT_ADDED', ...place, documentId: thirdpartyId * 100 })
    }
  })
  const found = async (query: string) => (await page(desk, query)).content.map(({ seq }) => seq)
  expect(await found('names=DOCUMENT_ADDED,THIRD_PARTY_ADDED')).toEqual([1, 3, 4, 6])
  expect(await found('names=THIRD_PARTY_ADDED&thirdpartyId=2')).toEqual([4])
  expect(await found('thirdpartyId=1')).toEqual([1, 2, 3])
  expect(await found('dossierId=20&after=5')).toEqual([6])
  expect(await found('documentId=100')).toEqual([3])
  expect(await found('documentId=100&thirdpartyId=2')).toEqual([])
  expect(await page(desk, 'size=2')).toMatchObject({ content: [{ seq: 1 }, { seq: 2 }], next: 2, head: 6 })
  const nobody = await office()
  expect(await page(nobody, '')).toEqual({ content: [], next: 0, head: 0, complete: true })
  expect(await page(nobody, 'thirdpartyId=1')).toEqual({ content: [], next: 0, head: 0, complete: true })
})

describe('Refused feed requests', () => {
  test('A reader who was away for a year gets everything that happened since, and nothing twice', async () => {
    const from = await office('SANDBOX')
    await tell(from.scope, 1, 3)
    const before = await page(from, 'size=500')
    await daysLater(t, from.accountId, 365)
    await tell(from.scope, 2, 2)
    const { content, next, head } = await page(from, `after=${before.next}&size=500`)
    expect(content.map(({ seq }) => seq)).toEqual([4, 5])
    expect([next, head]).toEqual([5, 5])
    const years = [...before.content, ...content].map(({ occurredAt }) => Number(occurredAt.slice(0, 4)))
    expect(Math.max(...years) - Math.min(...years)).toBe(1)
  })

  let desk: Awaited<ReturnType<typeof office>>
  beforeAll(async () => {
    desk = await office()
  })
  const name = 'THIRD_PARTY_ADED'
  test.each([
    ['names=', 'EVENT_NAMES_EMPTY', {}],
    ['names=THIRD_PARTY_ADDED,,DOSSIER_ADDED', 'EVENT_NAMES_EMPTY', {}],
    [`names=${name}`, 'EVENT_NAME_UNKNOWN', { name, nearest: 'THIRD_PARTY_ADDED' satisfies EventName }],
    ['names=third_party_added', 'EVENT_NAME_UNKNOWN', {}],
    ['after=1', 'EVENT_POSITION_AHEAD', { head: 0 }],
    ['after=1&wait=30', 'EVENT_POSITION_AHEAD', { head: 0 }],
    ['after=-1', 'VALIDATION_FAILED', {}],
    ['wait=61', 'VALIDATION_FAILED', {}],
    ['size=0', 'PAGE_INVALID', {}],
    ['dossierId=x', 'VALIDATION_FAILED', {}],
    ['since=1', 'PARAMETER_UNKNOWN', {}],
  ])('The feed request %s is refused with %s', async (query, code, members) => {
    const { base, token } = desk
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await t.call('GET', `${base}/events?${query}`, { token, headers: { accept } })
      expect(answer.json()).toMatchObject({ status: 400, code, ...members })
    }
  })

  test.each(['x', '-1', '1.5', '1'.repeat(16)])('The Last-Event-ID %s is refused', async (id) => {
    const { base, token } = desk
    const headers = { accept: 'text/event-stream', 'last-event-id': id }
    const answer = await t.call('GET', `${base}/events`, { token, headers })
    expect(answer.json()).toMatchObject({ status: 400, code: 'HEADER_INVALID' })
  })
})

test('A stream is a standard event stream, and ends when asked not to wait', async () => {
  const { base, token, scope } = await office()
  await tell(scope, 5, 3)
  const headers = { accept: 'text/event-stream' }
  const answer = await t.call('GET', `${base}/events?wait=0&after=1`, { token, headers })
  expect(answer.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body).toMatch(
    /^retry: \d+\n\nid: 2\nevent: THIRD_PARTY_UPDATED\ndata: \{.*\}\n\nid: 3\nevent: .*\ndata: .*\n\n:\nid: 3\n\n$/,
  )
  // A request for the headers alone neither waits nor streams.
  const head = await t.call('HEAD', `${base}/events?wait=60&after=3`, { token, headers })
  expect([head.statusCode, head.body]).toEqual([200, ''])
})

test('An account holds twenty requests open, and a place is free again when its client is gone', async () => {
  const desk = await office()
  const gone = new AbortController()
  const held = Array.from({ length: 19 }, () => page(desk, 'wait=60', gone.signal))
  const stream = await fetch(desk.url, {
    headers: { authorization: `Bearer ${desk.token}`, accept: 'text/event-stream' },
    signal: gone.signal,
  })
  expect(stream.headers.get('connection')).toBe('close')
  const status = async (query: string) => {
    const answer = await t.call('GET', `${desk.base}/events?${query}`, { token: desk.token })
    return answer.statusCode === 200 ? 200 : answer.json<{ code: string }>().code
  }
  await expect.poll(() => status('wait=1')).toBe('EVENT_READERS_LIMIT')
  expect(await status('wait=0')).toBe(200)
  expect(await page(await office(), 'wait=1')).toEqual({ content: [], next: 0, head: 0, complete: true })
  gone.abort()
  await Promise.allSettled(held)
  await expect.poll(() => status('wait=1')).toBe(200)
})

test('A caller who loses the right while waiting sees nothing of what comes after', async () => {
  const desk = await office()
  const { token, clientId } = await t.given.client(desk.accountId, ['READER'])
  const { content } = (await t.call('GET', `${desk.base}/clients?size=500`, { token: desk.token })).json<{
    content: { id: number; clientId: string }[]
  }>()
  const id = content.find((one) => one.clientId === clientId)?.id ?? 0
  const from = { url: desk.url, token }
  const held = page(from, 'wait=20').catch((error: unknown) => String(error))
  const streamed: Told[] = []
  const reading = (async () => {
    for await (const events of streaming(from, 0, AbortSignal.timeout(50_000))) streamed.push(...events)
  })()
  await tell(desk.scope)
  await expect.poll(() => streamed.length).toBe(1)
  expect(await held).toMatchObject({ next: 1 })
  const arrived = once(t.app.server, 'request')
  const later = page(from, 'after=1&wait=20').catch((error: unknown) => String(error))
  await arrived
  await t.call('DELETE', `${desk.base}/clients/${id}`, { token: desk.token })
  await tell(desk.scope)
  expect(await later).toMatch(/401 .*AUTH_TOKEN_REVOKED/)
  await reading
  expect(streamed).toHaveLength(1)
})

test('A stream ends with the token it was opened with', async () => {
  const { accountId, scope } = await office()
  await tell(scope)
  const tokenMs = 1_000
  const { app, from } = await serviceFor(accountId, { tokenMs })
  const begun = performance.now()
  const seen: number[] = []
  for await (const events of streaming(from, 0, AbortSignal.timeout(50_000))) {
    seen.push(...events.map(({ seq }) => seq))
  }
  expect(performance.now() - begun).toBeGreaterThanOrEqual(tokenMs - 5)
  expect(seen).toEqual([1])
  await app.close()
})

test('Stopping the service ends every waiting request at once', async () => {
  const { accountId, scope } = await office()
  await tell(scope, 1, 4_000)
  const stopMs = 30_000
  const { app, from } = await serviceFor(accountId, { stopMs })
  const stream = streaming(from, 3_999, AbortSignal.timeout(50_000))
  expect((await stream.next()).value).toHaveLength(1)
  // A client that takes nothing of what is sent must not hold up the stop either.
  const headers = { accept: 'text/event-stream', authorization: 'Bearer any' }
  const stalled = await fetch(`${from.url}?size=500`, { headers })
  const arrived = once(app.server, 'request')
  const waiting = page(from, 'after=4000&wait=60')
  await arrived
  const begun = performance.now()
  await app.close()
  expect(performance.now() - begun).toBeLessThan(stopMs / 2)
  expect(await waiting).toEqual({ content: [], next: 4_000, head: 4_000, complete: true })
  expect((await stream.next()).done).toBe(true)
  await stalled.body?.cancel().catch(() => undefined)
})
