import { afterAll, beforeAll, expect, test } from 'vitest'
import { examine, sound } from './oracle.ts'
import { isAlive, postmasterPid, until } from './processes.ts'
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

async function start(): Promise<void> {
  product = await startProduct({ dataDir, env: withoutRateLimits })
  const credentials = await demoCredentials(dataDir)
  target = {
    baseUrl: product.baseUrl,
    accountId: credentials.accountId,
    token: await fetchToken(product.baseUrl, credentials),
  }
}

beforeAll(async () => {
  dataDir = await freshFolder()
  await start()
}, 120_000)

afterAll(async () => {
  await product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 60_000)

test(`The service killed ${kills} times in the middle of writes loses nothing that was acknowledged`, async () => {
  const writers = new Writers(() => target)
  const recoveries: number[] = []
  let interrupted = 0
  for (let round = 1; round <= kills; round += 1) {
    const before = writers.acknowledged.length
    writers.start(writersAtOnce, { retry: false })
    // A different moment each time, and always with requests under way.
    await until('acknowledged writes', () => writers.acknowledged.length >= before + 20 + 7 * round)
    const exit = await product.stop('SIGKILL')
    await writers.stop()
    expect(exit.signal).toBe('SIGKILL')
    interrupted += writers.open.length
    const orphan = await postmasterPid(dataDir)
    expect(orphan !== undefined && isAlive(orphan), 'PostgreSQL outlives its service').toBe(true)

    await start()
    recoveries.push(product.secondsToReady)
    expect(product.output()).toContain('Stopping the PostgreSQL of an interrupted run')
    const found = await examine({ target, adminUrl: await adminUrlOf(dataDir), dataDir, ledger: writers })
    expect(found).toEqual(sound(found))
    const settled = await writers.settle()
    expect(settled.map(({ status }) => status)).toEqual(settled.map(() => 201))
  }
  const found = await examine({ target, adminUrl: await adminUrlOf(dataDir), dataDir, ledger: writers })
  expect(found).toEqual(sound(found))
  expect(interrupted).toBeGreaterThan(0)
  // Besides what was taken in: what asks to come back, as a busy machine may.
  const allowed = new Set([
    '0 NO_CONNECTION',
    '201',
    '503 OVERLOADED',
    '503 DATABASE_UNAVAILABLE',
    '409 WRITE_CONFLICT',
  ])
  expect([...writers.answers.keys()].filter((answer) => !allowed.has(answer))).toEqual([])
  console.log(
    `kills of the service: ${kills}, acknowledged ${writers.acknowledged.length}, interrupted ${interrupted}, ` +
      `lost 0, seconds to ready again ${recoveries.map((s) => s.toFixed(1)).join(' ')}`,
  )
}, 240_000)
