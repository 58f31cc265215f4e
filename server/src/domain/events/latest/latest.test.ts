import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedAnswer, Told } from '../../../../test/events/consumers.ts'
import { testApp, type TestApp } from '../../../../test/harness/index.ts'
import { approve, reject, reviewDesk, type ReviewDesk } from '../../../../test/responses/review-desk.ts'
import { eventTypes } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { newestEvents } from './latest.queries.ts'

interface Event extends Told {
  documentId: number | null
  occurredAt: string
  actor: { type: string; id: number | null }
  subject: {
    thirdpartyName: string | null
    dossierType: { code: string; label: string } | null
    documentName: string | null
  }
}

interface Page {
  content: Event[]
  next: string | null
}

let t: TestApp
let d: ReviewDesk
let all: Event[]

beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
  const [first = '', second = ''] = Object.keys(d.documents)
  await approve(d, await d.answer(first), { comment: 'Fine, but watch them' })
  await reject(d, await d.answer(second), { shareRejectionReason: false, comment: 'They lie' })
  await t.given.dossier(d, d.thirdpartyId, 'CSR')
  const { thirdpartyId: neighbour } = await t.given.thirdParty(d, 1)
  await t.given.dossier(d, neighbour)
  all = (await d.get('/events?size=500')).json<FeedAnswer>().content as Event[]
})
afterAll(() => t.close())

/** All pages, without what only this list adds. */
async function walk(query: string, size = 7): Promise<Told[]> {
  const found: Told[] = []
  let cursor = ''
  for (;;) {
    const answer = await d.get(`/events/latest?size=${size}&${query}${cursor}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const { content, next } = answer.json<Page>()
    found.push(...content.map(({ subject: _subject, ...event }) => event))
    expect(answer.headers.link).toEqual(next === null ? undefined : expect.stringContaining(next))
    if (next === null) return found
    cursor = `&cursor=${next}`
  }
}

const naive = (wanted: (event: Event) => boolean) => all.filter(wanted).toReversed()

test('The latest events are the feed backwards, whatever the filter', async () => {
  const { thirdpartyId, dossierId } = d
  const documentId = Object.values(d.documents)[0] ?? 0
  expect(all.length).toBeGreaterThan(40)
  expect(await walk('')).toEqual(naive(() => true))
  expect(await walk(`thirdpartyId=${thirdpartyId}`)).toEqual(naive((e) => e.thirdpartyId === thirdpartyId))
  expect(await walk(`dossierId=${dossierId}`)).toEqual(naive((e) => e.dossierId === dossierId))
  expect(await walk(`documentId=${documentId}`)).toEqual(naive((e) => e.documentId === documentId))
  expect(await walk(`thirdpartyId=${thirdpartyId + 1}&dossierId=${dossierId}`)).toEqual([])
  const names = ['THIRD_PARTY_ADDED', 'DOSSIER_STATUS_UPDATED', 'DOCUMENT_ADDED', 'DOCUMENT_ANSWER_DENIED']
  const named = (e: Event) => names.includes(e.eventName)
  expect(await walk(`names=${names.join(',')}`, 3)).toEqual(naive(named))
  expect(await walk(`names=${names.join(',')}&thirdpartyId=${thirdpartyId}`)).toEqual(
    naive((e) => named(e) && e.thirdpartyId === thirdpartyId),
  )
})

test('The latest events are filtered by time and by actor', async () => {
  const seconds = [...new Set(all.map(({ occurredAt }) => occurredAt.slice(0, 19)))]
  const from = seconds[Math.floor(seconds.length / 3)] ?? ''
  const to = seconds[Math.floor((seconds.length * 2) / 3)] ?? ''
  const within = ({ occurredAt }: Event) => occurredAt.slice(0, 19) >= from && occurredAt.slice(0, 19) <= to
  const range = `from=${from}&to=${to}`
  expect(await walk(range)).toEqual(naive(within))
  expect(await walk(`${range}&names=DOCUMENT_ADDED`)).toEqual(
    naive((e) => within(e) && e.eventName === 'DOCUMENT_ADDED'),
  )
  expect(await walk(`${range}&dossierId=${d.dossierId}`)).toEqual(
    naive((e) => within(e) && e.dossierId === d.dossierId),
  )
  const day = from.slice(0, 10)
  expect(await walk(`from=${day}`)).toEqual(naive(({ occurredAt }) => occurredAt >= day))
  expect(await walk(`to=2000-01-01`)).toEqual([])
  const { type, id } = all.find(({ actor }) => actor.id !== null)?.actor ?? { type: '', id: 0 }
  const byActor = naive(({ actor }) => actor.type === type && actor.id === id)
  expect(byActor.length).toBeLessThan(all.length)
  expect(await walk(`actorType=${type}&actorId=${id}`)).toEqual(byActor)
  expect(await walk(`actorType=JOB&names=DOCUMENT_ADDED&${range}`)).toEqual(
    naive((e) => within(e) && e.actor.type === 'JOB' && e.eventName === 'DOCUMENT_ADDED'),
  )
})

test('Each latest event names its subject in the reader’s language, and hides what the feed hides', async () => {
  const { token } = await t.given.client(d.accountId, ['READER'])
  const read = async (query: string, language: string) => {
    const headers = { 'accept-language': language }
    return (await t.call('GET', `${d.base}/events/latest?${query}`, { token, headers })).json<Page>().content
  }
  const denied = 'names=DOCUMENT_ANSWER_DENIED'
  const [english] = await read(denied, 'en')
  const [french] = await read(denied, 'fr')
  expect(english?.data['comment']).toBeNull()
  expect(english?.subject.thirdpartyName).toEqual(expect.any(String))
  expect(english?.subject.dossierType?.code).toEqual(french?.subject.dossierType?.code)
  expect(english?.subject.documentName).toEqual(expect.any(String))
  expect(english?.subject.documentName).not.toBe(french?.subject.documentName)
  const [added] = await read('names=THIRD_PARTY_ADDED', 'en')
  expect(added?.subject).toMatchObject({ dossierType: null, documentName: null })
})

test('Unreadable questions and cursors of other questions are refused', async () => {
  const refusal = async (query: string) => (await d.get(`/events/latest?${query}`)).json<object>()
  expect(await refusal('from=yesterday')).toMatchObject({ code: 'EVENT_DATE_INVALID', parameter: 'from' })
  expect(await refusal('from=2026-02-02T00:00:00%2B01:00')).toMatchObject({ code: 'EVENT_DATE_INVALID' })
  expect(await refusal('to=2026-02-30')).toMatchObject({ code: 'EVENT_DATE_INVALID', parameter: 'to' })
  expect(await refusal('from=2026-02-02&to=2026-02-01')).toMatchObject({ code: 'EVENT_RANGE_REVERSED' })
  expect(await refusal('names=DOCUMENT_ADED')).toMatchObject({ code: 'EVENT_NAME_UNKNOWN' })
  expect(await refusal('actorType=NOBODY')).toMatchObject({ code: 'VALIDATION_FAILED' })
  const { next } = (await d.get('/events/latest?size=1')).json<Page>()
  expect(await refusal(`size=1&names=DOCUMENT_ADDED&cursor=${next}`)).toMatchObject({
    code: 'PAGE_TOKEN_INVALID',
  })
})

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]
const rowsRead = (plan: Plan) =>
  nodes(plan)
    .filter((node) => node['Node Type'].includes('Scan'))
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, one) => sum + one, 0)

test('A page by name costs what it shows; by actor it stops after a step and continues', async () => {
  const { accountId } = d
  const scope: Scope = { accountId, units: 'ALL', actor: { type: 'JOB', id: null, name: 'test' } }
  const code = (name: string) => eventTypes.find((type) => type.name === name)?.code ?? 0
  const [common, rare] = [code('THIRD_PARTY_UPDATED'), code('THIRD_PARTY_CODE_UPDATED')]
  const { seq: head } = all.at(-1)!
  // Their hashes do not matter here.
  await t.admin.query(
    `insert into event select $1, $4 + n, n, case when n % 400 = 0 then $3 else $2 end::smallint, 1, 1, 1,
       null, null, now() + n * interval '1 ms', case when n = 1 then 'PROVIDER' else 'JOB' end, null, sha256(''), sha256('')
     from generate_series(1, 40000) n`,
    [accountId, common, rare, head],
  )
  await t.admin.query(
    `set session_replication_role = replica;
     update journal_head set seq = ${head + 40_000} where account_id = ${accountId};
     reset session_replication_role; analyze event`,
  )
  const { rows: held } = await t.admin.query<{ at: Date }>(
    'select occurred_at as at from event where account_id = $1 and seq = $2',
    [accountId, head + 20_000],
  )
  const none = { thirdpartyId: null, dossierId: null, documentId: null, actorType: null, actorId: null }
  const filter = { types: [rare, common], from: null, to: null, ...none }
  const window = { before: { at: held[0]!.at, seq: head + 20_000 }, limit: 20 }
  const { rows } = await t.db.read(scope, (tx) =>
    sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${newestEvents(scope, { filter, places: null }, window)}`.execute(tx),
  )
  expect(rowsRead(rows[0]!['QUERY PLAN'][0].Plan)).toBeLessThan(1_000)
  const first = (await d.get('/events/latest?actorType=PROVIDER')).json<Page>()
  expect(first).toMatchObject({ content: [], next: expect.any(String) })
  expect((await walk('actorType=PROVIDER', 50)).map(({ seq }) => seq)).toContain(head + 1)
})
