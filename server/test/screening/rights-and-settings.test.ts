import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenHit } from './given-hit.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
beforeAll(async () => {
  t = await testApp()
  d = await screeningDesk(t)
})
afterAll(() => t.close())

const givenOpenHit = (name: string) =>
  givenHit(t.admin, { accountId: d.accountId, thirdpartyId: d.thirdpartyId, name })

test('Readers see hits only where the account says so', async () => {
  await givenOpenHit('Ada Verlaine')
  const { token } = await t.given.client(d.accountId, ['READER'])
  const ask = () => t.call('GET', `${d.base}/screening/hits`, { token })
  expect((await ask()).statusCode).toBe(403)
  expect((await d.patch('/screening/settings', { readersSeeHits: true })).json()).toMatchObject({
    readersSeeHits: true,
    clearanceMonths: 12,
  })
  expect((await ask()).json()).toMatchObject({ content: [{ subjectName: 'Ada Verlaine' }] })
})

test('A change of what is compared screens the whole portfolio again, and a stale version is refused', async () => {
  const first = await d.get('/screening/settings')
  const etag = String(first.headers['etag'])
  const changed = await d.patch('/screening/settings', { threshold: 0.8 }, { 'if-match': etag })
  expect(changed.json()).toMatchObject({ threshold: 0.8 })
  expect((await d.patch('/screening/settings', { threshold: 0.9 }, { 'if-match': etag })).statusCode).toBe(
    412,
  )
  expect(await d.work()).toContain('screening.run-all')
  expect((await d.patch('/screening/settings', { threshold: 0.2 })).statusCode).toBe(400)
})

test('Several hits are cleared at once, all or none', async () => {
  const ids = [await givenOpenHit('Bertil Oskar'), await givenOpenHit('Clara Nimwegen')]
  const body = { verdict: 'FALSE_POSITIVE', grounds: ['NAME_ONLY_SIMILAR'] }
  const wrong = await d.post('/screening/decisions', { hitIds: [...ids, 4_711_000], ...body })
  expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'HIT_NOT_FOUND'])
  const states = async () =>
    (await d.hits()).filter(({ hitId }) => ids.includes(hitId)).map(({ state }) => state)
  expect(await states()).toEqual(['OPEN', 'OPEN'])
  expect((await d.post('/screening/decisions', { hitIds: ids, ...body })).json()).toEqual({ decided: 2 })
  expect(await states()).toEqual(['CLEARED', 'CLEARED'])
  expect(await d.hits('?state=OPEN&class=SANCTIONS&minScore=0.99')).toEqual([])
  expect((await d.hits(`?thirdpartyId=${d.thirdpartyId}&state=CLEARED`)).length).toBe(2)
})

test('A number that no record can have is bad input, not a fault of ours', async () => {
  const tooLarge = 2 ** 64
  const decision = { hitIds: [tooLarge], verdict: 'FALSE_POSITIVE', grounds: ['NAME_ONLY_SIMILAR'] }
  for (const response of [
    await d.post('/screening/decisions', decision),
    await d.patch('/screening/settings', { leftOutLists: [tooLarge] }),
    await d.get(`/screening/hits?thirdpartyId=${tooLarge}`),
  ]) {
    expect([response.statusCode, response.json().code]).toEqual([400, 'VALIDATION_FAILED'])
  }
})

test('Clearing from the score on that the account has set takes two people', async () => {
  const hitId = await givenOpenHit('Dorit Ekman')
  await d.patch('/screening/settings', { secondPersonFrom: 0.85 })
  const path = `/screening/hits/${hitId}/decisions`
  const body = { verdict: 'FALSE_POSITIVE', grounds: ['DIFFERENT_BIRTH_DATE'] }
  expect((await d.post(path, body)).json()).toMatchObject({ state: 'PROPOSED' })
  const { token } = await t.given.client(d.accountId, ['REVIEWER'])
  expect((await t.call('POST', `${d.base}${path}`, { token, body })).json()).toMatchObject({
    state: 'CLEARED',
  })
})

test('A day brings back what was cleared only for a time', async () => {
  await d.publish([{ id: 5, name: 'Quelconque Et Fils Introuvable' }])
  const hitId = await givenOpenHit('Elsa Brandt')
  await t.admin.query(
    `update screening_hit set state = 'CLEARED', cleared_until = '2026-11-01' where hit_id = $1`,
    [hitId],
  )
  await d.worker.run('screening.daily', {})
  expect(await d.work()).toContain('screening.daily-account')
  const after = (await d.hits()).find((hit) => hit.hitId === hitId)
  // Its subject is named by nobody any more, so the run ends it instead of opening it again.
  expect(after?.state).toBe('ENDED')
})

test('Two subjects are compared on demand, with reasons', async () => {
  const subject = (text: string) => ({ kind: 'PERSON', names: [{ text, kind: 'PRIMARY' }] })
  const ask = async (ours: string, theirs: string) =>
    (await d.post('/screening/score', { ours: subject(ours), theirs: subject(theirs) })).json<{
      score: number
      match: boolean
      reasons: { kind: string }[]
    }>()
  const same = await ask('Marisol Quintero', 'QUINTERO, Marisol')
  expect(same).toMatchObject({ match: true })
  expect(same.reasons.length).toBeGreaterThan(0)
  expect(await ask('Marisol Quintero', 'Henrik Dahl')).toMatchObject({ match: false })
})
