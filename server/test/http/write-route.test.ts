import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accountRoutes,
  etag,
  isUnchanged,
  purgeIdempotencyKeys,
  requireMatch,
  write,
  type HttpApp,
} from '../../src/platform/http/index.ts'
import { AppError, wholeAccount } from '../../src/platform/kernel/index.ts'
import { testDatabase, type TestDatabase } from '../harness/database.ts'
import { account, as, otherAccount, path, toyApp } from './toy-app.ts'

let test1: TestDatabase
let app: HttpApp
let prepared = 0
let hold: Promise<void> = Promise.resolve()

beforeAll(async () => {
  test1 = await testDatabase()
  await test1.admin.query(
    `insert into account (account_id, name) values (${account}, 'a'), (${otherAccount}, 'b')`,
  )
  await test1.admin.query('create table toy (id bigserial primary key, account_id bigint, title text)')
  await test1.admin.query(
    'grant select, insert on toy to vigie_app; grant usage on sequence toy_id_seq to vigie_app',
  )
  const { db } = test1
  app = toyApp({ db, rates: false })
  accountRoutes(app, async (scope) => {
    const body = Type.Object({ title: Type.String({ maxLength: 50 }) })
    const response = { 201: Type.Object({ id: Type.Integer(), title: Type.String() }) }
    scope.post(
      '/toys',
      { config: { right: 'manage' }, schema: { operationId: 'addToy', body, response } },
      async (request, reply) =>
        write(db, request, reply, {
          status: 201,
          prepare: async () => {
            prepared += 1
          },
          work: async (tx) => {
            const { title } = request.body
            const { rows } = await sql<{ id: number }>`
              insert into toy (account_id, title) values (${request.scope.accountId}, ${title}) returning id`.execute(
              tx,
            )
            await hold
            if (title === 'refused') throw new AppError('WRITE_CONFLICT')
            return { id: rows[0]!.id, title, secret: 'not in the schema' }
          },
          headers: ({ id }) => ({ location: `${path}/toys/${id}`, etag: etag(id) }),
        }),
    )
    scope.get(
      '/toys/7',
      { config: { right: 'read' }, schema: { operationId: 'getToy' } },
      async (request, reply) => (isUnchanged(request, reply, 3) ? reply.send() : { id: 7 }),
    )
    scope.patch(
      '/toys/7',
      { config: { right: 'manage' }, schema: { operationId: 'editToy' } },
      async (request) => {
        requireMatch(request, 3)
        return { id: 7 }
      },
    )
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await test1.close()
})

const add = (title: string, key?: string, token = 'manager') =>
  app.inject({
    method: 'POST',
    url: `${path}/toys`,
    headers: { ...as(token), ...(key !== undefined && { 'idempotency-key': key }) },
    payload: { title },
  })
const count = async (title: string) => {
  const { rows } = await test1.admin.query('select count(*)::int as n from toy where title = $1', [title])
  return rows[0].n as number
}

describe('Repeated requests', () => {
  test('A repeated request has one effect and the same bytes, headers included', async () => {
    const first = await add('once', 'key-1')
    const before = prepared
    const second = await add('once', 'key-1')
    expect(first.statusCode).toBe(201)
    expect(Object.keys(first.json())).toEqual(['id', 'title'])
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
    for (const name of ['location', 'etag', 'content-type'])
      expect(second.headers[name]).toBe(first.headers[name])
    expect([first.headers['idempotency-replayed'], second.headers['idempotency-replayed']]).toEqual([
      undefined,
      'true',
    ])
    expect(prepared).toBe(before)
    expect(await count('once')).toBe(1)
  })

  test('A repetition without a key is another request', async () => {
    await add('twice')
    await add('twice')
    expect(await count('twice')).toBe(2)
  })

  test('A repetition under the same key with another body is refused', async () => {
    await add('mine', 'key-2')
    const answer = await add('other', 'key-2')
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect(await count('other')).toBe(0)
  })

  test('A request that failed may be tried again under its key', async () => {
    expect((await add('refused', 'key-3')).statusCode).toBe(409)
    expect((await add('refused', 'key-3')).statusCode).toBe(409)
    expect((await add('now fine', 'key-3')).statusCode).toBe(201)
    expect(await count('refused')).toBe(0)
  })

  test('Sixteen repetitions at once have one effect, and the others wait or get the same answer', async () => {
    let release = () => {}
    hold = new Promise((resolve) => (release = resolve))
    const all = Array.from({ length: 16 }, () => add('race', 'key-4'))
    const early = await Promise.race(all)
    expect([early.statusCode, early.json().code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    expect(early.headers['retry-after']).toBe('1')
    release()
    const answers = await Promise.all(all)
    const made = answers.filter(({ statusCode }) => statusCode === 201)
    expect(made.length).toBeGreaterThanOrEqual(1)
    expect(new Set(made.map(({ body }) => body)).size).toBe(1)
    expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
    expect(await count('race')).toBe(1)
    expect((await add('race', 'key-4')).body).toBe(made[0]?.body)
  })

  test.each(['', ' ', 'with space', 'x'.repeat(256), 'é'])(
    'A request key must be well formed: "%s" is none',
    async (key) => {
      expect((await add('bad key', key)).json().code).toBe('IDEMPOTENCY_KEY_INVALID')
      expect(await count('bad key')).toBe(0)
    },
  )

  test('A request key is forgotten after the purge, and only in its account', async () => {
    const { db } = test1
    await add('old', 'key-5')
    await test1.admin.query(
      `update idempotency_key set created_at = now() - interval '3 days' where key = 'key-5'`,
    )
    const before = new Date(Date.now() - 48 * 3600_000)
    const purge = (accountId: number) =>
      db.write(wholeAccount(accountId), (tx) => purgeIdempotencyKeys(tx, { accountId }, before))
    expect(await purge(otherAccount)).toBe(0)
    expect(await purge(account)).toBe(1)
    await add('old', 'key-5')
    expect(await count('old')).toBe(2)
  })
})

test('A version the client holds is not sent again, one it does not hold is not overwritten', async () => {
  const url = `${path}/toys/7`
  const read = (tag?: string) =>
    app.inject({ url, headers: { ...as('manager'), ...(tag && { 'if-none-match': tag }) } })
  expect((await read()).headers.etag).toBe('"3"')
  expect([
    (await read('"3"')).statusCode,
    (await read('W/"3"')).statusCode,
    (await read('"2", "3"')).body,
  ]).toEqual([304, 304, ''])
  expect((await read('"2"')).statusCode).toBe(200)
  const edit = (tag?: string) =>
    app.inject({ method: 'PATCH', url, headers: { ...as('manager'), ...(tag && { 'if-match': tag }) } })
  expect([(await edit('"3"')).statusCode, (await edit('*')).statusCode, (await edit()).statusCode]).toEqual([
    200, 200, 200,
  ])
  expect([(await edit('"2"')).json().code, (await edit('W/"2"')).json().code]).toEqual([
    'PRECONDITION_FAILED',
    'PRECONDITION_FAILED',
  ])
})

test('The service is ready with its database, and not when it is gone', async () => {
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready', checks: { database: 'ok' } })
  const lost = toyApp({
    db: { waiting: 0, system: () => Promise.reject(new AppError('DATABASE_UNAVAILABLE')) },
  })
  const answer = await lost.inject('/readyz')
  expect(answer.json()).toMatchObject({
    status: 503,
    code: 'DATABASE_UNAVAILABLE',
    checks: { database: 'failed' },
  })
  await lost.close()
})
