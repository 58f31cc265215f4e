import { afterAll, beforeAll, expect, test } from 'vitest'
import { story } from '../../src/demo/story.ts'
import { talk } from '../../src/demo/words.ts'
import { ask, nextAct, planned, startFull, traces, type DemoAccount } from './demo-account.ts'
import { until } from './processes.ts'
import { freshFolder, patientFetch, removeFolder } from './product.ts'

// The whole past takes half a minute or more: it is waited for when asked for.
const isWhole = process.env['VIGIE_WHOLE_DEMO'] === '1'
const patienceMs = 300_000
/** The rules are in force from the first of these acts on; with the second, the first of several pieces of one day. */
const moments = { rules: 3, pieces: 17 }

let dataDir = ''
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
  demo = await startFull(dataDir)
}, 240_000)

afterAll(async () => {
  await demo.product.stop('SIGKILL')
  await removeFolder(dataDir)
}, 180_000)

const email = 'claude@passerelle.example'
const mails = async () => (await demo.call<Page<Mail>>('GET', '/mailbox/mails')).content

/** Waits for an act while the story goes on, then ends the service as a power cut would; the database is at rest. */
async function killAfter(act: number): Promise<number> {
  await until(`act ${act}`, async () => ((await nextAct(dataDir)) ?? Infinity) >= act, patienceMs)
  await demo.product.stop('SIGKILL')
  // A commit may still have been on its way.
  const sessions = `select from pg_stat_activity where application_name like 'vigie%'`
  await until('the end of its sessions', async () => (await ask(dataDir, sessions)).length === 0)
  const next = await nextAct(dataDir)
  if (next === null) throw new Error('The story was over before the kill.')
  return next
}

/** Every act up to this one has happened once, and no later one. */
async function expectStoryUpTo(act: number): Promise<void> {
  const { before, later } = planned(act)
  expect(before.length).toBeGreaterThan(0)
  const { sent, doubles } = await traces(dataDir)
  expect(before.filter((number) => !sent.includes(number))).toEqual([])
  expect(later.filter((number) => sent.includes(number))).toEqual([])
  expect(doubles).toEqual({ rules: 5, answersTwice: 0, companiesTwice: 0 })
}

test(
  'A newcomer adds a company while the past is filled in, and its contact follows the link of the mail',
  { timeout: patienceMs },
  async () => {
    await until('the rules', async () => ((await nextAct(dataDir)) ?? Infinity) >= moments.rules, patienceMs)
    const wanted = { searchBy: 'NAME', countryCode: 'FR', value: 'passerelle' }
    const search = await demo.call<Page<Found>>('POST', '/thirdparties/search', wanted)
    expect(search.content).toMatchObject([{ name: 'PASSERELLE FORMATION', thirdpartyId: null }])
    const legalIdentifier = { code: 'CIT001', value: search.content[0]?.siret }
    const { thirdpartyId } = await demo.call<Found>('POST', '/thirdparties', { legalIdentifier })
    const own = `/thirdparties/${thirdpartyId}`
    const dossiers = async () =>
      (await demo.call<Page<{ dossierId: number }>>('GET', `${own}/dossiers`)).content
    await until('its dossier', async () => (await dossiers()).length > 0, patienceMs)
    const [dossier] = await dossiers()
    const documents = await demo.call<Page<unknown>>('GET', `/dossiers/${dossier?.dossierId}/documents`)
    expect(documents.content.length).toBeGreaterThanOrEqual(3)

    await demo.call('POST', `${own}/contacts`, { email, language: 'en' })
    const invitation = async () => (await mails()).find(({ recipient }) => recipient === email)
    await until('the invitation', async () => (await invitation()) !== undefined, patienceMs)
    const { text } = await demo.call<{ text: string }>(
      'GET',
      `/mailbox/mails/${(await invitation())?.mailId}`,
    )
    const link = /#link=([\w-]+)/.exec(text)?.[1]
    const entered = await patientFetch(`${demo.product.baseUrl}/portal/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-vigie-client': 'test' },
      body: JSON.stringify({ link }),
    })
    expect(entered.status).toBe(204)
  },
)

test(
  'A story killed in the middle continues where it was: no act is left out, none comes twice',
  { timeout: patienceMs },
  async () => {
    const first = await killAfter(moments.pieces)
    await expectStoryUpTo(first)
    demo = await startFull(dataDir)
    // Soon, while a day has further acts. The next day begins once the jobs that the kill cut short were given back.
    await until('the next act', async () => ((await nextAct(dataDir)) ?? Infinity) > first, patienceMs)
    expect(await demo.call('GET', '/journal/verify')).toMatchObject({ intact: true })
    const second = await killAfter(first + 1)
    await expectStoryUpTo(second)
    // What the newcomer did is still there, once.
    const kept = `select count(*)::int as contacts from vigie.contact where email = '${email}'`
    expect(await ask(dataDir, kept)).toEqual([{ contacts: 1 }])
    if (isWhole) await expectWholeStory()
  },
)

const codesOf = (rows: readonly Count[]) => rows.map(({ code }) => code).toSorted()

async function expectWholeStory(): Promise<void> {
  demo = await startFull(dataDir)
  await until('the end', async () => (await nextAct(dataDir)) === null, patienceMs)
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
  expect([totalElements >= 10, totalElements <= 45]).toEqual([true, true])
  expect(await demo.call('GET', '/journal/verify')).toMatchObject({ intact: true, complete: true })
  expect(await ask(dataDir, 'select count(*)::int as comments from vigie.comment')).toEqual([
    { comments: talk.length },
  ])
  await expectStoryUpTo(story.length)
}
