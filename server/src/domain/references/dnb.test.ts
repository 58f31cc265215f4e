import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dnbContract, startDnb, type FakeDnb } from '../../../test/fakes/dnb.ts'
import { bounds, misbehaviours, type Behaviour } from '../../../test/fakes/loopback.ts'
import { manualClock } from '../../platform/kernel/index.ts'
import { dnb } from './dnb.ts'
import type { CompanyQuery, SearchableProvider } from './provider.ts'

const duns = '900000017'
const identifier = { code: 'CIT003', value: duns } as const

let service: FakeDnb
let provider: SearchableProvider
const open = (behaviour?: Behaviour) =>
  dnb(dnbContract, { baseUrl: service.url, cacheSeconds: 0, ...bounds(behaviour) })
const search = (query: Partial<CompanyQuery>) =>
  provider.search({ searchBy: 'NAME', countryCode: 'DE', value: 'nordhafen', ...query })
const tokensAsked = () => service.requests.filter(({ url }) => url.pathname === '/v2/token').length

beforeAll(async () => {
  service = await startDnb()
})
afterAll(() => service.close())
beforeEach(() => {
  service.behave('ok')
  service.lifetimeSeconds = 86_400
  service.requests.length = 0
  service.organizations.length = 0
  service.organizations.push({ duns, primaryName: 'Nordhafen Antriebe' })
  provider = open()
})

test('A DUNS number gives the whole record', async () => {
  expect(await provider.find(identifier)).toEqual({
    kind: 'FOUND',
    company: {
      provider: 'dnb',
      recordId: duns,
      name: 'Nordhafen Antriebe',
      tradeName: null,
      siren: null,
      siret: null,
      vatNumber: 'DE999123455',
      duns,
      lei: null,
      localId: 'HRB 99999',
      localRegister: null,
      countryCode: 'DE',
      legalForm: { code: 'Corporation', label: 'Corporation' },
      headOffice: {
        lines: ['Kaistr. 5'],
        postalCode: '24103',
        city: 'Kiel',
        region: 'Schleswig-Holstein',
        countryCode: 'DE',
      },
      nafCode: '28.15',
      mainActivity: 'Bearings and gears',
      activityScheme: 'NACE2',
      executives: [{ name: 'Jörg Petersholm', role: 'Managing Director', kind: 'PERSON' }],
      headcount: { band: null, min: 340, max: 340, value: 340, year: null },
      creationDate: '1961-10-03',
      closureDate: null,
      status: 'ACTIVE',
      statusDetail: null,
      statusSince: null,
    },
  })
  expect(service.requests.at(-1)?.url.searchParams.get('blockIDs')).toContain('companyinfo_L2_v1')
})

test('French numbers are recognised by their digits', async () => {
  const registrationNumbers = [
    { registrationNumber: '99999012000019', typeDescription: 'SIRET' },
    { registrationNumber: 'FR59999990120', typeDescription: 'Value Added Tax Number' },
  ]
  service.organizations[0] = { duns, primaryName: 'Valmerac', country: 'FR', registrationNumbers }
  expect(await provider.find(identifier)).toMatchObject({
    company: {
      siren: '999990120',
      siret: '99999012000019',
      vatNumber: 'FR59999990120',
      localId: '999990120',
    },
  })
})

test('The preferred number is the local one, the registered name is the name, and what is missing is null', async () => {
  service.organizations[0] = {
    duns,
    primaryName: 'NHA',
    registeredName: 'Nordhafen Antriebe GmbH',
    startDate: '1961',
    registrationNumbers: [
      { registrationNumber: '1', typeDescription: 'Chamber' },
      { registrationNumber: '2', typeDescription: 'Register', isPreferredRegistrationNumber: true },
      { registrationNumber: '123', typeDescription: 'VAT' },
    ],
    primaryAddress: null,
    industryCodes: null,
    numberOfEmployees: null,
    currentPrincipals: null,
    dunsControlStatus: { operatingStatus: { description: 'Out of Business', dnbCode: 403 } },
  }
  expect(await provider.find(identifier)).toMatchObject({
    company: {
      name: 'Nordhafen Antriebe GmbH',
      localId: '2',
      vatNumber: null,
      headOffice: null,
      creationDate: null,
      status: 'STRUCK_OFF',
      statusDetail: 'CEASED',
    },
  })
})

test('An unknown DUNS number is NOT_FOUND; other identifiers are not looked up', async () => {
  expect(await provider.find({ code: 'CIT003', value: '900000025' })).toEqual({ kind: 'NOT_FOUND' })
  const asked = service.requests.length
  expect(await provider.find({ code: 'CIT002', value: 'DE136695976' })).toEqual({ kind: 'NOT_FOUND' })
  expect(service.requests).toHaveLength(asked)
})

test('A company without a country is no answer', async () => {
  service.organizations[0] = { duns, primaryName: 'X', countryISOAlpha2Code: null, primaryAddress: null }
  expect(await provider.find(identifier)).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('Names, local numbers and DUNS numbers are matched, with the confidence as score', async () => {
  service.organizations.push({ duns: '900000025', primaryName: 'Nordhafen Werft', registrationNumbers: [] })
  expect(await search({})).toMatchObject({
    companies: [
      { duns, score: 1 },
      { duns: '900000025', score: 0.9 },
    ],
  })
  for (const query of [
    { searchBy: 'LOCAL_ID', value: 'HRB 99999' },
    { searchBy: 'DUNS', value: duns, countryCode: null },
  ] as const) {
    expect(await search(query)).toMatchObject({ kind: 'ANSWERED', companies: [{ duns, city: 'Kiel' }] })
  }
})

test('No match gives an empty answer; what cannot be matched is not sent', async () => {
  const empty = { kind: 'ANSWERED', companies: [], truncated: false }
  expect(await search({ value: 'zzz' })).toEqual(empty)
  const asked = service.requests.length
  expect(await search({ countryCode: null })).toEqual(empty)
  expect(await search({ searchBy: 'VAT', value: 'DE136695976' })).toEqual(empty)
  expect(service.requests).toHaveLength(asked)
})

test('One token serves everyone until shortly before its end', async () => {
  const clock = manualClock(new Date('2026-11-15T00:00:00Z'))
  service.lifetimeSeconds = 600
  provider = dnb(dnbContract, { baseUrl: service.url, ...bounds(), cacheSeconds: 0, clock })
  await Promise.all([search({}), provider.find(identifier), search({ value: 'zzz' })])
  expect(tokensAsked()).toBe(1)
  clock.advance(539_000)
  await search({})
  expect(tokensAsked()).toBe(1)
  clock.advance(2_000)
  expect(await search({})).toMatchObject({ kind: 'ANSWERED' })
  expect(tokensAsked()).toBe(2)
})

test('A token refused early is replaced at once', async () => {
  await search({})
  service.revoke()
  expect(await provider.find(identifier)).toMatchObject({ kind: 'FOUND' })
  expect(tokensAsked()).toBe(2)
})

test('Wrong credentials are UNAVAILABLE, and are not revealed', async () => {
  provider = dnb({ key: 'k', secret: 'secret-typo' }, { baseUrl: service.url, ...bounds() })
  const lookup = await provider.find(identifier)
  expect(lookup).toMatchObject({ kind: 'UNAVAILABLE' })
  expect(JSON.stringify(lookup)).not.toContain('secret-typo')
})

test.each(misbehaviours)(
  'A service that is %s is UNAVAILABLE, before a token and after',
  async (behaviour) => {
    service.behave(behaviour)
    const reason = expect.stringMatching(/^dnb: ./) as string
    expect(await open(behaviour).find(identifier)).toMatchObject({ kind: 'UNAVAILABLE', reason })
    service.behave('ok')
    provider = open(behaviour)
    // The token comes while all is well, however short the patience.
    await expect.poll(async () => (await search({})).kind).toBe('ANSWERED')
    service.behave(behaviour)
    expect(await provider.find(identifier)).toMatchObject({ kind: 'UNAVAILABLE', reason })
    expect(await search({})).toMatchObject({ kind: 'UNAVAILABLE', reason })
  },
)
