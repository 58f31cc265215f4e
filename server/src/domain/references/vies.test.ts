import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bounds, misbehaviours } from '../../../test/fakes/loopback.ts'
import { startVies, type FakeVies } from '../../../test/fakes/vies.ts'
import { manualClock } from '../../platform/kernel/index.ts'
import { vies } from './vies.ts'

const austrian = 'ATU99999004'

let service: FakeVies
let provider: ReturnType<typeof vies>
const find = (value: string, signal?: AbortSignal) => provider.find({ code: 'CIT002', value }, signal)

beforeAll(async () => {
  service = await startVies()
})
afterAll(() => service.close())
beforeEach(() => {
  service.behave('ok')
  service.requests.length = 0
  service.latencyMs = 0
  service.valid.clear()
  service.faults.clear()
  service.valid.set(austrian, { name: 'Donauwerk GmbH', address: 'Ringstraße 4\nAT-1010 Wien' })
  provider = vies({ baseUrl: service.url, ...bounds() })
})

test('A valid number is a company of its state', async () => {
  expect(await find(austrian)).toMatchObject({
    kind: 'FOUND',
    company: {
      provider: 'vies',
      recordId: austrian,
      name: 'Donauwerk GmbH',
      vatNumber: austrian,
      siren: null,
      countryCode: 'AT',
      headOffice: { lines: ['Ringstraße 4'], postalCode: '1010', city: 'Wien', countryCode: 'AT' },
      status: 'ACTIVE',
    },
  })
  expect(service.requests[0]?.url.pathname).toBe('/ms/AT/vat/U99999004')
})

test('A search by VAT number answers the same company', async () => {
  expect(await provider.search({ searchBy: 'VAT', countryCode: 'AT', value: austrian })).toMatchObject({
    kind: 'ANSWERED',
    companies: [{ name: 'Donauwerk GmbH', vatNumber: austrian, city: 'Wien', score: 1 }],
    truncated: false,
  })
})

test.each([
  ['EL123456783', 'GR', null],
  ['XI123456782', 'GB', null],
  ['FR59999990120', 'FR', '999990120'],
])('The number %s belongs to %s', async (value, countryCode, siren) => {
  service.valid.set(value, { name: '---', address: '---' })
  expect(await find(value)).toMatchObject({
    company: { name: value, countryCode, siren, headOffice: null, vatNumber: value },
  })
  expect(service.requests[0]?.url.pathname).toBe(`/ms/${value.slice(0, 2)}/vat/${value.slice(2)}`)
})

test.each([
  ['RUE HAUTE 5\n1000 BRUXELLES', ['RUE HAUTE 5'], '1000', 'BRUXELLES'],
  ['\nSTR. LUNGA 4\n  ETAJ 2  \n500035 BRAȘOV\n', ['STR. LUNGA 4', 'ETAJ 2'], '500035', 'BRAȘOV'],
  ['ul. Prosta 1\n00-001 Warszawa', ['ul. Prosta 1'], '00-001', 'Warszawa'],
  ['KEIZERSGRACHT 00001\n1015CN AMSTERDAM', ['KEIZERSGRACHT 00001'], '1015CN', 'AMSTERDAM'],
  ['Husinecká 903/10\nPRAHA 3', ['Husinecká 903/10', 'PRAHA 3'], null, null],
  ['1010 Wien', ['1010 Wien'], null, null],
  ['---', null, null, null],
  ['', null, null, null],
])('The address %o is split as expected', async (address, lines, postalCode, city) => {
  service.valid.set(austrian, { name: ' Donauwerk\nGmbH ', address })
  const headOffice = lines && { lines, postalCode, city, region: null, countryCode: 'AT' }
  expect(await find(austrian)).toMatchObject({ company: { name: 'Donauwerk GmbH', headOffice } })
})

test('Only the word INVALID is a no', async () => {
  expect(await find('ATU12345675')).toEqual({ kind: 'NOT_FOUND' })
  expect(await provider.search({ searchBy: 'VAT', countryCode: null, value: 'ATU12345675' })).toEqual({
    kind: 'ANSWERED',
    companies: [],
    truncated: false,
  })
})

test.each([
  'MS_UNAVAILABLE',
  'MS_MAX_CONCURRENT_REQ',
  'MS_MAX_CONCURRENT_REQ_TIME',
  'GLOBAL_MAX_CONCURRENT_REQ',
  'GLOBAL_MAX_CONCURRENT_REQ_TIME',
  'SERVICE_UNAVAILABLE',
  'TIMEOUT',
  'VAT_BLOCKED',
  'IP_BLOCKED',
  'INVALID_INPUT',
  'INVALID_REQUESTER_INFO',
  'SOMETHING_NEW',
])('The answer %s is UNAVAILABLE, and not cached', async (fault) => {
  service.faults.set('AT', fault)
  expect(await find(austrian)).toEqual({ kind: 'UNAVAILABLE', reason: `vies: ${fault} (AT)` })
  expect(await provider.search({ searchBy: 'VAT', countryCode: 'AT', value: austrian })).toMatchObject({
    kind: 'UNAVAILABLE',
    retryAfterSeconds: 60,
  })
  service.faults.clear()
  expect(await find(austrian)).toMatchObject({ kind: 'FOUND' })
})

test('A state that is down again and again does not block the others', async () => {
  service.faults.set('AT', 'MS_UNAVAILABLE')
  for (let i = 0; i < 8; i += 1) await find(austrian)
  service.valid.set('EL123456783', { name: 'Ελλάς', address: '---' })
  expect(await find('EL123456783')).toMatchObject({ kind: 'FOUND' })
})

test('An answer is cached for a day', async () => {
  const clock = manualClock(new Date('2026-11-15T00:00:00Z'))
  provider = vies({ baseUrl: service.url, ...bounds(), clock })
  for (let i = 0; i < 3; i += 1) await find(austrian)
  expect(service.requests).toHaveLength(1)
  clock.advance(86_400_000)
  await find(austrian)
  expect(service.requests).toHaveLength(2)
})

test('A state is sent one request at a time', async () => {
  service.latencyMs = 20
  const numbers = ['ATU99999004', 'ATU12345675', 'ATU12345686', 'EL123456783']
  const lookups = await Promise.all(numbers.map((number) => find(number)))
  expect(lookups.map(({ kind }) => kind)).toEqual(['FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'])
})

test('A caller who gives up does not wait for its turn, and too long a queue is refused', async () => {
  service.behave('slow')
  provider = vies({ baseUrl: service.url, ...bounds('slow') })
  const first = find(austrian)
  expect(await find('ATU12345675', AbortSignal.timeout(10))).toMatchObject({ kind: 'UNAVAILABLE' })
  const crowd = Promise.all(
    Array.from({ length: 25 }, (_, i) => find(`ATU${10_000_000 + i}`, AbortSignal.timeout(50))),
  )
  expect((await crowd).every(({ kind }) => kind === 'UNAVAILABLE')).toBe(true)
  expect(await first).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('Identifiers VIES cannot know are not looked up', async () => {
  expect(await provider.find({ code: 'CIT003', value: '900000017' })).toEqual({ kind: 'NOT_FOUND' })
  expect(await provider.search({ searchBy: 'NAME', countryCode: 'AT', value: 'Donauwerk' })).toMatchObject({
    companies: [],
  })
  expect(service.requests).toEqual([])
})

test.each(misbehaviours)('A service that is %s is UNAVAILABLE, never NOT_FOUND', async (behaviour) => {
  service.behave(behaviour)
  provider = vies({ baseUrl: service.url, ...bounds(behaviour) })
  expect(await find(austrian)).toEqual({
    kind: 'UNAVAILABLE',
    reason: expect.stringMatching(/^vies: ./),
  })
})
