import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, form, password, type Fixture } from '../../../test/accounts/accounts-fixture.ts'

let fixture: Fixture
let accountId: number
let otherId: number
let admin: string
beforeAll(async () => {
  fixture = await accountsFixture()
  accountId = await fixture.account('Mine')
  otherId = await fixture.account('Other')
  // So that nobody added below is the last administrator.
  await fixture.user(accountId, 'boss@mine.example', ['ADMIN'])
  await fixture.user(otherId, 'boss@other.example', ['ADMIN'])
  admin = await fixture.tokenOf(await fixture.client(accountId))
})
afterAll(() => fixture.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
function call(
  method: Method,
  path: string,
  options: { token?: string; body?: object; account?: number; key?: string } = {},
) {
  const { token = admin, body, account = accountId, key } = options
  return fixture.app.inject({
    method,
    url: `/api/v1/account/${account}${path}`,
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(body === undefined ? {} : { payload: body }),
  })
}
const signIn = async (email: string) => {
  const payload = { email, password }
  const answer = await fixture.app.inject({ method: 'POST', url: '/auth/sign-in', payload })
  return answer.json<{ accessToken: string }>().accessToken
}

describe('People of an account', () => {
  it('People gain and lose rights within a second, with the token they hold', async () => {
    const userId = await fixture.user(accountId, 'changing@people.example', ['ADMIN'])
    const token = await signIn('changing@people.example')
    const elsewhere = fixture.secondProcess()
    const rights = async () => [
      ...((await elsewhere.authenticator.authenticate(token)).accounts.get(accountId) ?? []),
    ]
    expect(await rights()).toContain('administer')
    expect((await call('PATCH', `/users/${userId}`, { body: { roles: ['READER'] } })).statusCode).toBe(200)
    expect((await call('GET', '/users', { token })).json().code).toBe('PERMISSION_DENIED')
    fixture.clock.advance(900)
    expect(await rights()).toEqual(['read'])
    await call('PATCH', `/users/${userId}`, { body: { roles: ['ADMIN'] } })
    expect((await call('GET', '/users', { token })).statusCode).toBe(200)
    expect((await call('DELETE', `/users/${userId}`)).statusCode).toBe(204)
    expect((await call('GET', '/users', { token })).json().code).toBe('ACCOUNT_FORBIDDEN')
    expect((await call('DELETE', `/users/${userId}`)).json().code).toBe('USER_NOT_FOUND')
  })

  it('An account always keeps an administrator, even when two remove each other', async () => {
    const lonely = await fixture.account('Lonely')
    const token = await fixture.tokenOf(await fixture.client(lonely))
    const options = { token, account: lonely }
    const ids: number[] = []
    for (const email of ['a@lonely.example', 'b@lonely.example']) {
      ids.push(await fixture.user(lonely, email, ['ADMIN']))
    }
    const both = await Promise.all(ids.map((id) => call('DELETE', `/users/${id}`, options)))
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
    const left = ids[both.findIndex((answer) => answer.statusCode === 409)]
    for (const body of [{ roles: ['READER'] }, { active: false }]) {
      const answer = await call('PATCH', `/users/${left}`, { ...options, body })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAST_ADMIN'])
    }
  })

  it('People of another account are not found', async () => {
    const theirs = await fixture.user(otherId, 'theirs@people.example', ['READER'])
    for (const [method, body] of [
      ['PATCH', { active: false }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(method, `/users/${theirs}`, body ? { body } : {})
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'USER_NOT_FOUND'])
    }
  })
})

describe('API clients of an account', () => {
  const tokenStatus = async (clientId: string, clientSecret: string) => {
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return (await fixture.app.inject({ url: '/oauth2/token', ...form(fields) })).statusCode
  }

  it('A client shows its secret once and keeps the former one for the grace period only', async () => {
    const body = { name: 'ERP', scopes: ['MANAGER'] }
    const made = (await call('POST', '/clients', { body, key: 'c-1' })).json()
    expect(made.clientSecret).toMatch(/^vgs_[\w-]{43}$/)
    expect((await call('POST', '/clients', { body, key: 'c-1' })).json().clientSecret).toBeUndefined()
    const { rows } = await fixture.database.admin.query('select body from idempotency_key')
    expect(JSON.stringify(rows)).not.toContain('vgs_')
    const rotate = (grace?: object) =>
      call('POST', `/clients/${made.id}/rotate-secret`, grace ? { body: grace } : {})
    const rotated = (await rotate({ graceSeconds: 60 })).json()
    expect(rotated.clientSecret).not.toBe(made.clientSecret)
    expect(await tokenStatus(made.clientId, made.clientSecret)).toBe(200)
    expect(await tokenStatus(made.clientId, rotated.clientSecret)).toBe(200)
    fixture.clock.advance(60_000)
    expect(await tokenStatus(made.clientId, made.clientSecret)).toBe(401)
    expect((await rotate()).statusCode).toBe(200)
    expect(await tokenStatus(made.clientId, rotated.clientSecret)).toBe(200)
  })

  it('A deactivated client loses its tokens and its secret', async () => {
    const made = (await call('POST', '/clients', { body: { name: 'Old', scopes: ['READER'] } })).json()
    const token = await fixture.tokenOf(made)
    expect((await call('DELETE', `/clients/${made.id}`)).statusCode).toBe(204)
    expect((await call('GET', '/clients', { token })).json().code).toBe('AUTH_TOKEN_REVOKED')
    expect(await tokenStatus(made.clientId, made.clientSecret)).toBe(401)
    const listed = (await call('GET', '/clients')).json().content
    expect(listed).toContainEqual(expect.objectContaining({ id: made.id, active: false }))
    expect(JSON.stringify(listed)).not.toContain('ecretHash')
    expect((await call('DELETE', `/clients/${made.id}`)).json().code).toBe('CLIENT_NOT_FOUND')
  })

  it('Clients of another account are not found', async () => {
    const theirs = await fixture.client(otherId)
    const answer = await call('POST', `/clients/${theirs.id}/rotate-secret`)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'CLIENT_NOT_FOUND'])
    const listed = (await call('GET', '/clients')).json().content
    expect(listed.map((client: { id: number }) => client.id)).not.toContain(theirs.id)
  })
})

it('Management leaves ids in the journal and no names', () => {
  const events = new Set(fixture.log.map((line) => line.event))
  for (const name of ['USER_CHANGED', 'USER_REMOVED', 'CLIENT_ADDED', 'CLIENT_DEACTIVATED']) {
    expect(events).toContain(name)
  }
  expect(JSON.stringify(fixture.log)).not.toMatch(/example|Zoé|vgs_|eyJ/)
})
