import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { loadConfig } from '../../config.ts'
import { openReferences } from '../../open-references.ts'
import type { Worker } from '../../platform/jobs/index.ts'
import { systemClock } from '../../platform/kernel/index.ts'
import { startWorkers } from '../../worker.ts'
import { sampleIdentifiers, type References } from '../references/index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

describe('Third parties with attributes', () => {
  let t: TestApp
  let worker: Worker
  let registers: References
  /** Stands before the bundled registers: silent, or with another word on each company. */
  let answer: References['find']

  beforeAll(async () => {
    const config = loadConfig({})
    // The bundled registers need no database.
    registers = openReferences(config, {} as never)
    answer = (...asked) => registers.find(...asked)
    const references: References = { ...registers, find: (...asked) => answer(...asked) }
    t = await testApp({ references })
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    worker = await startWorkers({
      config,
      appUrl: t.appUrl,
      clock: systemClock,
      references,
      store: t.store,
      log,
    })
  })
  afterAll(async () => {
    await worker.stop()
    await t.close()
  })

  const add = async (office: Office, nth: number, more: object = {}) => {
    const legalIdentifier = (await sampleIdentifiers())[nth]
    return t.call('POST', `${office.base}/thirdparties`, { ...office, body: { legalIdentifier, ...more } })
  }
  const define = async (office: Office, label: string, calculated: string) => {
    const body = { label, type: 'string', calculated }
    expect((await t.call('POST', `${office.base}/attributes`, { ...office, body })).statusCode).toBe(201)
  }
  const valuesOf = async (office: Office, thirdpartyId: number) => {
    const url = `${office.base}/thirdparties/${thirdpartyId}/attributes`
    const { content } = (await t.call('GET', url, office)).json<{
      content: { code: string; value: unknown }[]
    }>()
    return Object.fromEntries(content.map(({ code, value }) => [code, value]))
  }
  const eventsOf = async ({ accountId }: Office) => {
    const { rows } = await t.admin.query<{ name: string }>(
      `select t.name from event e join event_type t on t.code = e.event_type
       where e.account_id = $1 and t.name like 'THIRD_PARTY%' order by seq`,
      [accountId],
    )
    return rows.map(({ name }) => name.replace('THIRD_PARTY_', ''))
  }
  const idOf = (added: Awaited<ReturnType<typeof add>>) => {
    expect(added.statusCode, added.body).toBe(201)
    return added.json<{ thirdpartyId: number }>().thirdpartyId
  }

  test('A third party is added with its attributes, in one transaction and in order', async () => {
    const office = await t.given.office()
    await define(office, 'Called', 'thirdparty.name + " " + attributes.BUSINESS_UNIT')
    const attributes = [
      { label: 'Criticality', values: ['High'] },
      { label: 'Business unit', values: ['Plant 4'] },
      { label: 'Category', values: [] },
    ]
    const added = await add(office, 0, { code: 'SUP-1', attributes })
    const id = idOf(added)
    const { name } = added.json<{ name: string }>()
    expect(await valuesOf(office, id)).toMatchObject({
      CRITICALITY: 'High',
      BUSINESS_UNIT: 'Plant 4',
      CATEGORY: null,
      CALLED: `${name} Plant 4`,
    })
    expect(await eventsOf(office)).toEqual([
      'ADDED',
      'ATTRIBUTE_UPDATED',
      'ATTRIBUTE_UPDATED',
      'CALCULATED_ATTRIBUTE_UPDATED',
    ])
    const { content } = (await t.call('GET', `${office.base}/thirdparties`, office)).json<{
      content: { summary: { criticality: string } }[]
    }>()
    expect(content[0]?.summary.criticality).toBe('High')
  })

  test.each<[string, object, object]>([
    [
      'an unknown label',
      { label: 'Colour', values: ['red'] },
      { code: 'ATTRIBUTE_UNKNOWN', pointer: '/attributes/1/label' },
    ],
    [
      'another type',
      { label: 'Business unit', values: [7] },
      { code: 'ATTRIBUTE_VALUE_TYPE', pointer: '/attributes/1/values/0' },
    ],
    [
      'no option',
      { label: 'Category', values: ['Art'] },
      { code: 'ATTRIBUTE_OPTION_UNKNOWN', pointer: '/attributes/1/values/0' },
    ],
    [
      'two values',
      { label: 'Category', values: ['IT', 'IT'] },
      { code: 'ATTRIBUTE_SINGLE_VALUE', pointer: '/attributes/1/values' },
    ],
    [
      'a calculated one',
      { label: 'Fixed', values: ['x'] },
      { code: 'ATTRIBUTE_READ_ONLY', pointer: '/attributes/1/values' },
    ],
    ['no values', { label: 'Category' }, { status: 400, code: 'ATTRIBUTE_VALUES_MISSING' }],
    ['a label twice', { label: 'Criticality', values: ['Low'] }, { status: 400, code: 'VALIDATION_FAILED' }],
    [
      'a field too many',
      { label: 'Category', values: [], code: 'X' },
      { status: 400, code: 'VALIDATION_FAILED' },
    ],
  ])('A third party is not added with %s', async (_what, wrong, problem) => {
    const office = await t.given.office()
    await define(office, 'Fixed', '"x"')
    const attributes = [{ label: 'Criticality', values: ['High'] }, wrong]
    const refused = await add(office, 0, { attributes })
    expect(refused.json()).toMatchObject({ status: 422, ...problem })
    expect(await eventsOf(office)).toEqual([])
    expect((await t.call('GET', `${office.base}/thirdparties`, office)).json()).toMatchObject({
      totalElements: 0,
    })
    const { rowCount } = await t.admin.query('select from attribute_value where account_id = $1', [
      office.accountId,
    ])
    expect(rowCount).toBe(0)
  })

  test('A third party is not added with a hundred and one attributes', async () => {
    const office = await t.given.office()
    const attributes = Array.from({ length: 101 }, (_, n) => ({ label: `L${n}`, values: [] }))
    expect((await add(office, 0, { attributes })).json()).toMatchObject({
      status: 400,
      code: 'VALIDATION_FAILED',
    })
  })

  test('Calculated attributes follow the identity when it is added, refreshed, completed, changed, archived and restored', async () => {
    const office = await t.given.office()
    await define(
      office,
      'Shown',
      'thirdparty.identityStatus + " " + (has(thirdparty.name) ? thirdparty.name : "?")',
    )
    await define(office, 'Reference', 'thirdparty.code')
    const known = idOf(await add(office, 0, { code: 'A' }))
    const before = await valuesOf(office, known)
    expect(before).toMatchObject({ SHOWN: 'COMPLETE ATELIERS VALMÉRAC', REFERENCE: 'A' })
    const becomes = (id: number, values: object) =>
      vi.waitFor(async () => expect(await valuesOf(office, id)).toMatchObject(values), {
        timeout: 100_000,
        interval: 50,
      })
    const on = (id: number, path = '') => `${office.base}/thirdparties/${id}${path}`

    answer = () => Promise.resolve({ kind: 'UNAVAILABLE', reason: 'silent' })
    const pending = idOf(await add(office, 1))
    expect(await valuesOf(office, pending)).toMatchObject({ SHOWN: 'PENDING ?', REFERENCE: null })

    answer = async (...asked) => {
      const found = await registers.find(...asked)
      return found.kind === 'FOUND' ? { ...found, company: { ...found.company, name: 'NEW NAME' } } : found
    }
    await t.admin.query(`update graphile_worker._private_jobs set run_at = now() where attempts > 0`)
    await becomes(pending, { SHOWN: 'COMPLETE NEW NAME' })
    expect((await t.call('POST', on(known, '/refresh'), office)).json()).toMatchObject({ outcome: 'CHANGED' })
    await becomes(known, { SHOWN: 'COMPLETE NEW NAME' })

    await t.call('PATCH', on(known), { ...office, body: { code: 'B' } })
    await becomes(known, { REFERENCE: 'B' })
    await t.call('POST', on(known, '/archive'), office)
    await define(office, 'Later', 'thirdparty.code')
    await becomes(pending, { LATER: null })
    expect(await valuesOf(office, known)).toMatchObject({ LATER: null })
    await t.call('POST', on(known, '/reactivate'), office)
    await becomes(known, { LATER: 'B' })
  })
})
