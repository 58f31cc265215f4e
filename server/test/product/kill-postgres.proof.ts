import { afterAll, beforeAll, expect, test } from 'vitest'
import { killBackend, killPostmaster } from './kills.ts'
import { examine, sound } from './oracle.ts'
import { until } from './processes.ts'
import {
  adminUrlOf,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'
import { Writers, type Target } from './writers.ts'

const kills = 2
const writersAtOnce = 10
let dataDir = ''
let product: Product
let target: Target

beforeAll(async () => {
  dataDir = await freshFolder()
  product = await startProduct({ dataDir, env: withoutRateLimits })
  const credentials = await demoCredentials(dataDir)
  const token = await fetchToken(product.baseUrl, credentials)
  target = { baseUrl: product.baseUrl, accountId: credentials.accountId, token }
}, 120_000)

afterAll(async () => {
  await product.stop()
  await removeFolder(dataDir)
}, 60_000)

/** What readers and probes are told while the database is away. */
async function read(path: string): Promise<string> {
  const answer = await fetch(`${target.baseUrl}${path}`, {
    headers: { authorization: `Bearer ${target.token}` },
    signal: AbortSignal.timeout(15_000),
  })
  const body = (await answer.json()) as { code?: string }
  return body.code === undefined ? String(answer.status) : `${answer.status} ${body.code}`
}

test(`PostgreSQL killed ${kills} times gives 503 meanwhile, comes back without help, and loses nothing acknowledged`, async () => {
  const writers = new Writers(() => target)
  const seen = new Set<string>()
  const recoveries: number[] = []
  writers.start(writersAtOnce, { retry: true })
  for (let round = 1; round <= kills; round += 1) {
    const before = writers.acknowledged.length
    await until('acknowledged writes', () => writers.acknowledged.length >= before + 20 + 7 * round)
    await (round % 2 === 1 ? killPostmaster(dataDir) : killBackend(dataDir))
    const began = performance.now()
    const outage = writers.answers.get('503 DATABASE_UNAVAILABLE') ?? 0
    await until('word of the outage', () => (writers.answers.get('503 DATABASE_UNAVAILABLE') ?? 0) > outage)
    seen.add(await read(`/api/v1/account/${target.accountId}/thirdparties?size=1`))
    seen.add(await read('/readyz'))
    expect(await read('/healthz')).toBe('200')
    const after = writers.acknowledged.length
    await until('the service to be back', () => writers.acknowledged.length > after + writersAtOnce)
    recoveries.push((performance.now() - began) / 1000)
  }
  await writers.stop()
  await until('readiness', async () => (await read('/readyz')) === '200')
  await writers.settle()
  console.log(
    `kills of PostgreSQL: ${kills}, acknowledged ${writers.acknowledged.length}, ` +
      `slowest answer ${Math.round(writers.slowestMs)} ms, answers ${JSON.stringify([...writers.answers])}, ` +
      `seconds to the next writes ${recoveries.map((s) => s.toFixed(1)).join(' ')}`,
  )
  const found = await examine({ target, adminUrl: await adminUrlOf(dataDir), dataDir, ledger: writers })
  expect(found).toEqual(sound(found))
  expect(product.hasExited()).toBe(false)

  const answers = new Set([...writers.answers.keys(), ...seen])
  const allowed = new Set([
    '200',
    '201',
    '503 DATABASE_UNAVAILABLE',
    '503 JOURNAL_UNAVAILABLE',
    '503 OVERLOADED',
    '409 IDEMPOTENCY_IN_PROGRESS',
    '409 WRITE_CONFLICT',
  ])
  expect([...answers].filter((answer) => !allowed.has(answer))).toEqual([])
  expect(seen).toContain('503 DATABASE_UNAVAILABLE')
}, 240_000)
