import { afterAll, beforeAll, expect, test } from 'vitest'
import { setClockOffset } from '../database/fixtures.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { deskDay, picture, type ResponseWire } from '../responses/answers-desk.ts'
import { deliverNews, type ToldNews } from './deliver-news.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
beforeAll(async () => {
  t = await testApp({ environment: { DATAHUB_ALLOWED_HOSTS: 'https://news.example' } })
  d = await screeningDesk(t)
})
afterAll(() => t.close())

const code = 'ADVERSE_MEDIA'
const switchNews = (on: boolean) =>
  d.post(`/thirdparties/${d.thirdpartyId}/monitoring/NEWSFEED/${on ? 'activate' : 'deactivate'}`)

const deliver = (...items: ToldNews[]) => deliverNews(t, d, items)

async function statusNow(): Promise<string> {
  await d.work()
  const { statusCode, statusReason } = await d.document(code)
  return `${statusCode} ${statusReason}`
}

const answers = async () =>
  (await d.get(`${d.path(code)}/responses`)).json<{ content: ResponseWire[] }>().content
const news = async (query = '') => d.hits(`?class=NEWS${query}`)
const decide = (hitId: number | undefined, verdict: string, ...grounds: string[]) =>
  d.post(`/screening/hits/${hitId}/decisions`, { verdict, grounds })

const fire = { nr: 1, title: 'Works closed after fire', summary: 'Nobody was hurt.', sentiment: -0.6 }
const untold = { nr: 2, title: 'Prosecutor looks at invoices' }

test('Nobody answers for bad press until somebody watches, and nobody is believed before a first word', async () => {
  expect(await statusNow()).toBe('MISSING NO_SOURCE')
  expect((await d.send(code, [picture])).statusCode).toBe(201)
  await switchNews(true)
  expect(await statusNow()).not.toContain('NO_SOURCE')
  expect((await answers())[0]?.['transmitter']).not.toBe('SOURCE_EXTERNE')
  await deliver({ nr: 9, title: 'New workshop', sentiment: 0.6 })
  expect(await statusNow()).toBe('VALID ACCEPTED')
  const [given] = await answers()
  expect(given).toMatchObject({
    transmitter: 'SOURCE_EXTERNE',
    checks: [{ origin: 'NEWS', outcome: 'PASSED' }],
    evidences: [
      {
        fileState: 'CLEAN',
        metadata: { news_provider: 'News', news_from: '15/11/2024', news_items: '1', news_open: '0' },
      },
    ],
  })
  expect(await news()).toEqual([])
})

test('Bad news, and news without a tone, open hits that hold the check until they are cleared', async () => {
  await deliver(fire, untold, { nr: 3, title: 'A late delivery', sentiment: -0.1 })
  expect(await statusNow()).toBe('ACTION_REQUIRED HIT_OPEN')
  const [second, first, ...others] = (await news()).toSorted((a, b) => a.score - b.score)
  expect(others).toEqual([])
  expect(first).toMatchObject({ entryName: fire.title, role: 'COMPANY', score: 0.6, why: 'ENTRY_ADDED' })
  expect((await d.get(`/screening/hits/${first?.hitId}`)).json()).toMatchObject({
    source: 'NEWSFEED',
    entry: {
      listedOn: '2026-11-12',
      links: ['https://news.example/1'],
      reasons: [fire.summary],
      references: ['News'],
    },
    reasons: [{ kind: 'NEWS_TONE_BAD', theirs: '-0.6' }],
  })
  expect(second).toMatchObject({ entryName: untold.title, score: 0.5 })
  await decide(first?.hitId, 'FALSE_POSITIVE', 'MINOR_MATTER')
  expect(await statusNow()).toBe('ACTION_REQUIRED HIT_OPEN')
  const cleared = await decide(second?.hitId, 'FALSE_POSITIVE', 'OTHER_COMPANY')
  expect(cleared.json(), cleared.body).toMatchObject({ state: 'CLEARED', clearedUntil: null })
  expect(await statusNow()).toBe('VALID ACCEPTED')
})

test('The same article again stays cleared, whatever its tone; other words open it again', async () => {
  await deliver({ ...fire, title: 'Works  closed after FIRE', sentiment: -0.9 }, untold)
  expect(await statusNow()).toBe('VALID ACCEPTED')
  await deliver({ ...fire, summary: 'Two people died.' })
  expect(await statusNow()).toBe('ACTION_REQUIRED HIT_OPEN')
  const [open, ...others] = await news('&state=OPEN')
  expect(others).toEqual([])
  expect(open).toMatchObject({ entryName: fire.title, why: 'ENTRY_CHANGED' })
  // What was found stays found, also when nobody watches any longer.
  await switchNews(false)
  expect(await statusNow()).toBe('ACTION_REQUIRED HIT_OPEN')
  await decide(open?.hitId, 'TRUE_MATCH', 'COMPANY_CONCERNED')
  const { token } = await t.given.client(d.accountId, ['REVIEWER'])
  const body = { verdict: 'TRUE_MATCH', grounds: ['SERIOUS_MATTER'] }
  await t.call('POST', `${d.base}/screening/hits/${open?.hitId}/decisions`, { token, body })
  expect(await statusNow()).toBe('INVALID TRUE_MATCH')
  await decide(open?.hitId, 'FALSE_POSITIVE', 'MATTER_SETTLED')
  expect(await statusNow()).toBe('MISSING NO_SOURCE')
})

test('Old news opens nothing, and what grows old ends undecided', async () => {
  await switchNews(true)
  const old = { nr: 11, title: 'An old affair', sentiment: -1 }
  await deliver({ ...old, date: '2024-11-14' }, { ...old, nr: 12, date: '2024-11-16' })
  expect(await statusNow()).toBe('ACTION_REQUIRED HIT_OPEN')
  const [open, ...others] = await news('&state=OPEN')
  expect(others).toEqual([])
  await setClockOffset(t, d, Date.parse(`${deskDay}T08:00:00Z`) + 2 * 86_400_000 - Date.now())
  await d.worker.run('screening.daily-account', { accountId: d.accountId })
  expect(await news('&state=ENDED')).toMatchObject([{ hitId: open?.hitId }])
  expect(await statusNow()).toBe('VALID ACCEPTED')
  // A provider that fell silent confirms nothing any more.
  await setClockOffset(t, d, Date.parse(`${deskDay}T08:00:00Z`) + 40 * 86_400_000 - Date.now())
  await d.worker.run('screening.news', { accountId: d.accountId, thirdpartyIds: null })
  expect(await statusNow()).toBe('MISSING NO_ANSWER')
})

test('Who is asked has to answer about the company itself: that there is nothing is an answer', async () => {
  const http = { baseUrl: 'https://news.example', path: '{siren}', query: {} }
  const scale = { id: 'S', version: '1', min: -1, max: 1, direction: 'HIGHER_IS_BETTER', bands: [] }
  const put = await t.call('PUT', `${d.base}/datahub/providers/NEWSFEED`, {
    token: d.token,
    body: { kind: 'HTTP', label: 'Feed', scale, http, pollHours: 24, staleAfterDays: 30 },
  })
  expect(put.statusCode, put.body).toBe(200)
  expect(await statusNow()).toBe('MISSING NO_ANSWER')
  let asked = 0
  const worker = handWorker(t, {
    askProvider: async () => ((asked += 1) === 1 ? 'UNAVAILABLE' : 'NO_VALUE'),
  })
  const poll = async () => {
    await t.admin.query('update datahub_monitoring set due_at = account_now($1) where account_id = $1', [
      d.accountId,
    ])
    await worker.run('datahub.poll-account', { accountId: d.accountId })
    return statusNow()
  }
  expect(await poll()).toBe('MISSING NO_ANSWER')
  expect(await poll()).toBe('VALID ACCEPTED')
  expect((await answers())[0]?.evidences[0]?.metadata).toMatchObject({ news_provider: 'Feed' })
})
