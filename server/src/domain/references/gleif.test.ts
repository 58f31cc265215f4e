import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startGleif, type FakeGleif } from '../../../test/fakes/gleif.ts'
import { bounds, misbehaviours, type Behaviour } from '../../../test/fakes/loopback.ts'
import { gleif } from './gleif.ts'
import type { CompanyQuery } from './provider.ts'

const lei = '894500TESTDEMO000149'
const other = '894500VIGIESAMP50054'

let register: FakeGleif
const provider = (behaviour?: Behaviour) => gleif({ baseUrl: register.url, ...bounds(behaviour) })
const search = (query: Partial<CompanyQuery>) =>
  provider().search({ searchBy: 'NAME', countryCode: 'DE', value: '', ...query })
const paths = () => register.requests.map(({ url }) => decodeURIComponent(url.search))

beforeAll(async () => {
  register = await startGleif()
})
afterAll(() => register.close())
beforeEach(() => {
  register.behave('ok')
  register.requests.length = 0
  register.records.length = 0
  register.records.push({ lei, name: 'Nordhafen Antriebe GmbH' })
})

test('A name finds the company with all the register says of it', async () => {
  expect(await search({ value: 'nordhafen antriebe' })).toEqual({
    kind: 'ANSWERED',
    truncated: false,
    companies: [
      {
        name: 'Nordhafen Antriebe GmbH',
        countryCode: 'DE',
        siren: null,
        siret: null,
        vatNumber: null,
        duns: null,
        lei,
        localId: 'HRB 99999',
        localRegister: 'RA000304',
        city: 'Kiel',
        postalCode: '24103',
        nafCode: null,
        mainActivity: null,
        status: 'ACTIVE',
        provider: 'gleif',
        score: 1,
      },
    ],
  })
  expect(paths()).toHaveLength(1)
  expect(paths()[0]).toContain('filter[entity.legalAddress.country]=DE')
  expect(register.requests[0]?.headers.accept).toBe('application/vnd.api+json')
})

test('A country narrows the search, and none searches the whole world', async () => {
  register.records.push({ lei: other, name: 'Nordhafen Antriebe France', country: 'FR' })
  expect(await search({ value: 'nordhafen' })).toMatchObject({ companies: [{ lei }] })
  const world = await search({ value: 'nordhafen', countryCode: null })
  expect(world).toMatchObject({
    companies: expect.arrayContaining([expect.objectContaining({ lei: other })]),
  })
})

test('A mistyped name is found through the completions', async () => {
  expect(await search({ value: 'nordhaffen' })).toMatchObject({ companies: [{ lei }] })
  expect(register.requests.map(({ url }) => url.pathname)).toEqual([
    '/lei-records',
    '/fuzzycompletions',
    '/lei-records',
  ])
})

test('Companies that only stand at a place of that name are not answers', async () => {
  expect(await search({ value: 'Kiel' })).toEqual({ kind: 'ANSWERED', companies: [], truncated: false })
})

test('A comma in a name does not make alternatives of it', async () => {
  register.records.push({ lei: other, name: 'Inc' })
  expect(await search({ value: 'Nordhafen Antriebe, GmbH' })).toMatchObject({ companies: [{ lei }] })
})

test.each(['HRB 99999', 'HRB99999', 'hrb 1', 'HRB  99999'])(
  'The local number %s finds its company',
  async (value) => {
    const found = value !== 'hrb 1'
    expect(await search({ searchBy: 'LOCAL_ID', value })).toMatchObject({
      kind: 'ANSWERED',
      companies: found ? [{ lei, score: 1 }] : [],
    })
  },
)

test('Numbers given by mistake are not shown, lapsed ones are', async () => {
  const statuses = ['DUPLICATE', 'ANNULLED', 'CANCELLED', 'LAPSED']
  register.records.length = 0
  statuses.forEach((registration, i) =>
    register.records.push({
      lei: `894500TESTDEMO0${String(10 + i)}149`.slice(0, 20),
      name: `Valtor ${i}`,
      registration,
    }),
  )
  expect(await search({ value: 'valtor' })).toMatchObject({ companies: [{ name: 'Valtor 3' }] })
})

test('A French company is recognised by its SIREN, with or without spaces', async () => {
  const french = { country: 'FR', registeredAt: 'RA000189', registeredAs: '999 990 120' }
  register.records.push({ lei: other, name: 'Ateliers Valmerac', ...french })
  expect(await search({ value: 'valmerac', countryCode: null })).toMatchObject({
    companies: [{ siren: '999990120', localId: '999990120', countryCode: 'FR' }],
  })
})

test('More hits than fit on a page are reported as more', async () => {
  for (let i = 10; i < 40; i += 1)
    register.records.push({ lei: `894500TESTDEMO0001${i}`, name: `Valtor ${i}` })
  const outcome = await search({ value: 'valtor' })
  expect(outcome).toMatchObject({ kind: 'ANSWERED', truncated: true })
})

const event = (type: string, status: string, effectiveDate = '2026-03-01T00:00:00Z') => ({
  groupType: 'STANDALONE',
  events: [{ type, status, effectiveDate, recordedDate: '2026-03-09T00:00:00Z' }],
})
const ended = { status: 'INACTIVE', expiration: { date: '2025-06-30T22:00:00Z', reason: 'DISSOLVED' } }

test.each([
  [{ status: 'ACTIVE' }, 'ACTIVE'],
  [{ status: null }, 'ACTIVE'],
  [ended, 'STRUCK_OFF'],
  [{ eventGroups: [event('INSOLVENCY', 'IN_PROGRESS')] }, 'IN_COLLECTIVE_PROCEDURE'],
  [{ eventGroups: [event('LIQUIDATION', 'COMPLETED')] }, 'ACTIVE'],
  [{ eventGroups: [event('BANKRUPTCY', 'WITHDRAWN_CANCELLED')] }, 'ACTIVE'],
  [{ eventGroups: [event('CHANGE_LEGAL_NAME', 'IN_PROGRESS')] }, 'ACTIVE'],
  [{ eventGroups: null, otherNames: null, headquartersAddress: null, legalForm: { id: '9999' } }, 'ACTIVE'],
  [{ ...ended, eventGroups: [event('LIQUIDATION', 'IN_PROGRESS')] }, 'STRUCK_OFF'],
])('An entity with %o is %s', async (entity, status) => {
  register.records[0] = { lei, name: 'Nordhafen', entity }
  expect(await search({ value: 'nordhafen' })).toMatchObject({ companies: [{ status }] })
})

test('Identifiers GLEIF cannot know are not looked up', async () => {
  expect(await provider().find({ code: 'CIT002', value: 'DE136695976' })).toEqual({ kind: 'NOT_FOUND' })
  expect(await provider().find({ code: 'CIT003', value: '900000017' })).toEqual({ kind: 'NOT_FOUND' })
  expect(await search({ searchBy: 'VAT', value: 'DE136695976' })).toMatchObject({ companies: [] })
  expect(await search({ searchBy: 'DUNS', value: '900000017' })).toMatchObject({ companies: [] })
  expect(register.requests).toEqual([])
})

test.each(misbehaviours)('A register that is %s is UNAVAILABLE, never empty', async (behaviour) => {
  register.behave(behaviour)
  const query = { searchBy: 'NAME', countryCode: 'DE', value: 'nordhafen' } as const
  const outcome = await provider(behaviour).search(query)
  expect(outcome).toMatchObject({ kind: 'UNAVAILABLE', reason: expect.stringMatching(/^gleif: ./) })
  if (behaviour === 'rate-limited') expect(outcome).toMatchObject({ retryAfterSeconds: 7 })
})
