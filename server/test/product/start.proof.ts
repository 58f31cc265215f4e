import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { busyness } from '../harness/busyness.ts'
import { isOpen, sendHalf } from './half-sent.ts'
import { isAlive, postmasterPid, until } from './processes.ts'
import {
  demoCredentials,
  fetchToken,
  freePort,
  freshFolder,
  patientFetch,
  removeFolder,
  startProduct,
  type DemoCredentials,
  type Product,
} from './product.ts'

const bash = (script: string) => promisify(execFile)('bash', ['-c', script])

/** The lines after "Try it:" up to the last address, exactly as they were printed; a busy machine may say more. */
function printedCalls(output: string): string {
  return /Try it:\s+([^]+ -d '\{[^]+?\/thirdparties)\s/.exec(output)?.[1] ?? ''
}

interface Portfolio {
  totalElements: number
  content: { thirdpartyId: number }[]
}

async function portfolio(product: Product, credentials: DemoCredentials): Promise<Portfolio> {
  const token = await fetchToken(product.baseUrl, credentials)
  const url = `${product.baseUrl}/api/v1/account/${credentials.accountId}/thirdparties?size=500`
  const answer = await patientFetch(url, { headers: { authorization: `Bearer ${token}` } })
  return (await answer.json()) as Portfolio
}

describe('The first start, and those after it', () => {
  let dataDir = ''
  let product: Product
  let credentials: DemoCredentials
  let before: Portfolio

  beforeAll(async () => {
    dataDir = await freshFolder()
    product = await startProduct({ dataDir })
    credentials = await demoCredentials(dataDir)
    await until('the last words of the start', () => printedCalls(product.output()) !== '')
  }, 240_000)

  afterAll(async () => {
    await product.stop()
    await removeFolder(dataDir)
  }, 180_000)

  test('The first start shows its progress, the address and the credentials', () => {
    const output = product.output()
    console.log(`seconds to ready from an empty folder: ${product.secondsToReady.toFixed(1)}`)
    for (const step of [
      'Creating the database cluster',
      'Starting PostgreSQL',
      'Applying migration 0001',
      'Ready in',
    ])
      expect(output).toContain(step)
    expect(output).toContain(`http://localhost:${product.port}/app/`)
    for (const word of [credentials.clientId, credentials.clientSecret, credentials.admin.password])
      expect(output).toContain(word)
    expect(product.secondsToReady).toBeLessThan(30 * busyness())
  })

  test('The first start leaves the credentials in a file for its owner only', async () => {
    const { mode } = await stat(path.join(dataDir, 'demo-credentials.json'))
    expect(mode & 0o777).toBe(0o600)
    expect(credentials).toEqual({
      baseUrl: `http://localhost:${product.port}`,
      accountId: expect.any(Number),
      clientId: expect.any(String),
      clientSecret: expect.any(String),
      admin: { email: expect.stringContaining('@'), password: expect.any(String) },
    })
    for (const secret of ['secret.key', 'postgres-password', 'vigie.log', 'postgres.log']) {
      expect((await stat(path.join(dataDir, secret))).mode & 0o077, secret).toBe(0)
    }
  })

  test('The first start prints three calls that work unchanged', async () => {
    await fetchToken(product.baseUrl, credentials)
    const { stdout } = await bash(printedCalls(product.output()))
    // The list's answer and the new third party's follow each other without a line break.
    const [list, added] = stdout.replace(/\}\s*\{"thirdpartyId"/, '}\n{"thirdpartyId"').split('\n')
    expect(JSON.parse(list ?? '')).toMatchObject({ size: 3, content: { length: 3 } })
    expect(JSON.parse(added ?? '')).toMatchObject({ name: 'Your company' })
  })

  test('The service offers health, metrics, description, reference and pages', async () => {
    const get = (where: string) => patientFetch(`${product.baseUrl}${where}`, { redirect: 'manual' })
    for (const where of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs'])
      expect((await get(where)).status, where).toBe(200)
    expect(await (await get('/openapi.json')).json()).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
    })
    const root = await get('/')
    expect([root.status, root.headers.get('location')]).toEqual([302, '/app/'])
  })

  test('A stop lets a half-sent write finish, refuses newcomers and stops PostgreSQL', async () => {
    const { baseUrl, port } = product
    const token = await fetchToken(baseUrl, credentials)
    const postmaster = await postmasterPid(dataDir)
    const finish = await sendHalf({ baseUrl, accountId: credentials.accountId, token })
    before = await portfolio(product, credentials)
    product.signal('SIGTERM')
    await until('the door to close', async () => !(await isOpen(port)))
    const answer = await finish()
    expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close'])
    expect(await product.exited).toEqual({ code: 0, signal: null })
    expect(isAlive(postmaster ?? 0)).toBe(false)
  }, 180_000)

  test('The next start keeps credentials and data, on another port', async () => {
    expect(before.totalElements).toBeGreaterThanOrEqual(50)
    const port = await freePort()
    product = await startProduct({ dataDir, port })
    console.log(`seconds to ready on a known folder: ${product.secondsToReady.toFixed(1)}`)
    expect(product.secondsToReady).toBeLessThan(15 * busyness())
    expect(product.output()).not.toMatch(/Creating|Applying/)
    const now = await demoCredentials(dataDir)
    expect(now).toEqual({ ...credentials, baseUrl: `http://localhost:${port}` })
    expect((await stat(path.join(dataDir, 'demo-credentials.json'))).mode & 0o777).toBe(0o600)
    await until('the credentials', () => product.output().includes(credentials.clientSecret))
    const { totalElements, content } = await portfolio(product, now)
    expect(totalElements).toBe(before.totalElements + 1)
    const ids = content.map(({ thirdpartyId }) => thirdpartyId)
    expect(ids).toEqual(expect.arrayContaining(before.content.map(({ thirdpartyId }) => thirdpartyId)))
  }, 180_000)
})
