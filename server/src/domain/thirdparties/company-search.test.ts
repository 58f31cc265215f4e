import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { createBundledProviders, references } from '../references/index.ts'
import type { CompanyQuery, FoundCompany, SearchOutcome } from '../references/index.ts'

const company: FoundCompany = {
  name: 'ATELIERS VALMÉRAC',
  countryCode: 'FR',
  siren: null,
  siret: null,
  vatNumber: null,
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  city: 'VILLEURBANNE',
  postalCode: '69100',
  nafCode: '25.62B',
  mainActivity: null,
  status: 'ACTIVE',
  provider: 'toy',
  score: 1,
  addBy: null,
}
const answered = (companies: FoundCompany[], truncated = false): SearchOutcome<FoundCompany> => ({
  kind: 'ANSWERED',
  companies,
  truncated,
})

describe('POST /thirdparties/search', () => {
  let t: TestApp
  let office: Awaited<ReturnType<TestApp['given']['office']>>
  const asked: CompanyQuery[] = []
  let outcome: SearchOutcome<FoundCompany> = answered([])

  beforeAll(async () => {
    const bundled = references(createBundledProviders())
    t = await testApp({
      references: {
        ...bundled,
        search: async (query) => {
          asked.push(query)
          return outcome
        },
      },
    })
    office = await t.given.office()
  })
  afterAll(() => t.close())

  const search = (body: unknown) =>
    t.call('POST', `${office.base}/thirdparties/search`, { token: office.token, body })

  test.each([
    [{ value: 'x' }, 400, 'SEARCH_BY_MISSING'],
    [{ searchBy: 'name', value: 'ab' }, 400, 'SEARCH_BY_UNKNOWN'],
    [{ searchBy: null, value: 'ab' }, 400, 'SEARCH_BY_UNKNOWN'],
    [{ searchBy: 'NAME' }, 400, 'SEARCH_VALUE_MISSING'],
    [{ searchBy: 'NAME', value: '' }, 400, 'SEARCH_VALUE_MISSING'],
    [{ searchBy: 'NAME', value: ' \u00a0 ' }, 400, 'SEARCH_VALUE_MISSING'],
    [{ searchBy: 'NAME', value: ' é ' }, 400, 'SEARCH_VALUE_TOO_SHORT'],
    [{ searchBy: 'NAME', value: 'x'.repeat(201) }, 400, 'VALIDATION_FAILED'],
    [{ searchBy: 'NAME', value: 12 }, 400, 'VALIDATION_FAILED'],
    [{ searchBy: 'NAME', value: 'ab', country: 'FR' }, 400, 'VALIDATION_FAILED'],
    [{ searchBy: 'NAME', value: 'ab', countryCode: 'fr' }, 400, 'COUNTRY_CODE_INVALID'],
    [{ searchBy: 'NAME', value: 'ab', countryCode: 'XX' }, 400, 'COUNTRY_CODE_INVALID'],
    [{ searchBy: 'VAT', value: 'EL094259216', countryCode: 'EL' }, 400, 'COUNTRY_CODE_INVALID'],
    [{ searchBy: 'SIRET', value: '99999012000019' }, 422, 'SEARCH_COUNTRY_MUST_BE_FR'],
    [{ searchBy: 'SIREN', value: '999990120', countryCode: 'DE' }, 422, 'SEARCH_COUNTRY_MUST_BE_FR'],
    [{ searchBy: 'LOCAL_ID', value: 'HRB 1' }, 422, 'SEARCH_COUNTRY_MISSING'],
    [{ searchBy: 'LOCAL_ID', value: '999990120', countryCode: 'FR' }, 422, 'SEARCH_LOCAL_ID_IN_FRANCE'],
    [{ searchBy: 'SIRET', value: '9999901200001', countryCode: 'FR' }, 422, 'IDENTIFIER_FORMAT_INVALID'],
    [{ searchBy: 'SIRET', value: '99999012000018', countryCode: 'FR' }, 422, 'IDENTIFIER_CHECKSUM_INVALID'],
    [{ searchBy: 'SIREN', value: '999990121', countryCode: 'FR' }, 422, 'IDENTIFIER_CHECKSUM_INVALID'],
    [{ searchBy: 'DUNS', value: '12345678' }, 422, 'IDENTIFIER_FORMAT_INVALID'],
    [{ searchBy: 'VAT', value: 'FR58999990120' }, 422, 'IDENTIFIER_CHECKSUM_INVALID'],
    [{ searchBy: 'VAT', value: 'US123456789' }, 422, 'VAT_COUNTRY_UNSUPPORTED'],
    [{ searchBy: 'VAT', value: 'FR59999990120', countryCode: 'DE' }, 422, 'VAT_COUNTRY_MISMATCH'],
    [{ searchBy: 'VAT', value: 'XI110305878', countryCode: 'IE' }, 422, 'VAT_COUNTRY_MISMATCH'],
  ])('The search %j is refused with %i %s, and no register is called', async (body, status, code) => {
    asked.length = 0
    const refused = await search(body)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([status, code])
    expect(asked).toEqual([])
  })

  test.each([
    [
      { searchBy: 'NAME', value: ' valmerac ' },
      { countryCode: null, value: 'valmerac' },
    ],
    [
      { searchBy: 'SIRET', value: '999 990 120 00019', countryCode: 'FR' },
      { countryCode: 'FR', value: '99999012000019' },
    ],
    [
      { searchBy: 'SIREN', value: '999.990.120', countryCode: 'FR' },
      { countryCode: 'FR', value: '999990120' },
    ],
    [
      { searchBy: 'VAT', value: 'fr 59 999990120' },
      { countryCode: 'FR', value: 'FR59999990120' },
    ],
    [
      { searchBy: 'VAT', value: 'GR094259216', countryCode: 'GR' },
      { countryCode: 'GR', value: 'EL094259216' },
    ],
    [
      { searchBy: 'VAT', value: 'EL094259216', countryCode: 'GR' },
      { countryCode: 'GR', value: 'EL094259216' },
    ],
    [
      { searchBy: 'DUNS', value: '15-048-3782' },
      { countryCode: null, value: '150483782' },
    ],
    [
      { searchBy: 'LOCAL_ID', value: 'HRB 1', countryCode: 'DE' },
      { countryCode: 'DE', value: 'HRB 1' },
    ],
  ])('The search %j is sent as %j', async (body, query) => {
    asked.length = 0
    const found = await search(body)
    expect([found.statusCode, found.json()]).toEqual([200, { content: [], truncated: false }])
    expect(asked).toEqual([{ searchBy: body.searchBy, ...query }])
  })

  test('The search marks companies already in the portfolio, by any identifier, of this account only', async () => {
    const { thirdpartyId } = await t.given.thirdParty(office)
    const mine = await t.call('GET', `${office.base}/thirdparties/${thirdpartyId}`, { token: office.token })
    const { siren, vatNumber } = mine.json<{ siren: string; vatNumber: string }>()
    const added = await t.call('POST', `${office.base}/thirdparties`, {
      token: office.token,
      body: {
        legalIdentifier: { code: 'CIT003', value: '150483782' },
        unmanaged: { name: 'Nowhere', countryCode: 'GB' },
      },
    })
    const other = added.json<{ thirdpartyId: number }>().thirdpartyId
    outcome = answered(
      [{ ...company, siren }, { ...company, vatNumber }, { ...company, duns: '150483782' }, company],
      true,
    )
    const found = (await search({ searchBy: 'NAME', value: 'valmerac' })).json<{
      content: { thirdpartyId: number | null }[]
      truncated: boolean
    }>()
    expect(found.content.map((one) => one.thirdpartyId)).toEqual([thirdpartyId, thirdpartyId, other, null])
    expect(found.truncated).toBe(true)
    const stranger = await t.given.office()
    const theirs = await t.call('POST', `${stranger.base}/thirdparties/search`, {
      token: stranger.token,
      body: { searchBy: 'NAME', value: 'valmerac' },
    })
    expect(new Set(theirs.json<typeof found>().content.map((one) => one.thirdpartyId))).toEqual(
      new Set([null]),
    )
  })

  test('The search shows at most fifty companies and says that there are more', async () => {
    outcome = answered(Array.from({ length: 60 }, () => company))
    const found = (await search({ searchBy: 'NAME', value: 'valmerac' })).json<{
      content: []
      truncated: boolean
    }>()
    expect([found.content.length, found.truncated]).toEqual([50, true])
  })

  test('The daily quota ends the search for one account only, and renews the next day', async () => {
    outcome = answered([company])
    const spent = await t.given.office()
    const { accountId } = spent
    const searchFor = (of: typeof spent, value = 'ateliers valmerac') =>
      t.call('POST', `${of.base}/thirdparties/search`, { ...of, body: { searchBy: 'NAME', value } })
    const counted = async () => {
      const { rows } = await t.admin.query<{ total: number }>(
        'select total from company_search_count where account_id = $1',
        [accountId],
      )
      return rows.map(({ total }) => total)
    }
    expect((await searchFor(spent, 'x')).statusCode).toBe(400)
    expect(await counted()).toEqual([])
    expect((await searchFor(spent)).statusCode).toBe(200)
    expect(await counted()).toEqual([1])
    await t.admin.query('update company_search_count set total = 10000 where account_id = $1', [accountId])
    const refused = await searchFor(spent)
    expect(refused.json()).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', retryable: true })
    const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400 - Date.now() / 1000
    expect(Math.abs(Number(refused.headers['retry-after']) - midnight)).toBeLessThan(60)
    expect(await counted()).toEqual([10_000])
    expect((await searchFor(await t.given.office())).statusCode).toBe(200)
    await t.admin.query('update company_search_count set day = day - 1 where account_id = $1', [accountId])
    expect((await searchFor(spent)).statusCode).toBe(200)
    expect(await counted()).toEqual([1])
  })

  test('A register that does not answer is not one that knows nothing', async () => {
    outcome = { kind: 'UNAVAILABLE', reason: 'internal-host.example refused', retryAfterSeconds: 17.2 }
    const refused = await search({ searchBy: 'NAME', value: 'valmerac' })
    expect(refused.json()).toMatchObject({ status: 503, code: 'PROVIDER_UNAVAILABLE', retryable: true })
    expect(refused.headers['retry-after']).toBe('18')
    expect(refused.body).not.toContain('internal-host')
    outcome = { ...outcome, retryAfterSeconds: null }
    const again = await search({ searchBy: 'NAME', value: 'valmerac' })
    expect(Number(again.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('Bundled registers', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp({ environment: { RATE_SEARCH_PER_SECOND: '1' } })
  })
  afterAll(() => t.close())

  test('The bundled registers are searched, as often as the rate allows, and leave no trace', async () => {
    const { base, token, accountId } = await t.given.office()
    const search = () =>
      t.call('POST', `${base}/thirdparties/search`, {
        token,
        body: { searchBy: 'NAME', value: 'ateliers valmerac' },
      })
    const answers = await Promise.all(Array.from({ length: 300 }, search))
    // Twenty at once, ten more for each second that a busy machine takes.
    const statuses = answers.map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(20)
    const found = answers.find(({ statusCode }) => statusCode === 200)?.json<{ content: FoundCompany[] }>()
    expect(found?.content[0]).toMatchObject({ name: 'ATELIERS VALMÉRAC', score: 1, thirdpartyId: null })
    const events = await t.admin.query('select from event where account_id = $1', [accountId])
    expect(events.rowCount).toBe(0)
  })
})

describe('How often registers are asked', () => {
  const searchesPerSecond = 5
  const typed = ['at', 'ate', 'atel', 'ateli', 'atelie', 'atelier', 'ateliers', 'ateliers v']
  const here = createBundledProviders()
  const asked: string[] = []
  /** A register across the network: it cannot answer for many at once. */
  const outside = {
    name: 'far',
    countries: 'FR' as const,
    findsBy: ['CIT001'] as const,
    find: async () => ({ kind: 'NOT_FOUND' as const }),
    search: async ({ value }: CompanyQuery) => {
      asked.push(value)
      return answered([company])
    },
  }
  const open = async (providers: Parameters<typeof references>[0]) => {
    const environment = { RATE_SEARCH_PER_SECOND: String(searchesPerSecond), RATE_SEARCH_PER_DAY: '100' }
    const t = await testApp({ environment, references: references(providers) })
    const office = await t.given.office()
    const search = (value: string) =>
      t.call('POST', `${office.base}/thirdparties/search`, {
        token: office.token,
        body: { searchBy: 'NAME', countryCode: 'FR', value },
      })
    return { t, office, search }
  }

  test('Ten people who type at once are all answered by the registers that are here', async () => {
    const { t, search } = await open([...here, outside])
    asked.length = 0
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => typed.map((value) => search(value))).flat(),
    )
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    // What the registers here know goes no further.
    expect(asked).toEqual([])
    await t.close()
  })

  test('A question that goes outside counts against its own limit, and one refused costs nothing of the day', async () => {
    const { t, office, search } = await open([outside])
    asked.length = 0
    const answers = await Promise.all(Array.from({ length: 60 }, () => search('valmerac')))
    const refused = answers.filter(({ statusCode }) => statusCode === 429)
    expect(answers.length - refused.length).toBe(asked.length)
    expect(asked.length).toBeGreaterThanOrEqual(searchesPerSecond * 2)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]?.json()).toMatchObject({ code: 'RATE_LIMITED', retryable: true })
    expect(refused[0]?.headers).toMatchObject({
      'retry-after': expect.stringMatching(/^[1-9]/),
      'ratelimit-policy': '"company-search-outside";q=10;w=2',
    })
    const { rows } = await t.admin.query('select total from company_search_count where account_id = $1', [
      office.accountId,
    ])
    expect(rows).toEqual([{ total: asked.length }])
    await t.close()
  })
})
