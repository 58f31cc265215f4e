import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { loadConfig } from '../../config.ts'
import { openReferences } from '../../open-references.ts'
import type { Worker } from '../../platform/jobs/index.ts'
import { jobScope, systemClock } from '../../platform/kernel/index.ts'
import { startWorkers } from '../../worker.ts'
import { recomputeCalculated, setAttributes, setAttributesBulk } from './index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>

describe('Calculated attributes', () => {
  let t: TestApp
  let worker: Worker
  beforeAll(async () => {
    t = await testApp()
    const config = loadConfig({})
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const references = openReferences(config, t.db)
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

  const add = async (office: Office, body: object) => {
    const answer = await t.call('POST', `${office.base}/attributes`, { ...office, body })
    if (answer.statusCode !== 201) throw new Error(answer.body)
    return answer.json<{ attributeId: number }>().attributeId
  }
  const set = (office: Office, thirdpartyId: number, label: string, values: unknown[]) =>
    t.call('POST', `${office.base}/thirdparties/${thirdpartyId}/attributes`, {
      ...office,
      body: { label, values },
    })
  const valuesOf = async (office: Office, thirdpartyId: number) => {
    const url = `${office.base}/thirdparties/${thirdpartyId}/attributes`
    const { content } = (await t.call('GET', url, office)).json<{
      content: { code: string; value: unknown }[]
    }>()
    return Object.fromEntries(content.map(({ code, value }) => [code, value]))
  }
  const eventsOf = async ({ accountId }: Office) => {
    const { rows } = await t.admin.query<{ name: string; actor_type: string; payload: Buffer }>(
      `select t.name, e.actor_type, d.payload from event e join event_type t on t.code = e.event_type
       join event_detail d using (account_id, seq)
       where e.account_id = $1 and t.name like '%ATTRIBUTE%' order by seq`,
      [accountId],
    )
    return rows.map(({ name, actor_type: actor, payload }) => {
      const { code, before, after } = (
        JSON.parse(String(payload)) as { data: { code: string; before: unknown; after: unknown } }
      ).data
      return [name.replace('THIRD_PARTY_', ''), actor, code, before, after]
    })
  }
  const calculated = 'CALCULATED_ATTRIBUTE_UPDATED'
  const entered = 'ATTRIBUTE_UPDATED'
  const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 100_000, interval: 50 })

  const withTax = {
    label: 'With tax',
    type: 'decimal',
    calculated: 'attributes.ANNUAL_PURCHASE_AMOUNT * 1.2',
  }
  const level = {
    label: 'Level',
    type: 'list_unique',
    options: ['Big', 'Small'],
    calculated: 'attributes.WITH_TAX > 1000 ? "Big" : "Small"',
  }

  test('Calculated attributes follow their inputs in the same transaction, each after what it reads', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    await add(office, withTax)
    await add(office, level)
    await set(office, thirdpartyId, 'Annual purchase amount', [900.1])
    expect(await valuesOf(office, thirdpartyId)).toMatchObject({ WITH_TAX: 1080.12, LEVEL: 'Big' })
    await set(office, thirdpartyId, 'Annual purchase amount', [900.2])
    await set(office, thirdpartyId, 'Annual purchase amount', [])
    await set(office, thirdpartyId, 'Business unit', ['no input of anything'])
    expect(await valuesOf(office, thirdpartyId)).toMatchObject({ WITH_TAX: null, LEVEL: null })
    expect(await eventsOf(office)).toEqual([
      [entered, 'API_CLIENT', 'ANNUAL_PURCHASE_AMOUNT', null, 900.1],
      [calculated, 'API_CLIENT', 'WITH_TAX', null, 1080.12],
      [calculated, 'API_CLIENT', 'LEVEL', null, 'Big'],
      [entered, 'API_CLIENT', 'ANNUAL_PURCHASE_AMOUNT', 900.1, 900.2],
      [calculated, 'API_CLIENT', 'WITH_TAX', 1080.12, 1080.24],
      [entered, 'API_CLIENT', 'ANNUAL_PURCHASE_AMOUNT', 900.2, null],
      [calculated, 'API_CLIENT', 'WITH_TAX', 1080.24, null],
      [calculated, 'API_CLIENT', 'LEVEL', 'Big', null],
      [entered, 'API_CLIENT', 'BUSINESS_UNIT', null, 'no input of anything'],
    ])
  })

  test('A calculated attribute cannot be set', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    await add(office, withTax)
    for (const values of [[1], []]) {
      const refused = await set(office, thirdpartyId, 'With tax', values)
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
        422,
        'ATTRIBUTE_READ_ONLY',
      ])
    }
  })

  test('Adding or changing a definition recalculates the whole portfolio', async () => {
    const office = await t.given.office()
    const ids: number[] = []
    for (const nth of [0, 1, 2]) ids.push((await t.given.thirdParty(office, nth)).thirdpartyId)
    const isFrench = { label: 'French', type: 'boolean', calculated: 'thirdparty.countryCode == "FR"' }
    const attributeId = await add(office, isFrench)
    await eventually(async () => {
      for (const id of ids) expect((await valuesOf(office, id))['FRENCH']).toBe(true)
    })
    const body = { calculated: 'thirdparty.countryCode != "FR"' }
    await t.call('PATCH', `${office.base}/attributes/${attributeId}`, { ...office, body })
    await eventually(async () => {
      for (const id of ids) expect((await valuesOf(office, id))['FRENCH']).toBe(false)
    })
    const told = await eventsOf(office)
    expect(told).toHaveLength(6)
    expect(told.every(([name, actor]) => name === calculated && actor === 'JOB')).toBe(true)
  })

  test('Several attributes are set at once, all or nothing', async () => {
    const office = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(office)
    await add(office, withTax)
    const scope = jobScope(office.accountId, 'test')
    const amount = { label: 'Annual purchase amount', values: [10] }
    const tryBoth = (second: { label: string; values: unknown[] }) =>
      t.db.write(scope, (tx) => setAttributes(tx, scope, thirdpartyId, [amount, second]))
    await expect(tryBoth({ label: 'Criticality', values: ['None'] })).rejects.toMatchObject({
      code: 'ATTRIBUTE_OPTION_UNKNOWN',
      members: { pointer: '/attributes/1/values/0' },
    })
    await expect(tryBoth(amount)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    expect(await valuesOf(office, thirdpartyId)).toMatchObject({ ANNUAL_PURCHASE_AMOUNT: null })
    await tryBoth({ label: 'Criticality', values: ['High'] })
    expect(await valuesOf(office, thirdpartyId)).toMatchObject({
      ANNUAL_PURCHASE_AMOUNT: 10,
      CRITICALITY: 'High',
      WITH_TAX: 12,
    })
  })

  test('Thousands of values are set in one statement, and jobs calculate what follows from them', async () => {
    const office = await t.given.office()
    await add(office, withTax)
    const count = 1_200
    const scope = jobScope(office.accountId, 'import')
    const ids = await t.db.write(scope, async (tx) => {
      const made = await tx
        .insertInto('thirdparty')
        .values(
          Array.from({ length: count }, (_, index) => ({
            account_id: office.accountId,
            identifier_code: 'CIT003',
            wire: '',
            source: 'UNMANAGED',
            identifier_value: String(index),
            identity_status: 'NOT_FOUND',
            name: `Company ${index}`,
            created_at: new Date(),
            updated_at: new Date(),
          })),
        )
        .returning('thirdparty_id')
        .execute()
      return made.map((row) => row.thirdparty_id)
    })
    const rows = ids.map((thirdpartyId, index) => ({
      thirdpartyId,
      attributes: [
        { label: 'Annual purchase amount', values: [index + 1] },
        { label: 'Business unit', values: [`Unit ${index % 7}`] },
      ],
    }))
    expect(await t.db.write(scope, (tx) => setAttributesBulk(tx, scope, rows))).toBe(2 * count)
    expect(await t.db.write(scope, (tx) => setAttributesBulk(tx, scope, rows))).toBe(0)
    await eventually(async () => {
      const { rows: found } = await t.admin.query<{ n: number; sum: string }>(
        `select count(*)::int as n, sum((v.value #>> '{}')::numeric)::text as sum from attribute_value v
         join attribute_definition d using (account_id, attribute_id)
         where v.account_id = $1 and d.code = 'WITH_TAX'`,
        [office.accountId],
      )
      expect(found).toEqual([{ n: count, sum: String((count * (count + 1) * 1.2) / 2) + '.0' }])
    })
    const told = await eventsOf(office)
    expect(told).toHaveLength(3 * count)
  })

  test('Identity is an input that is recalculated on demand, except for archived third parties', async () => {
    const office = await t.given.office()
    const live = await t.given.thirdParty(office, 0)
    const archived = await t.given.thirdParty(office, 1)
    await add(office, { label: 'Struck', type: 'boolean', calculated: 'thirdparty.status == "STRUCK_OFF"' })
    const ids = [live.thirdpartyId, archived.thirdpartyId]
    await eventually(async () => {
      for (const id of ids) expect((await valuesOf(office, id))['STRUCK']).toBe(false)
    })
    const scope = jobScope(office.accountId, 'identity')
    const changed = await t.db.write(scope, async (tx) => {
      await tx
        .updateTable('thirdparty')
        .set({ status: 'STRUCK_OFF' })
        .where('account_id', '=', office.accountId)
        .execute()
      await tx
        .updateTable('thirdparty')
        .set({ archived_at: new Date() })
        .where('thirdparty_id', '=', archived.thirdpartyId)
        .execute()
      return recomputeCalculated(tx, scope, ids)
    })
    expect(changed).toBe(1)
    expect(await valuesOf(office, live.thirdpartyId)).toMatchObject({ STRUCK: true })
    expect(await valuesOf(office, archived.thirdpartyId)).toMatchObject({ STRUCK: false })
  })

  describe('Preview of a draft', () => {
    const preview = (office: Office, body: object) =>
      t.call('POST', `${office.base}/attributes/preview`, { ...office, body })

    test('A preview shows what a draft yields, what is missing and what fails, and stores nothing', async () => {
      const office = await t.given.office()
      const first = await t.given.thirdParty(office, 0)
      const second = await t.given.thirdParty(office, 1)
      await set(office, first.thirdpartyId, 'Annual purchase amount', [3])
      const draft = { type: 'decimal', calculated: 'attributes.ANNUAL_PURCHASE_AMOUNT * 2' }
      const answer = await preview(office, draft)
      expect(answer.json()).toMatchObject({
        dependsOn: ['ANNUAL_PURCHASE_AMOUNT'],
        content: [
          { thirdpartyId: first.thirdpartyId, outcome: 'VALUE', value: 6, values: [6], reason: null },
          { thirdpartyId: second.thirdpartyId, outcome: 'MISSING', value: null, values: [] },
        ],
      })
      const only = await preview(office, {
        type: 'decimal',
        calculated: 'attributes.ANNUAL_PURCHASE_AMOUNT / 0',
        thirdpartyIds: [first.thirdpartyId],
      })
      expect(only.json()).toMatchObject({ content: [{ outcome: 'FAILED' }] })
      const list = await t.call('GET', `${office.base}/attributes`, office)
      expect(list.json<{ content: unknown[] }>().content).toHaveLength(5)
    })

    test.each<[object, number, string]>([
      [{ type: 'decimal', calculated: 'attributes.NOPE' }, 422, 'ATTRIBUTE_EXPRESSION_INVALID'],
      [{ type: 'decimal', calculated: 'attributes.SELF', code: 'SELF' }, 422, 'ATTRIBUTE_EXPRESSION_CYCLE'],
      [{ type: 'decimal', calculated: '1', thirdpartyIds: [1] }, 404, 'THIRD_PARTY_NOT_FOUND'],
      [{ type: 'decimal', calculated: '1', thirdpartyIds: Array(21).fill(1) }, 400, 'VALIDATION_FAILED'],
      [{ type: 'list_unique', calculated: '"a"' }, 422, 'ATTRIBUTE_OPTIONS_INVALID'],
    ])('The draft %j is refused with %i %s', async (body, status, code) => {
      const office = await t.given.office()
      const refused = await preview(office, body)
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code])
    })
  })
})
