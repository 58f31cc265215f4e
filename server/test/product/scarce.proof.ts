import { execFileSync, spawn } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProgram } from './build.ts'
import { isOpen } from './half-sent.ts'
import { until } from './processes.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freePort,
  run,
  startProduct,
  watch,
  withoutRateLimits,
  type Product,
  type Running,
} from './product.ts'
import { patientAttempt, type Target } from './writers.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'vigie-scarce-'))
const isMounted = mountSmallDisk()

/** Large enough for the database of a demonstration, and soon full. */
function mountSmallDisk(): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500m,mode=755', 'tmpfs', folder], { stdio: 'pipe' })
    return true
  } catch (error) {
    console.warn(`A full disk is not tested, for none can be mounted here: ${String(error)}`)
    return false
  }
}

const dataDir = path.join(folder, 'data')
const filler = path.join(folder, 'filler')
let product: Product
let target: Target
let writes = 0

afterAll(async () => {
  if (product && !product.hasExited()) await product.stop('SIGKILL')
  if (isMounted) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

type Asked = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
const ask = (place: string, init: Asked = {}) =>
  fetch(`${product.baseUrl}${place}`, {
    ...init,
    headers: { authorization: `Bearer ${target.token}`, ...init.headers },
  })
const inAccount = (place: string) => `/api/v1/account/${target.accountId}/${place}`
const writeOne = () => {
  writes += 1
  return patientAttempt(target, { duns: String(500_000_000 + writes), key: `scarce-${writes}` })
}

function fillDisk(): void {
  for (const size of [1_048_576, 4_096]) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(size))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
}

describe('A service with a heap of 256 MiB and a small disk', () => {
  beforeAll(async () => {
    const env = { NODE_OPTIONS: '--max-old-space-size=256', DRAIN_SECONDS: '4', ...withoutRateLimits }
    product = await startProduct({ dataDir, env })
    const credentials = await demoCredentials(dataDir)
    const token = await fetchToken(product.baseUrl, credentials)
    target = { baseUrl: product.baseUrl, accountId: credentials.accountId, token }
  }, 240_000)

  test('It says what its heap allows, and outlives imports, exports and lists at once', async () => {
    expect(product.output()).toContain('MiB requests are refused with 503 OVERLOADED.')
    const rows = Array.from({ length: 4_000 }, (_, n) => `CIT003,${600_000_000 + n},Company ${n},DE`)
    const file = ['identifierType,identifier,name,countryCode', ...rows].join('\n')
    const statuses = new Set<number>()
    const round = async () => {
      const asked = [
        ask(inAccount('thirdparties?size=200')),
        ask(inAccount('thirdparties/export.xlsx')),
        ask(inAccount('events?size=200')),
        ask(inAccount('thirdparties/imports'), {
          method: 'POST',
          headers: { 'content-type': 'text/csv' },
          body: file,
        }),
      ]
      for (const answer of await Promise.all(asked)) {
        statuses.add(answer.status)
        await answer.arrayBuffer()
      }
    }
    for (let n = 0; n < 8; n += 1) await Promise.all([round(), round()])
    // Refused for a while, a file that is waiting already or too much at once: no harm. Anything else is.
    expect([...statuses].filter((status) => ![200, 202, 409, 429, 503].includes(status))).toEqual([])
    expect(statuses).toContain(200)
    expect((await ask('/healthz')).status).toBe(200)
    expect((await writeOne()).status).toBe(201)
  }, 120_000)

  test.skipIf(!isMounted)(
    'A full disk ends nothing, and work goes on by itself when there is room',
    async () => {
      const seen = new Set<string>()
      fillDisk()
      await until('a refusal', async () => {
        fillDisk()
        const { status, code } = await writeOne()
        seen.add(`${status} ${code}`)
        for (let n = 0; n < 50; n += 1) await (await ask('/problems/OVERLOADED')).text()
        const metrics = await (await ask('/metrics', { headers: { authorization: '' } })).text()
        const lost = Number(/vigie_log_lines_dropped_total (\d+)/.exec(metrics)?.[1])
        return seen.has('507 STORAGE_FULL') && lost > 0
      })
      expect(product.hasExited()).toBe(false)
      expect([...seen].filter((answer) => !/^(201|507|503) /.test(answer))).toEqual([])
      rmSync(filler)
      await until('a write', async () => (await writeOne()).status === 201)
      expect(product.hasExited()).toBe(false)
      expect((await ask('/readyz')).status).toBe(200)
      await until('the line of the lost ones', () =>
        readFileSync(path.join(dataDir, 'vigie.log'), 'utf8').includes('lines of the log were lost'),
      )
    },
    120_000,
  )

  test('A stop is seen at /readyz before the door closes, and until then requests are served', async () => {
    const began = performance.now()
    product.signal('SIGTERM')
    await until('readiness to say so', async () => (await ask('/readyz')).status === 503)
    const redAfterMs = performance.now() - began
    let served = 0
    for (;;) {
      const answer = await ask('/healthz').catch(() => null)
      if (answer === null) break
      const list = await ask(inAccount('thirdparties?size=1')).catch(() => null)
      if (list?.status === 200) {
        served += 1
        expect(list.headers.get('connection')).toBe('close')
      }
      await delay(50)
    }
    const closedAfterMs = performance.now() - began
    console.info(
      `Red after ${redAfterMs.toFixed(0)} ms, closed after ${closedAfterMs.toFixed(0)} ms, ${served} lists between.`,
    )
    expect(served).toBeGreaterThan(0)
    expect(closedAfterMs).toBeGreaterThanOrEqual(4_000)
    expect(await product.exited).toEqual({ code: 0, signal: null })
  }, 60_000)
})

test('A heap that is too small is refused with a sentence', async () => {
  const env = { NODE_OPTIONS: '--max-old-space-size=100', VIGIE_DATA_DIR: dataDir, VIGIE_DEMO: 'off' }
  const { code, output } = await command(['serve'], env)
  expect([code, output]).toEqual([1, expect.stringMatching(/a heap of \d+ MiB; Vigie needs at least 200\./)])
}, 60_000)

describe.skipIf(!existsSync('/dev/full'))('In production, with an output that takes nothing', () => {
  let service: Running
  let worker: Running | undefined
  let port: number
  const settings = () => ({
    NODE_ENV: 'production',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    VIGIE_PLAIN_HTTP: 'allow',
    VIGIE_SAMPLE_REGISTERS: 'allow',
    VIGIE_DATA_DIR: dataDir,
    FILE_ENCRYPTION: 'off',
  })

  afterAll(async () => {
    for (const running of [worker, service]) {
      if (!running || running.hasExited()) continue
      running.signal('SIGKILL')
      await running.exited
    }
  })

  test('A service serves, and its worker answers to probes of its own', async () => {
    port = await freePort()
    const full = openSync('/dev/full', 'w')
    const { PATH = '', HOME = '/' } = process.env
    const more = { PORT: String(port), DRAIN_SECONDS: '60', WORKER_IN_PROCESS: 'false' }
    service = watch(
      spawn(process.execPath, [builtProgram(), 'serve'], {
        env: { PATH, HOME, ...settings(), ...more },
        stdio: ['ignore', full, full],
      }),
    )
    const statusAt = (at: number, place: string) =>
      fetch(`http://127.0.0.1:${at}${place}`).then(
        (answer) => answer.status,
        () => null,
      )
    await until('the service', async () => (await statusAt(port, '/readyz')) === 200, 120_000)
    for (let n = 0; n < 20; n += 1) expect(await statusAt(port, '/problems')).toBe(200)
    const workerPort = await freePort()
    worker = run(['worker'], { ...settings(), WORKER_PORT: String(workerPort), METRICS_TOKEN: 'a-token' })
    await until('the worker', async () => (await statusAt(workerPort, '/readyz')) === 200, 120_000)
    expect(await statusAt(workerPort, '/healthz')).toBe(200)
    expect(await statusAt(workerPort, '/metrics')).toBe(401)
    const headers = { authorization: 'Bearer a-token' }
    const metrics = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`, { headers })).text()
    expect(metrics).toContain('vigie_worker_taking_jobs 1')
    expect(worker.output()).toMatch(/"time":"\d{4}-\d\d-\d\dT[^"]+Z".*"msg":"worker started"/)
    worker.signal('SIGTERM')
    expect(await worker.exited).toEqual({ code: 0, signal: null })
    expect(service.hasExited()).toBe(false)
  }, 240_000)

  test('Who insists need not wait for the drain', async () => {
    service.signal('SIGTERM')
    await delay(800)
    expect(await isOpen(port)).toBe(true)
    service.signal('SIGTERM')
    expect(await service.exited).toEqual({ code: 0, signal: null })
  }, 60_000)
})
