import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'

interface Wire {
  dossierId: number
  documents: { documentId: number; documentCode: string }[]
  [field: string]: unknown
}

const absentPair = ['DOCUMENT_ADDED', 'DOCUMENT_ANSWER_STATUS_UPDATE', 'DOCUMENT_ANSWER_STATUS_UPDATE_ABSENT']
const opening = ['DOSSIER_ADDED', 'DOSSIER_STATUS_UPDATED', 'DOSSIER_STATUS_UPDATED_ABSENT']
const repeated = <T>(list: readonly T[], times: number): T[] =>
  Array.from({ length: times }, () => list).flat()

describe('Dossiers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  const opened = async (d: Desk, body: object): Promise<Wire> => {
    const answer = await d.open(body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json<Wire>()
  }

  test('A dossier is opened on demand, with what its type requires, one of a type at a time', async () => {
    const d = await desk(t)
    const answer = await d.open({ dossierTypeCode: 'VIGILANCE', reference: 'V-1', description: 'First' })
    expect(answer.statusCode, answer.body).toBe(201)
    const made = answer.json<Wire>()
    expect(answer.headers['location']).toBe(`${d.base}/dossiers/${made.dossierId}`)
    const count = made.documents.length
    expect(count).toBeGreaterThan(3)
    expect(made).toMatchObject({
      thirdpartyId: d.thirdpartyId,
      reference: 'V-1',
      description: 'First',
      type: { code: 'VIGILANCE', label: 'Labour-law due diligence', typed: true },
      statusCode: 'ABSENT',
      statusLabel: 'Absent',
      origin: 'ON_DEMAND',
      ruleId: null,
      renews: null,
      attributes: [],
      indicators: [],
      archived: false,
      archivedAt: null,
    })
    expect(await d.names()).toEqual([...opening, ...repeated(absentPair, count)])
    const read = await d.get(`/dossiers/${made.dossierId}`)
    expect(read.json()).toEqual({ ...made, references: [] })
    expect(read.headers['etag']).toBe(answer.headers['etag'])

    const again = await d.open({ dossierTypeCode: 'VIGILANCE' })
    expect(problemOf(again)).toEqual([409, 'DOSSIER_ALREADY_OPEN'])
    expect(again.json()).toMatchObject({ existingDossierId: made.dossierId })
    expect(await d.names()).toEqual([])
  })

  test('A dossier is refused when its type is missing, unknown or fixed, or its third party is absent', async () => {
    const d = await desk(t)
    const refusal = async (body: object) => problemOf(await d.open(body))
    expect(await refusal({})).toEqual([400, 'DOSSIER_TYPE_MISSING'])
    expect(await refusal({ dossierTypeCode: '' })).toEqual([400, 'DOSSIER_TYPE_MISSING'])
    expect(await refusal({ dossierTypeCode: 'NOPE' })).toEqual([422, 'DOSSIER_TYPE_UNKNOWN'])
    expect(await refusal({ dossierTypeCode: 'VIGILANCE', requiredDocuments: ['UBO'] })).toEqual([
      409,
      'DOSSIER_REQUIREMENTS_FIXED',
    ])
    const open = (requiredDocuments: string[]) => ({ dossierTypeCode: 'ONBOARDING', requiredDocuments })
    expect(await refusal(open(['UBO', 'UBO']))).toEqual([422, 'REQUIREMENT_CODE_REPEATED'])
    expect(await refusal(open(['NOPE']))).toEqual([422, 'REQUIREMENT_CODE_UNKNOWN'])
    const many = Array.from({ length: 101 }, (_, n) => `CODE_${n}`)
    expect(await refusal(open(many))).toEqual([400, 'REQUIREMENTS_TOO_MANY'])
    expect(await refusal({ dossierTypeCode: 'CSR', dueDate: '2026-02-30' })).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(await refusal({ dossierTypeCode: 'CSR', color: 'red' })).toEqual([400, 'VALIDATION_FAILED'])
    const absent = await d.post('/thirdparties/999999999/dossiers', { dossierTypeCode: 'NOPE' })
    expect(problemOf(absent)).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
    expect(problemOf(await d.get('/dossiers/999999999'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
    expect(problemOf(await d.get('/thirdparties/999999999/dossiers'))).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
    expect(await d.names()).toEqual([])
  })

  test('A dossier of an open type may require more than the type when it is opened', async () => {
    const d = await desk(t)
    const made = await opened(d, {
      dossierTypeCode: 'ONBOARDING',
      requiredDocuments: ['UBO', 'GHG_REPORT'],
      expirationDate: '2031-05-06',
      dueDate: '2030-01-02',
    })
    expect(made).toMatchObject({ expirationDate: '2031-05-06', dueDate: '2030-01-02' })
    const codes = made.documents.map(({ documentCode }) => documentCode)
    expect(codes.filter((code) => code === 'UBO')).toHaveLength(1)
    expect(codes.at(-1)).toBe('GHG_REPORT')
    expect(made.documents.at(-1)).toMatchObject({
      statusCode: 'MISSING',
      statusLabel: 'Missing',
      present: false,
      required: true,
      dueDate: '2030-01-02',
      expirationDate: null,
    })
    const french = (await d.get(`/dossiers/${made.dossierId}`, { 'accept-language': 'fr' })).json<Wire>()
    expect(french).toMatchObject({ type: { label: 'Référencement' }, statusLabel: 'Absent' })
  })

  test('A change of a dossier records before and after; no change leaves no event, and an old version is refused', async () => {
    const d = await desk(t)
    const { dossierId } = await opened(d, { dossierTypeCode: 'CSR' })
    const path = `/dossiers/${dossierId}`
    const tag = (await d.get(path)).headers['etag'] as string
    await d.names()
    const changed = await d.patch(path, { reference: 'R', dueDate: '2030-01-01' }, { 'if-match': tag })
    expect(changed.json()).toMatchObject({ reference: 'R', dueDate: '2030-01-01' })
    const [event, ...others] = await d.told()
    expect(others).toEqual([])
    expect(event).toMatchObject({
      name: 'DOSSIER_UPDATED',
      dossierId,
      data: { before: { reference: null }, after: { reference: 'R', dueDate: '2030-01-01' } },
    })
    expect(problemOf(await d.patch(path, { reference: 'S' }, { 'if-match': tag }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    const same = await d.patch(path, { reference: 'R', dueDate: '2030-01-01' })
    expect(same.headers['etag']).toBe(changed.headers['etag'])
    expect(await d.names()).toEqual([])
    // A dossier past its end is invalid, and no longer when the end is moved.
    expect((await d.patch(path, { expirationDate: '2020-01-01' })).json()).toMatchObject({
      statusCode: 'INVALID',
      statusLabel: 'Invalid',
    })
    expect(await d.names()).toEqual([
      'DOSSIER_UPDATED',
      'DOSSIER_STATUS_UPDATED',
      'DOSSIER_STATUS_UPDATED_INVALID',
    ])
    expect((await d.patch(path, { expirationDate: null })).json()).toMatchObject({
      statusCode: 'ABSENT',
      expirationDate: null,
    })
    expect(problemOf(await d.patch(path, { dueDate: '2026-13-01' }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await d.patch(path, { statusCode: 'VALID' }))).toEqual([400, 'VALIDATION_FAILED'])
    expect(problemOf(await d.patch('/dossiers/999999999', {}))).toEqual([404, 'DOSSIER_NOT_FOUND'])
  })

  test('A dossier is archived and frozen, and restored with what the archiving stopped', async () => {
    const d = await desk(t)
    const made = await opened(d, { dossierTypeCode: 'ONBOARDING' })
    const path = `/dossiers/${made.dossierId}`
    const ndaId = made.documents.find(({ documentCode }) => documentCode === 'NDA')?.documentId
    await d.post(`${path}/documents/${ndaId}/stop`)
    await d.names()
    const archived = await d.post(`${path}/archive`)
    const left = made.documents.length - 1
    expect(archived.json<Wire>().documents).toHaveLength(left)
    expect(archived.json()).toMatchObject({ archived: true, statusCode: 'ABSENT' })
    expect(await d.names()).toEqual([...repeated(['DOCUMENT_STOPPED'], left), 'DOSSIER_ARCHIVED'])
    expect((await d.post(`${path}/archive`)).headers['etag']).toBe(archived.headers['etag'])
    for (const refused of [
      await d.patch(path, { reference: 'X' }),
      await d.post(`${path}/requirements`, { newRequiredDocuments: ['GHG_REPORT'] }),
      await d.post(`${path}/renew`),
      await d.post(`${path}/documents/${made.documents[0]?.documentId}/stop`),
      await d.patch(`${path}/documents/${made.documents[0]?.documentId}`, { dueDate: null }),
    ]) {
      expect(problemOf(refused)).toEqual([409, 'DOSSIER_ARCHIVED'])
    }
    expect(await d.names()).toEqual([])
    const another = await opened(d, { dossierTypeCode: 'ONBOARDING' })
    const inTheWay = await d.post(`${path}/reactivate`)
    expect(problemOf(inTheWay)).toEqual([409, 'DOSSIER_ALREADY_OPEN'])
    expect(inTheWay.json()).toMatchObject({ existingDossierId: another.dossierId })
    await d.post(`/dossiers/${another.dossierId}/archive`)
    await d.names()
    const back = await d.post(`${path}/reactivate`)
    expect(back.json()).toMatchObject({ archived: false, archivedAt: null })
    const codes = back.json<Wire>().documents.map(({ documentCode }) => documentCode)
    expect(codes).toHaveLength(left)
    expect(codes).not.toContain('NDA')
    expect(await d.names()).toEqual(['DOSSIER_REACTIVATED'])
    await d.post(`${path}/reactivate`)
    expect(await d.names()).toEqual([])
  })

  test('A renewal archives the former dossier, opens the next and requires its additions again', async () => {
    const d = await desk(t)
    const former = await opened(d, {
      dossierTypeCode: 'ONBOARDING',
      reference: 'R-1',
      requiredDocuments: ['GHG_REPORT'],
    })
    await d.names()
    const answer = await d.post(`/dossiers/${former.dossierId}/renew`, { dueDate: '2031-01-01' })
    expect(answer.statusCode, answer.body).toBe(201)
    const next = answer.json<Wire>()
    expect(answer.headers['location']).toBe(`${d.base}/dossiers/${next.dossierId}`)
    expect(next).toMatchObject({
      origin: 'RENEWAL',
      renews: former.dossierId,
      reference: 'R-1',
      dueDate: '2031-01-01',
    })
    const codes = (one: Wire) => one.documents.map(({ documentCode }) => documentCode)
    expect(codes(next)).toEqual(codes(former))
    const count = former.documents.length
    expect(await d.names()).toEqual([
      ...repeated(['DOCUMENT_STOPPED'], count),
      'DOSSIER_ARCHIVED',
      ...opening,
      ...repeated(absentPair, count),
    ])
    expect((await d.get(`/dossiers/${former.dossierId}`)).json()).toMatchObject({ archived: true })
    expect(problemOf(await d.post('/dossiers/999999999/renew'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
    const bare = await d.post(`/dossiers/${next.dossierId}/renew`)
    expect(bare.json()).toMatchObject({ renews: next.dossierId, reference: 'R-1' })
  })

  test('A dossier ends with its third party, and cannot be restored or opened while that is archived', async () => {
    const d = await desk(t)
    const first = await opened(d, { dossierTypeCode: 'VIGILANCE' })
    const second = await opened(d, { dossierTypeCode: 'CSR' })
    const thirdParty = `/thirdparties/${d.thirdpartyId}`
    const summary = async () =>
      (await d.get('/thirdparties')).json<{ content: { summary: object }[] }>().content[0]?.summary
    expect(await summary()).toMatchObject({ dossierStatus: 'ABSENT' })
    await d.names()
    expect((await d.post(`${thirdParty}/archive`)).statusCode).toBe(200)
    expect(await d.names()).toEqual([
      ...repeated(['DOCUMENT_STOPPED'], first.documents.length),
      'DOSSIER_ARCHIVED',
      ...repeated(['DOCUMENT_STOPPED'], second.documents.length),
      'DOSSIER_ARCHIVED',
      'THIRD_PARTY_ARCHIVED',
    ])
    expect(await summary()).toMatchObject({ dossierStatus: null, openRequests: 0, nextExpiry: null })
    const refused = [
      await d.open({ dossierTypeCode: 'SCREENING' }),
      await d.post(`/dossiers/${first.dossierId}/reactivate`),
      await d.post(`/dossiers/${first.dossierId}/renew`),
    ]
    expect(refused.map(problemOf)).toEqual(repeated([[409, 'THIRD_PARTY_ARCHIVED']], 3))
    await d.post(`${thirdParty}/reactivate`)
    expect((await d.post(`/dossiers/${first.dossierId}/reactivate`)).statusCode).toBe(200)
  })
})
