import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  britishKey,
  startCompaniesHouse,
  type FakeCompaniesHouse,
} from '../../../test/fakes/companies-house.ts'
import { bounds, misbehaviours, type Behaviour } from '../../../test/fakes/loopback.ts'
import { companiesHouse } from './companies-house.ts'
import { companyNumber } from './companies-house.record.ts'
import type { CompanyQuery } from './provider.ts'

let register: FakeCompaniesHouse
const provider = (behaviour?: Behaviour) =>
  companiesHouse(britishKey, { baseUrl: register.url, ...bounds(behaviour) })
const search = (query: Partial<CompanyQuery>, behaviour?: Behaviour) =>
  provider(behaviour).search({ searchBy: 'NAME', countryCode: 'GB', value: 'foundry', ...query })

beforeAll(async () => {
  register = await startCompaniesHouse()
})
afterAll(() => register.close())
beforeEach(() => {
  register.behave('ok')
  register.officersDown = false
  register.requests.length = 0
  register.companies.length = 0
  register.officers.clear()
  register.companies.push({ company_number: '09999001', company_name: 'AIRE FOUNDRY LIMITED' })
})

test('A name finds companies, best match first', async () => {
  register.companies.push({ company_number: '09999002', company_name: 'FOUNDRY LTD' })
  const outcome = await search({})
  expect(outcome).toMatchObject({
    kind: 'ANSWERED',
    truncated: false,
    companies: [
      { name: 'FOUNDRY LTD', score: 1 },
      {
        name: 'AIRE FOUNDRY LIMITED',
        localId: '09999001',
        countryCode: 'GB',
        city: 'Leeds',
        postalCode: 'LS1 4AB',
      },
    ],
  })
  expect(register.requests[0]?.url.searchParams.get('items_per_page')).toBe('25')
})

test('An empty result has no list at all, and a long one says there are more', async () => {
  expect(await search({ value: 'zzz' })).toEqual({ kind: 'ANSWERED', companies: [], truncated: false })
  for (let i = 0; i < 30; i += 1) {
    register.companies.push({ company_number: `0888${1000 + i}`, company_name: `FOUNDRY ${i} LTD` })
  }
  expect(await search({})).toMatchObject({ truncated: true })
})

test.each([
  ['9999001', '09999001'],
  ['09 999 001', '09999001'],
  ['sc1234', 'SC001234'],
  ['NI-012345', 'NI012345'],
  ['R0000123', 'R0000123'],
  ['IP12345R', 'IP12345R'],
  ['oc300001', 'OC300001'],
  ['123456789', null],
  ['ABC12345', null],
  ['../officers', null],
  ['', null],
])('The number %s is normalised to %s', (typed, number) => {
  expect(companyNumber(typed)).toBe(number)
})

test('A number finds its company, typed with or without its zeros', async () => {
  const found = { kind: 'ANSWERED', companies: [{ localId: '09999001', score: 1 }] }
  expect(await search({ searchBy: 'LOCAL_ID', value: '9999001' })).toMatchObject(found)
  expect(await search({ searchBy: 'LOCAL_ID', value: '09999009' })).toMatchObject({ companies: [] })
  expect(await search({ searchBy: 'LOCAL_ID', value: 'HRB 99999' })).toMatchObject({ companies: [] })
  expect(register.requests.map(({ url }) => url.pathname)).toEqual(['/company/09999001', '/company/09999009'])
})

test('The whole record has the officers in charge', async () => {
  register.officers.set('09999001', [
    {
      name: 'WETHERBY, Ada Jane',
      officer_role: 'director',
      appointed_on: '2011-02-14',
      date_of_birth: { month: 6, year: 1974 },
      nationality: 'British',
    },
    { name: 'PLAIN, Eve', officer_role: 'director', date_of_birth: null, nationality: 'British,French' },
    { name: 'YEARLY, Max', officer_role: 'secretary', date_of_birth: { day: 3, year: 1961 } },
    { name: 'GONE, Bob', officer_role: 'director', appointed_on: '2011-02-14', resigned_on: '2020-01-01' },
    { name: 'AIRE SECRETARIES LTD, LEEDS', officer_role: 'corporate-secretary', identification: {} },
    {
      name: 'AIRE NOMINEES LTD',
      officer_role: 'corporate-director',
      identification: { identification_type: 'uk-limited-company', registration_number: ' 09999077 ' },
    },
  ])
  expect(await provider().company('9999001')).toMatchObject({
    kind: 'FOUND',
    company: {
      provider: 'companies-house',
      recordId: '09999001',
      legalForm: { code: 'ltd', label: null },
      headOffice: { lines: ['12 Foundry Lane', 'Unit 3'], city: 'Leeds', region: 'West Yorkshire' },
      nafCode: '28150',
      activityScheme: 'UKSIC2007',
      executives: [
        {
          name: 'Ada Jane WETHERBY',
          role: 'director',
          kind: 'PERSON',
          birthMonth: '1974-06',
          nationality: 'GB',
        },
        { name: 'Eve PLAIN', role: 'director', kind: 'PERSON' },
        { name: 'Max YEARLY', role: 'secretary', kind: 'PERSON', birthMonth: '1961' },
        { name: 'AIRE SECRETARIES LTD, LEEDS', role: 'corporate-secretary', kind: 'COMPANY' },
        {
          name: 'AIRE NOMINEES LTD',
          role: 'corporate-director',
          kind: 'COMPANY',
          identifier: '09999077',
        },
      ],
      creationDate: '2011-02-14',
      status: 'ACTIVE',
    },
  })
})

test('A company without officers has none; unreadable officers leave the question open', async () => {
  expect(await provider().company('09999001')).toMatchObject({ kind: 'FOUND', company: { executives: [] } })
  register.officersDown = true
  expect(await provider().company('09999001')).toMatchObject({ kind: 'UNAVAILABLE' })
  expect(await provider().company('09999009')).toEqual({ kind: 'NOT_FOUND' })
  expect(await provider().company('HRB 99999')).toEqual({ kind: 'NOT_FOUND' })
})

test.each([
  [{ company_status: 'active' }, 'ACTIVE', null],
  [
    { company_status: 'active', company_status_detail: 'active-proposal-to-strike-off' },
    'ACTIVE',
    'ACTIVE_PROPOSAL_TO_STRIKE_OFF',
  ],
  [{ company_status: 'open' }, 'ACTIVE', null],
  [{ company_status: 'registered' }, 'ACTIVE', null],
  [{ company_status: 'liquidation' }, 'IN_COLLECTIVE_PROCEDURE', 'LIQUIDATION'],
  [{ company_status: 'receivership' }, 'IN_COLLECTIVE_PROCEDURE', 'RECEIVERSHIP'],
  [{ company_status: 'voluntary-arrangement' }, 'IN_COLLECTIVE_PROCEDURE', 'VOLUNTARY_ARRANGEMENT'],
  [{ company_status: 'insolvency-proceedings' }, 'IN_COLLECTIVE_PROCEDURE', 'INSOLVENCY_PROCEEDINGS'],
  [{ company_status: 'administration' }, 'IN_COLLECTIVE_PROCEDURE', 'ADMINISTRATION'],
  [{ company_status: 'dissolved', date_of_cessation: '2024-05-06' }, 'STRUCK_OFF', 'DISSOLVED'],
  [{ company_status: 'converted-closed', date_of_cessation: '2024-05-06' }, 'STRUCK_OFF', 'CONVERTED_CLOSED'],
  [{ company_status: 'closed', date_of_cessation: '2024-05-06' }, 'STRUCK_OFF', 'CLOSED'],
  [{ company_status: 'removed', date_of_cessation: '2024-05-06' }, 'STRUCK_OFF', 'REMOVED'],
  [{ company_status: undefined, date_of_cessation: '2024-05-06' }, 'STRUCK_OFF', 'CLOSED'],
  [{ company_status: undefined }, 'ACTIVE', null],
])('The record %o is %s, %s', async (members, status, statusDetail) => {
  register.companies[0] = { company_number: '09999001', company_name: 'AIRE FOUNDRY LIMITED', ...members }
  const since = status === 'STRUCK_OFF' ? '2024-05-06' : null
  expect(await provider().company('09999001')).toMatchObject({
    company: { status, statusDetail, statusSince: since, closureDate: since },
  })
  expect(await search({})).toMatchObject({ companies: [{ status }] })
})

test('Other countries and identifiers are not looked up', async () => {
  for (const query of [
    { countryCode: 'DE' },
    { searchBy: 'VAT', value: 'XI123456782' },
    { searchBy: 'DUNS', value: '900000017' },
  ] as const) {
    expect(await search(query)).toMatchObject({ kind: 'ANSWERED', companies: [] })
  }
  expect(await provider().find({ code: 'CIT003', value: '900000017' })).toEqual({ kind: 'NOT_FOUND' })
  expect(register.requests).toEqual([])
})

test('A wrong key is UNAVAILABLE, and is not revealed', async () => {
  const wrong = companiesHouse('secret-typo', { baseUrl: register.url, ...bounds() })
  const outcome = await wrong.search({ searchBy: 'NAME', countryCode: 'GB', value: 'foundry' })
  expect(outcome).toMatchObject({ kind: 'UNAVAILABLE' })
  expect(JSON.stringify(outcome)).not.toContain('secret-typo')
})

test.each(misbehaviours)('A register that is %s is UNAVAILABLE, never empty', async (behaviour) => {
  register.behave(behaviour)
  const outcome = await search({ searchBy: 'LOCAL_ID', value: '9999001' }, behaviour)
  expect(outcome).toMatchObject({ kind: 'UNAVAILABLE', reason: expect.stringMatching(/^companies-house: ./) })
})
