import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMatcher, type Matcher } from '../../src/domain/screening/index.ts'
import { screenThirdParties } from '../../src/domain/screening/screen-thirdparties.ts'
import { jobScope } from '../../src/platform/kernel/index.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { daysLater } from '../responses/given-answer.ts'
import { givenHit } from './given-hit.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
beforeAll(async () => {
  t = await testApp()
  d = await screeningDesk(t)
})
afterAll(() => t.close())

const clear = (hitId: number, comment: string) =>
  d.post(`/screening/hits/${hitId}/decisions`, {
    verdict: 'FALSE_POSITIVE',
    grounds: ['DIFFERENT_COUNTRY'],
    comment,
  })
const hit = async (hitId: number) => (await d.get(`/screening/hits/${hitId}`)).json<{ state: string }>()
const countOf = async (table: string, accountId = d.accountId) => {
  const { rows } = await t.admin.query<{ count: number }>(
    `select count(*)::int as count from ${table} where account_id = $1`,
    [accountId],
  )
  return rows[0]?.count
}

test('Whoever is erased is no subject any more; that something was decided stays, what waits keeps its names', async () => {
  await d.patch('/screening/settings', { screensContacts: true })
  const email = 'oriane.tavelle@supplier.example'
  const person = { email, firstName: 'Oriane', lastName: 'Tavelle' }
  await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, person)
  await d.publish([
    { id: 1, name: 'TAVELLE, Oriane', kind: 'individual' },
    { id: 2, name: 'TAVELLE, Oriana', kind: 'individual' },
  ])
  const [open, cleared] = await d.hits()
  expect([open?.role, cleared?.role]).toEqual(['CONTACT', 'CONTACT'])
  await clear(cleared?.hitId ?? 0, 'Oriane was born elsewhere')

  expect((await d.post('/erasures', { email })).json()).toMatchObject({ contacts: 1 })
  expect(await hit(cleared?.hitId ?? 0)).toMatchObject({
    state: 'ENDED',
    subjectName: '–',
    reasons: [],
    decisions: [{ verdict: 'FALSE_POSITIVE', grounds: ['DIFFERENT_COUNTRY'], comment: null }],
  })
  expect(await hit(open?.hitId ?? 0)).toMatchObject({ state: 'OPEN', subjectName: 'Oriane Tavelle' })
  const { rows } = await t.admin.query(
    `select from screening_subject where account_id = $1 and (subject::text || subject_key) ~* 'tavelle'`,
    [d.accountId],
  )
  expect(rows).toEqual([])
  // Nobody names her any more.
  await d.work()
  expect(await hit(open?.hitId ?? 0)).toMatchObject({ state: 'ENDED', subjectName: 'Oriane Tavelle' })
})

test('An archived company is screened no more, and anew once it is back', async () => {
  const path = `/thirdparties/${d.thirdpartyId}`
  const { name } = (await d.get(path)).json<{ name: string }>()
  await d.publish([{ id: 3, name }])
  const [found] = await d.hits('?state=OPEN')
  expect(found).toMatchObject({ role: 'COMPANY' })
  const archived = await d.post(`${path}/archive`)
  expect(archived.statusCode, archived.body).toBe(200)
  await d.publish([])
  expect(await hit(found?.hitId ?? 0)).toMatchObject({ state: 'OPEN' })
  const back = await d.post(`${path}/reactivate`)
  expect(back.statusCode, back.body).toBe(200)
  expect(await d.work()).toContain('screening.run')
  expect(await hit(found?.hitId ?? 0)).toMatchObject({ state: 'ENDED' })
})

test('A company or an account that goes during a run ends it, and nothing is left of it', async () => {
  const { thirdpartyId } = await t.given.thirdParty(d, 1)
  const real = createMatcher({ url: t.appUrl })
  const slow: Matcher = {
    ...real,
    match: async (question) => {
      const answer = await real.match(question)
      await d.post(`/thirdparties/${thirdpartyId}/archive`)
      return answer
    },
  }
  const scope = jobScope(d.accountId, 'screening.run')
  const before = await countOf('screening_run')
  const run = { thirdpartyIds: [thirdpartyId, 4_711_000], trigger: 'REQUESTED' as const }
  await screenThirdParties({ db: t.db, matcher: slow }, scope, run)
  real.stop()
  expect(await countOf('screening_run')).toBe(before)

  const gone = 4_712_000
  const { rows } = await t.admin.query<{ listId: number; version: number }>(
    `select list_id::int as "listId", version from watchlist`,
  )
  for (const list of rows) {
    await d.worker.run('screening.list-changed-account', { accountId: gone, ...list })
  }
  await d.worker.run('screening.daily-account', { accountId: gone })
  expect(await countOf('screening_run', gone)).toBe(0)
})

test('A sandbox that advances opens clearances again that have ended', async () => {
  await d.patch('/screening/settings', { clearanceMonths: 1 })
  const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
  await d.publish([{ id: 4, name }])
  const [found] = await d.hits('?state=OPEN')
  await clear(found?.hitId ?? 0, 'Another company')
  await d.post('/clock/advance', { days: 32 })
  await d.work()
  expect(await hit(found?.hitId ?? 0)).toMatchObject({ state: 'OPEN', why: 'CLEARANCE_ENDED' })
})

test('What ended as long ago as answers are kept goes, unless a dossier is under legal hold', async () => {
  const held = await t.given.thirdParty(d, 2)
  const { dossierId } = await t.given.dossier(d, held.thirdpartyId, 'SCREENING')
  await d.post(`/dossiers/${dossierId}/legal-hold`, { reason: 'Litigation' })
  const kept = await givenHit(t.admin, { ...d, ...held, name: 'Ada Verlaine' })
  await t.admin.query(`update screening_hit set state = 'ENDED' where hit_id = $1`, [kept])
  const inUse = (await d.hits('?state=OPEN')).map(({ hitId }) => hitId)
  expect(inUse).toHaveLength(1)
  expect((await d.hits('?state=ENDED')).length).toBeGreaterThan(3)

  await daysLater(t, d.accountId, 9 * 366)
  await d.worker.run('retention.run-account', { accountId: d.accountId })
  expect((await d.hits('?state=ENDED')).length).toBeGreaterThan(3)
  await daysLater(t, d.accountId, 2 * 366)
  await d.worker.run('retention.run-account', { accountId: d.accountId })
  expect((await d.hits()).map(({ hitId }) => hitId)).toEqual([kept, ...inUse].toSorted((a, b) => b - a))
  expect(await countOf('screening_run')).toBe(2)
  const { rows } = await t.admin.query(
    `select from screening_subject where account_id = $1 and ended_at is not null`,
    [d.accountId],
  )
  expect(rows).toEqual([])
})
