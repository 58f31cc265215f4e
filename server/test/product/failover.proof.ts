import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findDebianPostgres } from './debian-postgres.ts'
import { examine, sound } from './oracle.ts'
import { startPostgresPair, type PostgresPair } from './postgres-pair.ts'
import { until } from './processes.ts'
import {
  demoCredentials,
  fetchToken,
  freshFolder,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'
import { patientAttempt, Writers, type Target } from './writers.ts'

const found = findDebianPostgres()
const programs = 'programs' in found ? found.programs : null
if ('missing' in found) console.warn(`Failover not tested: ${found.missing}.`)
const backWithinMs = 10_000

test.runIf(process.env['CI'] === 'true')('Continuous integration has servers to promote', () => {
  expect(found).toHaveProperty('programs')
})

describe.skipIf(programs === null)('Several hosts in DATABASE_URL', { shuffle: false }, () => {
  let pair: PostgresPair
  let product: Product
  let target: Target
  let dataDir = ''
  let env: Record<string, string>

  beforeAll(async () => {
    pair = await startPostgresPair(programs ?? '')
    await pair.primary.query('create database vigie')
    dataDir = await freshFolder()
    const VIGIE_SECRET_KEY = randomBytes(32).toString('base64')
    env = { DATABASE_URL: pair.url('vigie'), VIGIE_SECRET_KEY }
    product = await startProduct({ dataDir, env: { ...withoutRateLimits, ...env } })
    await pair.makeSynchronous()
    const credentials = await demoCredentials(dataDir)
    const token = await fetchToken(product.baseUrl, credentials)
    target = { baseUrl: product.baseUrl, accountId: credentials.accountId, token }
  }, 180_000)

  afterAll(async () => {
    await product?.stop()
    await pair?.stop()
    await removeFolder(dataDir)
  }, 60_000)

  test('A commit whose wait for the standby was ended by somebody is not acknowledged', async () => {
    await pair.standby.stop()
    const write = patientAttempt(target, { duns: '299999999', key: 'cancelled' })
    const waiting = `from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'vigie api'`
    const admin = new pg.Client({ connectionString: pair.primary.url('vigie') })
    await admin.connect()
    // The service has commits of its own: whichever waits is ended until the write is answered.
    let isAnswered = false
    void write.finally(() => (isAnswered = true))
    let cancelled = 0
    await until('the answer', async () => {
      cancelled += (await admin.query(`select pg_cancel_backend(pid) ${waiting}`)).rowCount ?? 0
      return isAnswered
    })
    await admin.end()
    expect(cancelled).toBeGreaterThan(0)
    expect(await write).toMatchObject({ status: 503, code: 'DATABASE_UNAVAILABLE' })
    await pair.standby.start()
    const settled = async () =>
      (await patientAttempt(target, { duns: '299999999', key: 'cancelled' })).status === 201
    await until('it to be acknowledged', settled)
  }, 120_000)

  test('The primary killed under writers, its standby promoted: nothing acknowledged is lost, and writing goes on', async () => {
    const writers = new Writers(() => target)
    writers.start(8, { retry: true })
    await until('acknowledged writes', () => writers.acknowledged.length >= 60)
    await pair.primary.kill()
    const outage = () => (writers.answers.get('503 DATABASE_UNAVAILABLE') ?? 0) > 0
    await until('word of the outage', outage)
    const list = `${target.baseUrl}/api/v1/account/${target.accountId}/thirdparties?size=1`
    const authorization = `Bearer ${target.token}`
    await until('reads from the standby', async () => (await fetch(list, { headers: { authorization } })).ok)
    expect((await fetch(`${target.baseUrl}/readyz`)).status).toBe(503)

    const before = writers.acknowledged.length
    await pair.standby.query('select pg_promote()')
    const promoted = performance.now()
    await until('the first write after the promotion', () => writers.acknowledged.length > before)
    const backMs = performance.now() - promoted
    await until('writes as before', () => writers.acknowledged.length > before + 20)
    await writers.stop()
    await until('readiness', async () => (await fetch(`${target.baseUrl}/readyz`)).ok)
    await writers.settle()
    console.log(
      `failover: ${writers.acknowledged.length} acknowledged, first write ${Math.round(backMs)} ms after the ` +
        `promotion, answers ${JSON.stringify([...writers.answers])}`,
    )
    const adminUrl = pair.standby.url('vigie')
    const findings = await examine({ target, adminUrl, dataDir, ledger: writers, env })
    expect(findings).toEqual(sound(findings))
    expect(backMs).toBeLessThan(backWithinMs)
    expect([...writers.answers.keys()].filter((answer) => answer.startsWith('500'))).toEqual([])
  }, 180_000)
})
