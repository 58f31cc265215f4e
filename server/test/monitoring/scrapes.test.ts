import { once } from 'node:events'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorker } from '../../src/platform/jobs/index.ts'
import { dependencies, systemClock } from '../../src/platform/kernel/index.ts'
import { SharedReading, toLabel } from '../../src/platform/metrics/index.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { until } from '../product/processes.ts'

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

/** A second process, which remembers nothing of what others have read. */
async function freshBody(): Promise<string> {
  const beside = await testApp({ beside: t })
  let body = ''
  // On a busy machine the first scrapes may not wait long enough.
  await until('all parts', async () => {
    ;({ body } = await beside.call('GET', '/metrics'))
    return !/^vigie_metrics_collected.* 0$/m.test(body)
  })
  await beside.close()
  return body
}

const sample =
  /^[a-zA-Z_:][\w:]*(\{\w+="(?:[^"\\\n]|\\["\\n])*"(,\w+="(?:[^"\\\n]|\\["\\n])*")*\})? (?:Na[Nn]|[+-]?(?:Inf|[\d.e+-]+))$/

test('A hundred who ask at once share one reading, and what failed is not asked again at once', async () => {
  let readings = 0
  const shared = new SharedReading(
    async () => {
      readings += 1
      await Promise.resolve()
      if (readings === 2) throw new Error('away')
      return readings
    },
    { everyMs: 60_000 },
  )
  expect(new Set(await Promise.all(Array.from({ length: 100 }, () => shared.current())))).toEqual(
    new Set([1]),
  )
  const hasty = new SharedReading(() => Promise.reject(new Error('away')), { everyMs: 60_000 })
  expect([await hasty.current(), await hasty.current()]).toEqual([null, null])
  expect(readings).toBe(1)
})

test('A reading that hangs holds nobody up, and leaves nothing of the past', async () => {
  let read: () => Promise<number> = () => Promise.resolve(7)
  const shared = new SharedReading(() => read(), { everyMs: 1, patienceMs: 20 })
  expect(await shared.current()).toBe(7)
  read = () => new Promise(() => undefined)
  await expect.poll(() => shared.current()).toBeNull()
})

test('A storm of scrapers gets few answers of its own, and all of them are whole', async () => {
  const bodies = await Promise.all(
    Array.from({ length: 300 }, async () => (await t.call('GET', '/metrics')).body),
  )
  expect(bodies.every((body) => body.includes('vigie_build_info'))).toBe(true)
  expect(new Set(bodies).size).toBeLessThan(60)
})

test('Scrapers that never read keep nobody else from an answer', async () => {
  const { port, hostname } = new URL(await t.listen())
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const socket = connect(Number(port), hostname).pause()
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      socket.write('GET /metrics HTTP/1.1\r\nHost: vigie.test\r\n\r\n'.repeat(50))
      return socket
    }),
  )
  const answer = await fetch(`http://${hostname}:${port}/metrics`, { signal: AbortSignal.timeout(20_000) })
  expect(await answer.text()).toContain('vigie_build_info')
  for (const socket of sockets) socket.destroy()
})

test('Hostile names of tasks and services become short words, and the text stays readable', async () => {
  const evil = `a"} 1\nvigie_quarantine 1\n\\${'é'.repeat(10_000)}`
  await t.admin.query(`insert into graphile_worker._private_tasks (identifier)
    select 'odd-' || n from generate_series(1, 300) n`)
  await t.admin.query(`insert into graphile_worker._private_jobs (task_id, payload)
    select id, '{}' from graphile_worker._private_tasks where identifier like 'odd-%'`)
  dependencies.fail('anchor', 'TIMEOUT', evil)
  dependencies.succeed('anchor', evil)
  const body = await freshBody()
  const lines = body.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  expect(lines.filter((line) => !sample.test(line))).toEqual([])
  expect(lines.filter((line) => line.length > 300)).toEqual([])
  expect(lines.filter((line) => line.startsWith('vigie_quarantine'))).toEqual(['vigie_quarantine 0'])
  expect(lines.filter((line) => line.startsWith('vigie_jobs_waiting')).length).toBeLessThanOrEqual(201)
  expect(lines.some((line) => line.startsWith('vigie_jobs_waiting{task="other"}'))).toBe(true)
  expect(toLabel(evil)).toMatch(/^a__ 1_vigie_quarantine 1_+$/)
  expect(toLabel(evil)).toHaveLength(60)
  await t.admin.query(`delete from graphile_worker._private_jobs`)
})

test('The queue of a worker without a port is seen from the service', async () => {
  const worker = await startWorker({
    url: t.appUrl,
    handlers: { 'statistics.refresh': () => Promise.resolve() },
    schedule: [],
    concurrency: 1,
    log: quiet,
    clock: systemClock,
  })
  await t.admin.query(`select graphile_worker.add_job('mail.send', '{}')`)
  await expect.poll(freshBody, { timeout: 20_000 }).toMatch(/^vigie_workers [1-9]/m)
  const body = await freshBody()
  expect(body).toMatch(/^vigie_mails_waiting 1$/m)
  expect(body).toMatch(/^vigie_jobs_waiting\{task="mail.send"\} 1$/m)
  await worker.stop()
  await t.admin.query(`delete from graphile_worker._private_jobs`)
})

test('While the database gives no connection, its figures are absent and all others are told', async () => {
  const beside = await testApp({ beside: t })
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const holders = Array.from({ length: 10 }, () =>
    beside.db.system(async (tx) => {
      await sql`select 1`.execute(tx)
      await held
    }),
  )
  const { body } = await beside.call('GET', '/metrics')
  for (const part of ['database', 'jobs', 'accounts', 'lists'])
    expect(body).toContain(`vigie_metrics_collected{part="${part}"} 0`)
  expect(body).not.toMatch(/^vigie_(db_size_bytes|jobs|quarantine|accounts)\b[^\n]* \d/m)
  expect(body).toMatch(/^vigie_db_pool_in_use\{pool="test"\} 1\d$/m)
  expect(body).toContain('postgres="unknown"')
  release()
  await Promise.all(holders)
  await beside.close()
})

test('No metric names a person, a company, an account or an address', async () => {
  const office = await t.given.office()
  const { email } = await t.given.person([office.accountId])
  await t.given.thirdParty(office)
  const { rows } = await t.admin.query<{ name: string }>('select name from thirdparty limit 1')
  await t.call('GET', `${office.base}/thirdparties?name=${encodeURIComponent(email)}`, {
    token: office.token,
  })
  const body = await freshBody()
  const values = [...body.matchAll(/="((?:[^"\\]|\\.)*)"/g)].map(([, value = '']) => value)
  expect(values.length).toBeGreaterThan(50)
  const told = values.filter(
    (value) => /@|https?:|\b\d{5,}\b/.test(value) || value.includes(rows[0]?.name ?? '?'),
  )
  expect(told).toEqual([])
})
