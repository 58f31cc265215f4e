import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf, type Desk } from '../../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { jobScope } from '../../../platform/kernel/index.ts'
import { recomputeAttributes } from '../../attributes/index.ts'

interface Attribute {
  attributeId: number
  code: string
  label: string
  value: unknown
}

describe('Attributes of dossiers', () => {
  let t: TestApp
  let d: Desk
  let dossierId: number
  beforeAll(async () => {
    t = await testApp()
    d = await desk(t)
    dossierId = (await t.given.dossier(d, d.thirdpartyId)).dossierId
    await define({ label: 'Site', type: 'list_multiple', options: ['Lyon', 'Brest'] })
    await define({ label: 'Budget', type: 'decimal' })
    await define({ label: 'Heavy', type: 'boolean', calculated: 'attributes.BUDGET > 1000.0' })
    await define({ label: 'Country', type: 'string', calculated: 'thirdparty.countryCode' })
    await d.names()
  })
  afterAll(() => t.close())

  const define = async (body: object) => {
    const answer = await d.post('/attributes', { ...body, scope: 'DOSSIER' })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  const set = (label: string, values: unknown) =>
    d.post(`/dossiers/${dossierId}/attributes`, { label, values })
  const values = async (id = dossierId) => {
    const answer = await d.get(`/dossiers/${id}/attributes`)
    const { content } = answer.json<{ content: Attribute[] }>()
    const { attributes } = (await d.get(`/dossiers/${id}`)).json<{ attributes: Attribute[] }>()
    expect(attributes).toEqual(content)
    return Object.fromEntries(content.map(({ code, value }) => [code, value]))
  }
  /** What the worker does, in the test’s own time. */
  const job = async (thirdpartyIds: number[] | null) => {
    const scope = jobScope(d.accountId, 'attributes.recompute')
    const context = { db: t.db, scope, signal: new AbortController().signal }
    await recomputeAttributes({ accountId: d.accountId, thirdpartyIds }, context as never)
  }

  test('Attributes of a dossier are set, changed and cleared, and calculated ones follow', async () => {
    expect(await values()).toEqual({ SITE: null, BUDGET: null, HEAVY: null, COUNTRY: null })
    const answer = await set('Budget', [1500])
    expect(answer.json()).toMatchObject({ code: 'BUDGET', value: 1500, values: [1500], calculated: null })
    const told = await d.told()
    expect(told.map(({ name, data }) => [name, data['code'], data['before'], data['after']])).toEqual([
      ['DOSSIER_ATTRIBUTE_UPDATED', 'BUDGET', null, 1500],
      ['DOSSIER_CALCULATED_ATTRIBUTE_UPDATED', 'HEAVY', null, true],
      ['DOSSIER_CALCULATED_ATTRIBUTE_UPDATED', 'COUNTRY', null, 'FR'],
    ])
    expect(told.every((one) => one.dossierId === dossierId)).toBe(true)
    await set('Budget', [1500])
    expect(await d.names()).toEqual([])
    await set('Site', ['Brest', 'Lyon'])
    await set('Budget', [])
    expect(await values()).toEqual({ SITE: ['Brest', 'Lyon'], BUDGET: null, HEAVY: null, COUNTRY: 'FR' })
    const ever = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00'
    const found = await d.get(`/dossiers/search?eventNames=DOSSIER_ATTRIBUTE_UPDATED&${ever}`)
    expect(found.json<{ content: { dossierId: number }[] }>().content[0]?.dossierId).toBe(dossierId)
  })

  test('Attributes of a new dossier, and after a new definition, are calculated by the job', async () => {
    const other = await t.given.dossier(d, d.thirdpartyId, 'CSR')
    const { rows } = await t.admin.query<{ payload: { thirdpartyIds: number[] } }>(
      `select payload from graphile_worker._private_jobs j
       join graphile_worker._private_tasks k on k.id = j.task_id where k.identifier = 'attributes.recompute'`,
    )
    expect(rows.some(({ payload }) => payload.thirdpartyIds?.includes(d.thirdpartyId))).toBe(true)
    expect(await values(other.dossierId)).toMatchObject({ COUNTRY: null })
    await d.names()
    await job([d.thirdpartyId])
    expect(await values(other.dossierId)).toMatchObject({ COUNTRY: 'FR' })
    expect(await d.names()).toEqual(['DOSSIER_CALCULATED_ATTRIBUTE_UPDATED'])
    await job(null)
    expect(await d.names()).toEqual([])
  })

  test('Attributes of dossiers are refused like those of third parties', async () => {
    expect(problemOf(await set('Criticality', ['High']))).toEqual([422, 'ATTRIBUTE_UNKNOWN'])
    expect(problemOf(await set('Heavy', [true]))).toEqual([422, 'ATTRIBUTE_READ_ONLY'])
    expect(problemOf(await set('Site', ['Paris']))).toEqual([422, 'ATTRIBUTE_OPTION_UNKNOWN'])
    expect(problemOf(await set('Budget', ['12']))).toEqual([422, 'ATTRIBUTE_VALUE_TYPE'])
    expect(problemOf(await d.post(`/dossiers/${dossierId}/attributes`, { label: 'Site' }))).toEqual([
      400,
      'ATTRIBUTE_VALUES_MISSING',
    ])
    expect(problemOf(await d.get('/dossiers/999999999/attributes'))).toEqual([404, 'DOSSIER_NOT_FOUND'])
    await d.post(`/dossiers/${dossierId}/archive`)
    expect(problemOf(await set('Budget', [1]))).toEqual([409, 'DOSSIER_ARCHIVED'])
  })
})
