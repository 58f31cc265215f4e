import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHistory } from './checkout.ts'
import {
  command,
  demoCredentials,
  fetchToken,
  freshFolder,
  patientFetch,
  removeFolder,
  startProduct,
  withoutRateLimits,
  type Product,
} from './product.ts'
import { buildRelease, newestRelease } from './release-build.ts'

type Row = Record<string, unknown>

/** What the API says of everything an account holds; the rows of each list by their own id. */
type Readings = Map<string, Map<unknown, Row>>

/** The id of a row of each list, and the parameter that asks for its next page. */
const lists: Record<string, { id: string; next?: string }> = {
  '/thirdparties': { id: 'thirdpartyId', next: 'cursor' },
  '/dossiers': { id: 'dossierId', next: 'cursor' },
  '/documents': { id: 'documentId', next: 'cursor' },
  '/mailbox/mails': { id: 'mailId', next: 'cursor' },
  '/events': { id: 'eventId', next: 'after' },
  '/attributes': { id: 'attributeId' },
  '/rules': { id: 'ruleId' },
  '/clients': { id: 'id' },
}

let dataDir = ''
let product: Product | undefined

beforeAll(async () => {
  dataDir = await freshFolder()
})
afterAll(async () => {
  await product?.stop('SIGKILL')
  await removeFolder(dataDir)
})

const atRest = { ...withoutRateLimits, VIGIE_DEMO: 'full', WORKER_IN_PROCESS: 'false' }

async function signIn({ baseUrl }: Product): Promise<(url: string, init?: RequestInit) => Promise<Response>> {
  const credentials = await demoCredentials(dataDir)
  const headers = {
    authorization: `Bearer ${await fetchToken(baseUrl, credentials)}`,
    'content-type': 'application/json',
  }
  const account = `${baseUrl}/api/v1/account/${credentials.accountId}`
  return (url, init) => patientFetch(account + url, { headers, ...init })
}

/** Whoever reads signs in, and moves it. */
const withoutUse = (key: string, value: unknown) => (key === 'lastUsedAt' ? undefined : value)

async function readAll(of: Product): Promise<Readings> {
  const call = await signIn(of)
  const readings: Readings = new Map()
  for (const [list, { id, next: parameter }] of Object.entries(lists)) {
    const rows = new Map<unknown, Row>()
    let query: string | null = parameter ? '?size=100' : ''
    while (query !== null) {
      const answer = await call(list + query)
      expect([list, answer.status]).toEqual([list, 200])
      const { content, next } = JSON.parse(await answer.text(), withoutUse) as {
        content: Row[]
        next?: string | null
      }
      for (const row of content) rows.set(row[id], row)
      query = parameter && next && content.length > 0 ? `?size=100&${parameter}=${next}` : null
    }
    readings.set(list, rows)
  }
  return readings
}

const isPossible = await hasHistory()
if (!isPossible) console.warn('Upgrades are not proved: this copy of the repository lacks the history.')

test.runIf(isPossible)(
  'What the newest release stored is all there in the present version, and the journal still verifies',
  async () => {
    const release = await newestRelease()
    const { program } = await buildRelease(release)
    product = await startProduct({ dataDir, program, env: { ...withoutRateLimits, VIGIE_DEMO: 'full' } })
    expect(product.output()).toContain(`Vigie ${release.version}`)
    await product.stop()
    product = await startProduct({ dataDir, program, env: atRest })
    const before = await readAll(product)
    await product.stop()
    for (const [list, rows] of before) expect([list, rows.size > 0]).toEqual([list, true])

    product = await startProduct({ dataDir, env: atRest })
    const after = await readAll(product)
    for (const [list, rows] of before) {
      // A later version may say more of each, and may have added some of its own.
      for (const [id, row] of rows)
        expect(after.get(list)?.get(id), `${list} ${String(id)}`).toMatchObject(row)
    }
    const call = await signIn(product)
    const body = JSON.stringify({
      legalIdentifier: { code: 'CIT003', value: '15-048-3782' },
      unmanaged: { name: 'After the upgrade', countryCode: 'FR' },
    })
    expect((await call('/thirdparties', { method: 'POST', body })).status).toBe(201)
    await product.stop()
    const verified = await command(['journal', 'verify'], { VIGIE_DATA_DIR: dataDir })
    expect(verified).toMatchObject({ code: 0 })
  },
  900_000,
)
