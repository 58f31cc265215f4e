import { afterAll, beforeAll, expect, test } from 'vitest'
import { talk } from '../demo/words.ts'
import { ask, killWhileWriting, startFull, type DemoAccount } from './demo-account.ts'
import { until } from './processes.ts'
import { freshFolder, patientFetch, removeFolder } from './product.ts'

const patienceMs = 300_000

let dataDir = ''
let afterKill: object[] = []
let demo: DemoAccount

interface Page<T> {
  content: T[]
  totalElements: number
}
interface Count {
  code: string
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
interface Mail {
  mailId: number
  recipient: string
}

beforeAll(async () => {
  dataDir = await freshFolder()
  await killWhileWriting(dataDir)
  afterKill = await ask(
    dataDir,
    `select clock_offset_ms < 0 as behind, (select count(*)::int from vigie.thirdparty) as companies,
       (select count(*)::int from vigie.event) as events from vigie.account`,
  )
  demo = await startFull(dataDir)
}, 240_000)

afterAll(async () => {
  await demo.product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 180_000)

test('A start that is killed before its past is written leaves nothing of it, and the next one writes it once', async () => {
  // The kill may come a moment after the commit; then all of it is there.
  const { behind, companies } = afterKill[0] as { behind: boolean; companies: number }
  expect(behind ? companies : 0).toBe(0)
  const [once] = await ask(
    dataDir,
    `select (select count(*)::int from vigie.account) as accounts,
       (select count(*)::int from vigie.rule where active) as rules,
       (select count(*)::int from vigie.mail where template = 'welcome') as welcomes,
       (select count(*)::int from (select from vigie.thirdparty group by code having count(*) > 1) t) as "companiesTwice",
       (select count(*)::int from vigie.comment) as comments`,
  )
  expect(once).toEqual({ accounts: 1, rules: 5, welcomes: 1, companiesTwice: 0, comments: talk.length })
})

const codesOf = (rows: readonly Count[]) => rows.map(({ code }) => code).toSorted()

test('The doors open on a demonstration that stands in the present, with weeks behind it', async () => {
  expect(await demo.call('GET', '/clock')).toMatchObject({ aheadSeconds: 0, advancingTo: null })
  const found = await demo.call<Statistics>('GET', '/statistics')
  expect(found.thirdParties.total).toBeGreaterThanOrEqual(50)
  const common = ['ACTION_REQUIRED', 'BELOW_EXPECTATION', 'INVALID']
  expect(codesOf(found.documents.byStatus)).toEqual([...common, 'MISSING', 'ONGOING', 'VALID'])
  expect(codesOf(found.thirdParties.byDossierStatus)).toEqual(['ABSENT', ...common, 'ONGOING', 'VALID'])
  expect(found.reviewQueue.size).toBeGreaterThanOrEqual(8)
  for (const { theme, coverage } of found.themes) expect([theme, coverage > 0]).toEqual([theme, true])
  expect(found.indicators.length).toBeGreaterThanOrEqual(4)
  for (const { ANSWER_EXPIRES } of found.ahead) expect(ANSWER_EXPIRES).toBeGreaterThan(0)
  const { totalElements } = await demo.call<Page<Mail>>('GET', '/mailbox/mails')
  expect([totalElements >= 10, totalElements <= 70]).toEqual([true, true])
})

test('The journal of a demonstration with a past is whole, and nothing in it is later than now', async () => {
  expect(await demo.call('GET', '/journal/verify')).toMatchObject({ intact: true, complete: true })
  const [{ days, later } = { days: 0, later: 1 }] = await ask<{ days: number; later: number }>(
    dataDir,
    `select count(distinct occurred_at::date)::int as days, count(*) filter (where occurred_at > now())::int as later
     from vigie.event`,
  )
  expect([days > 30, later]).toEqual([true, 0])
})

test('What a newcomer does is of today, and the contact they add follows the link of the mail', async () => {
  const wanted = { searchBy: 'NAME', countryCode: 'FR', value: 'passerelle' }
  const search = await demo.call<Page<Found>>('POST', '/thirdparties/search', wanted)
  expect(search.content).toMatchObject([{ name: 'PASSERELLE FORMATION', thirdpartyId: null }])
  const legalIdentifier = { code: 'CIT001', value: search.content[0]?.siret }
  const before = new Date().toISOString().slice(0, 19)
  const { thirdpartyId, createdAt } = await demo.call<Found & { createdAt: string }>(
    'POST',
    '/thirdparties',
    {
      legalIdentifier,
    },
  )
  expect(createdAt >= before).toBe(true)
  const own = `/thirdparties/${thirdpartyId}`
  const dossiers = async () =>
    (await demo.call<Page<{ dossierId: number }>>('GET', `${own}/dossiers`)).content
  await until('its dossier', async () => (await dossiers()).length > 0, patienceMs)

  const email = 'claude@passerelle.example'
  await demo.call('POST', `${own}/contacts`, { email, language: 'en' })
  const mails = async () => (await demo.call<Page<Mail>>('GET', '/mailbox/mails')).content
  const invitation = async () => (await mails()).find(({ recipient }) => recipient === email)
  await until('the invitation', async () => (await invitation()) !== undefined, patienceMs)
  expect(await enter((await invitation())?.mailId)).toBe(204)
})

test('A link of the recorded past opens the portal too', async () => {
  const [recent] = await ask<{ mailId: number }>(
    dataDir,
    `select m.mail_id::int as "mailId" from vigie.mail m join vigie.contact_link l
       on l.account_id = m.account_id and l.contact_id = m.contact_id and l.token_hash = sha256(m.secret::bytea)
     where l.used_at is null and l.expires_at > now() order by m.mail_id desc limit 1`,
  )
  expect(await enter(recent?.mailId)).toBe(204)
})

async function enter(mailId: number | undefined): Promise<number> {
  const { text } = await demo.call<{ text: string }>('GET', `/mailbox/mails/${mailId}`)
  const link = /#link=([\w-]+)/.exec(text)?.[1]
  const entered = await patientFetch(`${demo.product.baseUrl}/portal/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-vigie-client': 'test' },
    body: JSON.stringify({ link }),
  })
  return entered.status
}
