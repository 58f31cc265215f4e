import { parse } from 'csv-parse/sync'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeThirdParties } from '../../../test/harness/companions.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

type Office = Awaited<ReturnType<TestApp['given']['office']>>
interface Row {
  thirdpartyId: number
  countryCode: string
  summary: { indicators: Record<string, number | null>; nextExpiry: string | null }
}
interface Page {
  content: Row[]
  totalElements: number
  totalIsExact: boolean
  next: string | null
}

let t: TestApp
let office: Office
let all: Row[]

/** Scores on both sides of every band, some without a score, some of which nothing is known. */
async function fill(to: Office, count: number): Promise<void> {
  const write = (statement: string) =>
    t.db.write(to, (tx) => tx.executeQuery(CompiledQuery.raw(statement, [to.accountId])))
  await write(`insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
      country_code, created_at, updated_at, wire)
    select $1, 'CIT003', n::text, 'UNMANAGED', 'COMPLETE', 'Company ' || n, (array['FR', 'DE'])[1 + n % 2], now(), now(), ''
    from generate_series(1, ${count}) n`)
  await completeThirdParties(t.db, to.accountId)
  await write(`update thirdparty_summary
    set financial_risk = (array[0, 19, 20, 39, 40, null, 59, 60, 79, 80, 100])[1 + thirdparty_id % 11],
      cybersecurity = case when thirdparty_id % 4 > 0 then thirdparty_id * 7 % 101 end,
      next_expiry = case when thirdparty_id % 3 > 0 then date '2026-12-01' + (thirdparty_id * 13 % 40)::int end
    where account_id = $1 and thirdparty_id % 9 > 0`)
}

beforeAll(async () => {
  t = await testApp()
  office = await t.given.office()
  await fill(office, 120)
  all = (await page({ size: '500' })).content
  await fill(await t.given.office(), 30)
})
afterAll(() => t.close())

const ask = (query: Record<string, string>, path = '') =>
  t.call('GET', `${office.base}/thirdparties${path}?${new URLSearchParams(query).toString()}`, {
    token: office.token,
  })
async function page(query: Record<string, string>): Promise<Page> {
  const answer = await ask(query)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}
const ids = (rows: readonly Row[]) => rows.map(({ thirdpartyId }) => thirdpartyId)
async function walked(query: Record<string, string>): Promise<number[]> {
  const found: number[] = []
  for (let next: string | null = ''; next !== null;) {
    const one: Page = await page({ ...query, size: '17', ...(next !== '' && { cursor: next }) })
    found.push(...ids(one.content))
    next = one.next
  }
  return found
}
async function exported(query: Record<string, string>): Promise<number[]> {
  const { body } = await ask(query, '/export.csv')
  const rows = parse(body, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]
  return rows.map(({ thirdpartyId }) => Number(thirdpartyId))
}

const scoreOf = (row: Row, code: string) => row.summary.indicators[code] ?? null
const letterOf = (row: Row, code: string) => {
  const score = scoreOf(row, code)
  return score === null ? 'UNKNOWN' : (['E', 'D', 'C', 'B', 'A', 'A'][Math.floor(score / 20)] ?? '')
}
const rated = (code: string, letters: string) => (row: Row) =>
  letters.split(',').includes(letterOf(row, code))

test.each([
  [{ 'rating.FINANCIAL_RISK': 'D,E' }, rated('FINANCIAL_RISK', 'D,E')],
  [{ 'rating.FINANCIAL_RISK': 'E,A,C' }, rated('FINANCIAL_RISK', 'A,C,E')],
  [{ 'rating.FINANCIAL_RISK': 'UNKNOWN' }, rated('FINANCIAL_RISK', 'UNKNOWN')],
  [{ 'rating.FINANCIAL_RISK': 'UNKNOWN,E' }, rated('FINANCIAL_RISK', 'UNKNOWN,E')],
  [
    { 'rating.FINANCIAL_RISK': 'D,E', 'rating.CYBERSECURITY': 'A,B', countryCode: 'FR' },
    (row: Row) =>
      rated('FINANCIAL_RISK', 'D,E')(row) && rated('CYBERSECURITY', 'A,B')(row) && row.countryCode === 'FR',
  ],
  [
    { expiresBefore: '2026-12-10' },
    ({ summary }: Row) => summary.nextExpiry !== null && summary.nextExpiry < '2026-12-10',
  ],
])('The rating filter %j finds what the rows say, with their count, in a file too', async (query, keeps) => {
  const wanted = ids(all.filter(keeps))
  expect(wanted.length).toBeGreaterThan(0)
  expect(wanted.length).toBeLessThan(all.length)
  const asked = query as Record<string, string>
  expect(await page({ ...asked, size: '500' })).toMatchObject({
    totalElements: wanted.length,
    totalIsExact: true,
  })
  expect(await walked(asked)).toEqual(wanted)
  expect(await exported(asked)).toEqual(wanted)
})

test.each(['rating.FINANCIAL_RISK', 'rating.CYBERSECURITY', 'rating.LEGAL_COMPLIANCE', 'nextExpiry'])(
  'The order sort=%s works both ways across pages, those without a value last',
  async (field) => {
    const keyOf = (row: Row) =>
      field === 'nextExpiry' ? row.summary.nextExpiry : scoreOf(row, field.replace('rating.', ''))
    const narrowed = { 'rating.FINANCIAL_RISK': 'UNKNOWN,A,B,C,D' }
    const rows = all.filter(rated('FINANCIAL_RISK', 'UNKNOWN,A,B,C,D'))
    for (const [direction, sign] of [
      ['', 1],
      [',asc', 1],
      [',desc', -1],
    ] as const) {
      const wanted = ids(
        rows.toSorted((a, b) => {
          const [one, other] = [keyOf(a), keyOf(b)]
          const apart = Number(one === null) - Number(other === null)
          const order = one === other ? 0 : (one ?? 0) < (other ?? 0) ? -1 : 1
          return apart || sign * (order || a.thirdpartyId - b.thirdpartyId)
        }),
      )
      const query = { ...narrowed, sort: `${field}${direction}` }
      expect(await walked(query)).toEqual(wanted)
      expect(await exported(query)).toEqual(wanted)
      expect(ids((await page({ ...query, size: '40', page: '1' })).content)).toEqual(wanted.slice(40, 80))
      expect(ids((await page({ ...query, size: '30', page: '3' })).content)).toEqual(wanted.slice(90, 120))
    }
  },
)

test('Ratings narrow and order what the event filter found', async () => {
  const added = await t.given.thirdParty(office)
  const events = {
    eventNames: 'THIRD_PARTY_ADDED',
    eventOccurrenceStartDate: '2020-01-01T00:00:00',
    eventOccurrenceEndDate: '2099-12-31T23:59:59',
    'rating.CYBERSECURITY': 'UNKNOWN',
  }
  const found = await page(events)
  expect([ids(found.content), found.totalElements]).toEqual([[added.thirdpartyId], 1])
  expect(ids((await page({ ...events, sort: 'rating.CYBERSECURITY' })).content)).toEqual([added.thirdpartyId])
  expect((await page({ ...events, 'rating.CYBERSECURITY': 'A' })).totalElements).toBe(0)
})

test('A cursor continues only with the ratings it came from', async () => {
  const { next } = await page({ 'rating.FINANCIAL_RISK': 'A', size: '5' })
  const other = await ask({ 'rating.FINANCIAL_RISK': 'B', size: '5', cursor: next ?? '' })
  expect(other.json()).toMatchObject({ code: 'PAGE_TOKEN_INVALID' })
})

test.each([
  [{ 'rating.FINANCIAL_RISK': 'F' }, 'VALIDATION_FAILED'],
  [{ 'rating.FINANCIAL_RISK': 'a' }, 'VALIDATION_FAILED'],
  [{ 'rating.FINANCIAL_RISK': '' }, 'VALIDATION_FAILED'],
  [{ 'rating.FINANCIAL_RISK': 'A,A' }, 'VALIDATION_FAILED'],
  [{ 'rating.FINANCE': 'A' }, 'PARAMETER_UNKNOWN'],
  [{ sort: 'rating.FINANCE' }, 'VALIDATION_FAILED'],
  [{ expiresBefore: '2026-02-30' }, 'VALIDATION_FAILED'],
])('The rating filter %j is refused with %s', async (query, code) => {
  expect((await ask(query as Record<string, string>)).json()).toMatchObject({ status: 400, code })
})
