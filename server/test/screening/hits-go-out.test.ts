import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEndpointSecrets, createSender, deliverEvents } from '../../src/domain/webhooks/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { runTask } from '../responses/run-jobs.ts'
import { startReceiver, type Receiver } from '../webhooks/receiver.ts'
import { givenHit } from './given-hit.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

interface Change {
  seq: number
  name: string
  hitId: number
  state: string
}
interface Feed {
  content: Change[]
  next: number
  head: number
  complete: boolean
}
interface Message {
  type: string
  data: Change & Record<string, unknown>
}

let t: TestApp
let d: ScreeningDesk
let receiver: Receiver
let endpointId: number
let company: string
let old: number
beforeAll(async () => {
  t = await testApp({ environment: { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })
  d = await screeningDesk(t)
  receiver = await startReceiver()
  company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>().name
  const made = await d.post('/webhooks', { url: receiver.url, classes: ['SCREENING'] })
  endpointId = made.json<{ endpointId: number }>().endpointId
})
afterAll(async () => {
  await receiver.close()
  await t.close()
})

const feed = async (query = '', token?: string) =>
  (await t.call('GET', `${d.base}/screening/changes${query}`, { token: token ?? d.token })).json<Feed>()
const namesOf = (changes: readonly Change[]) => changes.map(({ name }) => name)
const decide = (hitId: number | undefined, verdict: string, token?: string) =>
  t.call('POST', `${d.base}/screening/hits/${hitId}/decisions`, {
    token: token ?? d.token,
    body: { verdict, grounds: ['SAME_NAME'] },
  })
const readCsv = (text: string) => parse(text, { bom: true, columns: true }) as Record<string, string>[]

async function deliver(to = endpointId): Promise<Message[]> {
  receiver.received.length = 0
  await d.work()
  const handler = deliverEvents({
    send: createSender({ allowedHosts: [{ host: '127.0.0.1', port: null }], timeoutMs: 2_000 }),
    secrets: createEndpointSecrets(t.secretKey),
    atOnce: 1,
    disableAfterMs: 1_000_000,
  })
  await runTask(t, 'webhooks.deliver', handler, { accountId: d.accountId, endpointId: to })
  return receiver.received.map(({ body }) => JSON.parse(body) as Message)
}

test('What becomes of a hit is told in order, by the feed and by webhooks of its class alone', async () => {
  const events = await d.post('/webhooks', { url: receiver.url })
  await d.publish([])
  await d.publish([{ id: 1, name: company }])
  const [hit] = await d.hits()
  await decide(hit?.hitId, 'FALSE_POSITIVE')
  await d.publish([{ id: 1, name: company, remarks: 'Registration ID 4711 (Iran).' }])
  await decide(hit?.hitId, 'TRUE_MATCH')
  await decide(hit?.hitId, 'TRUE_MATCH', (await t.given.client(d.accountId, ['REVIEWER'])).token)
  await d.publish([])

  const names = ['HIT_OPENED', 'HIT_DECIDED', 'HIT_REOPENED', 'HIT_PROPOSED', 'HIT_DECIDED', 'HIT_ENDED']
  const whole = await feed()
  expect(namesOf(whole.content)).toEqual(names)
  expect(whole.content.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  expect(whole).toMatchObject({ next: 6, head: 6, complete: true })
  expect(await feed('?after=2&size=2')).toMatchObject({ content: [{ seq: 3 }, { seq: 4 }], next: 4, head: 6 })
  expect(await feed('?after=7')).toMatchObject({ code: 'EVENT_POSITION_AHEAD' })
  expect(await feed(`?thirdpartyId=${d.thirdpartyId + 999_999}`)).toMatchObject({ content: [], next: 6 })

  const sent = await deliver()
  expect(sent.map(({ type }) => type)).toEqual(names.map((name) => `screening.${name}`))
  expect(sent[0]?.data).toMatchObject({ seq: 1, hitId: hit?.hitId, state: 'OPEN', class: 'SANCTIONS' })
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,/)
  expect(receiver.received.map(({ body }) => body).join()).not.toContain(company)

  const log = (await d.get(`/webhooks/${endpointId}/deliveries`)).json<{
    content: { deliveryId: number; eventName: string; seq: number; test: boolean }[]
  }>().content
  expect(log[0]).toMatchObject({ eventName: 'screening.HIT_ENDED', seq: 6, test: false })
  expect(
    (await d.post(`/webhooks/${endpointId}/deliveries/${log[0]?.deliveryId}/redeliver`, {})).statusCode,
  ).toBeLessThan(300)
  expect((await deliver()).map(({ type }) => type)).toEqual(['screening.HIT_ENDED'])
  const others = await deliver(events.json<{ endpointId: number }>().endpointId)
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter(({ type }) => type.startsWith('screening.'))).toEqual([])
})

test('A webhook whose maker may no longer see hits is sent none', async () => {
  const maker = await t.given.person([d.accountId], ['ADMIN'])
  const made = await t.call('POST', `${d.base}/webhooks`, {
    token: maker.token,
    body: { url: receiver.url, classes: ['SCREENING'] },
  })
  const { endpointId: theirs } = made.json<{ endpointId: number }>()
  const hitId = await givenHit(t.admin, { ...d, name: 'Ada Verlaine' })
  await decide(hitId, 'UNCLEAR')
  await d.work()
  await t.admin.query(`update membership set roles = '{READER}' where user_id = $1`, [maker.userId])
  expect(await deliver(theirs)).toEqual([])
  await decide(hitId, 'FALSE_POSITIVE')
  expect(await deliver(theirs)).toEqual([])
  const log = await d.get(`/webhooks/${theirs}/deliveries`)
  expect(log.json()).toMatchObject({ content: [{ state: 'DEAD', error: 'OUT_OF_SIGHT' }] })
  await d.patch('/screening/settings', { readersSeeHits: true })
  await decide(hitId, 'UNCLEAR')
  expect(namesOf((await deliver(theirs)).map(({ data }) => data))).toEqual(['HIT_DECIDED'])
  await d.patch('/screening/settings', { readersSeeHits: false })
})

test('Auditors take hits with every decision as a file, and the journal says so', async () => {
  const auditor = await t.given.client(d.accountId, ['AUDITOR'])
  const answer = await t.call('GET', `${d.base}/screening/hits/export.csv?source=OFAC_SDN`, auditor)
  expect(answer.headers['content-disposition']).toBe('attachment; filename="screening-hits.csv"')
  const rows = readCsv(answer.body)
  expect(rows.map(({ verdict, step }) => `${verdict} ${step}`)).toEqual([
    'FALSE_POSITIVE DECIDED',
    'REOPENED DECIDED',
    'TRUE_MATCH PROPOSED',
    'TRUE_MATCH CONFIRMED',
  ])
  expect(rows[0]).toMatchObject({
    state: 'ENDED',
    grounds: 'SAME_NAME',
    decidedByType: 'API_CLIENT',
    listVersion: '3',
    entryName: company,
  })
  const runs = readCsv((await t.call('GET', `${d.base}/screening/runs/export.csv`, auditor)).body)
  expect(runs.some(({ matches, lists }) => matches === '0' && lists === 'OFAC_SDN 1')).toBe(true)
  const journal = await t.call('GET', `${d.base}/administration/journal?names=EXPORT_MADE`, auditor)
  expect(journal.json()).toMatchObject({
    content: [
      { after: { what: 'screening-runs.csv' } },
      { after: { what: 'screening-hits.csv', count: 1, filters: { source: ['OFAC_SDN'] } } },
    ],
  })
  const manager = await t.given.client(d.accountId, ['MANAGER'])
  expect((await t.call('GET', `${d.base}/screening/hits/export.csv`, manager)).statusCode).toBe(403)
})

test('Statistics tell what waits, what was decided and who was screened', async () => {
  old = await givenHit(t.admin, { ...d, name: 'Dorit Ekman' })
  await t.admin.query(`update screening_hit set opened_at = now() - interval '60 days' where hit_id = $1`, [
    old,
  ])
  const statistics = (await d.get('/screening/statistics')).json<{
    decidedPerMonth: { trueMatch: number; falsePositive: number; unclear: number }[]
    byList: unknown[]
  }>()
  expect(statistics).toMatchObject({
    open: { total: 2, byClass: [{ class: 'SANCTIONS', total: 2, upTo7Days: 1, upTo30Days: 0, older: 1 }] },
    medianDaysToDecision: expect.any(Number),
    falsePositiveShare: 0.667,
    companies: { screened: 1, neverScreened: 0 },
  })
  expect(statistics.decidedPerMonth).toHaveLength(12)
  expect(statistics.decidedPerMonth.at(-1)).toMatchObject({ trueMatch: 1, falsePositive: 2, unclear: 2 })
  expect(statistics.byList).toEqual([
    { source: 'UN', class: 'SANCTIONS', hits: 2, open: 2 },
    { source: 'OFAC_SDN', class: 'SANCTIONS', hits: 1, open: 0 },
  ])
})

test('The queue has the oldest first, without what waits at archived companies', async () => {
  const given = (name: string) => givenHit(t.admin, { ...d, name })
  const [first, second] = [await given('Bertil Oskar'), await given('Clara Nimwegen')]
  await t.admin.query(`update screening_hit set opened_at = now() - interval '40 days' where hit_id = $1`, [
    second,
  ])
  const ids = async (query: string, token = d.token) =>
    (await t.call('GET', `${d.base}/screening/hits?${query}`, { token }))
      .json<{ content: { hitId: number }[] }>()
      .content.map(({ hitId }) => hitId)
  expect(await ids('state=OPEN&sort=openedAt')).toEqual([old, second, first])
  expect(await ids('state=OPEN&sort=openedAt,desc&size=1&source=UN')).toEqual([first])
  expect(
    await ids(`state=OPEN&openedSince=${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}`),
  ).toEqual([first])
  await decide(second, 'TRUE_MATCH')
  const other = await t.given.client(d.accountId, ['REVIEWER'])
  expect(await ids('mine=TO_CONFIRM')).toEqual([])
  expect(await ids('mine=TO_CONFIRM', other.token)).toEqual([second])
  expect(await ids('mine=DECIDED', other.token)).toEqual([])
  expect(await ids('mine=DECIDED&state=PROPOSED')).toEqual([second])

  expect((await d.post(`/thirdparties/${d.thirdpartyId}/archive`, {})).statusCode).toBe(200)
  expect(await ids('state=OPEN')).toEqual([])
  expect(await ids('state=OPEN&archived=true')).toEqual([first, old])
  expect(await ids(`state=OPEN&thirdpartyId=${d.thirdpartyId}`)).toEqual([first, old])
  expect((await d.get('/screening/statistics')).json()).toMatchObject({
    open: { total: 0, oldestSince: null },
  })
})
