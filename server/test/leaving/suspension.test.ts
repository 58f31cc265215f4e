import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { resumeAccount, suspendAccount } from '../../src/domain/leaving/index.ts'
import { enqueue, startWorker } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { enter, linkFor } from '../portal/portal-desk.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const suspend = (accountId: number) =>
  t.db.system((tx) => suspendAccount(tx, accountId, { reason: 'Bills', now: new Date() }))
const resume = (accountId: number) => t.db.system((tx) => resumeAccount(tx, accountId))
const origin = { origin: 'http://vigie.test', 'sec-fetch-site': 'same-origin' }

interface Door {
  readonly name: string
  /** Knocks, and says the status and the code of the problem. */
  readonly knock: () => Promise<{ statusCode: number; body: string }>
}

describe('A suspended account', { shuffle: false }, () => {
  let accountId: number
  let doors: Door[]

  beforeAll(async () => {
    const office = await t.given.office()
    accountId = office.accountId
    const { base, token } = office
    const person = await t.given.person([accountId])
    const client = await t.given.client(accountId)
    const { thirdpartyId } = await t.given.thirdParty(office)
    const contact = await t.call('POST', `${base}/thirdparties/${thirdpartyId}/contacts`, {
      token,
      body: { email: 'supplier@example.org', firstName: 'Sue', lastName: 'Plier', language: 'en' },
    })
    if (contact.statusCode !== 201) throw new Error(contact.body)
    const { contactId } = contact.json<{ contactId: number }>()
    const link = () => linkFor(t, { accountId }, contactId)
    const entered = await enter(t, await link())
    if (entered.statusCode !== 204) throw new Error(entered.body)
    const cookie = String(entered.headers['set-cookie']).split(';')[0]!
    const spare = await link()
    const directory = await t.call('POST', `${base}/provisioning/tokens`, {
      token,
      body: { name: 'Directory' },
    })
    const scim = directory.json<{ token: string }>().token
    const basic = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64')
    const oauth = {
      authorization: `Basic ${basic}`,
      'content-type': 'application/x-www-form-urlencoded',
    }
    const { email, password } = person
    const mcp = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_companies' } }
    doors = [
      {
        name: 'the API, by a client',
        knock: () => t.call('GET', `${base}/thirdparties`, { token }),
      },
      {
        name: 'the API, by a person',
        knock: () => t.call('GET', `${base}/thirdparties`, { token: person.token }),
      },
      {
        name: 'a change by a person',
        knock: () => t.call('GET', `${base}/administration/allowed-addresses`, { token: person.token }),
      },
      {
        name: 'agents',
        knock: () =>
          t.call('POST', `${base}/mcp`, {
            token: person.token,
            body: mcp,
            headers: { accept: 'application/json, text/event-stream' },
          }),
      },
      {
        name: 'signing in',
        knock: () => t.call('POST', '/auth/sign-in', { body: { email, password }, headers: origin }),
      },
      {
        name: 'tokens of clients',
        knock: () =>
          t.app.inject({
            method: 'POST',
            url: '/oauth2/token',
            headers: oauth,
            payload: 'grant_type=client_credentials',
          }),
      },
      {
        name: 'the portal',
        knock: () => t.call('GET', '/portal/api/me', { headers: { cookie } }),
      },
      {
        name: 'a link into the portal',
        knock: () => enter(t, spare),
      },
      {
        name: 'the directory',
        knock: () => t.call('GET', '/scim/v2/Users', { headers: { authorization: `Bearer ${scim}` } }),
      },
    ]
  })

  test('Every door refuses it with a clear problem', async () => {
    await suspend(accountId)
    await untilKnown(403)
    const answers = await knockAll()
    for (const { name, statusCode, body } of answers) {
      expect({ name, statusCode, said: /ACCOUNT_SUSPENDED|is suspended/.test(body) || body }).toEqual({
        name,
        statusCode: 403,
        said: true,
      })
    }
  })

  test('Ending the suspension opens every door again', async () => {
    await resume(accountId)
    await untilKnown(200)
    const answers = await knockAll()
    const open = doors.map((door) => ({ name: door.name, isOpen: true }))
    expect(answers.map(({ name, statusCode, body }) => ({ name, isOpen: statusCode < 300 || body }))).toEqual(
      open,
    )
  })

  // A process that hears no announcements forgets within a second.
  const untilKnown = (status: number) =>
    vi.waitFor(
      async () => {
        for (const { knock } of doors.slice(0, 2)) expect((await knock()).statusCode).toBe(status)
      },
      { timeout: 20_000, interval: 100 },
    )

  const knockAll = async () => {
    const answers: { name: string; statusCode: number; body: string }[] = []
    for (const { name, knock } of doors) {
      const { statusCode, body } = await knock()
      answers.push({ name, statusCode, body })
    }
    return answers
  }

  test('Whoever belongs to two accounts signs in, and is told of the one that is shut', async () => {
    const [shut, open] = [await t.given.account(), await t.given.account()]
    const person = await t.given.person([shut.accountId, open.accountId])
    await suspend(shut.accountId)
    const body = { email: person.email, password: person.password }
    const signedIn = await t.call('POST', '/auth/sign-in', { body, headers: origin })
    expect(signedIn.statusCode).toBe(200)
    const me = await t.call('GET', '/me', { token: person.token })
    const accounts = me.json<{ accounts: { accountId: number; standing: string | null }[] }>().accounts
    expect(accounts.map(({ accountId: id, standing }) => [id, standing])).toEqual([
      [shut.accountId, 'SUSPENDED'],
      [open.accountId, null],
    ])
    expect((await t.call('GET', `${open.base}/thirdparties`, { token: person.token })).statusCode).toBe(200)
  })
})

const waiting = [
  { what: 'Jobs', task: 'statistics.refresh', rest: {} },
  { what: 'Webhooks', task: 'webhooks.deliver', rest: { endpointId: 1 } },
] as const

test.each(waiting)(
  '$what of a suspended account wait without losing an attempt, and go on when it ends',
  async ({ task, rest }) => {
    const { accountId } = await t.given.account()
    const payload = { accountId, ...rest }
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    await suspend(accountId)
    await t.db.system((tx) => enqueue(tx, task, payload as never))
    const ran = vi.fn<(given: object) => void>()
    const worker = await startWorker({
      url: t.appUrl,
      log,
      clock: systemClock,
      concurrency: 1,
      schedule: [],
      handlers: { [task]: async (given: object) => ran(given) },
    })
    const job = async () => {
      const { rows } = await t.admin.query<{ attempts: number; fault: string | null; waits: boolean }>(
        `select attempts, last_error as fault, run_at > now() as waits from graphile_worker._private_jobs
       where payload ->> 'accountId' = $1`,
        [String(accountId)],
      )
      return rows[0] ?? null
    }
    try {
      await vi.waitFor(
        async () => expect(await job()).toEqual({ attempts: 0, fault: 'AccountSuspended', waits: true }),
        { timeout: 30_000, interval: 50 },
      )
      expect(ran).not.toHaveBeenCalled()
      await resume(accountId)
      await vi.waitFor(() => expect(ran).toHaveBeenCalledWith(payload), { timeout: 30_000, interval: 50 })
    } finally {
      await worker.stop()
    }
  },
  90_000,
)
