import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createVigie,
  pages,
  VigieProblem,
  type ClientCredentials,
  type ServiceOptions,
} from '../../../client/src/index.ts'
import { manualClock, type ManualClock } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'

/** The published client against the whole service, over a true connection; only its `fetch` is watched. */
let harness: TestApp
let clock: ManualClock
let credentials: { baseUrl: string; clientId: string; clientSecret: string }
let accountId: number
let requests: Request[]
let responses: Response[]

beforeAll(async () => {
  clock = manualClock(new Date())
  harness = await testApp({ clock })
  accountId = (await harness.given.account()).accountId
  const { clientId, clientSecret } = await harness.given.client(accountId, ['ADMIN', 'READER'])
  credentials = { baseUrl: `${await harness.listen()}/`, clientId, clientSecret }
})
afterAll(() => harness.close())
beforeEach(() => {
  requests = []
  responses = []
})

type Reply = (request: Request) => Promise<Response>

/** A client whose requests are noted; `before` may answer in the service's place. */
function client(
  options: Partial<ClientCredentials & ServiceOptions> = {},
  before: (request: Request) => Response | Error | null = () => null,
) {
  const fetch: Reply = async (request) => {
    requests.push(request.clone())
    const instead = before(request)
    if (instead instanceof Error) throw instead
    const response = instead ?? (await globalThis.fetch(request))
    responses.push(response)
    return response
  }
  return createVigie({ ...credentials, fetch, retries: { maxPauseMs: 2_000 }, ...options })
}

let serial = 300_000_000
const company = () => {
  serial += 1
  const legalIdentifier = { code: 'CIT003' as const, value: String(serial) }
  return { legalIdentifier, unmanaged: { name: `Company ${serial}`, countryCode: 'GB' } }
}
const called = (part: string) => requests.filter(({ url }) => url.includes(part))

test('A call gets its token by itself, and its answer typed', async () => {
  const { name } = await client().account(accountId).post('/thirdparties', { body: company() })
  expect(responses.at(-1)?.status).toBe(201)
  expect(name).toBe(`Company ${serial}`)
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual([
    '/oauth2/token',
    `/api/v1/account/${accountId}/thirdparties`,
  ])
})

test('A list is narrowed to several values of one parameter', async () => {
  const query = { statusCode: ['ONGOING' as const, 'VALID' as const] }
  const { content } = await client().account(accountId).get('/documents', { query })
  expect(content).toEqual([])
  expect(new URL(requests.at(-1)?.url ?? '').search).toBe('?statusCode=ONGOING,VALID')
  await client()
    .account(accountId)
    .get('/documents', { query: { statusCode: [] } })
  expect(new URL(requests.at(-1)?.url ?? '').search).toBe('')
})

test('Attributes are sent with a new company, and lists are filtered by them', async () => {
  const account = client().account(accountId)
  const attributes = [{ label: 'Business unit', values: ['Plant 4 & 5'] }]
  const added = await account.post('/thirdparties', { body: { ...company(), attributes } })
  const query = {
    attributes: { 'attribute.BUSINESS_UNIT': 'Plant 4 & 5' },
    sort: 'attribute.BUSINESS_UNIT,desc',
    size: 5,
  }
  const { content } = await account.get('/thirdparties', { query })
  expect(content.map(({ thirdpartyId }) => thirdpartyId)).toEqual([added.thirdpartyId])
})

test('Many calls at once share one token, and later calls use it again', async () => {
  const vigie = client()
  const call = () => vigie.get('/me')
  await Promise.all(Array.from({ length: 10 }, call))
  await call()
  expect(called('/oauth2/token')).toHaveLength(1)
  expect(called('/me')).toHaveLength(11)
})

test('An expired token is renewed once, for all calls that were refused', async () => {
  const vigie = client()
  await vigie.get('/me')
  // The client goes by its own clock, which knows nothing of this.
  clock.advance(2 * 60 * 60 * 1_000)
  const answers = await Promise.all(Array.from({ length: 5 }, () => vigie.get('/me')))
  expect(answers.map(({ accounts }) => accounts[0]?.accountId)).toEqual(Array(5).fill(accountId))
  expect(called('/oauth2/token')).toHaveLength(2)
})

test('An expiry that renewal does not cure is reported, not repeated for ever', async () => {
  const expired = { code: 'AUTH_TOKEN_EXPIRED', detail: 'Over.', retryable: false }
  const vigie = client({}, ({ url }) =>
    url.endsWith('/me') ? Response.json(expired, { status: 401 }) : null,
  )
  await expect(vigie.get('/me')).rejects.toMatchObject({ code: 'AUTH_TOKEN_EXPIRED', status: 401 })
  expect(called('/me')).toHaveLength(2)
})

test('A wrong secret is reported as the token endpoint reports it', async () => {
  const vigie = client({ clientSecret: 'vgs_wrong' })
  await expect(vigie.get('/me')).rejects.toMatchObject({
    name: 'VigieProblem',
    code: 'invalid_client',
    status: 401,
  })
  expect(requests).toHaveLength(1)
})

test('Fewer roles can be requested', async () => {
  const vigie = client({ scope: ['READER'] })
  const refused = vigie.account(accountId).post('/thirdparties', { body: company() })
  await expect(refused).rejects.toMatchObject({ code: 'PERMISSION_DENIED', body: { permission: 'manage' } })
})

describe('Refusals', () => {
  test('A refusal is thrown with all the service said, and not repeated', async () => {
    const body = { legalIdentifier: { code: 'CIT001' as const, value: '12345678901234' } }
    const problem: unknown = await client()
      .account(accountId)
      .post('/thirdparties', { body })
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
    await vigie.get('/me')
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
    await expect(vigie.get('/me')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 3_600 })
    expect(called('/me')).toHaveLength(1)
  })

  test('A lasting refusal ends after the allowed attempts; so does a proxy’s own page', async () => {
    const page = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '0' } })
    const vigie = client({ retries: { attempts: 3 } }, ({ url }) => (url.endsWith('/me') ? page() : null))
    await expect(vigie.get('/me')).rejects.toMatchObject({ code: 'HTTP_502', retryable: true })
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
      responses.push(answer)
      if (!request.url.includes('/thirdparties') || lost) return answer
      lost = true
      throw broken
    }
    const added = await client({ fetch }).account(accountId).post('/thirdparties', { body: company() })
    const last = responses.at(-1)
    expect([last?.status, last?.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    const keys = called('/thirdparties').map(({ headers }) => headers.get('idempotency-key'))
    expect(keys).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
    const found = await client()
      .account(accountId)
      .get('/thirdparties', { query: { size: 500 } })
    expect(found.content.filter(({ name }) => name === added.name)).toHaveLength(1)
  })

  test('A broken connection is retried for reads, and for the token', async () => {
    await client({}, cut('/me')).get('/me')
    await client({}, cut('/oauth2/token')).get('/me')
    expect(called('/me')).toHaveLength(3)
  })

  test('A broken connection is reported for a change that must not be repeated blindly', async () => {
    const account = client({}, cut('/users/')).account(accountId)
    await expect(account.delete('/users/{userId}', { path: { userId: 1 } })).rejects.toBe(broken)
    expect(called('/users/')).toHaveLength(1)
  })
})

test('A caller’s own idempotency key is kept', async () => {
  const key = randomUUID()
  await client().account(accountId).post('/thirdparties', { body: company(), idempotencyKey: key })
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
  await expect(vigie.get('/me', { signal: abort.signal })).rejects.toThrow('enough')
  expect(performance.now() - started).toBeLessThan(20_000)
})

describe('Pages of the client', () => {
  test('Pages follow the cursor to the end, each row once', async () => {
    const account = client().account(accountId)
    for (let i = 0; i < 7; i += 1) await account.post('/thirdparties', { body: company() })
    const seen: number[] = []
    const sizes: number[] = []
    const list = pages((at) => account.get('/thirdparties', { query: { size: 3, ...at } }))
    for await (const page of list) {
      sizes.push(page.content.length)
      seen.push(...page.content.map(({ thirdpartyId }) => thirdpartyId))
    }
    const { content } = await account.get('/thirdparties', { query: { size: 500 } })
    expect(seen).toEqual(content.map(({ thirdpartyId }) => thirdpartyId))
    expect(sizes.slice(0, -1).every((size) => size === 3)).toBe(true)
  })

  test('Pages of a list without cursor go by number', async () => {
    const account = client().account(accountId)
    for (const name of ['a', 'b', 'c', 'd']) {
      await account.post('/clients', { body: { name, scopes: ['READER'] } })
    }
    const names: string[] = []
    for await (const page of pages((at) => account.get('/clients', { query: { size: 2, ...at } }))) {
      names.push(...page.content.map(({ name }) => name))
    }
    expect(names.toSorted()).toEqual(['Test client', 'a', 'b', 'c', 'd'])
  })
})

describe('A download', () => {
  test('A download comes unread, with the name the service gives it', async () => {
    const account = client().account(accountId)
    const { fileName, response } = await account.download('/thirdparties/export.csv')
    expect(fileName).toMatch(/\.csv$/)
    expect(await response.text()).toContain('Company')
  })

  test('A refused download is reported like any other refusal', async () => {
    const account = client({ scope: ['READER'] }).account(accountId)
    const refused = account.download('/administration/journal/export.csv')
    await expect(refused).rejects.toMatchObject({ code: 'PERMISSION_DENIED' })
  })
})

test('A file goes as it is, under its own type', async () => {
  const rows = 'identifierType,identifierValue,name,countryCode\nduns,300900001,From a file,GB\n'
  const body = new Blob([rows], { type: 'text/csv' })
  const made = await client()
    .account(accountId)
    .post('/thirdparties/imports', { query: { dryRun: true, onDuplicate: 'skip' }, body })
  expect(made.importId).toBeGreaterThan(0)
  const [sent] = called('/imports')
  expect(sent?.headers.get('content-type')).toBe('text/csv')
  expect(await sent?.text()).toBe(rows)
})

test('A call may be sent by a fetch of its own, and stays within the session', async () => {
  const own: string[] = []
  const fetch: Reply = async (request) => {
    own.push(request.headers.get('authorization') ?? '')
    return globalThis.fetch(request)
  }
  await client().get('/me', { fetch })
  expect(own).toEqual([expect.stringMatching(/^Bearer /)])
  expect(requests.map(({ url }) => new URL(url).pathname)).toEqual(['/oauth2/token'])
})

describe('A session of the caller’s own', () => {
  const over = () => Response.json({ code: 'AUTH_TOKEN_INVALID', detail: 'Over.' }, { status: 401 })

  /** The page of someone signed in: its token is renewed when the service refuses it. */
  function page(recover: (problem: VigieProblem) => Promise<boolean>) {
    let token = 'old'
    return createVigie({
      baseUrl: 'http://vigie.test',
      retries: { attempts: 1 },
      fetch: async (request) => {
        requests.push(request.clone())
        return request.headers.get('authorization') === 'Bearer new' ? Response.json({}) : over()
      },
      session: {
        headers: () => ({ authorization: `Bearer ${token}` }),
        recover: async (problem) => {
          const isRenewed = await recover(problem)
          if (isRenewed) token = 'new'
          return isRenewed
        },
      },
    })
  }

  test('A session may recover from a refusal, and the same request is sent once more', async () => {
    await page(async ({ code }) => code === 'AUTH_TOKEN_INVALID')
      .account(7)
      .post('/thirdparties', { body: company() })
    const bodies = await Promise.all(requests.map((request) => request.text()))
    expect(bodies[0]).toContain(`Company ${serial}`)
    expect(bodies[1]).toBe(bodies[0])
  })

  test('A session that cannot recover leaves the refusal as it was', async () => {
    await expect(page(async () => false).get('/me')).rejects.toMatchObject({ detail: 'Over.', status: 401 })
    expect(requests).toHaveLength(1)
  })

  test('A session without retries generates no key for a POST', async () => {
    await page(async () => true)
      .account(7)
      .post('/thirdparties', { body: company() })
    expect(requests.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false, false])
  })
})

test('What the API does not have does not compile', () => {
  const account = createVigie({ baseUrl: '', session: { headers: () => ({}) } }).account(1)
  const typed = () => [
    // @ts-expect-error -- no such path
    account.get('/thirdpartys'),
    // @ts-expect-error -- the path needs its parameter
    account.get('/dossiers/{dossierId}'),
    // @ts-expect-error -- no such parameter
    account.get('/dossiers/{dossierId}', { path: { dossierId: 1, id: 2 } }),
    // @ts-expect-error -- no such filter
    account.get('/thirdparties', { query: { sise: 20 } }),
    // @ts-expect-error -- no such field
    account.patch('/dossiers/{dossierId}', { path: { dossierId: 1 }, body: { colour: 'red' } }),
    // @ts-expect-error -- the body is missing
    account.post('/thirdparties'),
    // @ts-expect-error -- no such method there
    account.put('/thirdparties'),
  ]
  expect(typed).toBeTypeOf('function')
})
