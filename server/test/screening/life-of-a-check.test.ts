import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadShippedCatalogue } from '../../src/domain/evaluation/catalogue/shipped-catalogue.ts'
import { testApp, type TestApp } from '../harness/app.ts'
import { screeningDesk, type ScreeningDesk } from './screening-desk.ts'

let t: TestApp
let d: ScreeningDesk
let company: string
beforeAll(async () => {
  t = await testApp()
  d = await screeningDesk(t)
  const { name } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{ name: string }>()
  company = name
})
afterAll(() => t.close())

async function legalCompliance(token = d.token) {
  await d.work()
  const asked = await t.call('GET', `${d.base}/thirdparties/${d.thirdpartyId}/indicators`, { token })
  const { content: all } = asked.json<{
    content: { code: string; breakdown: { factor: string; value: number }[] }[]
  }>()
  const found = all.find(({ code }) => code === 'LEGAL_COMPLIANCE')
  return { ...found, caps: found?.breakdown.filter(({ factor }) => factor === 'SCREENING') }
}

const decision = (verdict: string, ...grounds: string[]) => ({ verdict, grounds })

test('Without any list nobody can answer the checks', async () => {
  await d.work()
  // Every check of the shipped catalogue has heard from whoever answers it; none is left waiting.
  const { documentTypes } = loadShippedCatalogue()
  const checks = Object.keys(d.documents).filter((code) => documentTypes.get(code)?.kind === 'CHECK')
  const reasons = await Promise.all(checks.map(async (code) => (await d.document(code)).statusReason))
  expect(Object.fromEntries(checks.map((code, nth) => [code, reasons[nth]]))).toEqual({
    SANCTIONS_CHECK: 'NO_SOURCE',
    PEP_CHECK: 'NO_SOURCE',
    ADVERSE_MEDIA: 'NO_SOURCE',
    REGISTER_STATUS: 'ACCEPTED',
  })
})

test('A list of sanctions answers its own check and no other, and says what was missing', async () => {
  expect(await d.publish([])).toMatchObject({ outcome: 'IN_FORCE', version: 1, entries: 30, added: 30 })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusCode: 'VALID', statusReason: 'ACCEPTED' })
  expect(await d.document('PEP_CHECK')).toMatchObject({ statusReason: 'NO_SOURCE' })
  const [run] = (await d.get(`/thirdparties/${d.thirdpartyId}/screening/runs`)).json<{
    content: { matches: number; lists: { source: string }[]; missing: { source: string; why: string }[] }[]
  }>().content
  expect(run).toMatchObject({ matches: 0, lists: [{ source: 'OFAC_SDN', version: 1 }] })
  expect(run?.missing).toContainEqual({ source: 'EU', listClass: 'SANCTIONS', why: 'ABSENT' })
  await d.expose([])
  expect(await d.document('PEP_CHECK')).toMatchObject({ statusCode: 'VALID' })
})

test('An entry that a new version brings opens a hit, and the accepted answer loses its force', async () => {
  expect(await d.publish([{ id: 1, name: company }])).toMatchObject({ added: 1, changed: 0, removed: 0 })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({
    statusCode: 'ACTION_REQUIRED',
    statusReason: 'HIT_OPEN',
  })
  expect(await d.document('PEP_CHECK')).toMatchObject({ statusCode: 'VALID' })
  const [hit, ...others] = await d.hits()
  expect(others).toEqual([])
  expect(hit).toMatchObject({ state: 'OPEN', role: 'COMPANY', why: 'ENTRY_ADDED', entryName: company })
  expect(await legalCompliance()).toMatchObject({ caps: [{ value: 40, source: 'HIT_OPEN' }] })
  const whole = (await d.get(`/screening/hits/${hit?.hitId}`)).json<{ reasons: unknown[] }>()
  expect(whole.reasons.length).toBeGreaterThan(0)
  const missing = await d.post(`/screening/hits/${hit?.hitId}/decisions`, decision('FALSE_POSITIVE', 'OTHER'))
  expect([missing.statusCode, missing.json().code]).toEqual([422, 'HIT_REASON_MISSING'])
})

test('A cleared hit accepts the check anew and stays cleared until the entry changes', async () => {
  const [hit] = await d.hits()
  const path = `/screening/hits/${hit?.hitId}/decisions`
  const cleared = await d.post(path, decision('FALSE_POSITIVE', 'DIFFERENT_COUNTRY'))
  expect(cleared.statusCode, cleared.body).toBe(200)
  expect(cleared.json()).toMatchObject({ state: 'CLEARED', clearedUntil: '2027-11-15' })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusCode: 'VALID' })
  expect(await legalCompliance()).toMatchObject({ caps: [] })

  await d.publish([
    { id: 1, name: company },
    { id: 2, name: 'Somebody Else Altogether' },
  ])
  expect(await d.hits('?state=CLEARED')).toHaveLength(1)
  await d.publish([{ id: 1, name: company, remarks: 'Registration ID 4711 (Iran).' }])
  expect((await d.hits())[0]).toMatchObject({ hitId: hit?.hitId, state: 'OPEN', why: 'ENTRY_CHANGED' })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusReason: 'HIT_OPEN' })
})

test('A true match takes two people and makes the check invalid', async () => {
  const [hit] = await d.hits()
  const path = `/screening/hits/${hit?.hitId}/decisions`
  const body = decision('TRUE_MATCH', 'SAME_NAME')
  expect((await d.post(path, body)).json()).toMatchObject({ state: 'PROPOSED' })
  const alone = await d.post(path, body)
  expect([alone.statusCode, alone.json().code]).toEqual([409, 'HIT_NEEDS_SECOND_PERSON'])
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusReason: 'HIT_OPEN' })
  const { token } = await t.given.client(d.accountId, ['REVIEWER'])
  const second = await t.call('POST', `${d.base}${path}`, { token, body })
  expect(second.json()).toMatchObject({
    state: 'TRUE_MATCH',
    decisions: [{ step: 'CONFIRMED' }, { step: 'PROPOSED' }, {}, {}],
  })
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({
    statusCode: 'INVALID',
    statusReason: 'TRUE_MATCH',
  })
  const model = { name: 'required-documents', version: 3 }
  expect(await legalCompliance()).toMatchObject({
    value: 0,
    model,
    caps: [{ label: 'Screening', value: 0, source: 'TRUE_MATCH' }],
    advice: expect.stringContaining('true match'),
  })
})

test('Who may not see hits learns from an indicator that it is limited, not why', async () => {
  const { token: reader } = await t.given.client(d.accountId, ['READER'])
  const shown = await legalCompliance(reader)
  expect(shown).toMatchObject({ value: 0, caps: [], advice: expect.stringContaining('cannot exceed 0') })
  expect(JSON.stringify(shown)).not.toMatch(/\bhit\b|HIT_|match/i)
})

test('An entry that leaves the list ends its hit, and there is nothing left to decide', async () => {
  const [hit] = await d.hits()
  await d.publish([])
  expect(await d.hits()).toMatchObject([{ hitId: hit?.hitId, state: 'ENDED' }])
  expect(await d.document('SANCTIONS_CHECK')).toMatchObject({ statusCode: 'VALID' })
  const late = await d.post(`/screening/hits/${hit?.hitId}/decisions`, decision('UNCLEAR', 'SAME_NAME'))
  expect([late.statusCode, late.json().code]).toEqual([409, 'HIT_ENDED'])
})
