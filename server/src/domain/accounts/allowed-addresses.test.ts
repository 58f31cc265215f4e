import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountsFixture, form, password, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { administrationOf } from '../../../test/accounts/administration-of.ts'

let fixture: Fixture
let accountId: number
let client: Awaited<ReturnType<Fixture['client']>>
let token: string
const office = '203.0.113.9'
const elsewhere = '198.51.100.7'

beforeAll(async () => {
  fixture = await accountsFixture()
})
afterAll(() => fixture.close())

interface Asked {
  readonly from?: string
  readonly token?: string
  readonly headers?: Record<string, string>
}
const send = (method: 'GET' | 'PUT' | 'PATCH' | 'POST', url: string, body?: object, asked: Asked = {}) =>
  fixture.app.inject({
    method,
    url,
    remoteAddress: asked.from ?? office,
    headers: { authorization: `Bearer ${asked.token ?? token}`, ...asked.headers },
    ...(body && { payload: body }),
  })
const base = () => `/api/v1/account/${accountId}`
const list = () => `${base()}/administration/allowed-addresses`
const allow = (addresses: string[], more: object = {}, asked: Asked = {}) =>
  send('PUT', list(), { addresses, ...more }, asked)
const problemOf = (answer: { statusCode: number; json: () => { code: string } }) => [
  answer.statusCode,
  answer.json().code,
]
const refused = [403, 'ADDRESS_NOT_ALLOWED']

async function newAccount() {
  accountId = await fixture.account()
  client = await fixture.client(accountId)
  token = await fixture.tokenOf(client)
}

describe('Allowed addresses of an account', () => {
  beforeAll(newAccount)

  test('Requests from other addresses are refused on every route, known or not, with nothing but that answer', async () => {
    const answer = await allow(['203.0.113.0/24', '2001:DB8::/32', '203.0.113.0/24'])
    expect(answer.json()).toEqual({ addresses: ['203.0.113.0/24', '2001:db8::/32'], yourAddress: office })
    for (const from of [office, '2001:db8::1', '::ffff:203.0.113.200']) {
      expect((await send('GET', `${base()}/clients`, undefined, { from })).statusCode).toBe(200)
    }
    const tries: ['GET' | 'POST' | 'PATCH', string, object?][] = [
      ['GET', `${base()}/clients`],
      ['GET', '/me'],
      ['GET', list()],
      ['POST', `${base()}/clients`, { nonsense: true }],
      ['PATCH', `${base()}/clients`, {}],
      ['GET', '/clients'],
    ]
    for (const [method, url, body] of tries) {
      const out = await send(method, url, body, { from: elsewhere })
      expect([url, ...problemOf(out)]).toEqual([url, ...refused])
    }
  })

  test('The address list also covers new tokens, and only a caller with the secret learns of it', async () => {
    const ask = (clientSecret: string, remoteAddress: string) => {
      const { clientId: client_id } = client
      const fields = { grant_type: 'client_credentials', client_id, client_secret: clientSecret }
      return fixture.app.inject({ url: '/oauth2/token', ...form(fields), remoteAddress })
    }
    expect((await ask(client.clientSecret, office)).statusCode).toBe(200)
    expect(problemOf(await ask(client.clientSecret, elsewhere))).toEqual(refused)
    const wrong = await ask('vgs_wrong', elsewhere)
    expect([wrong.statusCode, wrong.json().error]).toEqual([401, 'invalid_client'])
  })

  test('A forwarded address is believed only from a trusted proxy', async () => {
    const headers = { 'x-forwarded-for': office }
    const clients = `${base()}/clients`
    expect((await send('GET', clients, undefined, { from: '127.0.0.1', headers })).statusCode).toBe(200)
    expect(problemOf(await send('GET', clients, undefined, { from: '127.0.0.1' }))).toEqual(refused)
    expect(problemOf(await send('GET', clients, undefined, { from: elsewhere, headers }))).toEqual(refused)
  })

  test('A refused address is logged each time and journaled once in a while', async () => {
    const before = (await administrationOf(fixture.database, accountId)).filter(
      ({ name }) => name === 'ADDRESS_REFUSED',
    )
    // All of the refusals above were of the same client.
    expect(before).toMatchObject([{ actorType: 'API_CLIENT', origin: { address: elsewhere } }])
    const lines = fixture.log.filter(({ event }) => event === 'ADDRESS_REFUSED').length
    for (const nth of [1, 2, 3]) await send('GET', '/me', undefined, { from: `198.51.100.${nth}` })
    expect(fixture.log.filter(({ event }) => event === 'ADDRESS_REFUSED')).toHaveLength(lines + 3)
    expect(
      (await administrationOf(fixture.database, accountId)).filter(({ name }) => name === 'ADDRESS_REFUSED'),
    ).toHaveLength(1)
    fixture.clock.advance(10 * 60_000)
    await send('GET', '/me', undefined, { from: elsewhere })
    expect(
      (await administrationOf(fixture.database, accountId)).filter(({ name }) => name === 'ADDRESS_REFUSED'),
    ).toHaveLength(2)
  })

  test('A change of the list that would lock out its author is refused unless confirmed', async () => {
    const out = await allow(['192.0.2.0/24'])
    expect(problemOf(out)).toEqual([409, 'ADDRESS_LOCKS_CALLER_OUT'])
    expect((await send('GET', list())).statusCode).toBe(200)
    expect((await allow(['192.0.2.0/24'], { force: true })).statusCode).toBe(200)
    expect(problemOf(await send('GET', list()))).toEqual(refused)
    const back = await allow([], {}, { from: '192.0.2.1' })
    expect(back.json()).toMatchObject({ addresses: [] })
    expect((await send('GET', list(), undefined, { from: elsewhere })).statusCode).toBe(200)
    const changes = (await administrationOf(fixture.database, accountId)).filter(
      ({ name }) => name === 'SETTINGS_CHANGED',
    )
    expect(changes.at(-1)).toMatchObject({
      before: { allowedAddresses: ['192.0.2.0/24'] },
      after: { allowedAddresses: [] },
    })
  })

  test('Invalid entries of the list are refused by position, and so are more than a hundred', async () => {
    const answer = await allow(['203.0.113.0/24', '10.0.0.0/33', 'office', '::ffff:10.0.0.1'])
    expect(problemOf(answer)).toEqual([422, 'ADDRESS_RANGE_INVALID'])
    const pointers = answer.json<{ errors: { pointer: string }[] }>().errors.map(({ pointer }) => pointer)
    expect(pointers).toEqual(['/addresses/1', '/addresses/2', '/addresses/3'])
    const ranges = (count: number) => Array.from({ length: count }, (_, n) => `10.${n >> 8}.${n & 255}.0/24`)
    for (const count of [101, 10_000]) {
      expect(problemOf(await allow(ranges(count), { force: true }))).toEqual([400, 'VALIDATION_FAILED'])
    }
    const most = await allow([...ranges(99), office])
    expect(most.json().addresses).toHaveLength(100)
    await allow([])
    for (const addresses of [undefined, null, 'x', [1], ['']]) {
      const bad = await send('PUT', list(), { addresses })
      expect(problemOf(bad)).toEqual([400, 'VALIDATION_FAILED'])
    }
  })

  test('A change of the list takes effect in another process within a second', async () => {
    const other = fixture.secondProcess()
    expect((await other.authenticator.authenticate(token)).admits(accountId, elsewhere)).toBe(true)
    await allow([office])
    fixture.clock.advance(900)
    expect((await other.authenticator.authenticate(token)).admits(accountId, elsewhere)).toBe(false)
    await allow([])
  })
})

describe('Allowed addresses of one API client', () => {
  beforeAll(newAccount)

  test('The address list of a client applies to that client only, in addition to the account’s', async () => {
    const robot = await fixture.client(accountId)
    const robotToken = await fixture.tokenOf(robot)
    const path = `${base()}/clients/${robot.id}`
    const narrow = await send('PATCH', path, { allowedAddresses: ['192.0.2.0/28'] })
    expect(narrow.json()).toMatchObject({ allowedAddresses: ['192.0.2.0/28'] })
    const from = (address: string) => send('GET', '/me', undefined, { from: address, token: robotToken })
    expect((await from('192.0.2.1')).statusCode).toBe(200)
    expect(problemOf(await from(office))).toEqual(refused)
    expect((await send('GET', '/me', undefined, { from: office })).statusCode).toBe(200)
    // Both lists must let it in.
    await allow([office])
    expect(problemOf(await from('192.0.2.1'))).toEqual(refused)
    await allow([])
    const bad = await send('PATCH', path, { allowedAddresses: ['192.0.2.0/28', 'x'] })
    expect(bad.json().errors).toMatchObject([{ pointer: '/allowedAddresses/1' }])
  })

  test('A client cannot lock itself out by its own change unless it confirms', async () => {
    const path = `${base()}/clients/${client.id}`
    const out = await send('PATCH', path, { allowedAddresses: ['192.0.2.0/28'] })
    expect(problemOf(out)).toEqual([409, 'ADDRESS_LOCKS_CALLER_OUT'])
    expect((await send('PATCH', path, { allowedAddresses: [office] })).statusCode).toBe(200)
  })
})

describe('Allowed addresses and people', () => {
  beforeAll(newAccount)

  test('Sign-in and renewal are refused where every account refuses the address, and the session is kept', async () => {
    const email = 'zoe@people.example'
    await fixture.user(accountId, email, ['ADMIN'])
    const signIn = (remoteAddress: string) =>
      fixture.app.inject({
        method: 'POST',
        url: '/auth/sign-in',
        remoteAddress,
        payload: { email, password },
      })
    const signedIn = await signIn(office)
    const set = [signedIn.headers['set-cookie'] ?? []].flat()
    const cookie = set.find((one) => one.includes('session='))?.split(';')[0] ?? ''
    const renew = (remoteAddress: string) =>
      fixture.app.inject({
        method: 'POST',
        url: '/auth/refresh',
        remoteAddress,
        headers: { cookie, 'x-vigie-client': 'page' },
      })
    await allow([office])
    expect(problemOf(await signIn(elsewhere))).toEqual(refused)
    expect(problemOf(await renew(elsewhere))).toEqual(refused)
    const back = await renew(office)
    expect(back.statusCode, back.body).toBe(200)
  })

  test('The address list of one account does not affect a person’s other accounts', async () => {
    const email = 'twice@people.example'
    const userId = await fixture.user(accountId, email, ['ADMIN'])
    const second = await fixture.account('Second')
    await fixture.database.admin.query(
      `insert into membership (account_id, user_id, roles) values ($1, $2, '{READER}')`,
      [second, userId],
    )
    await allow([office])
    const payload = { email, password }
    const answer = await fixture.app.inject({
      method: 'POST',
      url: '/auth/sign-in',
      remoteAddress: elsewhere,
      payload,
    })
    const person = answer.json<{ accessToken: string }>().accessToken
    const asked = { from: elsewhere, token: person }
    // The account that keeps them out is not even named.
    expect((await send('GET', '/me', undefined, asked)).json().accounts).toMatchObject([
      { accountId: second },
    ])
    expect(problemOf(await send('GET', `${base()}/clients`, undefined, asked))).toEqual(refused)
    const there = await send('GET', `/api/v1/account/${second}/clients`, undefined, asked)
    expect(problemOf(there)).toEqual([403, 'PERMISSION_DENIED'])
  })
})
