import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeThirdParties } from '../../../test/harness/companions.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

interface Row {
  thirdpartyId: number
  code: string | null
  name: string | null
  tradeName: string | null
  siren: string | null
  duns: string | null
  legalIdentifier: { value: string }
  status: string
  source: string
  identityStatus: string
  countryCode: string
  archived: boolean
  createdAt: string
  updatedAt: string
  summary: { criticality: string | null; dossierStatus: string | null }
}
interface Page {
  content: Row[]
  totalElements: number
  totalIsExact: boolean
  next: string | null
}

const words = [
  'Été',
  'ÉLAN',
  'elan',
  'Œuvre',
  'Sœur',
  'Groß',
  'Łódź',
  'Ærø',
  "L'Oréal",
  'd’Azur',
  'A.B.C.',
  'zèbre',
  'Ζεύς',
  '42',
  'SA',
]
const count = 240

/** What the list promises, said another way. */
const plain = (text: string | null) =>
  (text ?? '')
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[œæß]/g, (letter) => ({ œ: 'oe', æ: 'ae', ß: 'ss' })[letter] ?? '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
const wordsOf = (row: Row) =>
  [row.name, row.tradeName].flatMap((text) => {
    const said = plain(text)
    return [...said.split(' '), said.replaceAll(' ', '')]
  })
const matches = (row: Row, q: string) => {
  const typed = plain(q).split(' ').filter(Boolean)
  const whole = typed.join('')
  const has = (beginning: string) => wordsOf(row).some((word) => word.startsWith(beginning))
  const others = [plain(row.code).replaceAll(' ', ''), row.siren ?? '', row.duns ?? '']
  return whole !== '' && (typed.every(has) || has(whole) || others.some((one) => one.startsWith(whole)))
}
const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const last = '\u{10ffff}'
const keys: Record<string, (row: Row) => string> = {
  name: (row) => plain(row.name) || last,
  code: (row) => plain(row.code).replaceAll(' ', '') || last,
  status: (row) => row.status,
  createdAt: (row) => row.createdAt,
  updatedAt: (row) => row.updatedAt,
}

describe('Filters and orders of the portfolio', () => {
  let t: TestApp
  let office: Awaited<ReturnType<TestApp['given']['office']>>
  let all: Row[]

  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
    // Some share a code, as in accounts that let them.
    const { base, token } = office
    await t.call('PATCH', `${base}/code-settings`, { token, body: { uniqueCodes: false } })
    await insert(
      `insert into thirdparty (account_id, identifier_code, identifier_value, duns, source, identity_status, name,
         trade_name, code, country_code, status, archived_at, created_at, updated_at, wire)
       select $1, 'CIT003', 150000000 + n, 150000000 + n,
         (array['MANAGED', 'UNMANAGED'])[1 + n % 2], (array['COMPLETE', 'COMPLETE', 'PENDING', 'NOT_FOUND'])[1 + n % 4],
         case when n % 11 > 0 then (($2::text[])[1 + n % 15]) || ' ' || (($2::text[])[1 + (n / 3) % 15]) end,
         case when n % 5 = 0 then ($2::text[])[1 + n % 7] end,
         case when n % 3 > 0 then 'SUP-' || n % 40 end,
         (array['FR', 'DE', 'FR', 'GB'])[1 + n % 4],
         (array['ACTIVE', 'ACTIVE', 'STRUCK_OFF', 'IN_COLLECTIVE_PROCEDURE'])[1 + n % 4],
         case when n % 6 = 0 then now() end,
         date_trunc('second', now()) - interval '1 minute' * (n % 17), date_trunc('second', now()) - interval '1 hour' * (n * 7 % 23), ''
       from generate_series(1, ${count}) n`,
      [office.accountId, words],
    )
    await completeThirdParties(t.db, office.accountId)
    await t.admin.query(
      `update thirdparty_summary
       set criticality = (array['High', 'Low'])[1 + thirdparty_id % 2], dossier_status = 'VALID'
       where account_id = $1 and thirdparty_id % 3 = 0`,
      [office.accountId],
    )
    all = (await page({ size: '500' })).content
    // Another account with the same words must not show anywhere.
    await t.given.thirdParty(await t.given.office())
  })
  afterAll(() => t.close())

  /** Many at once, as the account they belong to. */
  const insert = (statement: string, values: unknown[]) =>
    t.db.write(office, (tx) => tx.executeQuery(CompiledQuery.raw(statement, values)))

  const ask = (query: Record<string, string>) =>
    t.call('GET', `${office.base}/thirdparties?${new URLSearchParams(query).toString()}`, {
      token: office.token,
    })
  const page = async (query: Record<string, string>) => {
    const answer = await ask(query)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<Page>()
  }
  const ids = (rows: Row[]) => rows.map(({ thirdpartyId }) => thirdpartyId)

  const filters = fc.record(
    {
      q: fc.constantFrom(
        'ete',
        'ELAN',
        'œuvre sa',
        'oeu',
        'loreal',
        "l'or",
        'sup-1',
        'sup12',
        '150 000 1',
        'z',
        'lodz gross',
        'ζευς',
        '!!',
        'nothing',
      ),
      status: fc.constantFrom('ACTIVE', 'STRUCK_OFF', 'IN_COLLECTIVE_PROCEDURE'),
      countryCode: fc.constantFrom('FR', 'DE', 'IT'),
      archived: fc.constantFrom('true', 'false'),
      source: fc.constantFrom('MANAGED', 'UNMANAGED'),
      identityStatus: fc.constantFrom('PENDING', 'COMPLETE', 'NOT_FOUND'),
      criticality: fc.constantFrom('High', 'Low', 'None'),
      dossierStatus: fc.constantFrom('VALID', 'INVALID'),
    },
    { requiredKeys: [] },
  )
  const sorts = fc.constantFrom(
    undefined,
    ...Object.keys(keys).flatMap((key) => [key, `${key},asc`, `${key},desc`]),
  )

  const expected = (filter: Record<string, string | undefined>, sort: string | undefined) => {
    const kept = all.filter(
      (row) =>
        (filter['q'] === undefined || matches(row, filter['q'])) &&
        (filter['archived'] === undefined || String(row.archived) === filter['archived']) &&
        (['status', 'countryCode', 'source', 'identityStatus'] as const).every(
          (name) => filter[name] === undefined || row[name] === filter[name],
        ) &&
        (['criticality', 'dossierStatus'] as const).every(
          (name) => filter[name] === undefined || row.summary[name] === filter[name],
        ),
    )
    const [field = '', direction] = (sort ?? '').split(',')
    const key = keys[field]
    if (!key) return ids(kept)
    const sign = direction === 'desc' ? -1 : 1
    return ids(kept.toSorted((a, b) => sign * (compare(key(a), key(b)) || a.thirdpartyId - b.thirdpartyId)))
  }

  test('Every kind of row is there to be filtered', () => {
    expect(all).toHaveLength(count)
  })

  test('Any filters in any order match the rows themselves, by cursors as by pages', async () => {
    const property = fc.asyncProperty(
      filters,
      sorts,
      fc.constantFrom(7, 50, 500),
      async (filter, sort, size) => {
        const query = { ...filter, ...(sort !== undefined && { sort }), size: String(size) } as Record<
          string,
          string
        >
        const wanted = expected(filter, sort)
        const walked: number[] = []
        let next: string | null = null
        for (let pages = 0; pages <= count; pages += 1) {
          const found: Page = await page(next === null ? query : { ...query, cursor: next })
          expect([found.totalElements, found.totalIsExact]).toEqual([wanted.length, true])
          walked.push(...ids(found.content))
          next = found.next
          if (next === null) break
        }
        expect(walked).toEqual(wanted)
        const second = await page({ ...query, page: '1' })
        expect(ids(second.content)).toEqual(wanted.slice(size, 2 * size))
      },
    )
    await fc.assert(property, { numRuns: 60 })
  })

  test('Filters narrow the event filter too, with an exact total and any order', async () => {
    const added = await Promise.all([0, 1, 2].map((nth) => t.given.thirdParty(office, nth)))
    const events = {
      eventNames: 'THIRD_PARTY_ADDED',
      eventOccurrenceStartDate: '2020-01-01T00:00:00',
      eventOccurrenceEndDate: '2099-12-31T23:59:59',
    }
    const found = await page({ ...events, countryCode: 'FR', q: 'valmerac' })
    expect(found).toMatchObject({ totalElements: 1, totalIsExact: true })
    expect(ids(found.content)).toEqual([added[0]?.thirdpartyId])
    expect(await page({ ...events, countryCode: 'DE' })).toMatchObject({ content: [], totalElements: 0 })
    expect((await page({ ...events, identityStatus: 'COMPLETE' })).totalElements).toBe(3)
    const named = await page({ ...events, sort: 'name' })
    const inOrder = ids((await page({ sort: 'name', size: '500' })).content)
    const addedIds = new Set(added.map(({ thirdpartyId }) => thirdpartyId))
    expect(ids(named.content)).toEqual(inOrder.filter((id) => addedIds.has(id)))
  })

  test('A cursor continues only the list it came from', async () => {
    const { next } = await page({ size: '5', sort: 'name' })
    for (const other of [{ sort: 'name,desc' }, { sort: 'code' }, { sort: 'name', q: 'x' }, {}]) {
      const refused = await ask({ ...(other as Record<string, string>), cursor: next ?? '' })
      expect(refused.json()).toMatchObject({ code: 'PAGE_TOKEN_INVALID' })
    }
  })

  test.each([
    [{ sort: 'siren' }, 'VALIDATION_FAILED'],
    [{ sort: 'name,up' }, 'VALIDATION_FAILED'],
    [{ status: 'active' }, 'VALIDATION_FAILED'],
    [{ q: '' }, 'VALIDATION_FAILED'],
    [{ q: 'x'.repeat(201) }, 'VALIDATION_FAILED'],
    [{ countryCode: 'xx' }, 'COUNTRY_CODE_INVALID'],
    [{ countryCode: 'ZZ' }, 'COUNTRY_CODE_INVALID'],
    [{ dossierStatus: 'GOOD' }, 'VALIDATION_FAILED'],
  ])('The filter %j is refused with %s', async (query, code) => {
    expect((await ask(query as Record<string, string>)).json()).toMatchObject({ status: 400, code })
  })

  test.each([
    "'; drop table thirdparty; --",
    '%_\\',
    ":* | 'x' & !",
    '\u{1f6b2}',
    'a'.repeat(200),
    '&'.repeat(200),
  ])('The search text %j is treated as plain words', async (q) => {
    expect((await page({ q })).totalIsExact).toBe(true)
  })

  test('The criticality of the list follows the attribute', async () => {
    const { thirdpartyId } = all.find(({ archived }) => !archived) ?? { thirdpartyId: 0 }
    const set = (values: string[]) =>
      t.call('POST', `${office.base}/thirdparties/${thirdpartyId}/attributes`, {
        token: office.token,
        body: { label: 'Criticality', values },
      })
    expect((await set(['Medium'])).statusCode).toBe(200)
    expect(ids((await page({ criticality: 'Medium' })).content)).toEqual([thirdpartyId])
    await set([])
    expect((await page({ criticality: 'Medium' })).content).toEqual([])
  })
})
