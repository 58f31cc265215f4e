import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFakeClock, setClock } from '../../../torture/clock.ts'
import { ask } from './demo-account.ts'
import { until } from './processes.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type DemoCredentials,
  type Product,
} from './product.ts'
import { patientAttempt } from './writers.ts'

let dataDir = ''
let product: Product | undefined
let credentials: DemoCredentials
const hasFakeClock = findFakeClock('') !== null
if (!hasFakeClock) console.warn('Clock steps not tested: libfaketime is not installed (package faketime).')

const clockFile = () => path.join(dataDir, 'clock')

beforeAll(async () => {
  if (!hasFakeClock) return
  dataDir = await freshFolder()
  setClock(clockFile(), '+0')
  const env = { ...withoutRateLimits, ...findFakeClock(clockFile()) }
  product = await startProduct({ dataDir, env })
  credentials = await demoCredentials(dataDir)
}, 180_000)

afterAll(async () => {
  await product?.stop()
  if (dataDir !== '') await removeFolder(dataDir)
}, 60_000)

let nextDuns = 300_000_000

/** What a client does: writes with the token it has, and fetches another one when told to. */
async function write(token: string): Promise<{ token: string; refusal: string }> {
  const baseUrl = product?.baseUrl ?? ''
  const target = { baseUrl, accountId: credentials.accountId, token }
  const attempt = { duns: String((nextDuns += 1)), key: crypto.randomUUID() }
  const first = await patientAttempt(target, attempt)
  if (first.status === 201) return { token, refusal: '' }
  const renewed = await fetchToken(baseUrl, credentials)
  const second = await patientAttempt({ ...target, token: renewed }, attempt)
  expect(second.status, second.code).toBe(201)
  return { token: renewed, refusal: `${first.status} ${first.code}` }
}

const log = () => readFile(path.join(dataDir, 'vigie.log'), 'utf8')

async function stepsCounted(direction: string): Promise<number> {
  const text = await (await fetch(`${product?.baseUrl}/metrics`)).text()
  return Number(
    new RegExp(`^vigie_clock_steps_total\\{direction="${direction}"\\} (\\d+)`, 'm').exec(text)?.[1],
  )
}

test.skipIf(!hasFakeClock)(
  'A service whose clock is set by an hour and by a day says so, goes on writing, and keeps its journal in order',
  { timeout: 180_000 },
  async () => {
    let { token } = await write('none')
    const steps = [
      { to: '+1h', sentence: 'The clock was set forward by 1 h.', refusal: /^(|401 AUTH_TOKEN_EXPIRED)$/ },
      { to: '+0', sentence: 'The clock was set back by 1 h.', refusal: /^(|401 AUTH_TOKEN_INVALID)$/ },
      { to: '-1d', sentence: 'The clock was set back by 1 d.', refusal: /^401 AUTH_TOKEN_INVALID$/ },
      { to: '+0', sentence: 'The clock was set forward by 1 d.', refusal: /^401 AUTH_TOKEN_EXPIRED$/ },
    ]
    for (const { to, sentence, refusal } of steps) {
      setClock(clockFile(), to)
      await until(sentence, async () => (await log()).includes(sentence))
      const written = await write(token)
      expect(written.refusal).toMatch(refusal)
      token = written.token
    }
    expect(await stepsCounted('forward')).toBe(2)
    expect(await stepsCounted('back')).toBe(2)
    await until('the schedules', async () => (await log()).includes('the schedules follow the clock'))
    const backwards = await ask(
      dataDir,
      `select from (select occurred_at, lag(occurred_at) over (partition by account_id order by seq) as before
        from vigie.event) e where occurred_at < before`,
    )
    expect(backwards).toEqual([])
    // Schedules remember no moment that is yet to come.
    const ahead = `select from graphile_worker._private_known_crontabs where last_execution > now() + interval '2 minutes'`
    expect(await ask(dataDir, ahead)).toEqual([])
    const verified = await command(['journal', 'verify', '--json'], { VIGIE_DATA_DIR: dataDir })
    expect(verified.code, verified.output).toBe(0)
  },
)
