import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startFakeOidc, type FakeOidc } from '../fakes/oidc.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { groupUrn, scimDesk, userUrn, type ScimDesk } from '../scim/scim-desk.ts'
import { openBrowser, visitOnce, type Browser } from './browser.ts'

/** A directory keeps the people of an account, and its provider vouches for them at the door. */
let harness: TestApp
let fake: FakeOidc
let browser: Browser
let desk: ScimDesk

beforeAll(async () => {
  fake = await startFakeOidc()
  harness = await testApp()
  browser = openBrowser(harness.app)
  desk = await scimDesk(harness)
  await desk.admin('PUT', '/identity-provider', provider())
})
afterAll(async () => {
  await harness.close()
  await fake.close()
})

const provider = () => ({
  issuer: fake.issuer,
  clientId: 'vigie',
  clientSecret: 'a-secret',
  roleMapping: [
    { value: 'claimed-admins', role: 'ADMIN' },
    { value: 'claimed-readers', role: 'READER' },
  ],
  tokens: { audience: 'https://api.example' },
  state: 'IN_FORCE',
})
const says = (sub: string, email: string, more: object = {}) => {
  fake.person = { sub, email, email_verified: true, name: 'As claimed', ...more }
}
const enter = (at: ScimDesk = desk) => browser.enter(at.accountId, visitOnce)
const placeOf = async (at: ScimDesk = desk) =>
  String((await browser.arrive(at.accountId, visitOnce)).headers.location)
const me = async (token: string) => (await harness.call('GET', '/me', { token })).json()
const statusOf = async (token: string) =>
  (await harness.call('GET', `${desk.base}/thirdparties`, { token })).statusCode

async function groupGiving(name: string, roles: string[], members: string[]) {
  const group = await desk.group(name, members)
  await desk.give(name, roles)
  return group
}

test('Somebody the directory created is found by their proved address, and groups outweigh the claim of roles', async () => {
  const { id } = await desk.person('ada@firm.example', { displayName: 'Ada of the directory' })
  await groupGiving('Reviewers', ['REVIEWER'], [id])
  says('ada', 'ada@firm.example', { roles: ['claimed-admins'] })
  const first = await me(await enter())
  expect(first).toMatchObject({
    name: 'Ada of the directory',
    email: 'ada@firm.example',
    accounts: [{ accountId: desk.accountId, roles: ['REVIEWER'] }],
  })
  says('ada', 'renamed@firm.example', { roles: ['claimed-admins'], name: 'Renamed' })
  const { id: userId, name, email } = first
  expect(await me(await enter())).toMatchObject({
    id: userId,
    name,
    email,
    accounts: [{ roles: ['REVIEWER'] }],
  })
})

test('Whether there is a password is told to a person of the directory, a person with one, and a client', async () => {
  const { id } = await desk.person('without@firm.example')
  await groupGiving('Without', ['READER'], [id])
  says('without', 'without@firm.example')
  const withOne = await harness.given.person([desk.accountId])
  const told = [await enter(), withOne.token, desk.adminToken].map(async (token) => {
    const { kind, hasPassword } = await me(token)
    return [kind, hasPassword]
  })
  expect(await Promise.all(told)).toEqual([
    ['USER', false],
    ['USER', true],
    ['API_CLIENT', false],
  ])
})

test('Somebody whom directory and provider call alike needs no proved address', async () => {
  const { id } = await desk.person('bo@firm.example', { externalId: 'number-of-bo' })
  await groupGiving('Readers', ['READER'], [id])
  says('number-of-bo', 'bo.private@elsewhere.example', { email_verified: undefined })
  expect(await me(await enter())).toMatchObject({
    email: 'bo@firm.example',
    accounts: [{ roles: ['READER'] }],
  })
  says('another-number', 'bo@firm.example')
  expect(await placeOf()).toContain('error=address-taken')
})

test('An external number that two people bear finds neither', async () => {
  for (const name of ['twin-1@firm.example', 'twin-2@firm.example'])
    await desk.person(name, { externalId: 'shared' })
  says('shared', 'nobody@firm.example', { roles: ['claimed-readers'] })
  expect(await placeOf()).toContain('error=not-invited')
})

test('Where a directory decides, a claim brings in nobody it does not name or has removed', async () => {
  says('stranger', 'stranger@firm.example', { roles: ['claimed-admins'] })
  expect(await placeOf()).toContain('error=not-invited')
  const { id } = await desk.person('leaver@firm.example')
  await groupGiving('Leavers', ['READER'], [id])
  says('leaver', 'leaver@firm.example', { roles: ['claimed-admins'] })
  await enter()
  await desk.scim('DELETE', `/Users/${id}`)
  expect(await placeOf()).toContain('error=not-invited')
  await desk.person('never-came@firm.example').then(({ id: other }) => desk.scim('DELETE', `/Users/${other}`))
  says('never-came', 'never-came@firm.example', { roles: ['claimed-readers'] })
  expect(await placeOf()).toContain('error=not-invited')
})

test('Somebody the provider brought first is the directory’s from the moment it names them', async () => {
  const late = await scimDesk(harness)
  await harness.admin.query('delete from provisioning_token where account_id = $1', [late.accountId])
  await late.admin('PUT', '/identity-provider', provider())
  says('early', 'early@firm.example', { roles: ['claimed-readers'] })
  const before = await me(await enter(late))
  expect(before.accounts).toMatchObject([{ roles: ['READER'] }])
  const made = await late.admin('POST', '/provisioning/tokens', { name: 'Now' })
  const authorization = `Bearer ${made.json<{ token: string }>().token}`
  const create = (path: string, body: object) => late.scim('POST', path, body, { authorization })
  const created = await create('/Users', { schemas: [userUrn], userName: 'early@firm.example' })
  expect(await placeOf(late)).toContain('error=suspended')
  const members = [{ value: created.json<{ id: string }>().id }]
  await create('/Groups', { schemas: [groupUrn], displayName: 'Managers', members })
  await late.give('Managers', ['MANAGER'])
  const after = await me(await enter(late))
  expect([after.id, after.accounts[0].roles]).toEqual([before.id, ['MANAGER']])
})

test.each(['suspension', 'removal'] as const)(
  'A %s by the directory ends the session and the access tokens that the provider opened',
  async (act) => {
    const email = `${act}@firm.example`
    const { id } = await desk.person(email)
    await groupGiving(act, ['READER'], [id])
    says(act, email)
    const session = await enter()
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: fake.issuer, aud: 'https://api.example', sub: act, iat: now - 1, exp: now + 300 }
    const bearer = await fake.sign(claims)
    expect(await Promise.all([session, bearer].map(statusOf))).toEqual([200, 200])
    if (act === 'removal') await desk.scim('DELETE', `/Users/${id}`)
    else await desk.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])
    const after = await Promise.all([session, bearer].map(statusOf))
    for (const status of after) expect([401, 403]).toContain(status)
    expect(await placeOf()).toMatch(/error=(suspended|not-invited)/)
  },
)

test('New roles by a sign-in and a removal by the directory are announced to every process', async () => {
  const plain = await harness.given.office()
  await harness.call('PUT', `${plain.base}/identity-provider`, { token: plain.token, body: provider() })
  const heard: string[] = []
  let isListening = false
  const ear = harness.db.listen('vigie_standing', {
    onNotice: (marks) => heard.push(marks),
    onGap: () => {
      isListening = true
    },
  })
  try {
    says('grows', 'grows@firm.example', { roles: ['claimed-readers'] })
    const { id } = await me(await browser.enter(plain.accountId, visitOnce))
    await vi.waitFor(() => expect(isListening).toBe(true))
    says('grows', 'grows@firm.example', { roles: ['claimed-admins'] })
    await browser.enter(plain.accountId, visitOnce)
    await vi.waitFor(() => expect(heard).toContain(`user:${id}`))
    heard.length = 0
    const removed = await desk.person('announced@firm.example')
    await desk.scim('DELETE', `/Users/${removed.id}`)
    await vi.waitFor(() => expect(heard.join(' ')).toMatch(/user:\d+/))
  } finally {
    await ear.stop()
  }
})
