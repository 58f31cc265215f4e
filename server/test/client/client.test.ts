import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createVigie, pages, VigieProblem, type VigieOptions } from '../../../client/src/index.ts'
import { manualClock, type ManualClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

/** The published client against the whole service, over a true connection; only its `fetch` is watched. */
let harness: TestApp
let clock: ManualClock
let credentials: { baseUrl: string; clientId: string; clientSecret: string }
let path: { accountId: number }
let requests: Request[]

beforeAll(async () => {
  clock = manualClock(new Date())
  harness = await testApp({ clock })
  const { accountId } = await harness.given.account()
  path = { accountId }
  const { clientId, clientSecret } = await harness.given.client(accountId, ['ADMIN', 'READER'])
  credentials = { baseUrl: `${await harness.listen()}/`, clientId, clientSecret }
})
afterAll(() => harness.close())
beforeEach(() => {
  requests = []
})

type Reply = (request: Request) => Promise<Response>

/** A client whose requests are noted; `before` may answer in the service's place. */
function client(
  options: Partial<VigieOptions> = {},
  before: (request: Request) => Response | Error | null = () => null,
) {
  const fetch: Reply = async (request) => {
    requests.push(request.clone())
    const instead = before(request)
    if (instead instanceof Error) throw instead
    return instead ?? globalThis.fetch(request)
  }
  return createVigie({ ...credentials, fetch, retries: { maxPauseMs: 2_000 }, ...options })
}

const thirdParties = '/api/v1/account/{accountId}/thirdparties'
let serial = 300_000_000
const company = () => {
  serial += 1
  const legalIdentifier = { code: 'CIT003' as const, value: String(serial) }
  return { legalIdentifier, unmanaged: { name: `Company ${serial}`, countryCode: 'GB' } }
}
const called = (part: string) => requests.filter(({ url }) => url.includes(part))

test('A call gets its token by itself, and its answer typed', async () => {
  const { data, response } = await client().POST(thirdParties, { params: { path }, body: company() })
  expect(response.status).toBe(201)
  expect(data?.name).toBe(`Company ${serial}`)
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
    '/oauth2/token',
    `/api/v1/account/${path.accountId}/thirdparties`,
  ])
})

test('Attributes are sent with a new company, and lists are filtered by them', async () => {
  const vigie = client()
  const attributes = [{ label: 'Business unit', values: ['Plant 4 & 5'] }]
  const added = await vigie.POST(thirdParties, { params: { path }, body: { ...company(), attributes } })
  const query = {
    attributes: { 'attribute.BUSINESS_UNIT': 'Plant 4 & 5' },
    sort: 'attribute.BUSINESS_UNIT,desc',
    size: 5,
  }
  const { data } = await vigie.GET(thirdParties, { params: { path, query } })
  expect(data?.content.map(({ thirdpartyId }) => thirdpartyId)).toEqual([added.data?.thirdpartyId])
})

test('Many calls at once share one token, and later calls use it again', async () => {
  const vigie = client()
  const call = () => vigie.GET('/me')
  await Promise.all(Array.from({ length: 10 }, call))
  await call()
  expect(called('/oauth2/token')).toHaveLength(1)
  expect(called('/me')).toHaveLength(11)
})

test('An expired token is renewed once, for all calls that were refused', async () => {
  const vigie = client()
  await vigie.GET('/me')
  // The client goes by its own clock, which knows nothing of this.
  clock.advance(2 * 60 * 60 * 1_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => vigie.GET('/me')))
  expect(answers.map(({ response }) => response.status)).toEqual([200, 200, 200, 200, 200])
  expect(called('/oauth2/token')).toHaveLength(2)
})

test('An expiry that renewal does not cure is reported, not repeated for ever', async () => {
  const expired = { code: 'AUTH_TOKEN_EXPIRED', detail: 'Over.', retryable: false }
  const vigie = client({}, ({ url }) =>
    url.endsWith('/me') ? Response.json(expired, { status: 401 }) : null,
  )
  await expect(vigie.GET('/me')).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED', status: 401 })
  expect(called('/me')).toHaveLength(2)
})

test('A wrong secret is reported as the token endpoint reports it', async () => {
  const vigie = client({ clientSecret: 'vgs_wrong' })
  await expect(vigie.GET('/me')).rejects.toMatchObject({
    name: 'VigieProblem',
    code: 'invalid_client',
    status: 401,
  })
  expect(requests).toHaveLength(1)
})

test('Fewer roles can be requested', async () => {
  const vigie = client({ scope: ['READER'] })
  const refused = vigie.POST(thirdParties, { params: { path }, body: company() })
  await expect(refused).rejects.toMatchObject({ code: 'PERMISSION_DENIED', body: { permission: 'manage' } })
})

describe('Refusals', () => {
  test('A refusal is thrown with all the service said, and not repeated', async () => {
    const body = { legalIdentifier: { code: 'CIT001' as const, value: '12345678901234' } }
    const problem: unknown = await client()
      .POST(thirdParties, { params: { path }, body })
      .catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(VigieProblem)
    expect(problem).toMatchObject({ code: 'IDENTIFIER_CHECKSUM_INVALID', status: 422, retryable: false })
    expect((problem as VigieProblem).requestId).toMatch(/^[\w-]{8,}$/)
    expect((problem as VigieProblem).message).toMatch(/^IDENTIFIER_CHECKSUM_INVALID: \S/)
    expect(called('/thirdparties')).toHaveLength(1)
  })

  test('A temporary refusal is repeated after the pause it asks for', async () => {
    let left = 2
    const busy = { code: 'OVERLOADED', detail: 'Busy.', retryable: true }
    const vigie = client({}, ({ url }) =>
      url.endsWith('/me') && left-- > 0
        ? Response.json(busy, { status: 503, headers: { 'retry-after': '1' } })
        : null,
    )
    const started = performance.now()
    expect((await vigie.GET('/me')).response.status).toBe(200)
    expect(performance.now() - started).toBeGreaterThan(1_900)
    expect(called('/me')).toHaveLength(3)
  })

  test('A refusal that asks for a longer pause than allowed is reported at once', async () => {
    const limited = { code: 'RATE_LIMITED', detail: 'Later.', retryable: true }
    const vigie = client({}, ({ url }) =>
      url.endsWith('/me')
        ? Response.json(limited, { status: 429, headers: { 'retry-after': '3600' } })
        : null,
    )
    await expect(vigie.GET('/me')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3_600 })
    expect(called('/me')).toHaveLength(1)
  })

  test('A lasting refusal ends after the allowed attempts; so does a proxy’s own page', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '0' } })
    const vigie = client({ retries: { attempts: 3 } }, ({ url }) => (url.endsWith('/me') ? page() : null))
    await expect(vigie.GET('/me')).rejects.toMatchObject({ code: 'HTTP_502', retryable: true })
    expect(called('/me')).toHaveLength(3)
  })
})

describe('Broken connections', () => {
  const broken = new TypeError('fetch failed')
  const cut = (part: string) => {
    let first = true
    return (request: Request) => {
      const isCut = first && request.url.includes(part)
      if (isCut) first = false
      return isCut ? broken : null
    }
  }

  test('A connection that breaks after the service acted does not make a POST act twice', async () => {
    let lost = false
    const fetch: Reply = async (request) => {
      requests.push(request.clone())
      const answer = await globalThis.fetch(request)
      if (!request.url.includes('/thirdparties') || lost) return answer
      lost = true
      throw broken
    }
    const { data, response } = await client({ fetch }).POST(thirdParties, {
      params: { path },
      body: company(),
    })
    expect([response.status, response.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    const keys = called('/thirdparties').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    const found = await client().GET(thirdParties, { params: { path, query: { size: 500 } } })
    expect(found.data?.content.filter(({ name }) => name === data?.name)).toHaveLength(1)
  })

  test('A broken connection is retried for reads, and for the token', async () => {
    expect((await client({}, cut('/me')).GET('/me')).response.status).toBe(200)
    expect((await client({}, cut('/oauth2/token')).GET('/me')).response.status).toBe(200)
  })

  test('A broken connection is reported for a change that must not be repeated blindly', async () => {
    const vigie = client({}, cut('/users/'))
    const user = '/api/v1/account/{accountId}/users/{userId}'
    await expect(vigie.DELETE(user, { params: { path: { ...path, userId: 1 } } })).rejects.toBe(broken)
    expect(called('/users/')).toHaveLength(1)
  })
})

test('A caller’s own idempotency key is kept', async () => {
  const key = randomUUID()
  const params = { path, header: { 'Idempotency-Key': key } }
  await client().POST(thirdParties, { params, body: company() })
  expect(called('/thirdparties').map(({ headers }) => headers.get('idempotency-key'))).toEqual([key])
})

test('A signal ends the call, also while it waits to repeat', async () => {
  const abort = new AbortController()
  const busy = { code: 'OVERLOADED', detail: 'Busy.', retryable: true }
  const vigie = client({ retries: { maxPauseMs: 60_000 } }, ({ url }) => {
    if (!url.endsWith('/me')) return null
    setTimeout(() => abort.abort(new Error('enough')), 20)
    return Response.json(busy, { status: 503, headers: { 'retry-after': '30' } })
  })
  const started = performance.now()
  await expect(vigie.GET('/me', { signal: abort.signal })).rejects.toThrow('enough')
  expect(performance.now() - started).toBeLessThan(20_000)
})

describe('Pages of the client', () => {
  test('Pages follow the cursor to the end, each row once', async () => {
    const vigie = client()
    for (let i = 0; i < 7; i += 1) await vigie.POST(thirdParties, { params: { path }, body: company() })
    const seen: number[] = []
    const sizes: number[] = []
    const list = pages((at) => vigie.GET(thirdParties, { params: { path, query: { size: 3, ...at } } }))
    for await (const page of list) {
      sizes.push(page.content.length)
      seen.push(...page.content.map(({ thirdpartyId }) => thirdpartyId))
    }
    const { data } = await vigie.GET(thirdParties, { params: { path, query: { size: 500 } } })
    expect(seen).toEqual(data?.content.map(({ thirdpartyId }) => thirdpartyId))
    expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true)
  })

  test('Pages of a list without cursor go by number', async () => {
    const vigie = client()
    const clients = '/api/v1/account/{accountId}/clients'
    for (const name of ['a', 'b', 'c', 'd']) {
      await vigie.POST(clients, { params: { path }, body: { name, scopes: ['READER'] } })
    }
    const names: string[] = []
    for await (const page of pages((at) =>
      vigie.GET(clients, { params: { path, query: { size: 2, ...at } } }),
    )) {
      names.push(...page.content.map(({ name }) => name))
    }
    expect(names.toSorted()).toEqual(['Test client', 'a', 'b', 'c', 'd'])
  })
})
