import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { attributeTypes, type AttributeType, type AttributeValue } from './attribute.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

interface Attribute {
  attributeId: number
  code: string
  label: string
  value: AttributeValue | null
  values: unknown[]
  updatedAt: string | null
}
interface History {
  content: { before: AttributeValue | null; after: AttributeValue | null; by: object }[]
  totalElements: number
}

const options = ['North', 'South', 'East', 'West']

describe('Attribute values over HTTP', () => {
  let t: TestApp
  let office: { accountId: number; base: string; token: string }
  let url: string
  const ids = new Map<AttributeType, number>()

  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
    for (const type of attributeTypes) {
      const body = { label: `The ${type}`, type, ...(type.startsWith('list') ? { options } : {}) }
      const added = await t.call('POST', `${office.base}/attributes`, { token: office.token, body })
      if (added.statusCode !== 201) throw new Error(added.body)
      ids.set(type, added.json<Attribute>().attributeId)
    }
    const { thirdpartyId } = await t.given.thirdParty(office)
    url = `${office.base}/thirdparties/${thirdpartyId}/attributes`
  })
  afterAll(() => t.close())

  const set = (label: string, values: unknown, to = url) =>
    t.call('POST', to, { token: office.token, body: { label, values } })
  const read = async (type: AttributeType, from = url) => {
    const answer = await t.call('GET', from, { token: office.token })
    return answer.json<{ content: Attribute[] }>().content.find((one) => one.attributeId === ids.get(type))
  }
  const history = async (type: AttributeType, from = url) =>
    (
      await t.call('GET', `${from}/${ids.get(type)}/history?size=500`, { token: office.token })
    ).json<History>()
  const eventsOf = async (thirdpartyUrl: string) => {
    const { rows } = await t.admin.query<{ name: string; payload: Buffer; actor_type: string }>(
      `select t.name, d.payload, e.actor_type from event e join event_type t on t.code = e.event_type
       join event_detail d using (account_id, seq)
       where e.account_id = $1 and e.resource_id = $2 and t.name like '%ATTRIBUTE%' order by seq`,
      [office.accountId, Number(/thirdparties\/(\d+)/.exec(thirdpartyUrl)?.[1])],
    )
    return rows.map(({ name, payload, actor_type: actor }) => ({
      name,
      actor,
      data: (JSON.parse(String(payload)) as { data: Record<string, unknown> }).data,
    }))
  }
  const anotherUrl = async (nth: number) =>
    `${office.base}/thirdparties/${(await t.given.thirdParty(office, nth)).thirdpartyId}/attributes`

  test('A new account has the five initial attributes, and a third party no value yet', async () => {
    const fresh = await t.given.office()
    const { thirdpartyId } = await t.given.thirdParty(fresh)
    const answer = await t.call('GET', `${fresh.base}/thirdparties/${thirdpartyId}/attributes`, fresh)
    const { content } = answer.json<{ content: Attribute[] }>()
    expect(content.map(({ code }) => code)).toEqual([
      'CATEGORY',
      'CRITICALITY',
      'ANNUAL_PURCHASE_AMOUNT',
      'BUSINESS_UNIT',
      'INTERNAL_REFERENCE',
    ])
    expect(content[1]).toEqual({
      attributeId: expect.any(Number) as number,
      code: 'CRITICALITY',
      label: 'Criticality',
      type: 'list_unique',
      value: null,
      values: [],
      options: ['High', 'Medium', 'Low'],
      calculated: null,
      failure: null,
      required: false,
      updatedAt: null,
    })
    const short = await t.call('GET', `/thirdparties/${thirdpartyId}/attributes`, fresh)
    expect(short.body).toBe(answer.body)
  })

  const samples: Record<AttributeType, fc.Arbitrary<(string | number | boolean)[]>> = {
    string: fc
      .string({ unit: 'grapheme', maxLength: 300 })
      .filter((text) => !text.includes('\0'))
      .map((text) => [text]),
    boolean: fc.boolean().map((value) => [value]),
    date: fc
      .date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') })
      .map((date) => [date.toISOString().slice(0, 10)]),
    decimal: fc
      .tuple(fc.integer({ min: -999_999_999, max: 999_999_999 }), fc.integer({ min: 0, max: 6 }))
      .map(([digits, places]) => [Number(`${digits}e-${places}`)]),
    percentage: fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }).map((value) => [value]),
    list_unique: fc.constantFrom(...options).map((option) => [option]),
    list_multiple: fc.shuffledSubarray(options, { minLength: 1 }),
  }

  test.each(attributeTypes)('A value of type %s comes back as it was sent', async (type) => {
    const own = await anotherUrl(1 + attributeTypes.indexOf(type))
    await fc.assert(
      fc.asyncProperty(samples[type], async (values) => {
        await set(`The ${type}`, [], own)
        const answer = await set(`The ${type}`, values, own)
        expect(answer.statusCode, answer.body).toBe(200)
        const found = await read(type, own)
        expect(found?.values).toEqual(values.map((value) => (value === 0 ? 0 : value)))
        expect(found?.value).toEqual(type === 'list_multiple' ? found?.values : found?.values[0])
        expect(answer.json()).toEqual(found)
      }),
      { numRuns: 10 },
    )
  })

  test.each<[string, unknown, number, string]>([
    ['No such label', ['x'], 422, 'ATTRIBUTE_UNKNOWN'],
    ['the string', ['x'], 422, 'ATTRIBUTE_UNKNOWN'],
    ['The string', undefined, 400, 'ATTRIBUTE_VALUES_MISSING'],
    ['The string', null, 400, 'ATTRIBUTE_VALUES_MISSING'],
    ['The string', 'x', 400, 'ATTRIBUTE_VALUES_MISSING'],
    ['The string', ['x', 'y'], 422, 'ATTRIBUTE_SINGLE_VALUE'],
    ['The list_unique', ['North', 'South'], 422, 'ATTRIBUTE_SINGLE_VALUE'],
    ['The string', [1], 422, 'ATTRIBUTE_VALUE_TYPE'],
    ['The boolean', ['false'], 422, 'ATTRIBUTE_VALUE_TYPE'],
    ['The decimal', ['1'], 422, 'ATTRIBUTE_VALUE_TYPE'],
    ['The decimal', [{ value: 1 }], 422, 'ATTRIBUTE_VALUE_TYPE'],
    ['The list_multiple', [null], 422, 'ATTRIBUTE_VALUE_TYPE'],
    ['The date', ['2025-02-30'], 422, 'ATTRIBUTE_DATE_INVALID'],
    ['The date', ['2025-01-31T00:00:00'], 422, 'ATTRIBUTE_DATE_INVALID'],
    ['The decimal', [1_000_000_000_000_000], 422, 'ATTRIBUTE_NUMBER_RANGE'],
    ['The percentage', [0.1234567890123456], 422, 'ATTRIBUTE_NUMBER_RANGE'],
    ['The list_unique', ['Up'], 422, 'ATTRIBUTE_OPTION_UNKNOWN'],
    ['The list_multiple', ['North', 'Up'], 422, 'ATTRIBUTE_OPTION_UNKNOWN'],
    ['The list_multiple', ['North', 'North'], 422, 'ATTRIBUTE_OPTION_REPEATED'],
    ['The string', ['x'.repeat(1_001)], 400, 'VALIDATION_FAILED'],
    ['The list_multiple', Array(101).fill('North'), 400, 'VALIDATION_FAILED'],
  ])('The value %s = %j is refused with %i %s', async (label, values, status, code) => {
    const before = await t.call('GET', url, { token: office.token })
    const refused = await set(label, values)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code])
    expect((await t.call('GET', url, { token: office.token })).body).toBe(before.body)
  })

  test('A number beyond all numbers is refused, and an unknown label lists the known ones', async () => {
    const huge = await t.app.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${office.token}`, 'content-type': 'application/json' },
      payload: '{"label":"The decimal","values":[1e400]}',
    })
    expect(huge.json()).toMatchObject({ code: 'ATTRIBUTE_NUMBER_RANGE', pointer: '/values/0' })
    const unknown = await set('Nothing', ['x'])
    expect(unknown.json<{ labels: string[] }>().labels).toContain('Business unit')
    expect(unknown.json<{ detail: string }>().detail).toContain('Business unit')
    const french = await t.call('POST', url, {
      token: office.token,
      body: { label: 'The list_unique', values: ['Up'] },
      headers: { 'accept-language': 'fr' },
    })
    expect(french.json<{ detail: string }>().detail).toContain('North, South, East, West')
  })

  test('Only a real change leaves an event and a line of history', async () => {
    const own = await anotherUrl(9)
    await set('The list_multiple', ['North', 'South'], own)
    const first = await read('list_multiple', own)
    for (const values of [
      ['North', 'South'],
      ['South', 'North'],
    ]) {
      expect((await set('The list_multiple', values, own)).statusCode).toBe(200)
    }
    expect(await read('list_multiple', own)).toEqual(first)
    await set('The list_multiple', ['North'], own)
    await set('The list_multiple', [], own)
    await set('The list_multiple', [], own)
    expect(await read('list_multiple', own)).toMatchObject({ value: null, values: [], updatedAt: null })
    const steps = [
      { before: null, after: ['North', 'South'] },
      { before: ['North', 'South'], after: ['North'] },
      { before: ['North'], after: null },
    ]
    const attribute = { attributeId: ids.get('list_multiple'), label: 'The list_multiple' }
    expect(await eventsOf(own)).toEqual(
      steps.map((step) => ({
        name: 'THIRD_PARTY_ATTRIBUTE_UPDATED',
        actor: 'API_CLIENT',
        data: { ...attribute, code: 'THE_LIST_MULTIPLE', ...step },
      })),
    )
    const { content, totalElements } = await history('list_multiple', own)
    expect(totalElements).toBe(3)
    expect(content.toReversed()).toMatchObject(steps)
    expect(content[0]?.by).toEqual({ type: 'API_CLIENT', id: expect.any(Number) as number })
    const page = await t.call('GET', `${own}/${ids.get('list_multiple')}/history?size=1&page=2`, office)
    expect(page.json()).toMatchObject({ content: [steps[0]], totalElements: 3, totalPages: 3 })
  })

  test('One attribute set by many at once has one history without gap or fork', async () => {
    const own = await anotherUrl(10)
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) => set('The string', [`value ${index % 6}`], own)),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array<number>(24).fill(200))
    const { content } = await history('string', own)
    const steps = content.toReversed()
    let value: AttributeValue | null = null
    for (const step of steps) {
      expect(step.before).toEqual(value)
      expect(step.after).not.toEqual(step.before)
      value = step.after
    }
    expect((await read('string', own))?.value).toBe(value)
    const told = (await eventsOf(own)).map(({ data }) => ({ before: data['before'], after: data['after'] }))
    expect(told).toEqual(steps.map(({ before, after }) => ({ before, after })))
  })

  test('An archived third party keeps its values and accepts no other', async () => {
    const own = await anotherUrl(11)
    await set('The string', ['kept'], own)
    const thirdpartyId = Number(/thirdparties\/(\d+)/.exec(own)?.[1])
    await t.db.write(wholeAccount(office.accountId), (tx) =>
      tx
        .updateTable('thirdparty')
        .set({ archived_at: new Date() })
        .where('thirdparty_id', '=', thirdpartyId)
        .execute(),
    )
    const refused = await set('The string', ['other'], own)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'THIRD_PARTY_ARCHIVED'])
    expect((await read('string', own))?.value).toBe('kept')
  })

  test('A missing or foreign third party, and a missing attribute, are not found', async () => {
    const foreign = await t.given.office()
    const theirs = await t.given.thirdParty(foreign)
    const nowhere = `${office.base}/thirdparties/${theirs.thirdpartyId}/attributes`
    const any = ids.get('string')
    const answers = [
      await t.call('GET', nowhere, office),
      await set('The string', ['x'], nowhere),
      await t.call('GET', `${nowhere}/${any}/history`, office),
      await t.call('GET', `${url}/${theirs.thirdpartyId}/history`, office),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json<{ code: string }>().code])).toEqual([
      ...Array.from({ length: 3 }, () => [404, 'THIRD_PARTY_NOT_FOUND']),
      [404, 'ATTRIBUTE_NOT_FOUND'],
    ])
  })
})
