import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { accountLines, type AccountLine } from '../access/route-lines.ts'
import { buildWorld, worldEnvironment, type ResourceKind, type World } from '../access/world.ts'

/**
 * Every route, asked by people who see no unit, one, two and all of three, for things of companies in one of them. The
 * roles of those who see all are the matter of test/access.
 */
let t: TestApp
let world: World
let north: number
/** Of people who do not see that unit, of one who does among two, and of one who sees all. */
const blind: Record<string, string> = {}
let two: string
let all: string

beforeAll(async () => {
  t = await testApp({ environment: worldEnvironment })
  world = await buildWorld(t)
  const { base, token, accountId } = world.home
  const add = async (name: string, parentId: number | null = null) => {
    const answer = await t.call('POST', `${base}/units`, { token, body: { name, parentId } })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ unitId: number }>().unitId
  }
  north = await add('North')
  const south = await add('South')
  const coast = await add('Coast', south)
  const somebody = async (body: object) => {
    const person = await t.given.person([accountId], ['ADMIN', 'AUDITOR'])
    const set = await t.call('PUT', `${base}/users/${person.userId}/units`, { token, body })
    if (set.statusCode !== 200) throw new Error(set.body)
    return person.token
  }
  blind['none'] = await somebody({ units: [] })
  blind['one'] = await somebody({ units: [coast] })
  two = await somebody({ units: [north, south] })
  all = await somebody({ all: true })
})
afterAll(() => t.close())

/** Puts every company that was made meanwhile into the north. */
async function settleInNorth(): Promise<void> {
  await t.admin.query(`select set_config('app.account', $1, false), set_config('app.units', 'all', false)`, [
    String(world.home.accountId),
  ])
  await t.admin.query(
    `select thirdparties_place(array(select thirdparty_id from thirdparty
       where account_id = $1 and unit_set_id is null), array[$2::bigint])`,
    [world.home.accountId, north],
  )
}

/** What belongs to the account and not to one of its companies. */
const ofAccount = new Set<ResourceKind>(['savedView', 'attribute', 'rule', 'team', 'watchlist'])
/** Rules act on every company. */
const actsOnAll = /^(POST|PATCH|DELETE) \/rules(?!\/simulate)/
const isGoverning = ({ right, route }: AccountLine) =>
  right === 'administer' || right === 'audit' || actsOnAll.test(route)

const open = accountLines.filter((line) => !isGoverning(line))
const named = open.filter(({ ids }) => ids && Object.values(ids).every((kind) => !ofAccount.has(kind)))

async function ask(line: AccountLine, token: string, ids: Record<string, number | string>) {
  const [method = '', path = ''] = line.route.split(' ')
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(ids[name]))
  const answer = await t.app.inject({
    method: method as 'GET',
    url: `${world.home.base}${filled}${line.query === undefined ? '' : `?${line.query}`}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(line.contentType === undefined ? {} : { 'content-type': line.contentType }),
    },
    ...(line.body === undefined ? {} : { payload: line.body() as object }),
  })
  const { code = null } = answer.statusCode >= 400 ? answer.json<{ code?: string }>() : {}
  return { answer, told: `${answer.statusCode} ${code}` }
}

test.each(accountLines.filter(isGoverning))(
  'The route $route is for who sees all units, whatever their role',
  async (line) => {
    const ids = Object.fromEntries(Object.keys({ ...line.ids }).map((name) => [name, 1]))
    for (const [name, token] of Object.entries({ ...blind, two })) {
      const { told } = await ask(line, token, { ...ids, ...line.names })
      expect(told, name).toBe('403 ALL_UNITS_REQUIRED')
    }
  },
)

/** New units are beneath none of theirs, and an import has a place of its own: nobody here but who sees all sees them. */
const ofNobody = new Set<ResourceKind>(['unit', 'import'])

/** Refused to who sees the company for another reason. */
const otherwise: Record<string, string> = {
  'PUT /thirdparties/:thirdpartyId/units': '422 UNIT_REQUIRED',
  'PATCH /comments/:commentId': '403 COMMENT_NOT_OWN',
}

async function freshIds({ ids, names }: AccountLine): Promise<Record<string, number | string>> {
  const fresh: Record<string, number | string> = { ...names }
  for (const [name, kind] of Object.entries(ids ?? {})) fresh[name] = await world.resources[kind].own()
  await settleInNorth()
  return fresh
}

test.each(named)(
  'The route $route is answered to who sees the company and knows nothing for others',
  async (line) => {
    const ids = await freshIds(line)
    const kinds = Object.values(line.ids ?? {})
    const absent = kinds.map((kind) => `404 ${world.resources[kind].absent}`)
    for (const [name, token] of Object.entries(blind)) {
      const { told, answer } = await ask(line, token, ids)
      expect(absent, `${name}: ${told} ${answer.body}`).toContain(told)
    }
    const isSeen = kinds.every((kind) => !ofNobody.has(kind))
    const { told, answer } = await ask(line, two, ids)
    const success = `${line.status} ${line.code ?? null}`
    if (isSeen) expect(told, answer.body).toBe(otherwise[line.route] ?? success)
    else expect(absent, told).toContain(told)
    // Whatever changes something has done so already.
    if (line.route.startsWith('GET')) expect((await ask(line, all, ids)).told).toBe(success)
  },
)

test('Nothing that lists tells of a company outside the units of its caller, nor hides one within', async () => {
  const { base, token } = world.home
  await settleInNorth()
  // Nobody verifies what they have sent themselves, and one of those who ask has sent some.
  await t.admin.query(`update corrective_evidence set sent_by = null`)
  const known = await t.call('GET', `${base}/thirdparties?size=100`, { token })
  const companies = known.json<{ content: { thirdpartyId: number; code: string | null }[] }>().content
  expect(companies.length).toBeGreaterThan(10)
  const marks = companies.flatMap(({ thirdpartyId }) => [
    `"thirdpartyId":${thirdpartyId}`,
    `;${thirdpartyId};`,
  ])
  const marksIn = (body: string) => marks.filter((mark) => body.includes(mark))
  const lists = open.filter(({ route, ids }) => route.startsWith('GET') && !ids)
  expect(lists.length).toBeGreaterThan(8)
  for (const line of lists) {
    for (const [name, blindToken] of Object.entries(blind)) {
      const { answer } = await ask(line, blindToken, { ...line.names })
      expect(marksIn(answer.body), `${line.route} for ${name}`).toEqual([])
    }
    const [seen, whole] = [await ask(line, two, { ...line.names }), await ask(line, all, { ...line.names })]
    expect(marksIn(seen.answer.body), line.route).toEqual(marksIn(whole.answer.body))
  }
})
