import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeYente, type FakeYente } from '../fakes/yente.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let yente: FakeYente
let d: ScreeningDesk
let company: string
beforeAll(async () => {
  ;[t, yente] = await Promise.all([testApp(), startFakeYente()])
  d = await screeningDesk(t, undefined, environment())
  company = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>().name
})
afterAll(async () => {
  await t.close()
  await yente.close()
})

const environment = () => ({
  YENTE_URL: yente.url,
  YENTE_API_KEY: yente.key,
  YENTE_REQUESTS_PER_SECOND: '1000',
})

interface RunWire {
  matches: number
  lists: { source: string; version: number; entries: number; publishedOn: string }[]
}

const runs = async () =>
  (await d.get(`/thirdparties/${d.thirdpartyId}/screening/runs`)).json<{ content: RunWire[] }>().content

/** Asks for the catalogue, and has every account screened against what is new. */
async function follow(): Promise<void> {
  await d.worker.run('screening.follow-service', {})
  const { rows } = await t.admin.query<{ payload: never }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
     where t.id = j.task_id and t.identifier = 'screening.list-changed' returning j.payload`,
  )
  for (const { payload } of rows) await d.worker.run('screening.list-changed', payload)
  await d.work()
}

/** A version of today, which is as new as lists can be. */
const today = new Date().toISOString().slice(0, 10).replaceAll('-', '')
const version = (suffix: string) => `${today}000000-${suffix}`
const dayLater = () => t.admin.query(`update watchlist set changed_at = changed_at - interval '1 day'`)
const screenAgain = (worker = d.worker) =>
  worker.run('screening.run', {
    accountId: d.accountId,
    thirdpartyIds: [d.thirdpartyId],
    trigger: 'REQUESTED',
  })
const other = { id: 'NK-other', schema: 'Person', name: 'Somebody Else', dataset: 'sanctions' } as const
const listed = {
  id: 'NK-1',
  schema: 'Company',
  dataset: 'sanctions',
  properties: { country: ['ir'], registrationNumber: ['4711'] },
} as const

test('The datasets of a yente service are lists of their class, and answer its checks', async () => {
  yente.publish(version('aaa'), [other])
  await follow()
  for (const code of ['SANCTIONS_CHECK', 'PEP_CHECK']) {
    expect(await d.document(code)).toMatchObject({ statusCode: 'VALID', statusReason: 'ACCEPTED' })
  }
  const [run] = await runs()
  expect(run).toMatchObject({
    matches: 0,
    lists: [
      { source: 'YENTE_EXPOSED_PERSONS', listClass: 'EXPOSED_PERSONS', version: 1, entries: 0 },
      { source: 'YENTE_SANCTIONS', listClass: 'SANCTIONS', version: 1, entries: 1 },
    ],
  })
  const asked = yente.requests.find(({ url }) => url.pathname === '/match/sanctions')
  expect(JSON.parse(asked?.body ?? '{}')).toMatchObject({
    queries: { q0: { schema: 'Company', properties: { name: expect.arrayContaining([company]) } } },
  })
  const lists = (await d.get('/screening/lists')).json<{ content: { listId: number; source: string }[] }>()
  const { listId } = lists.content.find(({ source }) => source === 'YENTE_SANCTIONS') ?? {}
  expect((await d.get(`/screening/lists/${listId}/versions`)).json()).toMatchObject({
    content: [{ state: 'IN_FORCE', origin: `yente, dataset sanctions, version ${version('aaa')}` }],
  })
})

test('A new version of its data screens the portfolio, at most once a day', async () => {
  yente.publish(version('bbb'), [other, { ...listed, name: company }])
  await follow()
  expect(await d.hits()).toEqual([])
  await dayLater()
  await follow()
  const [hit, ...others] = await d.hits()
  expect(others).toEqual([])
  expect(hit).toMatchObject({ state: 'OPEN', why: 'ENTRY_ADDED', entryName: company, class: 'SANCTIONS' })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusReason: 'HIT_OPEN' })
  expect(await d.document('PEP_CHECK')).toMatchObject({ statusCode: 'VALID' })
  const whole = (await d.get(`/screening/hits/${hit?.hitId}`)).json<{
    score: number
    entry: unknown
    reasons: { kind: string; points: number; theirs?: string }[]
  }>()
  expect(whole.entry).toMatchObject({ countries: ['IR'], identifiers: [{ type: 'REGISTRATION' }] })
  expect(whole.reasons.map(({ kind }) => kind)).toContain('NAME')
  expect(whole.reasons.at(-1)).toMatchObject({ kind: 'SERVICE_SCORE', theirs: '96' })
  const points = whole.reasons.reduce((sum, reason) => sum + reason.points, 0)
  expect(points).toBeCloseTo(whole.score)
})

test('What either engine finds alike is a hit, and results that did not fit are asked for', async () => {
  const alike = { ...listed, name: 'Zzyx Quorble', score: 0.9 }
  const crowd = Array.from({ length: 11 }, (_, at) => ({ ...alike, id: `NK-crowd-${at}` }))
  yente.publish(version('bbb'), [{ ...listed, name: company }, ...crowd])
  await screenAgain()
  expect(await d.hits('?state=OPEN&minScore=0.9')).toHaveLength(12)
  yente.publish(version('bbb'), [{ ...listed, name: company }])
  await screenAgain()
  expect(await d.hits('?state=OPEN')).toHaveLength(1)
})

test('A decision holds when the entry is merged into another, and falls when it says something new', async () => {
  const [hit] = await d.hits('?state=OPEN')
  const path = `/screening/hits/${hit?.hitId}/decisions`
  await d.post(path, { verdict: 'FALSE_POSITIVE', grounds: ['DIFFERENT_COUNTRY'] })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusCode: 'VALID' })
  const merged = { ...listed, id: 'Q7', name: company, referents: ['NK-1'] }
  yente.publish(version('bbb'), [merged])
  await screenAgain()
  expect(await d.hits('?state=CLEARED')).toMatchObject([{ hitId: hit?.hitId }])
  yente.publish(version('ccc'), [{ ...merged, properties: { country: ['sy'] } }])
  await dayLater()
  await follow()
  expect(await d.hits('?state=OPEN')).toMatchObject([{ hitId: hit?.hitId, why: 'ENTRY_CHANGED' }])
  await d.post(path, { verdict: 'FALSE_POSITIVE', grounds: ['DIFFERENT_COUNTRY'] })
})

test('Silence, refusal and half an answer leave everything as it was', async () => {
  const before = await runs()
  yente.behave('slow')
  const hasty = handWorker(t, { environment: { ...environment(), YENTE_TIMEOUT_SECONDS: '1' } })
  await expect(screenAgain(hasty)).rejects.toThrow(/no answer in time/)
  yente.behave('ok')
  const faults: [() => void, RegExp][] = [
    [() => yente.behave('server-error'), /status 503/],
    [() => yente.behave('wrong-shape'), /unexpected shape/],
    [() => yente.refuseKey(true), /status 401/],
    [() => yente.forgetLast(true), /leaves out/],
  ]
  for (const [fail, reason] of faults) {
    fail()
    await expect(screenAgain()).rejects.toThrow(reason)
    yente.behave('ok')
    yente.refuseKey(false)
    yente.forgetLast(false)
  }
  expect(await runs()).toEqual(before)
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusCode: 'VALID' })
})

test('A service that stays silent too long answers no check, and what it found stays found', async () => {
  yente.behave('down')
  await d.worker.run('screening.follow-service', {})
  await t.admin.query(`update watchlist set confirmed_at = now() - interval '15 days'`)
  await d.publish([])
  await screenAgain()
  expect(await d.hits('?state=CLEARED')).toHaveLength(1)
  const [run] = await runs()
  expect(run?.lists.map(({ source }) => source)).toEqual(['OFAC_SDN'])
  expect(run).toMatchObject({
    missing: expect.arrayContaining([
      { source: 'YENTE_SANCTIONS', listClass: 'SANCTIONS', why: 'TOO_OLD' },
    ]) as unknown,
  })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusReason: 'NO_SOURCE' })
})

test('Lists of a service that is configured no more hold no more', async () => {
  await handWorker(t).run('screening.follow-service', {})
  const lists = (await d.get('/screening/lists')).json<{ content: unknown[] }>().content
  expect(lists).toContainEqual(
    expect.objectContaining({ source: 'YENTE_SANCTIONS', version: null, tooOld: false }),
  )
})
