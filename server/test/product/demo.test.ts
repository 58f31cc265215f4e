import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../../src/demo/words.ts'
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

const patienceMs = 400_000
let dataDir = ''
let product: Product
/** Null while the service, busy with its past, asks to come back. */
let call: <T>(method: string, path: string, body?: unknown) => Promise<T | null>

interface Page<T> {
  content: T[]
  totalElements: number
}
interface Statistics {
  thirdParties: { total: number; byDossierStatus: Count[] }
  documents: { byStatus: Count[] }
  reviewQueue: { size: number }
  themes: { theme: string; coverage: number }[]
  indicators: unknown[]
  ahead: { ANSWER_EXPIRES: number }[]
}
interface Found {
  name: string
  siret: string
  thirdpartyId: number | null
}
interface Count {
  code: string
}

async function start(): Promise<void> {
  product = await startProduct({ dataDir, env: { ...withoutRateLimits, VIGIE_DEMO: 'full' } })
  const credentials = await demoCredentials(dataDir)
  const token = await fetchToken(product.baseUrl, credentials)
  const base = `${product.baseUrl}/api/v1/account/${credentials.accountId}`
  call = async <T>(method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.status === 503 ? null : ((await answer.json()) as T)
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

/** Asked now and then: the service has enough to do. */
async function daysBehind(): Promise<number> {
  await delay(250)
  const clock = await call<{ aheadSeconds: number }>('GET', '/clock')
  return clock === null ? Infinity : -clock.aheadSeconds / 86_400
}

async function have<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await call<T>(method, path, body)
  if (answer === null) throw new Error(`${method} ${path} got no answer.`)
  return answer
}

interface Mail {
  mailId: number
  recipient: string
}

const mails = async () => (await have<Page<Mail>>('GET', '/mailbox/mails')).content
const codesOf = (rows: readonly Count[]) => rows.map(({ code }) => code).toSorted()

test(
  'the demonstration account gets its past, through a kill in the middle of it',
  { timeout: 2 * patienceMs },
  async () => {
    await until('half of the past', async () => (await daysBehind()) < 40, patienceMs)
    expect(await daysBehind()).toBeGreaterThan(5)
    await product.stop('SIGKILL')
    await start()
    await until('the present', async () => (await daysBehind()) === 0, patienceMs)
    await until('the last mails', async () => (await mails()).length >= 20)

    const found = await have<Statistics>('GET', '/statistics')
    expect(found.thirdParties.total).toBe(94)
    const common = ['ACTION_REQUIRED', 'BELOW_EXPECTATION', 'INVALID']
    expect(codesOf(found.documents.byStatus)).toEqual([...common, 'MISSING', 'ONGOING', 'VALID'])
    expect(codesOf(found.thirdParties.byDossierStatus)).toEqual(['ABSENT', ...common, 'ONGOING', 'VALID'])
    expect(found.reviewQueue.size).toBeGreaterThanOrEqual(8)
    for (const { theme, coverage } of found.themes) expect([theme, coverage > 0]).toEqual([theme, true])
    expect(found.indicators.length).toBeGreaterThanOrEqual(4)
    expect(found.ahead[2]?.ANSWER_EXPIRES).toBeGreaterThan(10)
    expect(await call('GET', '/journal/verify')).toMatchObject({ intact: true, complete: true })
  },
)

test('no act came twice, and none is left', async () => {
  const database = new pg.Client(await adminUrlOf(dataDir))
  await database.connect()
  try {
    const { rows } = await database.query(`
      select (select count(*)::int from vigie.comment) as comments,
        (select count(*)::int from vigie.rule where active) as rules,
        (select count(*)::int from graphile_worker.jobs where task_identifier = 'demo.fill' and attempts = 0) as waiting,
        (select max(n)::int from (select count(*) as n from vigie.response
          where state in ('PENDING', 'ACCEPTED') group by document_id, state) r) as answers`)
    expect(rows).toEqual([{ comments: talk.length, rules: 5, waiting: 0, answers: 1 }])
  } finally {
    await database.end()
  }
})

test(
  'a newcomer adds a company, and its contact follows the link of the mail',
  { timeout: 90_000 },
  async () => {
    const wanted = { searchBy: 'NAME', countryCode: 'FR', value: 'passerelle' }
    const search = await have<Page<Found>>('POST', '/thirdparties/search', wanted)
    expect(search.content).toMatchObject([{ name: 'PASSERELLE FORMATION', thirdpartyId: null }])
    const legalIdentifier = { code: 'CIT001', value: search.content[0]?.siret }
    const { thirdpartyId } = await have<Found>('POST', '/thirdparties', { legalIdentifier })
    const own = `/thirdparties/${thirdpartyId}`
    const dossiers = async () => (await have<Page<{ dossierId: number }>>('GET', `${own}/dossiers`)).content
    await until('its dossier', async () => (await dossiers()).length > 0)
    const [dossier] = await dossiers()
    const documents = await have<Page<unknown>>('GET', `/dossiers/${dossier?.dossierId}/documents`)
    expect(documents.content.length).toBeGreaterThanOrEqual(3)

    const email = 'claude@passerelle.example'
    await have('POST', `${own}/contacts`, { email, language: 'en' })
    const invitation = async () => (await mails()).find(({ recipient }) => recipient === email)
    await until('the invitation', async () => (await invitation()) !== undefined)
    const { text } = await have<{ text: string }>('GET', `/mailbox/mails/${(await invitation())?.mailId}`)
    const link = /#link=([\w-]+)/.exec(text)?.[1]
    const entered = await fetch(`${product.baseUrl}/portal/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vigie-client': 'test' },
      body: JSON.stringify({ link }),
    })
    expect(entered.status).toBe(204)
  },
)
