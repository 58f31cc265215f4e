import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rightsOf, type Role } from '../../src/platform/kernel/index.ts'
import { startFakeOidc, type FakeOidc } from '../fakes/oidc.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { badTokens, type BadToken } from './bad-tokens.ts'
import { contentsOf } from './contents.ts'
import { accountLines, openLines, type AccountLine, type OpenLine } from './route-lines.ts'
import { buildWorld, worldEnvironment, type World } from './world.ts'

/** Every route in every situation: who is refused, how, and that nothing of another account shows anywhere. */
// Every route in each variant of every situation, for a long run: VIGIE_MATRIX=whole npm test -- test/access
const isWhole = process.env['VIGIE_MATRIX'] === 'whole'
const prefix = '/api/v1/account/:accountId'
const log: string[] = []
let oidc: FakeOidc
let harness: TestApp
let world: World
let refused: BadToken[]
let foreignBefore: string
let ran = 0

beforeAll(async () => {
  oidc = await startFakeOidc()
  const environment = {
    OIDC_ISSUER: oidc.issuer,
    OIDC_AUDIENCE: 'vigie',
    OIDC_CLIENT_ID: 'vigie',
    OIDC_CLIENT_SECRET: 'for-tests-only',
    ...worldEnvironment,
  }
  harness = await testApp({ environment, onLog: (line) => log.push(line) })
  world = await buildWorld(harness)
  refused = await badTokens(harness, world)
  foreignBefore = await contentsOf(harness.admin, world.foreign.accountId)
})
afterAll(async () => {
  console.log(`access matrix: ${ran} cases on ${harness.app.plannedRoutes.length} routes`)
  await harness.close()
  await oidc.close()
})

interface Case {
  readonly name: string
  readonly url: string
  readonly method: string
  readonly authorization: string | null
  readonly body?: unknown
  readonly contentType?: string
  readonly expected: readonly [status: number, code: string | null]
}

/** Runs the cases; what comes back is only what was not as expected, so that a failure names its cases. */
async function surprises(cases: readonly Case[]): Promise<string[]> {
  const found: string[] = []
  const run = async (one: Case) => {
    const answer = await send(one)
    const [status, code] = one.expected
    // HEAD has no body to hold a code.
    const wanted = `${status} ${one.method === 'HEAD' ? null : code}`
    const got = `${answer.statusCode} ${codeOf(answer)}`
    if (got !== wanted) found.push(`${one.method} ${one.url}, ${one.name}: ${got} instead of ${wanted}`)
    if (tellsOfForeign(answer)) found.push(`${one.method} ${one.url}, ${one.name}: shows the other account`)
  }
  // Who is refused changes nothing and stands in nobody's way.
  const refusals = cases.filter(({ expected }) => expected[0] >= 400)
  for (let at = 0; at < refusals.length; at += 8) await Promise.all(refusals.slice(at, at + 8).map(run))
  for (const one of cases) if (one.expected[0] < 400) await run(one)
  return found
}

/** Injected requests alone would never let the event loop turn, and the service would find itself overloaded. */
const breathe = () => new Promise((resolve) => setImmediate(resolve))

async function send({ method, url, authorization, body, contentType }: Omit<Case, 'name' | 'expected'>) {
  ran += 1
  await breathe()
  return harness.app.inject({
    method: method as 'GET',
    url,
    headers: {
      ...(authorization === null ? {} : { authorization }),
      ...(contentType === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

function codeOf(answer: LightMyRequestResponse): string | null {
  const isProblem = String(answer.headers['content-type']).startsWith('application/problem+json')
  if (answer.body === '') return null
  if (!isProblem && answer.statusCode >= 400) return answer.json<{ error?: string }>().error ?? 'no problem'
  return isProblem ? answer.json<{ code: string }>().code : null
}

function tellsOfForeign(answer: LightMyRequestResponse): boolean {
  return `${JSON.stringify(answer.headers)} ${answer.body}`.toLowerCase().includes(canaryCore())
}
const canaryCore = () => world.canary.slice('CANARY-'.length).toLowerCase()

const partsOf = (line: { route: string }) => line.route.split(' ') as [method: string, path: string]
const methodsOf = (line: AccountLine | OpenLine) => {
  const [method] = partsOf(line)
  return method === 'GET' ? ['GET', 'HEAD'] : [method]
}

/**
 * What one piece of code refuses for all routes, in many variants: each route gets a share of them, another one than its
 * neighbours.
 */
function inShare(line: AccountLine, nth: number, shares: number): boolean {
  return isWhole || nth % shares === accountLines.indexOf(line) % shares
}

/** HEAD takes the way of its GET. */
function shareOf(line: AccountLine, nth: number): string[] {
  const methods = methodsOf(line)
  return inShare(line, nth, 5) ? methods : methods.slice(0, 1)
}

function opensTo({ right, oneOf }: AccountLine, role: Role): boolean {
  const held = rightsOf([role])
  return held.has(right) && (oneOf === undefined || oneOf.some((one) => held.has(one)))
}

/** To somebody who may: none of the callers made the things they ask for. */
function answerOf({ status, others, code, clients }: AccountLine, isClient = false): Case['expected'] {
  if (isClient && clients !== undefined) return [403, clients]
  return others === undefined ? [status, code ?? null] : [403, others]
}

type Ids = Record<string, number | string>

/** Both addresses of an account's route. */
function addresses(line: AccountLine, ids: Ids, base = world.home.base): string[] {
  const named = partsOf(line)[1].replace(/:(\w+)/g, (_, name: string) => String(ids[name]))
  const path = line.query === undefined ? named : `${named}?${line.query}`
  return [`${base}${path}`, path]
}

/** One of both, now the one and now the other. */
function addressesInTurn(line: AccountLine, ids: Ids, nth: number): string[] {
  return addresses(line, ids).filter((_, at) => isWhole || at === nth % 2)
}

const bodyOf = ({ body, contentType }: AccountLine) => ({
  ...(body === undefined ? {} : { body: body() }),
  ...(contentType === undefined ? {} : { contentType }),
})

async function freshIds(line: AccountLine): Promise<Ids> {
  const ids: Ids = { ...line.names }
  for (const [name, kind] of Object.entries(line.ids ?? {})) ids[name] = await world.resources[kind].own()
  return ids
}

test('The tables name exactly the routes that are served, with their rights', () => {
  const listed = [
    ...accountLines.flatMap((line) =>
      methodsOf(line).flatMap((method) =>
        [prefix, ''].map((base) => `${method} ${base}${partsOf(line)[1]} ${line.right}`),
      ),
    ),
    ...openLines.flatMap((line) =>
      methodsOf(line).map((method) => `${method} ${partsOf(line)[1]} ${line.right}`),
    ),
  ]
  const served = harness.app.plannedRoutes.map(
    ({ method, plan }) => `${method} ${plan.pattern} ${plan.right}`,
  )
  const without = (all: string[], known: string[]) => all.filter((one) => !known.includes(one))
  expect(without(served, listed), 'served, but not in test/access/route-lines.ts').toEqual([])
  expect(without(listed, served), 'in test/access/route-lines.ts, but not served').toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

describe.each(accountLines)('$route', (line) => {
  const body = () => bodyOf(line)

  test('The route names every id of its path', () => {
    const named = [...partsOf(line)[1].matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(Object.keys({ ...line.ids, ...line.names })).toEqual(named)
  })

  test('The route refuses every token that is not a valid one of ours', async () => {
    const ids = await freshIds(line)
    // No token, and some of the others, on both paths.
    const tried = refused.filter((_, index) => index === 0 || inShare(line, index, 8))
    const cases = tried.flatMap(({ name, authorization, code }, index) =>
      addresses(line, ids)
        .slice(0, index === 0 || isWhole ? 2 : 1)
        .flatMap((url) =>
          shareOf(line, index).map((method) => ({
            name,
            url,
            method,
            authorization,
            ...body(),
            expected: [401, code] as const,
          })),
        ),
    )
    expect(await surprises(cases)).toEqual([])
  })

  test('The route is closed on every account but the token’s own, whether it exists or not', async () => {
    const ids = await freshIds(line)
    const absent = '/api/v1/account/9007199254740991'
    const odd = ['0', '-1', 'abc', '1.0', '1e3', '%20', `${world.home.accountId}%20`, '99999999999999999999']
    const some = odd.filter((_, nth) => inShare(line, nth, 4))
    const bases = [world.foreign.base, absent, ...some.map((id) => `/api/v1/account/${id}`)]
    const callers = world.callers.filter(({ role }, nth) => role === 'ADMIN' && inShare(line, nth, 2))
    const cases = callers.flatMap(({ name, token }) =>
      bases.flatMap((base, nth) =>
        shareOf(line, nth).map((method) => ({
          name,
          method,
          url: addresses(line, ids, base)[0] ?? '',
          authorization: `Bearer ${token}`,
          ...body(),
          expected: [403, 'ACCOUNT_FORBIDDEN'] as const,
        })),
      ),
    )
    expect(await surprises(cases)).toEqual([])
    const [method] = partsOf(line)
    const authorization = `Bearer ${world.home.token}`
    const told = await Promise.all(
      [world.foreign.base, absent].map(async (base) =>
        withoutInstance(
          await send({ method, authorization, url: addresses(line, ids, base)[0] ?? '', ...body() }),
        ),
      ),
    )
    expect(told[0]).toEqual(told[1])
  })

  test('The route is open to exactly the roles that hold its right, clients and people alike', async () => {
    const cases: Case[] = []
    // Who is refused changes nothing, so all of them may try the same things.
    const spare = await freshIds(line)
    for (const [nth, { name, role, token }] of world.callers.entries()) {
      const allowed = opensTo(line, role)
      const isClient = name.includes('client')
      const others = role === 'ADMIN' ? undefined : line.othersUnlessAdministrators
      const toAllowed = others === undefined ? answerOf(line, isClient) : ([403, others] as const)
      const expected = allowed ? toAllowed : ([403, 'PERMISSION_DENIED'] as const)
      // Where they are let in, each needs things of its own: a client of one role, a person of the next.
      const shares = line.costly ? 8 : 4
      if (allowed && line.clients === undefined && !inShare(line, nth + Math.floor(nth / 2), shares)) continue
      for (const method of shareOf(line, nth)) {
        // Clients try the full path where they are let in, people the short one; whoever is refused tries both.
        for (const shorthand of allowed || !isWhole ? [isClient ? 0 : 1] : [0, 1]) {
          const ids = allowed ? await freshIds(line) : spare
          const url = addresses(line, ids)[shorthand] ?? ''
          cases.push({ name, method, url, authorization: `Bearer ${token}`, ...body(), expected })
        }
      }
    }
    expect(await surprises(cases)).toEqual([])
  })

  test('The route asks for the account when a token has two, and grants in each only its role there', async () => {
    const authorization = `Bearer ${world.twofold.token}`
    const ids = await freshIds(line)
    const [method] = partsOf(line)
    const isReader = opensTo(line, 'READER')
    const elsewhere = line.ids === undefined ? line.status : 404
    const [own = '', short = ''] = addresses(line, ids)
    const [other = ''] = addresses(line, ids, world.twofold.otherBase)
    const notFound = Object.values(line.ids ?? {}).map((kind) => world.resources[kind].absent)[0] ?? null
    const common = { method, authorization }
    const cases: Case[] = [
      {
        ...common,
        name: 'two accounts',
        url: short,
        ...body(),
        expected: [400, 'ACCOUNT_AMBIGUOUS'],
      },
      {
        ...common,
        name: 'reader in the other',
        url: other,
        ...body(),
        expected: isReader ? [elsewhere, notFound] : [403, 'PERMISSION_DENIED'],
      },
      { ...common, name: 'administrator at home', url: own, ...body(), expected: answerOf(line) },
    ]
    expect(await surprises(cases)).toEqual([])
  })
})

const oddIds = ['abc', '-1', '1.5', '1e3', '%00', '9007199254740993', '12345678901234567']

test.each(accountLines.filter(({ ids }) => ids))(
  'The route $route does not know the ids of another account, in any position',
  async (line) => {
    // A client is told that only people may, whatever it names.
    const isAsked = (name: string) => line.clients === undefined || !name.includes('client')
    const admins = world.callers
      .filter(({ role, name }) => role === 'ADMIN' && isAsked(name))
      .filter((_, nth) => inShare(line, nth, 2))
    for (const [name, kind] of Object.entries(line.ids ?? {})) {
      const { foreign, absent } = world.resources[kind]
      const ids = await freshIds(line)
      const cases: Case[] = admins.flatMap(({ name: caller, token }) =>
        [
          ...[foreign, 9007199254740991].map((id) => [id, [404, absent]] as const),
          ...oddIds.filter((_, nth) => inShare(line, nth, 3)).map((id) => [id, [400, 'ID_INVALID']] as const),
        ].flatMap(([id, expected], nth) =>
          (id === foreign ? methodsOf(line) : shareOf(line, nth)).flatMap((method) =>
            addressesInTurn(line, { ...ids, [name]: id }, nth).map((url) => ({
              name: `${caller}, ${name} ${id}`,
              method,
              url,
              authorization: `Bearer ${token}`,
              ...bodyOf(line),
              expected,
            })),
          ),
        ),
      )
      expect(await surprises(cases)).toEqual([])
      expect(await refusalOf(line, { ...ids, [name]: foreign })).toEqual(
        await refusalOf(line, { ...ids, [name]: 9007199254740991 }),
      )
    }
  },
)

/** Without what differs from request to request, and with the id it was asked for taken out of the words. */
function withoutInstance(answer: LightMyRequestResponse, ids: Ids = {}): unknown {
  const problem = answer.json<{ detail: string; instance: string }>()
  const asked = new Set(Object.values(ids).map(String))
  // As whole words: the digits of one id may stand within another.
  const detail = problem.detail.replaceAll(/[\w-]+/g, (word) => (asked.has(word) ? 'ID' : word))
  return { ...problem, detail, instance: '' }
}

async function refusalOf(line: AccountLine, ids: Ids): Promise<unknown> {
  const [method] = partsOf(line)
  const url = addresses(line, ids)[0] ?? ''
  const authorization = `Bearer ${world.home.token}`
  return withoutInstance(await send({ method, url, authorization, ...bodyOf(line) }), ids)
}

async function sendOpen(line: OpenLine, method: string, authorization: string | null) {
  ran += 1
  await breathe()
  const type = line.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const payload = line.form ?? (line.body as object | undefined)
  return harness.app.inject({
    method: method as 'GET',
    url: line.url ?? partsOf(line)[1],
    // Each from another place: who sends so much from one without a name is slowed down. Metrics are told here only.
    ...(line.route === 'GET /metrics' ? {} : { remoteAddress: `127.0.${ran >> 8}.${ran & 255}` }),
    headers: { ...type, ...line.headers, ...(authorization === null ? {} : { authorization }) },
    ...(payload === undefined ? {} : { payload }),
  })
}

test.each(openLines)('The route $route answers a caller without a token as its line says', async (line) => {
  for (const method of methodsOf(line)) {
    const answer = await sendOpen(line, method, null)
    const code = method === 'HEAD' ? null : (line.answer[1] ?? null)
    expect([answer.statusCode, codeOf(answer)]).toEqual([line.answer[0], code])
    expect(tellsOfForeign(answer)).toBe(false)
  }
})

// The token addresses read the header for another purpose: HTTP Basic.
const heedless = openLines.filter(({ right, form }) => right === 'public' && form === undefined)
test.each(heedless)('The route $route ignores tokens', async (line) => {
  for (const { authorization } of refused.slice(3, 8)) {
    const [method] = partsOf(line)
    const answer = await sendOpen(line, method, authorization)
    const code = method === 'HEAD' ? null : (line.answer[1] ?? null)
    expect([answer.statusCode, codeOf(answer)]).toEqual([line.answer[0], code])
  }
})

const authenticated = openLines.filter(({ right }) => right === 'authenticated')
test.each(authenticated)('The route $route refuses bad tokens, and answers any good one', async (line) => {
  const [method, pattern] = partsOf(line)
  const url = line.url ?? pattern
  const asked = { method, url, ...(line.body === undefined ? {} : { body: line.body }) }
  const cases: Case[] = refused.map(({ name, authorization, code }) => ({
    ...asked,
    name,
    authorization,
    expected: [401, code],
  }))
  const { people = [200, null] as const, clients } = line
  const callers = [...world.callers, { name: 'two accounts', token: world.twofold.token }]
  for (const { name, token } of callers) {
    const expected = clients !== undefined && name.includes('client') ? ([403, clients] as const) : people
    cases.push({ ...asked, name, authorization: `Bearer ${token}`, expected })
  }
  expect(await surprises(cases)).toEqual([])
})

test('A cursor of another account is refused', async () => {
  for (const list of ['/thirdparties', '/mailbox/mails']) {
    const theirs = await harness.call('GET', `${world.foreign.base}${list}?size=1`, {
      token: world.foreign.token,
    })
    const { next } = theirs.json<{ next: string | null }>()
    expect(next).not.toBeNull()
    const url = `${world.home.base}${list}?size=1&cursor=${next}`
    const expected = [400, 'PAGE_TOKEN_INVALID'] as const
    const authorization = `Bearer ${world.home.token}`
    expect(
      await surprises([{ name: 'foreign cursor', method: 'GET', url, authorization, expected }]),
    ).toEqual([])
  }
})

describe('After all requests', () => {
  test('The other account’s rows are unchanged', async () => {
    expect(await contentsOf(harness.admin, world.foreign.accountId)).toBe(foreignBefore)
  })

  test('The canary can be found: the account itself sees it', async () => {
    const { base, token } = world.foreign
    const lists = ['/thirdparties', '/users', '/clients', '/mailbox/mails'].map((list) => `${base}${list}`)
    for (const url of [...lists, '/me']) {
      expect((await harness.call('GET', url, { token })).body.toLowerCase(), url).toContain(canaryCore())
    }
  })

  test('The log holds no name, address, token or secret', () => {
    const text = log.join('\n')
    expect(log.length).toBeGreaterThan(ran / 2)
    expect(text.toLowerCase()).not.toContain(canaryCore())
    expect(text).not.toMatch(/@people\.example|Home|vgs_|eyJ[A-Za-z0-9_-]{10}/)
    for (const secret of world.secrets) expect(text).not.toContain(secret)
  })

  test('The matrix holds a large number of cases', () => {
    expect(ran).toBeGreaterThan(1_500)
  })
})
