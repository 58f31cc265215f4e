import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../../src/platform/kernel/index.ts'
import { SharedWrites } from '../../src/platform/http/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { siretOf } from '../imports/companies.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

let companies = 70_000

interface Office {
  readonly accountId: number
  readonly token: string
}

const office = (): Promise<Office> => t.given.office()

function newCompany(change: object = {}) {
  companies += 1
  return {
    legalIdentifier: { code: 'CIT001', value: siretOf(companies) },
    code: `C-${companies}`,
    unmanaged: { name: `Company ${companies}`, countryCode: 'FR' },
    ...change,
  }
}

async function add({ accountId, token }: Office, body: object, headers: Record<string, string> = {}) {
  const answer = await t.call('POST', `/api/v1/account/${accountId}/thirdparties`, { token, body, headers })
  return {
    status: answer.statusCode,
    headers: answer.headers,
    json: answer.json() as Record<string, unknown>,
  }
}

/** How many transactions wrote the companies of the account. */
async function transactions({ accountId }: Office): Promise<number> {
  const { rows } = await t.admin.query<{ count: number }>(
    'select count(distinct xmin::text)::int from thirdparty where account_id = $1',
    [accountId],
  )
  return rows[0]?.count ?? 0
}

test('Companies that one caller adds at once share transactions, and each request gets its own answer', async () => {
  const caller = await office()
  const bodies = Array.from({ length: 40 }, () => newCompany())
  const answers = await Promise.all(bodies.map((body) => add(caller, body)))
  expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 201))
  expect(answers.map(({ json }) => json['code'])).toEqual(bodies.map(({ code }) => code))
  for (const { json, headers } of answers)
    expect(headers.location).toMatch(new RegExp(`/thirdparties/${String(json['thirdpartyId'])}$`))
  expect(await transactions(caller)).toBeLessThan(10)
  const { rows } = await t.admin.query(
    `select e.thirdparty_id::int, convert_from(d.payload, 'UTF8')::json -> 'data' ->> 'code' as code
     from event e join event_detail d using (account_id, seq) where e.account_id = $1 order by e.thirdparty_id`,
    [caller.accountId],
  )
  const told = answers.map(({ json }) => ({ thirdparty_id: json['thirdpartyId'], code: json['code'] }))
  expect(rows).toEqual(told.toSorted((a, b) => Number(a.thirdparty_id) - Number(b.thirdparty_id)))
})

test('One that is refused is told so, and holds up none of the others', async () => {
  const caller = await office()
  const known = newCompany()
  expect((await add(caller, known)).status).toBe(201)
  const twin = newCompany()
  const bodies = [
    ...Array.from({ length: 10 }, () => newCompany()),
    newCompany({ legalIdentifier: known.legalIdentifier }),
    newCompany({ code: known.code }),
    newCompany({ unmanaged: undefined }),
    twin,
    { ...twin, code: 'another' },
    ...Array.from({ length: 10 }, () => newCompany()),
  ]
  const answers = await Promise.all(bodies.map((body) => add(caller, body)))
  const refusals = answers.flatMap(({ status, json }) => (status === 201 ? [] : [json['code']]))
  expect(refusals.map(String).toSorted()).toEqual([
    'CODE_TAKEN',
    'IDENTIFIER_NOT_FOUND',
    'THIRD_PARTY_DUPLICATE',
    'THIRD_PARTY_DUPLICATE',
  ])
  const list = await t.call('GET', `/api/v1/account/${caller.accountId}/thirdparties`, {
    token: caller.token,
  })
  expect(list.json()).toMatchObject({ totalElements: 1 + bodies.length - refusals.length })
})

test('Keys of requests that share a transaction are kept: a repetition finds its answer', async () => {
  const caller = await office()
  const requests = Array.from({ length: 12 }, (_, nth) => ({ body: newCompany(), key: `shared-${nth}` }))
  const send = ({ body, key }: (typeof requests)[number]) => add(caller, body, { 'idempotency-key': key })
  const answers = await Promise.all(requests.map(send))
  expect(answers.map(({ status }) => status)).toEqual(requests.map(() => 201))
  expect(await transactions(caller)).toBeLessThan(requests.length)
  const repeated = await Promise.all(requests.map(send))
  expect(repeated.map(({ headers }) => headers['idempotency-replayed'])).toEqual(requests.map(() => 'true'))
  expect(repeated.map(({ json }) => json)).toEqual(answers.map(({ json }) => json))
  const twice = { body: newCompany(), key: 'twice' }
  const both = await Promise.all(Array.from({ length: 6 }, () => send(twice)))
  const made = both.filter(({ status }) => status === 201)
  expect(new Set(made.map(({ json }) => json['thirdpartyId'])).size).toBe(1)
  const others = both.filter(({ status }) => status !== 201).map(({ json }) => json['code'])
  expect(others.filter((code) => code !== 'IDEMPOTENCY_IN_PROGRESS')).toEqual([])
  const reused = await add(caller, newCompany(), { 'idempotency-key': 'shared-1' })
  expect(reused.json).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
})

test('Two callers share nothing: each event names whose it is', async () => {
  const caller = await office()
  const other = { ...caller, token: (await t.given.client(caller.accountId)).token }
  await Promise.all(Array.from({ length: 20 }, (_, nth) => add(nth % 2 === 0 ? caller : other, newCompany())))
  const { rows } = await t.admin.query<{ actors: number; mixed: number }>(
    `select count(distinct actor_id)::int as actors, (select count(*)::int from (
       select from event where account_id = $1 group by xmin::text having count(distinct actor_id) > 1) shared) as mixed
     from event where account_id = $1`,
    [caller.accountId],
  )
  expect(rows[0]).toEqual({ actors: 2, mixed: 0 })
})

test('Attributes set at once share transactions; those of one company take turns', async () => {
  const caller = await office()
  const added = await Promise.all(Array.from({ length: 20 }, () => add(caller, newCompany())))
  const ids = added.map(({ json }) => json['thirdpartyId'])
  const set = (id: unknown, value: string, label = 'Internal reference') =>
    t.call('POST', `/api/v1/account/${caller.accountId}/thirdparties/${String(id)}/attributes`, {
      token: caller.token,
      body: { label, values: [value] },
    })
  const [first] = ids
  const answers = await Promise.all([
    ...ids.map((id) => set(id, `of ${String(id)}`)),
    set(first, 'second'),
    set(first, 'third'),
  ])
  expect(answers.slice(0, 20).map((answer) => answer.json().value)).toEqual(
    ids.map((id) => `of ${String(id)}`),
  )
  const { rows } = await t.admin.query<{ values: string[]; transactions: number }>(
    `select array_agg(after #>> '{}' order by change_id) filter (where subject = $2) as values,
       count(distinct xmin::text)::int as transactions
     from attribute_value_history where account_id = $1`,
    [caller.accountId, first],
  )
  expect(rows[0]?.values.toSorted()).toEqual([`of ${String(first)}`, 'second', 'third'])
  expect(rows[0]?.transactions).toBeLessThan(20)
  const mixed = await Promise.all([
    ...ids.map((id) => set(id, 'again')),
    set(first, 'of no attribute', 'Unheard of'),
    set(1, 'of nobody'),
  ])
  const refusals = mixed.flatMap((answer) => (answer.statusCode === 200 ? [] : [answer.json().code]))
  expect(refusals).toEqual(['ATTRIBUTE_UNKNOWN', 'THIRD_PARTY_NOT_FOUND'])
})

test('Where nobody knows whether a shared transaction was kept, none of its requests is made again', async () => {
  const { accountId } = await office()
  const scope = { accountId, units: 'ALL', actor: { type: 'JOB', id: null, name: 'test' } } as const
  const writes = new SharedWrites<number, number>(t.db, {
    work: () => Promise.reject(new AppError('DATABASE_UNAVAILABLE')),
  })
  let alone = 0
  const stored = { status: 201, headers: {}, body: '' }
  const answered = await Promise.allSettled(
    Array.from({ length: 12 }, (_, nth) =>
      writes.share(nth)({
        scope,
        begin: () => Promise.resolve(),
        keep: () => Promise.resolve(stored),
        alone: () => {
          alone += 1
          return Promise.resolve({ stored, isReplay: false })
        },
      }),
    ),
  )
  // The first came while nothing was under way.
  expect(alone).toBe(1)
  expect(answered.filter(({ status }) => status === 'rejected')).toHaveLength(11)
})

test('Whoever waits for a lock keeps nobody else waiting', async () => {
  const offices = await Promise.all(Array.from({ length: 6 }, office))
  const added = await Promise.all(offices.map((one) => add(one, newCompany())))
  const set = ({ accountId, token }: Office, id: unknown) =>
    t.call('POST', `/api/v1/account/${accountId}/thirdparties/${String(id)}/attributes`, {
      token,
      body: { label: 'Internal reference', values: ['R'] },
    })
  const places = offices.map((one, nth) => ({ one, id: added[nth]?.json['thirdpartyId'] }))
  const [last, ...held] = places.toReversed()
  if (!last) throw new Error('There are offices.')
  await t.admin.query('begin')
  const blocked: Promise<{ statusCode: number }>[] = []
  try {
    await t.admin.query('select from thirdparty where thirdparty_id = any($1) for update', [
      held.map(({ id }) => id),
    ])
    for (const { one, id } of held) blocked.push(set(one, id))
    expect((await set(last.one, last.id)).statusCode).toBe(200)
  } finally {
    await t.admin.query('rollback')
  }
  expect((await Promise.all(blocked)).map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200))
})
