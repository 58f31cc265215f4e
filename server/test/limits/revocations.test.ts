import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { startRelay, type Relay } from '../harness/relay.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

const ask = async (app: TestApp, token: string, path: string) =>
  (await app.call('GET', path, { token })).statusCode

const untilListening = (app: TestApp, count: number) =>
  vi.waitFor(
    async () => {
      const { rows } = await app.admin.query(
        `select from pg_stat_activity
         where application_name = 'vigie notices' and datname = current_database() and query = 'select'`,
      )
      expect(rows).toHaveLength(count)
    },
    { timeout: 20_000, interval: 20 },
  )

describe('What another process changes', () => {
  let one: TestApp
  let two: TestApp
  let office: Office
  const still = new Date()
  beforeAll(async () => {
    one = await testApp()
    // Its clock stands still: what it remembers never grows old, so it forgets only what it is told of.
    two = await testApp({ beside: one, clock: { now: () => still } })
    office = await one.given.office()
    await two.listen()
    await untilListening(one, 1)
  })
  afterAll(async () => {
    await two.close()
    await one.close()
  })

  const change = async (method: 'PUT' | 'PATCH' | 'DELETE' | 'POST', path: string, body?: unknown) => {
    const answer = await one.call(method, `${office.base}${path}`, { token: office.token, body })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer
  }
  /** The other process answered before, and does not any more. */
  const untilOther = (token: string, path: string, status: number) =>
    vi.waitFor(async () => expect(await ask(two, token, path)).toBe(status), { timeout: 20_000, interval: 5 })

  test('A token that is revoked is refused', async () => {
    const { clientId, clientSecret, token } = await one.given.client(office.accountId)
    await untilOther(token, '/me', 200)
    const fields = { token, client_id: clientId, client_secret: clientSecret }
    const revoked = await one.app.inject({
      method: 'POST',
      url: '/oauth2/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })
    expect(revoked.statusCode).toBe(200)
    await untilOther(token, '/me', 401)
  })

  test('Somebody who loses a role, a session or the account is held to it', async () => {
    const path = `${office.base}/users`
    await one.given.person([office.accountId])
    const changed = await one.given.person([office.accountId])
    await untilOther(changed.token, path, 200)
    await change('PATCH', `/users/${changed.userId}`, { roles: ['READER'] })
    await untilOther(changed.token, path, 403)

    const signedOut = await one.given.person([office.accountId])
    await untilOther(signedOut.token, path, 200)
    await change('DELETE', `/users/${signedOut.userId}/sessions`)
    await untilOther(signedOut.token, path, 401)

    const removed = await one.given.person([office.accountId])
    await untilOther(removed.token, path, 200)
    await change('DELETE', `/users/${removed.userId}`)
    await untilOther(removed.token, path, 403)
    const all = [changed, signedOut, removed].map(({ token }) => ask(two, token, path))
    expect(await Promise.all(all)).toEqual([403, 401, 403])
  })

  test('What an account asks of everybody holds for those who are in', async () => {
    const { token } = await one.given.client(office.accountId)
    const path = `${office.base}/users`
    await untilOther(token, path, 200)
    await change('PUT', '/administration/allowed-addresses', { addresses: ['203.0.113.0/24'], force: true })
    await untilOther(token, path, 403)
    await one.admin.query(`update account set allowed_addresses = '{}'`)

    const other = await one.given.office()
    const person = await one.given.person([other.accountId])
    await untilOther(person.token, `${other.base}/users`, 200)
    const policy = { secondFactor: { demand: 'EVERYBODY', roles: [] } }
    const put = await one.call('PUT', `${other.base}/administration/sign-in-policy`, {
      token: other.token,
      body: policy,
    })
    expect(put.statusCode, put.body).toBe(200)
    await untilOther(person.token, `${other.base}/users`, 403)
  })
})

describe('A listening connection that is cut without a word', () => {
  let one: TestApp
  let two: TestApp
  let relay: Relay
  beforeAll(async () => {
    one = await testApp()
    relay = await startRelay(one.appUrl)
    two = await testApp({ beside: { ...one, appUrl: relay.url } })
    await two.listen()
    await untilListening(one, 1)
  })
  afterAll(async () => {
    await two.close()
    await relay.close()
    await one.close()
  })

  test('Neither a cut connection nor none lets a revoked right live longer than a second', async () => {
    const tookMs: number[] = []
    for (let nth = 0; nth < 3; nth += 1) {
      const office = await one.given.office()
      await one.given.person([office.accountId])
      const { userId, token } = await one.given.person([office.accountId])
      const path = `${office.base}/users`
      await vi.waitFor(async () => expect(await ask(two, token, path)).toBe(200))
      // The first is cut at its best: the last sign of life is fresh. The others are asked while it is known to be dead.
      relay.silence('vigie notices')
      const url = `${office.base}/users/${userId}`
      expect(
        (await one.call('PATCH', url, { token: office.token, body: { roles: ['READER'] } })).statusCode,
      ).toBe(200)
      const answeredAt = performance.now()
      await vi.waitFor(async () => expect(await ask(two, token, path)).toBe(403), {
        timeout: 20_000,
        interval: 5,
      })
      tookMs.push(performance.now() - answeredAt)
    }
    // The best of them: a busy machine may hold up any one.
    expect(Math.min(...tookMs)).toBeLessThan(1_000)
    relay.restore()
    await untilListening(one, 2)
  })
})
