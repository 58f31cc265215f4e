import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { jobScope } from '../../platform/kernel/index.ts'
import { addCompanions } from '../thirdparties/add-thirdparty.ts'
import { setAttributesBulk } from './index.ts'

type Values = Record<string, unknown>
interface Page {
  content: { thirdpartyId: number; siren: string | null }[]
  totalElements: number
  next: string | null
}

const count = 120
const options = ['North', 'South', 'East']
const labels: Record<string, string> = {
  ANNUAL_PURCHASE_AMOUNT: 'Annual purchase amount',
  BUSINESS_UNIT: 'Business unit',
  CRITICALITY: 'Criticality',
  SIGNED: 'Signed',
  AUDITED_ON: 'Audited on',
  REGIONS: 'Regions',
}

/** Holes everywhere, many equal values, and numbers that sort otherwise as text. */
function valuesOf(n: number): Values {
  return {
    ...(n % 3 > 0 && { ANNUAL_PURCHASE_AMOUNT: ((n * 7) % 40) - 10.5 }),
    ...(n % 4 > 0 && { BUSINESS_UNIT: ['alpha', 'Beta', 'é', 'zed'][n % 4] }),
    ...(n % 5 > 0 && { CRITICALITY: ['High', 'Medium', 'Low'][n % 3] }),
    ...(n % 7 > 1 && { SIGNED: n % 2 === 0 }),
    ...(n % 2 > 0 && { AUDITED_ON: `2026-0${1 + (n % 9)}-15` }),
    ...(n % 6 > 2 && { REGIONS: options.slice(n % 3) }),
  }
}

describe('Attributes of the portfolio', () => {
  let t: TestApp
  let office: Awaited<ReturnType<TestApp['given']['office']>>
  const known = new Map<number, Values>()

  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
    for (const [code, type, more] of [
      ['SIGNED', 'boolean', {}],
      ['AUDITED_ON', 'date', {}],
      ['REGIONS', 'list_multiple', { options }],
    ] as const) {
      const body = { code, label: labels[code], type, ...more }
      const made = await t.call('POST', `${office.base}/attributes`, { ...office, body })
      if (made.statusCode !== 201) throw new Error(made.body)
    }
    const scope = jobScope(office.accountId, 'test')
    await t.db.write(scope, async (tx) => {
      const { rows } = await tx.executeQuery<{ thirdparty_id: number; n: number }>(
        CompiledQuery.raw(
          `insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, code, name,
             country_code, archived_at, created_at, updated_at, wire)
           select $1, 'CIT003', 150000000 + n, 'UNMANAGED', 'COMPLETE', n, 'Company ' || n, 'FR', null, now(), now(), ''
           from generate_series(1, ${count}) n returning thirdparty_id, code::int as n`,
          [office.accountId],
        ),
      )
      for (const row of rows) known.set(row.thirdparty_id, valuesOf(row.n))
      await addCompanions(tx, scope, [...known.keys()])
      await setAttributesBulk(
        tx,
        scope,
        [...known].map(([thirdpartyId, values]) => ({
          thirdpartyId,
          attributes: Object.entries(values).map(([code, value]) => ({
            label: labels[code] ?? '',
            values: [value].flat(),
          })),
        })),
      )
    })
  })
  afterAll(() => t.close())

  const ask = (query: Record<string, string>, path = '') =>
    t.call('GET', `${office.base}/thirdparties${path}?${new URLSearchParams(query).toString()}`, office)
  const page = async (query: Record<string, string>) => {
    const answer = await ask(query)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Page>()
  }
  const ids = (found: Page) => found.content.map(({ thirdpartyId }) => thirdpartyId)
  const exported = async (query: Record<string, string>) => {
    const answer = await ask(query, '/export.csv')
    expect(answer.statusCode, answer.body).toBe(200)
    const [, ...lines] = answer.body.trim().split('\r\n')
    return lines.map((line) => Number(line.split(',')[0]))
  }

  const conditions: Record<string, [string[], (value: never, asked: string) => boolean]> = {
    'attribute.ANNUAL_PURCHASE_AMOUNT': [['10.5', '-3.5', '9999'], (v: number, a) => v === Number(a)],
    'attribute.ANNUAL_PURCHASE_AMOUNT.min': [['-3.5', '9', '100'], (v: number, a) => v >= Number(a)],
    'attribute.ANNUAL_PURCHASE_AMOUNT.max': [['20', '-10.5'], (v: number, a) => v <= Number(a)],
    'attribute.BUSINESS_UNIT': [['alpha', 'é', 'Alpha'], (v: string, a) => v === a],
    'attribute.CRITICALITY': [['High', 'Low'], (v: string, a) => v === a],
    'attribute.CRITICALITY.max': [['Medium'], (v: string) => v !== 'Low'],
    'attribute.SIGNED': [['true', 'false'], (v: boolean, a) => String(v) === a],
    'attribute.AUDITED_ON.min': [['2026-05-15', '2026-05-16'], (v: string, a) => v >= a],
    'attribute.REGIONS': [['East', 'North'], (v: string[], a) => v.includes(a)],
  }
  const code = (parameter: string) => parameter.split('.')[1] ?? ''
  const empty = (parameter: string) => (/m[ai][nx]$/.test(parameter) ? [] : [''])
  const filters = fc.record(
    Object.fromEntries(
      Object.entries(conditions).map(([name, [asked]]) => [name, fc.constantFrom(...asked, ...empty(name))]),
    ),
    { requiredKeys: [] },
  )
  const narrow = fc.subarray(Object.keys(conditions), { maxLength: 2 })
  const sortable = ['ANNUAL_PURCHASE_AMOUNT', 'CRITICALITY', 'SIGNED', 'AUDITED_ON']
  const sorts = fc.constantFrom(undefined, ...sortable.flatMap((one) => [one, `${one},asc`, `${one},desc`]))

  const rank = (value: unknown) =>
    typeof value === 'string' && !value.startsWith('2')
      ? ['High', 'Medium', 'Low'].indexOf(value)
      : typeof value === 'string'
        ? Date.parse(value)
        : Number(value)

  const expected = (filter: Record<string, string>, sort: string | undefined) => {
    const kept = [...known].filter(([, values]) =>
      Object.entries(filter).every(([name, asked]) => {
        const value = values[code(name)]
        if (asked === '') return value === undefined
        return value !== undefined && conditions[name]?.[1](value as never, asked)
      }),
    )
    if (sort === undefined) return kept.map(([id]) => id).toSorted((a, b) => b - a)
    const [field = '', direction] = sort.split(',')
    const sign = direction === 'desc' ? -1 : 1
    const keyed = kept.map(([id, values]) => ({ id, key: values[field] }))
    return keyed
      .toSorted((a, b) => {
        if (a.key === undefined || b.key === undefined)
          return a.key === b.key ? sign * (a.id - b.id) : a.key === undefined ? 1 : -1
        return sign * (rank(a.key) - rank(b.key) || a.id - b.id)
      })
      .map(({ id }) => id)
  }

  test('Any conditions in any order match what the values say, by cursors, by pages and in the file', async () => {
    const property = fc.asyncProperty(
      filters,
      narrow,
      sorts,
      fc.constantFrom(23, 50, 500),
      async (all, names, sort, size) => {
        const filter = Object.fromEntries(
          Object.entries(all as Record<string, string>).filter(([name]) => names.includes(name)),
        )
        const asked = { ...filter, ...(sort !== undefined && { sort: `attribute.${sort}` }) }
        const query = { ...asked, size: String(size) }
        const wanted = expected(filter, sort)
        const walked: number[] = []
        for (let next: string | null = ''; next !== null;) {
          const found: Page = await page(next === '' ? query : { ...query, cursor: next })
          expect(found.totalElements).toBe(wanted.length)
          walked.push(...ids(found))
          next = found.next
        }
        expect(walked).toEqual(wanted)
        const nth = Math.floor(wanted.length / size)
        expect(ids(await page({ ...query, page: String(nth) }))).toEqual(wanted.slice(nth * size))
        expect(await exported(asked)).toEqual(wanted)
      },
    )
    await fc.assert(property, { numRuns: 20 })
  })

  test('Texts follow the order of the database, those without one last in both directions', async () => {
    const up = ids(await page({ sort: 'attribute.BUSINESS_UNIT', size: '500' }))
    const down = ids(await page({ sort: 'attribute.BUSINESS_UNIT,desc', size: '500' }))
    const units = (list: number[]) => list.map((id) => known.get(id)?.['BUSINESS_UNIT'])
    const groups = (list: unknown[]) => list.filter((one, index) => one !== list[index - 1])
    expect(groups(units(up))).toHaveLength(4)
    expect(groups(units(down))).toEqual([...groups(units(up)).slice(0, 3).toReversed(), undefined])
  })

  test('Attribute conditions narrow the search by events too', async () => {
    const events = {
      eventNames: 'THIRD_PARTY_ATTRIBUTE_UPDATED',
      eventOccurrenceStartDate: '2020-01-01T00:00:00',
      eventOccurrenceEndDate: '2099-12-31T23:59:59',
      'attribute.SIGNED': 'true',
      size: '500',
    }
    const found = (await ask(events, '/search')).json<Page>()
    expect(ids(found).toSorted((a, b) => b - a)).toEqual(expected({ 'attribute.SIGNED': 'true' }, undefined))
    expect(found.totalElements).toBe(found.content.length)
    expect(await exported(events as never).catch(() => 'refused')).toBe('refused')
    const { size: _none, ...rest } = events
    expect(await exported(rest)).toHaveLength(found.content.length)
  })

  test.each<[Record<string, string>, number, string, string]>([
    [{ 'attribute.NOBODY': 'x' }, 422, 'ATTRIBUTE_UNKNOWN', 'attribute.NOBODY'],
    [{ sort: 'attribute.NOBODY,desc' }, 422, 'ATTRIBUTE_UNKNOWN', 'sort'],
    [{ sort: 'attribute.REGIONS' }, 422, 'ATTRIBUTE_VALUE_TYPE', 'sort'],
    [
      { 'attribute.ANNUAL_PURCHASE_AMOUNT': 'much' },
      422,
      'ATTRIBUTE_VALUE_TYPE',
      'attribute.ANNUAL_PURCHASE_AMOUNT',
    ],
    [
      { 'attribute.ANNUAL_PURCHASE_AMOUNT.min': '' },
      422,
      'ATTRIBUTE_VALUE_TYPE',
      'attribute.ANNUAL_PURCHASE_AMOUNT.min',
    ],
    [{ 'attribute.SIGNED': 'yes' }, 422, 'ATTRIBUTE_VALUE_TYPE', 'attribute.SIGNED'],
    [{ 'attribute.SIGNED.max': 'true' }, 422, 'ATTRIBUTE_VALUE_TYPE', 'attribute.SIGNED.max'],
    [{ 'attribute.AUDITED_ON.min': '2026-02-30' }, 422, 'ATTRIBUTE_DATE_INVALID', 'attribute.AUDITED_ON.min'],
    [{ 'attribute.CRITICALITY': 'high' }, 422, 'ATTRIBUTE_OPTION_UNKNOWN', 'attribute.CRITICALITY'],
    [{ 'attribute.REGIONS': 'Up' }, 422, 'ATTRIBUTE_OPTION_UNKNOWN', 'attribute.REGIONS'],
    [{ 'attribute.signed': 'true' }, 400, 'PARAMETER_UNKNOWN', 'attribute.signed'],
    [{ 'attribute.SIGNED.not': 'true' }, 400, 'PARAMETER_UNKNOWN', 'attribute.SIGNED.not'],
    [{ attribute: 'x' }, 400, 'PARAMETER_UNKNOWN', 'attribute'],
    [{ staus: 'ACTIVE' }, 400, 'PARAMETER_UNKNOWN', 'staus'],
  ])('The condition %j is refused with %i %s', async (query, status, problem, parameter) => {
    for (const path of ['', '/export.csv']) {
      expect((await ask(query, path)).json()).toMatchObject({ status, code: problem, parameter })
    }
  })

  test('A cursor continues only its own conditions and order, however they were sent', async () => {
    const query = {
      'attribute.SIGNED': 'true',
      'attribute.CRITICALITY': '',
      sort: 'attribute.AUDITED_ON',
      size: '2',
    }
    const { next } = await page(query)
    const { sort, size, ...turned } = query
    const again = {
      sort,
      size,
      ...Object.fromEntries(Object.entries(turned).toReversed()),
      cursor: next ?? '',
    }
    expect(ids(await page(again))).toEqual(expected(turned, 'AUDITED_ON').slice(2, 4))
    for (const other of [
      { 'attribute.SIGNED': 'false' },
      { 'attribute.SIGNED.min': 'true' },
      { sort: 'attribute.AUDITED_ON,desc' },
      { sort: 'attribute.SIGNED' },
    ]) {
      const refused = await ask({ ...query, ...other, cursor: next ?? '' })
      expect(refused.json()).toMatchObject({ code: 'PAGE_TOKEN_INVALID' })
    }
  })

  test('Too many conditions are refused, and so is the name of the description itself', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`attribute.A${n}`, 'x']))
    expect((await ask(many)).json()).toMatchObject({ status: 400, errors: [{ code: 'FIELD_TOO_MANY' }] })
    expect((await ask({ attributes: 'x' })).json()).toMatchObject({
      status: 400,
      errors: [{ code: 'FIELD_TYPE' }],
    })
    expect((await ask({ sort: 'attribute.' })).json()).toMatchObject({ code: 'VALIDATION_FAILED' })
  })
})
