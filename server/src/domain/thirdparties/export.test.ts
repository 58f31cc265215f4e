import { parse } from 'csv-parse/sync'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { completeThirdParties } from '../../../test/harness/companions.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

const hostile = [
  '=HYPERLINK("http://evil.example";"click")',
  '+33 1 23 45',
  '-2+3',
  '@SUM(A1:A9)',
  '\tTAB',
  '\rCR',
  'Comma, Inc.',
  'He said "hi"',
  'Two\nlines',
  "O'Neil",
  'Société Générale d’Été 株式会社 🚲',
  ' leading space',
  'x;=HYPERLINK("http://evil.example");y',
]

describe('Exported portfolio', () => {
  let t: TestApp
  let office: Awaited<ReturnType<TestApp['given']['office']>>
  beforeAll(async () => {
    t = await testApp()
    office = await t.given.office()
    await insert(
      `insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name, country_code,
         created_at, updated_at, wire)
       select $1, 'CIT003', n::text, 'UNMANAGED', 'COMPLETE', coalesce(($2::text[])[n], 'Company ' || n), 'FR', now(), now(), ''
       from generate_series(1, 2500) n`,
      [office.accountId, hostile],
    )
    await completeThirdParties(t.db, office.accountId)
  })
  afterAll(() => t.close())

  /** Many at once, as the account they belong to. */
  const insert = (statement: string, values: unknown[]) =>
    t.db.write(office, (tx) => tx.executeQuery(CompiledQuery.raw(statement, values)))

  const fetched = (query = '', from = office) =>
    t.call('GET', `${from.base}/thirdparties/export.csv${query}`, { token: from.token })
  const rowsOf = (text: string) =>
    parse(text, { bom: true, columns: true, record_delimiter: '\r\n' }) as Record<string, string>[]

  test('The export holds every row once, as text that no spreadsheet executes', async () => {
    const answer = await fetched('?sort=createdAt,asc')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="third-parties.csv"')
    expect(answer.body.startsWith('\u{feff}"thirdpartyId","code",')).toBe(true)
    const rows = rowsOf(answer.body)
    expect(rows).toHaveLength(2_500)
    expect(new Set(rows.map((row) => row['thirdpartyId'])).size).toBe(2_500)
    const names = rows.map((row) => row['name'] ?? '')
    expect(names.filter((name) => /^[=+\-@\t\r]/.test(name))).toEqual([])
    expect(answer.body).toContain(`,"x;'=HYPERLINK(""http://evil.example"");y",`)
    for (const name of hostile) expect(names.map((one) => one.replace(/(^|;)'/, '$1'))).toContain(name)
  })

  test('The export accepts the filters and the order of the list', async () => {
    const list = await t.call('GET', `${office.base}/thirdparties?q=company%2012&sort=name,desc&size=500`, {
      token: office.token,
    })
    const expected = list.json<{ content: { name: string }[] }>().content.map(({ name }) => name)
    expect(expected.length).toBeGreaterThan(50)
    const rows = rowsOf((await fetched('?q=company%2012&sort=name,desc')).body)
    expect(rows.map((row) => row['name'])).toEqual(expected)
    const range = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'
    expect(rowsOf((await fetched(`?eventNames=THIRD_PARTY_ADDED&${range}`)).body)).toEqual([])
    await t.given.thirdParty(office)
    expect(rowsOf((await fetched(`?eventNames=THIRD_PARTY_ADDED&${range}`)).body)).toHaveLength(1)
  })

  test('The export finds what thousands of names have in common, as it finds rare names', async () => {
    const common = rowsOf((await fetched('?q=COMPANY')).body)
    expect(common).toHaveLength(2_500 - hostile.length)
    const list = await t.call('GET', `${office.base}/thirdparties?q=company&sort=name&size=3`, {
      token: office.token,
    })
    expect(list.json()).toMatchObject({
      totalElements: 1_000,
      totalIsExact: false,
      content: [{ name: 'Company 100' }, { name: 'Company 1000' }, { name: 'Company 1001' }],
    })
  })

  test('The export of an empty portfolio is its heading', async () => {
    const other = await t.given.office()
    expect((await fetched('', other)).body.trim().split('\r\n')).toHaveLength(1)
  })

  test.each([
    ['?status=GONE', 'VALIDATION_FAILED'],
    ['?page=1', 'PARAMETER_UNKNOWN'],
    ['?eventNames=THIRD_PARTY_ADDED', 'EVENT_FILTER_INCOMPLETE'],
  ])('The export with %s is refused with %s', async (query, code) => {
    expect((await fetched(query)).json()).toMatchObject({ status: 400, code })
  })

  test('An export frees its place when it is read, cut off or refused', async () => {
    const url = await t.listen()
    const headers = { authorization: `Bearer ${office.token}` }
    const beginAndCutOff = async () => {
      const stop = new AbortController()
      const answer = await fetch(`${url}${office.base}/thirdparties/export.csv`, {
        headers,
        signal: stop.signal,
      })
      stop.abort()
      await answer.text().catch(() => undefined)
      return answer.status
    }
    // More than there are places; the service notices a moment later that somebody has gone.
    for (let nth = 0; nth < 8; nth += 1) await expect.poll(beginAndCutOff, { timeout: 10_000 }).toBe(200)
    await expect.poll(async () => (await fetched()).statusCode).toBe(200)
  })
})
