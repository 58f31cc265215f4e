import { afterAll, beforeAll, expect, test } from 'vitest'
import { desk, type Desk } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { daysLater, givenAnswer } from '../../../test/responses/given-answer.ts'
import { queued, runTask } from '../../../test/responses/queued.ts'
import { refreshStatistics } from './snapshot.ts'
import type { Statistics } from './statistics.schema.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

const read = async (d: Desk) => (await d.get('/statistics')).json<Statistics>()
const rows = async <R>(d: Desk, path: string) => (await d.get(path)).json<{ content: R[] }>().content
const tally = (values: readonly (string | null)[]) =>
  [...new Set(values)]
    .map((code) => ({ code, count: values.filter((value) => value === code).length }))
    .toSorted((a, b) => b.count - a.count || ((a.code ?? '') < (b.code ?? '') ? -1 : 1))

interface Document {
  statusCode: string
  statusReason: string
  required: boolean
  theme: string
  dueDate: string
}

test('Statistics count what the lists show, and follow what happens', async () => {
  const d = await desk(t, 'SANDBOX')
  const { accountId } = d
  const other = await t.given.thirdParty(d, 1)
  const one = await t.given.dossier(d, d.thirdpartyId)
  const two = await t.given.dossier(d, other.thirdpartyId, 'VIGILANCE')
  const [first = 0, second = 0, third = 0] = Object.values(one.documents)
  await daysLater(t, accountId, 4)
  const waiting = await givenAnswer(t, { accountId, documentId: first })
  await givenAnswer(t, { accountId, documentId: second })
  await daysLater(t, accountId, 30)
  await givenAnswer(t, { accountId, documentId: third })
  await d.post(`/responses/${waiting}/approve`)
  const statistics = await read(d)
  const documents = await rows<Document>(d, '/documents?size=500')
  const dossiers = await rows<{ type: { code: string }; statusCode: string }>(d, '/dossiers')
  const portfolio = await rows<{ status: string; countryCode: string; criticality: string | null }>(
    d,
    '/thirdparties',
  )
  expect(statistics.thirdParties).toMatchObject({
    total: 2,
    archived: 0,
    byStatus: tally(portfolio.map(({ status }) => status)),
    byCountry: tally(portfolio.map(({ countryCode }) => countryCode)),
  })
  expect(statistics.documents).toEqual({
    total: documents.length,
    byStatus: tally(documents.map(({ statusCode }) => statusCode)),
  })
  expect(statistics.dossiers.map(({ typeCode, byStatus }) => [typeCode, byStatus])).toEqual(
    ['ONBOARDING', 'VIGILANCE'].map((type) => [
      type,
      tally(dossiers.filter(({ type: { code } }) => code === type).map(({ statusCode }) => statusCode)),
    ]),
  )
  const required = documents.filter((document) => document.required)
  for (const { theme, ...sums } of statistics.themes) {
    const own = required.filter((document) => document.theme === theme)
    expect([theme, sums.required, sums.valid]).toEqual([
      theme,
      own.length,
      own.filter(({ statusCode }) => statusCode === 'VALID').length,
    ])
  }
  const open = required.filter(({ statusCode }) =>
    ['MISSING', 'ACTION_REQUIRED', 'INVALID'].includes(statusCode),
  )
  expect(statistics.requests).toEqual({ open: open.length, overdue: open.length })
  expect(statistics.reviewQueue).toMatchObject({ size: 2, olderThanWeek: 1 })
  expect(statistics.answersPerWeek).toHaveLength(12)
  expect(statistics.answersPerWeek.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(statistics.delays).toEqual({ requestToAnswer: 14, answerToDecision: 30 })
  expect(statistics.ahead.map(({ days }) => days)).toEqual([30, 60, 90])

  // Either of two is enough: with one at hand nobody waits for the other.
  await givenAnswer(t, { accountId, documentId: two.documents['FOREIGN_WORKERS'] ?? 0 })
  await t.admin.query('delete from statistics_snapshot where account_id = $1', [accountId])
  const counted = await read(d)
  expect(counted.requests.open).toBe(open.length - 2)

  // A portfolio that takes long is answered from the last count, and counted behind.
  await t.admin.query('update statistics_snapshot set took_ms = 5000 where account_id = $1', [accountId])
  await t.call('POST', `${d.base}/thirdparties/${other.thirdpartyId}/archive`, d)
  expect((await read(d)).asOf).toBe(counted.asOf)
  // Nor is what lies ahead of it counted for a page.
  await t.admin.query(
    `update statistics_snapshot set content = jsonb_set(content, '{ahead,2,GRACE_ENDS}', '10001')
     where account_id = $1`,
    [accountId],
  )
  const { ahead } = await read(d)
  const far = { totalElements: 10_000, totalIsExact: false, horizons: ahead }
  expect((await d.get('/forecast')).json()).toMatchObject({ ...far, content: [] })
  expect((await d.get('/forecast?days=60')).json()).toMatchObject({ totalElements: 0, totalIsExact: true })
  await t.admin.query(
    `update statistics_snapshot set as_of = as_of - interval '2 hours' where account_id = $1`,
    [accountId],
  )
  expect((await read(d)).thirdParties.total).toBe(2)
  await read(d)
  expect(await queued(t, accountId, 'statistics.refresh')).toEqual([{ accountId }])
  await runTask(t, 'statistics.refresh', refreshStatistics, { accountId })
  expect((await read(d)).thirdParties).toMatchObject({ total: 1, archived: 1 })
})
