import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshPlace, root, succeedIn } from './checkout.ts'
import { until } from './processes.ts'
import { freePort, patientFetch, type DemoCredentials, type Running } from './product.ts'
import { hasSandbox, openSandbox, sandboxUser, type Sandbox } from './sandbox.ts'
import { readUnit, readVariables } from './unit-file.ts'

const patienceMs = 600_000
const megabyte = 1024 * 1024
const node = '/usr/bin/node'
const credentialsPlace = '/run/credentials/vigie.service'
const program = '/opt/vigie/server/dist/main.js'

let place = ''
let product = ''
let packed = 0

/** VIGIE_PACKAGE names the folder of one that was made before, so that what is published is what was proved. */
async function makePackage(): Promise<string> {
  const made = process.env['VIGIE_PACKAGE']
  if (made !== undefined) return made
  const out = path.join(place, 'out')
  await succeedIn(root, process.execPath, 'scripts/package.mjs', out)
  return out
}

beforeAll(async () => {
  place = await freshPlace()
  await chmod(place, 0o755)
  const out = await makePackage()
  const archive = (await readdir(out)).find((name) => name.endsWith('.tar.gz')) ?? ''
  packed = (await stat(path.join(out, archive))).size
  const unpacked = path.join(place, 'unpacked')
  await mkdir(unpacked)
  await succeedIn(unpacked, 'tar', '-xzf', path.join(out, archive))
  product = path.join(unpacked, (await readdir(unpacked))[0] ?? '')
}, patienceMs)
afterAll(() => rm(place, { recursive: true, force: true, maxRetries: 5 }))

const filesOf = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

test('The package stays small, and holds nothing that only developers need', async () => {
  const [used] = execFileSync('du', ['-sm', product], { encoding: 'utf8' }).split('\t')
  // 280 and 50 before what nobody loads was left out; 132 and 36 after; 172 and 52 since scans are read.
  expect(Number(used)).toBeLessThan(182)
  expect(packed / megabyte).toBeLessThan(56)
  const names = (await filesOf(product)).map(({ name }) => name)
  expect(names.filter((name) => /\.(map|[cm]?ts|tsbuildinfo)$/.test(name))).toEqual([])
  const parts = JSON.parse(await readFile(path.join(product, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[]
  }
  const tools = ['typescript', 'express', 'hono', '@types/node', 'yargs']
  expect(parts.components.filter(({ name }) => tools.includes(name))).toEqual([])
})

test('A package keeps the licence of each of its parts that came with one', async () => {
  const modules = path.join(product, 'node_modules')
  const legal = (await filesOf(modules)).filter(({ name }) => /^(licen[cs]e|notice|copying)/i.test(name))
  expect(legal.length).toBeGreaterThan(200)
})

/** Beside each other, so that the second finds what the first holds. */
async function openPlace(
  name: string,
  more: { credentials?: Record<string, string> } = {},
): Promise<Sandbox> {
  const folder = path.join(place, name)
  await mkdir(folder)
  await chmod(folder, 0o755)
  return openSandbox({ folder, product, ...more })
}

async function waitReady(service: Running): Promise<void> {
  await until('a start', () => service.hasExited() || service.output().includes('Ready in'), 180_000)
  expect(service.hasExited(), service.output()).toBe(false)
}

interface Page<T> {
  readonly content: T[]
}

const asJson = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Whoever signs in, adds a company and reads: with a PDF and the reference, which take parts that a package could lack. */
async function useProduct(baseUrl: string, credentials: DemoCredentials): Promise<void> {
  const signedIn = await patientFetch(`${baseUrl}/auth/sign-in`, asJson(credentials.admin))
  expect(signedIn.status).toBe(200)
  const { accessToken } = (await signedIn.json()) as { accessToken: string }
  const authorization = `Bearer ${accessToken}`
  const account = `${baseUrl}/api/v1/account/${credentials.accountId}`
  const call = async <T>(way: string, body?: object) => {
    const asked = body === undefined ? { headers: {} } : asJson(body)
    const answer = await patientFetch(`${account}${way}`, {
      ...asked,
      headers: { ...asked.headers, authorization },
    })
    expect(answer.ok, `${way}: ${answer.status}`).toBe(true)
    return (await answer.json()) as T
  }
  const wanted = { searchBy: 'NAME', countryCode: 'FR', value: 'passerelle' }
  const { content: found } = await call<Page<{ siret: string }>>('/thirdparties/search', wanted)
  const legalIdentifier = { code: 'CIT001', value: found[0]?.siret }
  const { thirdpartyId } = await call<{ thirdpartyId: number }>('/thirdparties', { legalIdentifier })
  const dossiers = async () =>
    (await call<Page<{ dossierId: number }>>(`/thirdparties/${thirdpartyId}/dossiers`)).content
  await until('its dossier', async () => (await dossiers()).length > 0)
  const dossier = `/dossiers/${(await dossiers())[0]?.dossierId}`
  const { content: documents } = await call<Page<{ documentId: number }>>(`${dossier}/documents`)
  const trail = `${account}${dossier}/documents/${documents[0]?.documentId}/audit-trail`
  const pdf = await (await patientFetch(trail, { headers: { authorization } })).arrayBuffer()
  expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  const script = await (await patientFetch(`${baseUrl}/docs/scalar.js`)).text()
  expect(script.length).toBeGreaterThan(megabyte)
  for (const page of ['/app/', '/portal/', '/docs', '/openapi.json', '/healthz', '/readyz']) {
    expect((await patientFetch(`${baseUrl}${page}`)).status, page).toBe(200)
  }
}

describe.skipIf(!hasSandbox())('On a system that cannot be written', () => {
  test(
    'An unpacked package serves an unprivileged user from an empty folder, and stops cleanly',
    async () => {
      const sandbox = await openPlace('unpacked-place')
      const PORT = String(await freePort())
      const service = sandbox.run([node, program, 'serve'], {
        PORT,
        VIGIE_DATA_DIR: '/var/lib/vigie',
        SHED_LOOP_DELAY_MS: '30000',
      })
      try {
        await waitReady(service)
        const text = await readFile(path.join(sandbox.state, 'demo-credentials.json'), 'utf8')
        await useProduct(`http://127.0.0.1:${PORT}`, JSON.parse(text) as DemoCredentials)
      } finally {
        service.signal('SIGTERM')
        await service.exited
      }
      expect(await service.exited, service.output()).toEqual({ code: 0, signal: null })
      const owners = await Promise.all(
        (await filesOf(sandbox.state)).map(
          async (entry) => (await stat(path.join(entry.parentPath, entry.name))).uid,
        ),
      )
      expect(new Set(owners)).toEqual(new Set([sandboxUser.uid]))
    },
    patienceMs,
  )

  const secretKey = randomBytes(32).toString('base64')
  const settings = {
    PUBLIC_URL: 'https://vigie.your-company.example',
    FRENCH_REGISTER: 'sample',
    INTERNATIONAL_REGISTERS: 'sample',
    VIGIE_SAMPLE_REGISTERS: 'allow',
    DRAIN_SECONDS: '0',
    SHED_LOOP_DELAY_MS: '30000',
  }

  /** As the service manager would: its own lines first, then those of the file. */
  async function startUnit(sandbox: Sandbox, name: string, more: Record<string, string>): Promise<Running> {
    const unit = await readUnit(path.join(product, 'deploy/systemd', name))
    const [line = ''] = unit('ExecStart')
    const own = readVariables(unit('Environment').map((one) => one.replace('%d', credentialsPlace)))
    return sandbox.run(line.split(' '), { ...own, ...settings, ...more })
  }

  test(
    'The units start the service and a worker as they say, on secrets handed over as files',
    async () => {
      const sandbox = await openPlace('unit-place', { credentials: { 'secret-key': `${secretKey}\n` } })
      const [PORT, WORKER_PORT] = [String(await freePort()), String(await freePort())]
      const service = await startUnit(sandbox, 'vigie.service', { PORT, WORKER_IN_PROCESS: 'false' })
      let worker: Running | undefined
      try {
        await waitReady(service)
        expect((await patientFetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200)
        worker = await startUnit(sandbox, 'vigie-worker.service', { WORKER_PORT })
        const isReady = () =>
          fetch(`http://127.0.0.1:${WORKER_PORT}/readyz`).then(
            ({ status }) => status === 200,
            () => false,
          )
        await until('the worker', async () => worker?.hasExited() === true || (await isReady()), 180_000)
        expect(worker.hasExited(), worker.output()).toBe(false)
        // The key is the one of the file: none was made, and none is in what others may see.
        expect(await readdir(sandbox.state)).not.toContain('secret.key')
        expect(service.output() + worker.output()).not.toContain(secretKey)
      } finally {
        worker?.signal('SIGTERM')
        await worker?.exited
        service.signal('SIGTERM')
        await service.exited
      }
      const said = `${worker.output()}\n${service.output()}`
      expect([await worker.exited, await service.exited], said).toEqual([
        { code: 0, signal: null },
        { code: 0, signal: null },
      ])
    },
    patienceMs,
  )
})
