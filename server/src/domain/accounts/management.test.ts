import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountsFixture, form, password, type Fixture } from '../../../test/accounts/accounts-fixture.ts'
import { createUser } from './create-user.ts'

let fixture: Fixture
let accountId: number
let otherId: number
let admin: string
let otherAdmin: string
beforeAll(async () => {
  fixture = await accountsFixture()
  accountId = await fixture.account('Mine')
  otherId = await fixture.account('Other')
  // So that nobody added below is the last administrator.
  await fixture.user(accountId, 'boss@mine.example', ['ADMIN'])
  await fixture.user(otherId, 'boss@other.example', ['ADMIN'])
  admin = await fixture.tokenOf(await fixture.client(accountId))
  otherAdmin = await fixture.tokenOf(await fixture.client(otherId))
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
const add = (email: string, roles: string[], options = {}) =>
  call('POST', '/users', { body: { email, name: 'Zoé', roles }, ...options })
const setPassword = (token: string, chosen = password) =>
  fixture.app.inject({ method: 'POST', url: '/auth/set-password', payload: { token, password: chosen } })
const signIn = async (email: string) => {
  const payload = { email, password }
  const answer = await fixture.app.inject({ method: 'POST', url: '/auth/sign-in', payload })
  return answer.json<{ accessToken: string }>().accessToken
}

describe('people of an account', () => {
  it('are added with a link that sets a password once', async () => {
    const added = await add('New@People.example', ['MANAGER'])
    expect(added.statusCode).toBe(201)
    const body = added.json()
    expect(body).toMatchObject({
      email: 'new@people.example',
      roles: ['MANAGER'],
      created: true,
      hasPassword: false,
    })
    expect(body.setPasswordLink).toContain(`#token=${body.setPasswordToken}`)
    const weak = await setPassword(body.setPasswordToken, 'password1234')
    expect([weak.statusCode, weak.json().code]).toEqual([422, 'PASSWORD_TOO_WEAK'])
    expect((await setPassword(body.setPasswordToken)).statusCode).toBe(204)
    const again = await setPassword(body.setPasswordToken, 'another cheval vert')
    expect([again.statusCode, again.json().code]).toEqual([403, 'INVITATION_INVALID'])
    expect(await signIn('new@people.example')).toBeTruthy()
    const list = (await call('GET', '/users')).json()
    expect(list.content).toContainEqual(expect.objectContaining({ userId: body.userId, hasPassword: true }))
  })

  it('keep one link for one use when two use it at once', async () => {
    const { setPasswordToken } = (await add('race@people.example', ['READER'])).json()
    const both = await Promise.all([setPassword(setPasswordToken), setPassword(setPasswordToken)])
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([204, 403])
  })

  it('show a link once: a replay answers the same without it, and the database never holds it', async () => {
    const first = await add('replay@people.example', ['READER'], { key: 'k-1' })
    const replay = await add('replay@people.example', ['READER'], { key: 'k-1' })
    const { setPasswordLink, setPasswordToken, ...rest } = first.json()
    expect(setPasswordLink).toBeTruthy()
    expect(replay.headers['idempotency-replayed']).toBe('true')
    expect(replay.json()).toEqual(rest)
    const { rows } = await fixture.database.admin.query('select body from idempotency_key')
    expect(JSON.stringify(rows)).not.toContain(setPasswordToken)
  })

  it('of another account are attached, not taken over', async () => {
    const mine = (await add('shared@people.example', ['READER'])).json()
    expect((await setPassword(mine.setPasswordToken)).statusCode).toBe(204)
    const options = { token: otherAdmin, account: otherId }
    const theirs = await add('shared@people.example', ['ADMIN'], options)
    expect(theirs.json()).toMatchObject({ userId: mine.userId, created: false, name: 'Zoé' })
    expect(theirs.json().setPasswordToken).toBeUndefined()
    const path = `/users/${mine.userId}`
    const renamed = await call('PATCH', path, { ...options, body: { name: 'Mallory' } })
    expect([renamed.statusCode, renamed.json().code]).toEqual([403, 'PERMISSION_DENIED'])
    const link = await call('POST', `${path}/set-password-link`, options)
    expect([link.statusCode, link.json().code]).toEqual([403, 'PERMISSION_DENIED'])
    expect((await call('PATCH', path, { ...options, body: { active: false } })).statusCode).toBe(200)
    const token = await signIn('shared@people.example')
    expect((await call('GET', '/users', { token })).json().code).toBe('PERMISSION_DENIED')
    expect((await call('GET', '/users', { token, account: otherId })).json().code).toBe('ACCOUNT_FORBIDDEN')
  })

  it('are refused twice, with a bad address, or with a role that does not exist', async () => {
    await add('twice@people.example', ['READER'])
    const twice = await add('TWICE@people.example', ['READER'])
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'USER_DUPLICATE'])
    const bad = await add('no-at-sign', ['READER'])
    expect([bad.statusCode, bad.json().code]).toEqual([422, 'EMAIL_INVALID'])
    const role = await add('x@people.example', ['KING'])
    expect([role.statusCode, role.json().code]).toEqual([400, 'VALIDATION_FAILED'])
  })

  it('lose and win rights within five seconds, with the token they hold', async () => {
    const { userId, setPasswordToken } = (await add('changing@people.example', ['ADMIN'])).json()
    await setPassword(setPasswordToken)
    const token = await signIn('changing@people.example')
    const elsewhere = fixture.secondProcess()
    const rights = async () => [
      ...((await elsewhere.authenticator.authenticate(token)).accounts.get(accountId) ?? []),
    ]
    expect(await rights()).toContain('administer')
    expect((await call('PATCH', `/users/${userId}`, { body: { roles: ['READER'] } })).statusCode).toBe(200)
    expect((await call('GET', '/users', { token })).json().code).toBe('PERMISSION_DENIED')
    fixture.clock.advance(4_999)
    expect(await rights()).toEqual(['read'])
    await call('PATCH', `/users/${userId}`, { body: { roles: ['ADMIN'] } })
    expect((await call('GET', '/users', { token })).statusCode).toBe(200)
    expect((await call('DELETE', `/users/${userId}`)).statusCode).toBe(204)
    expect((await call('GET', '/users', { token })).json().code).toBe('ACCOUNT_FORBIDDEN')
    expect((await call('DELETE', `/users/${userId}`)).json().code).toBe('USER_NOT_FOUND')
  })

  it('always leave an administrator, even when two remove each other', async () => {
    const lonely = await fixture.account('Lonely')
    const token = await fixture.tokenOf(await fixture.client(lonely))
    const options = { token, account: lonely }
    const ids: number[] = []
    for (const email of ['a@lonely.example', 'b@lonely.example']) {
      ids.push((await add(email, ['ADMIN'], options)).json<{ userId: number }>().userId)
    }
    const both = await Promise.all(ids.map((id) => call('DELETE', `/users/${id}`, options)))
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([204, 409])
    const left = ids[both.findIndex((answer) => answer.statusCode === 409)]
    for (const body of [{ roles: ['READER'] }, { active: false }]) {
      const answer = await call('PATCH', `/users/${left}`, { ...options, body })
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'LAST_ADMIN'])
    }
  })

  it('of another account are not found', async () => {
    const theirs = (
      await add('theirs@people.example', ['READER'], { token: otherAdmin, account: otherId })
    ).json()
    for (const [method, body] of [
      ['PATCH', { active: false }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await call(method, `/users/${theirs.userId}`, body ? { body } : {})
      expect([answer.statusCode, answer.json().code]).toEqual([404, 'USER_NOT_FOUND'])
    }
  })
})

it('the look beyond the account is closed again once a person is added', async () => {
  const scope = { accountId }
  const command = { accountId, email: 'wall@people.example', name: 'Zoé', roles: ['READER' as const] }
  const seen = await fixture.service.db.write(scope, async (tx) => {
    await createUser(tx, { ...command, passwordHash: null })
    return tx.selectFrom('membership').select('account_id').distinct().execute()
  })
  expect(seen).toEqual([{ account_id: accountId }])
})

describe('API clients of an account', () => {
  const tokenStatus = async (clientId: string, clientSecret: string) => {
    const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    return (await fixture.app.inject({ url: '/oauth2/token', ...form(fields) })).statusCode
  }

  it('show their secret once and keep the former one for the grace only', async () => {
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

  it('lose their tokens and their secret when deactivated', async () => {
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

  it('of another account are not found', async () => {
    const theirs = await fixture.client(otherId)
    const answer = await call('POST', `/clients/${theirs.id}/rotate-secret`)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'CLIENT_NOT_FOUND'])
    const listed = (await call('GET', '/clients')).json().content
    expect(listed.map((client: { id: number }) => client.id)).not.toContain(theirs.id)
  })
})

it('management leaves a trace of ids and no names', () => {
  const events = new Set(fixture.log.map((line) => line.event))
  for (const name of ['USER_ADDED', 'USER_CHANGED', 'USER_REMOVED', 'CLIENT_ADDED', 'CLIENT_DEACTIVATED']) {
    expect(events).toContain(name)
  }
  expect(JSON.stringify(fixture.log)).not.toMatch(/example|Zoé|vgs_|eyJ/)
})
