import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  signInCauses,
  type SignInCause,
} from '../../src/domain/accounts/identity-provider/sign-in-refusal.ts'
import { tokenCauses, type TokenCause } from '../../src/domain/accounts/token-refusal.ts'
import { startFakeOidc, type FakeOidc } from '../fakes/oidc.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { openBrowser, visitOnce, type Browser } from './browser.ts'

/** Each cause for which a sign-in or a token of a provider is refused stands in the log, and is counted. */
let harness: TestApp
let fake: FakeOidc
let browser: Browser
let office: { accountId: number; base: string; token: string }
const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  fake = await startFakeOidc()
  harness = await testApp({
    onLog: (line) => line.includes('"security"') && lines.push(JSON.parse(line) as Record<string, unknown>),
  })
  browser = openBrowser(harness.app)
})
beforeEach(async () => {
  fake.mood = 'well'
  office = await harness.given.office()
  says('ada')
})
afterAll(async () => {
  await harness.close()
  await fake.close()
})

const says = (sub: string, more: object = {}) => {
  fake.person = { sub, email: `${sub}@people.example`, email_verified: true, roles: ['readers'], ...more }
}
const audience = () => `https://api.example/${office.accountId}`
async function put(more: object = {}): Promise<void> {
  const body = {
    issuer: fake.issuer,
    // Another client each time, so that nothing is remembered of the provider.
    clientId: `vigie-${office.accountId}`,
    clientSecret: 'a-secret',
    roleMapping: [{ value: 'readers', role: 'READER' }],
    tokens: { audience: audience() },
    state: 'IN_FORCE',
    ...more,
  }
  const answer = await harness.call('PUT', `${office.base}/identity-provider`, { token: office.token, body })
  expect(answer.statusCode).toBe(200)
}
const arrive = async (visit = visitOnce) =>
  String((await browser.arrive(office.accountId, visit)).headers.location)
const suspend = () =>
  harness.admin.query('update membership set active = false where account_id = $1', [office.accountId])

/** Figures are made anew twenty times a second at most: who asks more often gets the last ones. */
async function expectCounted(event: string, cause: string, times: number): Promise<void> {
  await expect.poll(() => counted(event, cause), { timeout: 5_000 }).toBe(times)
}

async function counted(event: string, cause: string): Promise<number> {
  const { body } = await harness.app.inject({ url: '/metrics' })
  const line = new RegExp(`^vigie_security_events_total\\{event="${event}",cause="${cause}"\\} (\\d+)$`, 'm')
  return Number(line.exec(body)?.[1] ?? 0)
}

/** The way back with something else in it than the provider sent. */
const diverted = (change: (query: URLSearchParams) => void) => async (location: string) => {
  const back = await visitOnce(location)
  change(back.searchParams)
  return back
}

const signIns: Record<SignInCause, () => Promise<unknown>> = {
  NO_PROVIDER: () => arrive(),
  async ADDRESS_UNSAFE() {
    await put()
    // As if the guard had been wider when it was stored.
    await harness.admin.query(
      `update identity_provider set issuer = 'https://10.0.0.8' where account_id = $1`,
      [office.accountId],
    )
    await arrive()
  },
  async ISSUER_UNREACHABLE() {
    await put()
    fake.mood = 'down'
    await arrive()
  },
  async ISSUER_WRONG() {
    await put({ issuer: `${fake.issuer}/` })
    await arrive()
  },
  async STATE_MISMATCH() {
    await put()
    await arrive(diverted((query) => query.set('state', 'another')))
  },
  async PROVIDER_REFUSED() {
    await put()
    await arrive(
      diverted((query) => {
        query.delete('code')
        query.set('error', 'access_denied')
      }),
    )
  },
  async TOKEN_REFUSED() {
    await put()
    await arrive(diverted((query) => query.set('code', 'another')))
  },
  async ID_TOKEN_REFUSED() {
    await put()
    says('ada', { aud: 'somebody-else' })
    await arrive()
  },
  async USERINFO_FAILED() {
    fake.mood = 'no-userinfo'
    await put()
    says('ada', { email: undefined })
    await arrive()
  },
  async NO_EMAIL() {
    await put()
    says('ada', { email: undefined })
    await arrive()
  },
  async EMAIL_NOT_VERIFIED() {
    await put()
    says('ada', { email_verified: false })
    await arrive()
  },
  async NOT_INVITED() {
    await put()
    const body = { name: 'Directory' }
    await harness.call('POST', `${office.base}/provisioning/tokens`, { token: office.token, body })
    await arrive()
  },
  async NO_ROLE() {
    await put()
    says('ada', { roles: ['others'] })
    await arrive()
  },
  async ADDRESS_TAKEN() {
    await put()
    await arrive()
    says('bob', { email: 'ada@people.example' })
    await arrive()
  },
  async SUSPENDED() {
    await put()
    await arrive()
    await suspend()
    await arrive()
  },
  async ADDRESS_NOT_ALLOWED() {
    await put()
    await harness.admin.query(
      `update account set allowed_addresses = '{203.0.113.0/24}' where account_id = $1`,
      [office.accountId],
    )
    await arrive()
  },
  async NOT_PROVED_ANEW() {
    await put()
    const cookie = browser.sessionOf(await browser.arrive(office.accountId, visitOnce))
    await browser.follow('/auth/oidc/start?prove=true', visitOnce, cookie)
  },
}

describe('Sign-ins that are refused', () => {
  test.each(signInCauses)('A sign-in refused for %s is in the log and counted', async (cause) => {
    const before = await counted('SIGN_IN_FAILED', cause)
    await signIns[cause]()
    expect(lines.at(-1)).toMatchObject({
      log: 'security',
      event: 'SIGN_IN_FAILED',
      by: 'oidc',
      cause,
      account: office.accountId,
      address: '127.0.0.1',
    })
    expect(JSON.stringify(lines.at(-1))).not.toContain('people.example')
    await expectCounted('SIGN_IN_FAILED', cause, before + 1)
  })
})

type Sent = { readonly claims?: object; readonly header?: object; readonly spoil?: boolean }
const now = () => Math.floor(Date.now() / 1000)

async function send({ claims = {}, header = {}, spoil = false }: Sent = {}) {
  const usual = { iss: fake.issuer, aud: audience(), sub: 'ada', iat: now() - 1, exp: now() + 300 }
  const token = await fake.sign({ ...usual, ...claims }, { ...header })
  const [head, payload, signature = ''] = token.split('.')
  const spoilt = `${head}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  return harness.call('GET', '/me', { token: spoil ? spoilt : token })
}
const enterThenSend = async (between: () => Promise<unknown>) => {
  await put()
  await arrive()
  await between()
  return send()
}

const tokens: Record<TokenCause, () => ReturnType<typeof send>> = {
  UNKNOWN_ISSUER: () => send({ claims: { iss: 'https://nobody.example' } }),
  async ISSUER_UNREACHABLE() {
    const other = await startFakeOidc()
    await put({ issuer: other.issuer })
    other.mood = 'down'
    try {
      return await send({ claims: { iss: other.issuer } })
    } finally {
      await other.close()
    }
  },
  WRONG_AUDIENCE: () => put().then(() => send({ claims: { aud: 'other' } })),
  WRONG_TYPE: () => put().then(() => send({ header: { typ: 'logout+jwt' } })),
  WRONG_ALGORITHM: () => put({ tokens: { audience: audience(), algorithms: ['RS256'] } }).then(() => send()),
  UNKNOWN_KEY: () => put().then(() => send({ header: { kid: 'another' } })),
  BAD_SIGNATURE: () => put().then(() => send({ spoil: true })),
  MISSING_CLAIM: () => put().then(() => send({ claims: { sub: undefined } })),
  NOT_YET_VALID: () => put().then(() => send({ claims: { nbf: now() + 300 } })),
  EXPIRED: () => put().then(() => send({ claims: { exp: now() - 300 } })),
  NO_ACCOUNT: () =>
    put({ tokens: { audience: audience(), accountClaim: 'tenant' } }).then(() =>
      send({ claims: { tenant: office.accountId + 1 } }),
    ),
  NO_ROLE: () =>
    put({ tokens: { audience: audience(), machines: true } }).then(() =>
      send({ claims: { sub: 'robot', roles: ['others'] } }),
    ),
  UNKNOWN_PERSON: () => put().then(() => send({ claims: { sub: 'nobody' } })),
  SUSPENDED: () => enterThenSend(() => harness.admin.query('update app_user set active = false')),
  REVOKED: () => enterThenSend(() => harness.admin.query('update app_user set tokens_ended_at = now()')),
}
const answers: Partial<Record<TokenCause, readonly [number, string]>> = {
  EXPIRED: [401, 'AUTH_TOKEN_EXPIRED'],
  SUSPENDED: [401, 'AUTH_TOKEN_REVOKED'],
  REVOKED: [401, 'AUTH_TOKEN_REVOKED'],
  ISSUER_UNREACHABLE: [503, 'ISSUER_UNAVAILABLE'],
}

describe('Access tokens that are refused', () => {
  test.each(tokenCauses)('A token refused for %s is in the log and counted', async (cause) => {
    const before = await counted('TOKEN_REFUSED', cause)
    const answer = await tokens[cause]()
    const { code } = answer.json<{ code: string }>()
    expect([answer.statusCode, code]).toEqual(answers[cause] ?? [401, 'AUTH_TOKEN_INVALID'])
    const refusal = lines.findLast(({ event }) => event === 'TOKEN_REFUSED')
    expect(refusal).toMatchObject({ log: 'security', cause })
    await expectCounted('TOKEN_REFUSED', cause, before + 1)
  })
})
