import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountLines, type AccountLine } from '../access/route-lines.ts'
import { ownPath } from '../access/own-path.ts'
import { buildWorld, worldEnvironment, type World } from '../access/world.ts'
import { startLoopback, type Behaviour, type Loopback } from '../fakes/loopback.ts'
import { testApp, type TestApp } from '../harness/index.ts'

/** Every outside register fails, one way after another, and what the account already has stays at hand. */
const companySearch = 'POST /thirdparties/search'
/** These are about asking a register, or about what one has said. */
const asking = [
  companySearch,
  'POST /thirdparties',
  'PUT /thirdparties/by-code/:code',
  'POST /thirdparties/:thirdpartyId/refresh',
]

let outside: Loopback
let harness: TestApp
let world: World

beforeAll(async () => {
  outside = await startLoopback(() => ({ status: 500, body: '' }))
  outside.behave('down')
  const url = outside.url
  const environment = {
    ...worldEnvironment,
    FRENCH_REGISTER: 'insee,public-search',
    FRENCH_REGISTER_URL: url,
    INSEE_API_KEY: 'key',
    INSEE_URL: url,
    INTERNATIONAL_REGISTERS: 'gleif,vies,companies-house,dnb',
    GLEIF_URL: url,
    VIES_URL: url,
    COMPANIES_HOUSE_API_KEY: 'key',
    COMPANIES_HOUSE_URL: url,
    DNB_KEY: 'key',
    DNB_SECRET: 'secret',
    DNB_URL: url,
  }
  harness = await testApp({ environment })
  world = await buildWorld(harness)
})
afterAll(async () => {
  await harness.close()
  await outside.close()
})

async function send(line: AccountLine) {
  const [method] = line.route.split(' ') as ['GET']
  const path = await ownPath(world, line)
  const url = `${world.home.base}${path}${line.query === undefined ? '' : `?${line.query}`}`
  outside.requests.length = 0
  const body = line.body?.()
  const headers = line.contentType === undefined ? {} : { 'content-type': line.contentType }
  return harness.call(method, url, {
    token: world.home.token,
    headers,
    ...(body === undefined ? {} : { body }),
  })
}

const isWhole = process.env['VIGIE_ROUNDS'] === 'all'
const ownData = accountLines.filter(({ route }) => !asking.includes(route))
const failures: Behaviour[] = ['down', 'slow', 'rate-limited', 'garbage', 'redirect']

test.each(failures)('Registers that are %s do not affect routes of own data', async (behaviour) => {
  outside.behave(behaviour)
  const surprises: string[] = []
  // The failures share them out, since none of these routes may ask outside at all; the proofs try all of them.
  const place = failures.indexOf(behaviour)
  const tried = ownData.filter((_, index) => isWhole || index % failures.length === place)
  for (const line of tried) {
    const answer = await send(line)
    // Asked by a client.
    const expected = line.clients === undefined ? line.status : 403
    if (answer.statusCode !== expected) surprises.push(`${line.route}: ${answer.statusCode} ${answer.body}`)
    if (outside.requests.length > 0) surprises.push(`${line.route} asked outside`)
  }
  for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json']) {
    const answer = await harness.call('GET', path)
    if (answer.statusCode !== 200) surprises.push(`${path}: ${answer.statusCode}`)
  }
  expect(surprises).toEqual([])
})

test.each([
  ['CIT001', '73282932000074'],
  ['CIT002', 'DE136695976'],
  ['CIT003', '900000017'],
])('A company is added by %s all the same, its identity to follow', async (code, value) => {
  outside.behave('down')
  const added = await harness.call('POST', `${world.home.base}/thirdparties`, {
    token: world.home.token,
    body: { legalIdentifier: { code, value } },
  })
  expect([added.statusCode, added.body]).toEqual([201, expect.stringContaining('"PENDING"')])
})

const searchLine = accountLines.find(({ route }) => route === companySearch)

test.skipIf(!searchLine)('The search of companies says that no register answers', async () => {
  outside.behave('down')
  for (const countryCode of ['FR', 'DE']) {
    const answer = await harness.call('POST', `${world.home.base}/thirdparties/search`, {
      token: world.home.token,
      body: { countryCode, searchBy: 'NAME', value: 'Nordhafen' },
    })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  }
})
