import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FeedAnswer, Told } from '../../../../test/events/consumers.ts'
import { testApp, type TestApp } from '../../../../test/harness/index.ts'
import { approve, reject, reviewDesk, type ReviewDesk } from '../../../../test/responses/review-desk.ts'
import { eventTypes, type EventView } from '../../../platform/journal/index.ts'
import type { Scope } from '../../../platform/kernel/index.ts'
import { maskEvent } from '../mask-event.ts'
import { timelineStatement, type Timeline } from '../latest/latest.queries.ts'

let t: TestApp
let d: ReviewDesk
let dossierPath: string
let documentPath: string
let all: Told[]

/** Two companies, one of them with two dossiers of which one was archived, answers and decisions. */
beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
  const [first = '', second = ''] = Object.keys(d.documents)
  await approve(d, await d.answer(first), { comment: 'Fine, but watch them' })
  await reject(d, await d.answer(second), { shareRejectionReason: false, comment: 'They lie' })
  await reject(d, await d.answer(second), { shareRejectionReason: true, comment: 'Not readable' })
  const other = await t.given.dossier(d, d.thirdpartyId, 'CSR')
  await d.post(`/dossiers/${other.dossierId}/archive`)
  const { thirdpartyId: neighbour } = await t.given.thirdParty(d, 1)
  await t.given.dossier(d, neighbour)
  await d.patch(`/thirdparties/${d.thirdpartyId}`, { code: 'SUP-1' })
  dossierPath = `/dossiers/${d.dossierId}`
  documentPath = `${dossierPath}/documents/${d.documents[second]}`
  all = (await d.get('/events?size=500')).json<FeedAnswer>().content
})
afterAll(() => t.close())

interface Page {
  content: Told[]
  next: string | null
}

/** All pages of a timeline. */
async function walk(path: string, query = ''): Promise<Told[]> {
  const found: Told[] = []
  let cursor = ''
  for (;;) {
    const answer = await d.get(`${path}/events?size=7${query}${cursor}`)
    if (answer.statusCode !== 200) throw new Error(answer.body)
    const { content, next } = answer.json<Page>()
    found.push(...content)
    expect(answer.headers.link).toEqual(next === null ? undefined : expect.stringContaining(next))
    if (next === null) return found
    expect(content).toHaveLength(7)
    cursor = `&cursor=${next}`
  }
}

const naive = (wanted: (event: Told) => boolean) => all.filter(wanted).toReversed()

test('A timeline is the feed of its resource, backwards', async () => {
  const { thirdpartyId, dossierId } = d
  const of = (type: string, id: number) => naive((e) => e.resourceType === type && e.resourceId === id)
  const documentId = Number(documentPath.split('/').at(-1))
  expect(await walk(`/thirdparties/${thirdpartyId}`)).toEqual(of('THIRD_PARTY', thirdpartyId))
  expect(await walk(dossierPath)).toEqual(of('DOSSIER', dossierId))
  expect(await walk(documentPath)).toEqual(of('DOCUMENT', documentId))
  expect(of('DOCUMENT', documentId).length).toBeGreaterThan(7)
})

test('The option include=all adds the events of dependent resources, as the whole journal has them', async () => {
  const { thirdpartyId, dossierId } = d
  const company = `/thirdparties/${thirdpartyId}`
  const ofCompany = naive((event) => event.thirdpartyId === thirdpartyId)
  expect(await walk(company, '&include=all')).toEqual(ofCompany)
  expect(await walk(dossierPath, '&include=all')).toEqual(naive((event) => event.dossierId === dossierId))
  const names = ['THIRD_PARTY_CODE_UPDATED', 'DOSSIER_ARCHIVED', 'DOCUMENT_ANSWER_DENIED', 'DOCUMENT_ADDED']
  const named = ofCompany.filter(({ eventName }) => names.includes(eventName))
  expect(named.length).toBeGreaterThan(10)
  expect(await walk(company, `&include=all&names=${names.join(',')}`)).toEqual(named)
})

test('Names that cannot occur there, and cursors of other timelines, are refused', async () => {
  const refusal = async (path: string) => (await d.get(path)).json<object>()
  const company = `/thirdparties/${d.thirdpartyId}/events`
  const wrong = { status: 400, code: 'EVENT_NAME_WRONG_RESOURCE', endpoint: '/events' }
  expect(await refusal(`${company}?names=DOSSIER_ADDED`)).toMatchObject({ ...wrong, name: 'DOSSIER_ADDED' })
  expect(await refusal(`${dossierPath}/events?include=all&names=THIRD_PARTY_ADDED`)).toMatchObject(wrong)
  expect(await refusal(`${documentPath}/events?names=DOCUMENT_ADED`)).toMatchObject({
    code: 'EVENT_NAME_UNKNOWN',
    nearest: 'DOCUMENT_ADDED',
  })
  expect(await refusal(`${documentPath}/events?include=all`)).toMatchObject({ code: 'PARAMETER_UNKNOWN' })
  expect(await refusal(`${company}?include=some`)).toMatchObject({ code: 'VALIDATION_FAILED' })
  const { next } = (await d.get(`${company}?size=1&include=all`)).json<Page>()
  const moved = { status: 400, code: 'PAGE_TOKEN_INVALID' }
  expect(await refusal(`${company}?size=1&cursor=${next}`)).toMatchObject(moved)
  expect(await refusal(`${dossierPath}/events?include=all&cursor=${next}`)).toMatchObject(moved)
})

test('A missing resource gets the same problem as elsewhere', async () => {
  const code = async (path: string) => (await d.get(`${path}/events`)).json<{ code: string }>().code
  const documentId = documentPath.split('/').at(-1)
  expect(await code('/thirdparties/999999999')).toBe('THIRD_PARTY_NOT_FOUND')
  expect(await code('/dossiers/999999999')).toBe('DOSSIER_NOT_FOUND')
  expect(await code(`/dossiers/999999999/documents/${documentId}`)).toBe('DOSSIER_NOT_FOUND')
  expect(await code(`${dossierPath}/documents/999999999`)).toBe('DOCUMENT_NOT_FOUND')
})

test('Internal remarks of reviewers, and digests of forms, are shown only to those who may see them', async () => {
  const { token } = await t.given.client(d.accountId, ['READER'])
  const { token: auditor } = await t.given.client(d.accountId, ['AUDITOR'])
  const { token: reviewer } = await t.given.client(d.accountId, ['REVIEWER'])
  const decisions = 'names=DOCUMENT_ANSWER_DENIED,DOCUMENT_ANSWER_ACCEPTED&size=500'
  const comments = async (as: string, path: string) => {
    const answer = await t.call('GET', `${d.base}${path}`, { token: as })
    return answer.json<Page>().content.map(({ data }) => data['comment'] ?? null)
  }
  const feed = `/events?${decisions}`
  const timeline = `/thirdparties/${d.thirdpartyId}/events?include=all&${decisions}`
  const everything = ['Fine, but watch them', 'They lie', 'Not readable']
  expect(await comments(reviewer, feed)).toEqual(everything)
  expect(await comments(reviewer, timeline)).toEqual(everything.toReversed())
  for (const as of [token, auditor]) {
    expect(await comments(as, feed)).toEqual([null, null, 'Not readable'])
    expect(await comments(as, timeline)).toEqual(['Not readable', null, null])
  }
  const streamed = await t.call('GET', `${d.base}/events?wait=0`, {
    token,
    headers: { accept: 'text/event-stream' },
  })
  expect(streamed.body).toContain('Not readable')
  expect(streamed.body).not.toMatch(/They lie|watch them/)
  const evidences = [{ evidenceId: 1, kind: 'FORM', dataSha256: 'ab' }]
  const answer = { ...all[0], resourceType: 'DOCUMENT', data: { evidences } } as unknown as EventView
  expect(maskEvent(answer, { involved: true, unmasked: true }).data).toEqual({ evidences })
  expect(maskEvent(answer, { involved: true, unmasked: false }).data).toEqual({
    evidences: [{ evidenceId: 1, kind: 'FORM' }],
  })
})

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Index Name'?: string
  Plans?: Plan[]
}

const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

test('A page of a timeline costs what it shows, however much ever happened', async () => {
  const { accountId, thirdpartyId } = d
  const scope: Scope = { accountId, units: 'ALL', actor: { type: 'JOB', id: null, name: 'test' } }
  const code = eventTypes.find(({ name }) => name === 'THIRD_PARTY_UPDATED')?.code
  // 40,000 events, a thousand of them on the company; their hashes do not matter here.
  await t.admin.query(
    `insert into event select $1, 100000 + n, n, $3, 1, case when n % 40 = 0 then $2::bigint else 1 end, 1,
       null, null, now() + n * interval '1 ms', 'JOB', null, sha256(''), sha256('')
     from generate_series(1, 40000) n`,
    [accountId, thirdpartyId, code],
  )
  await t.admin.query('analyze event')
  const timeline: Timeline = {
    resource: { type: 'THIRD_PARTY', id: thirdpartyId },
    withParts: true,
    types: null,
  }
  const window = { before: { at: new Date(Date.now() + 20_000), seq: 120_000 }, limit: 20 }
  const { rows } = await t.db.read(scope, (tx) =>
    sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (analyze, format json) ${timelineStatement(scope, timeline, window)}`.execute(tx),
  )
  const plan = rows[0]?.['QUERY PLAN'][0].Plan
  if (!plan) throw new Error('no plan')
  const read = nodes(plan)
    .filter((node) => node['Node Type'].includes('Scan'))
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
  expect(read.reduce((sum, one) => sum + one, 0)).toBeLessThan(2_000)
})
