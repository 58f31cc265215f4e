import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountLines, openLines } from '../access/route-lines.ts'
import { buildWorld, worldEnvironment, type World } from '../access/world.ts'
import { startFakeOidc, type FakeOidc } from '../fakes/oidc.ts'
import { busyness } from '../harness/busyness.ts'
import { seed } from '../harness/fixed-seed.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { mutationsOf, type HostileRequest } from './mutations.ts'
import { samplesOf } from './samples.ts'
import { Seeded } from './seeded.ts'
import { codeOf, faultOf, sender, type Answer } from './send.ts'

// More for a long run: VIGIE_HOSTILE=5000 npm test -- test/hostile
const more = Number(process.env['VIGIE_HOSTILE'] ?? 0)
const perRoute = { atLeast: Math.max(4, more), atMost: Math.max(4, more) }
const mostMs = () => 1_000 * busyness()
let oidc: FakeOidc
let harness: TestApp
let world: World
let wire: ReturnType<typeof sender>
let samples: Awaited<ReturnType<typeof samplesOf>>
const codes = new Map<string, number>()
let sent = 0
let repeated = 0
let slowest = 0

beforeAll(async () => {
  oidc = await startFakeOidc()
  harness = await testApp({
    environment: {
      ...worldEnvironment,
      // Each route's requests come from an address of their own, or the limit per address would end the test.
      TRUST_PROXY: '127.0.0.1',
      OIDC_ISSUER: oidc.issuer,
      OIDC_AUDIENCE: 'vigie',
      OIDC_CLIENT_ID: 'vigie',
      OIDC_CLIENT_SECRET: 'for-tests-only',
    },
  })
  world = await buildWorld(harness)
  const { base, token } = world.home
  const body = { name: 'Directory' }
  const made = await harness.call('POST', `${base}/provisioning/tokens`, { token, body })
  samples = await samplesOf(world, made.json<{ token: string }>().token)
  wire = sender(await harness.listen())
})
afterAll(async () => {
  const most = [...codes].toSorted((a, b) => b[1] - a[1]).map(([code, count]) => `${code} ${count}`)
  console.log(
    `bad input: seed ${seed}, ${sent} requests, slowest ${Math.round(slowest)} ms, ${repeated} sent again`,
  )
  console.log(`answers: ${most.join(', ')}`)
  wire.close()
  await harness.close()
  await oidc.close()
})

/** A busy machine may make one answer late or shed it; only what comes again is the product's fault. */
async function answerTo(hostile: HostileRequest, from: string | null): Promise<Answer> {
  const first = await wire.send(hostile, from)
  if (first.ms <= mostMs() && codeOf(first) !== 'OVERLOADED') return first
  repeated += 1
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  return wire.send(hostile, from)
}

test.each([...accountLines, ...openLines].map(({ route }) => route))(
  'The route %s refuses whatever it cannot use, and stays calm',
  { timeout: 120_000 + more * 100 },
  async (route) => {
    const index = samples.findIndex(({ name }) => name === route)
    const sample = samples[index]
    if (!sample) throw new Error(`No sample for ${route}.`)
    const costly = accountLines.find((line) => line.route === route)?.costly
    const wanted = costly && more === 0 ? { atLeast: 3, atMost: 3 } : perRoute
    const requests = mutationsOf(sample, new Seeded(seed + index), wanted)
    expect(requests.length).toBeGreaterThanOrEqual(wanted.atLeast)
    const faults: string[] = []
    // The figures are not for those who come through a proxy.
    const isProbe = route === 'GET /metrics'
    const attempt = async (hostile: HostileRequest, nth: number) => {
      const answer = await answerTo(
        hostile,
        isProbe ? null : `10.${index >> 8}.${index & 255}.${Math.floor(nth / 50)}`,
      )
      sent += 1
      slowest = Math.max(slowest, answer.ms)
      codes.set(codeOf(answer), (codes.get(codeOf(answer)) ?? 0) + 1)
      const late = answer.ms > mostMs() ? `took ${Math.round(answer.ms)} ms` : null
      const fault = faultOf(answer, sample.path.join('')) ?? late
      if (fault !== null)
        faults.push(`${hostile.method} ${hostile.url.slice(0, 120)}, ${hostile.what}: ${fault}`)
      // Were the sample refused, none of its mutations would get past the same check.
      if (nth === 0) expect(codeOf(answer)).toBe(expectedOf(route))
    }
    // The first is right and may change something; the others are independent of each other.
    const [first, ...others] = requests
    if (first) await attempt(first, 0)
    const atOnce = costly ? 1 : 4
    for (let at = 0; at < others.length; at += atOnce)
      await Promise.all(others.slice(at, at + atOnce).map((one, nth) => attempt(one, at + nth + 1)))
    expect(faults).toEqual([])
  },
)

function expectedOf(route: string): string {
  const line = accountLines.find((one) => one.route === route)
  if (line) return line.code ?? String(line.status)
  const open = openLines.find((one) => one.route === route)
  if (open?.toDirectory !== undefined) return String(open.toDirectory)
  const [status, code] = open?.answer ?? [0]
  // An answer to HEAD has no body to name a code.
  return route.includes('/oauth2/') || route.startsWith('HEAD ') ? String(status) : (code ?? String(status))
}

test('The service is as healthy as before, and the bad input was of many kinds', async () => {
  const { base, token } = world.home
  expect((await harness.call('GET', `${base}/thirdparties`, { token })).statusCode).toBe(200)
  expect((await harness.call('GET', '/readyz')).statusCode).toBe(200)
  expect(codes.size).toBeGreaterThan(20)
  expect(codes.get('INTERNAL')).toBeUndefined()
  expect(repeated).toBeLessThan((sent / 100) * busyness())
})
