import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forgetPerson, recordPast } from '../../src/platform/journal/index.ts'
import type { Scope } from '../../src/platform/kernel/index.ts'
import { desk, problemOf, type Desk } from '../dossiers/desk.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import type { Wire } from './compare.ts'
import { passMs } from './story.ts'

describe('The parameter asOf', () => {
  let t: TestApp
  let d: Desk
  let scope: Scope
  beforeAll(async () => {
    t = await testApp()
    d = await desk(t, 'SANDBOX')
    scope = { accountId: d.accountId, units: 'ALL', actor: { type: 'JOB', id: null, name: 'test' } }
    await passMs(t, d.accountId, 10_000)
  })
  afterAll(() => t.close())

  const second = async (shift = 0): Promise<string> => {
    const { rows } = await t.admin.query<{ now: string }>(
      `select to_char(account_now($1) at time zone 'UTC' + make_interval(secs => $2), 'YYYY-MM-DD"T"HH24:MI:SS')
         as now`,
      [d.accountId, shift],
    )
    return rows[0]?.now ?? ''
  }
  const shifted = (moment: string, seconds: number) =>
    new Date(Date.parse(`${moment.slice(0, 19)}Z`) + seconds * 1_000).toISOString().slice(0, 19)
  const json = async (path: string) => {
    const answer = await d.get(path)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Wire>()
  }

  test('The parameter takes a real second of the past, in the clock of the account', async () => {
    const path = `/thirdparties/${d.thirdpartyId}`
    const later = await second(60)
    for (const wrong of [
      '',
      'yesterday',
      '2026-02-30T10:00:00',
      '2026-01-01',
      '2026-01-01T10:00:00+01:00',
      later,
    ]) {
      const answer = await d.get(`${path}?asOf=${encodeURIComponent(wrong)}`)
      expect(problemOf(answer), wrong).toEqual([400, 'AS_OF_INVALID'])
    }
    const now = await second()
    for (const written of [now, `${now}Z`]) {
      const past = await json(`${path}?asOf=${written}`)
      expect(past).toMatchObject({ asOf: now, notRecorded: ['executives'] })
    }
  })

  test('The answer includes its second to the end, and nothing before the beginning', async () => {
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId)
    const [documentId = 0] = Object.values(documents)
    const { createdAt: added } = await json(`/thirdparties/${d.thirdpartyId}?asOf=${await second()}`)
    const { createdAt: opened } = await json(`/dossiers/${dossierId}?asOf=${await second()}`)
    for (const [path, since, code] of [
      [`/thirdparties/${d.thirdpartyId}`, added, 'THIRD_PARTY_NOT_FOUND'],
      [`/dossiers/${dossierId}`, opened, 'DOSSIER_NOT_FOUND'],
      [`/dossiers/${dossierId}/documents/${documentId}`, opened, 'DOCUMENT_NOT_FOUND'],
    ] as const) {
      const start = String(since)
      const answer = await d.get(`${path}?asOf=${shifted(start, -1)}`)
      expect(problemOf(answer), path).toEqual([404, code])
      expect(answer.json<Wire>()['existsSince']).toContain(start.slice(0, 19))
      await json(`${path}?asOf=${shifted(start, 0)}`)
    }
    await passMs(t, d.accountId, 5_000)
    await d.patch(`/dossiers/${dossierId}`, { reference: 'R-1' })
    const { updatedAt } = await json(`/dossiers/${dossierId}`)
    const at = async (moment: string) => (await json(`/dossiers/${dossierId}?asOf=${moment}`))['reference']
    expect(await at(shifted(String(updatedAt), -1))).toBe(null)
    expect(await at(await second())).toBe('R-1')
  })

  test('A resource of another account, or a document of another dossier, is not found', async () => {
    const { dossierId, documents } = await t.given.dossier(d, d.thirdpartyId, 'VIGILANCE')
    const [documentId = 0] = Object.values(documents)
    const neighbour = await desk(t)
    const now = shifted(new Date().toISOString(), 0)
    for (const path of [
      `/thirdparties/${d.thirdpartyId}`,
      `/dossiers/${dossierId}`,
      `/dossiers/${dossierId}/documents/${documentId}`,
    ]) {
      const answer = await neighbour.get(`${path}?asOf=${now}`)
      expect(answer.statusCode, path).toBe(404)
      expect(answer.json<Wire>()['existsSince'], path).toBeUndefined()
    }
    const other = await t.given.dossier(d, d.thirdpartyId, 'DUTY_OF_VIGILANCE')
    const crossed = `/dossiers/${other.dossierId}/documents/${documentId}?asOf=${await second()}`
    expect(problemOf(await d.get(crossed))).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  })

  test('Past states remain after an erasure, without what the person wrote or what it replaced', async () => {
    const person = await t.given.person([d.accountId])
    const path = `${d.base}/dossiers`
    const { dossierId } = await t.given.dossier(d, d.thirdpartyId, 'CYBERSECURITY')
    await d.patch(`/dossiers/${dossierId}`, { description: 'Of the client' })
    await passMs(t, d.accountId, 5_000)
    const before = await second()
    await passMs(t, d.accountId, 5_000)
    const body = { description: 'Of the person', reference: 'R-2' }
    await t.call('PATCH', `${path}/${dossierId}`, { token: person.token, body })
    const after = await second()
    expect(await json(`/dossiers/${dossierId}?asOf=${after}`)).toMatchObject(body)
    await t.db.write(scope, (tx) => forgetPerson(tx, scope, { type: 'USER', id: person.userId }))
    const past = await json(`/dossiers/${dossierId}?asOf=${after}`)
    expect(past).toMatchObject({ reference: 'R-2', notRecorded: ['description', 'indicators'] })
    expect(past['description']).toBeUndefined()
    const earlier = await json(`/dossiers/${dossierId}?asOf=${before}`)
    expect(earlier).toMatchObject({ description: 'Of the client', notRecorded: ['indicators'] })
  })

  test('Past states before the journal recorded more show what it recorded', async () => {
    const [thirdpartyId, dossierId, documentId] = [900_001, 900_002, 900_003]
    await t.db.write(scope, async (tx) => {
      const place = { thirdpartyId, dossierId }
      const legalIdentifier = { code: 'CIT003', value: '123456789' }
      const company = { legalIdentifier, code: null, source: 'MANAGED', status: 'PENDING' }
      const of = { dossierTypeCode: 'ONBOARDING', origin: 'RULE', ruleId: 7, renews: null }
      const status = { before: null, after: 'MISSING' }
      recordPast(tx, scope, { name: 'THIRD_PARTY_ADDED', thirdpartyId, data: company })
      recordPast(tx, scope, { name: 'DOSSIER_ADDED', ...place, data: of })
      recordPast(tx, scope, { name: 'DOCUMENT_ADDED', ...place, documentId, data: { documentCode: 'KBIS' } })
      recordPast(tx, scope, { name: 'DOCUMENT_ANSWER_STATUS_UPDATE', ...place, documentId, data: status })
      const change = { before: { required: false }, after: { required: true } }
      recordPast(tx, scope, { name: 'DOCUMENT_MODIFICATION', ...place, documentId, data: change })
      await Promise.resolve()
    })
    const now = await second()
    const company = await json(`/thirdparties/${thirdpartyId}?asOf=${now}`)
    expect(company).toMatchObject({ source: 'MANAGED', identityStatus: 'PENDING', archived: false })
    expect(company['notRecorded']).toEqual(expect.arrayContaining(['name', 'headOffice', 'provenance']))
    expect(company).not.toHaveProperty('name')
    const dossier = await json(`/dossiers/${dossierId}?asOf=${now}`)
    expect(dossier).toMatchObject({ origin: 'RULE', ruleId: 7, statusCode: 'ABSENT' })
    expect(dossier['notRecorded']).toEqual(expect.arrayContaining(['type', 'dueDate', 'themes', 'reference']))
    const document = await json(`/dossiers/${dossierId}/documents/${documentId}?asOf=${now}`)
    expect(document).toMatchObject({ documentCode: 'KBIS', statusCode: 'MISSING', required: true })
    expect(document['notRecorded']).toEqual(expect.arrayContaining(['documentName', 'dueDate', 'evidences']))
  })
})
