import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  companiesHouse,
  createBundledProviders,
  dnb,
  frenchPublicSearch,
  gleif,
  inseeSirene,
  references,
  vies,
  type ReferenceProvider,
} from '../../src/domain/references/index.ts'
import { britishKey, startCompaniesHouse, type FakeCompaniesHouse } from '../fakes/companies-house.ts'
import { dnbContract, startDnb, type FakeDnb } from '../fakes/dnb.ts'
import { startFrenchRegister, type FrenchRegister } from '../fakes/french-register.ts'
import { startGleif, type FakeGleif } from '../fakes/gleif.ts'
import { inseeKey, startInsee, type FakeInsee } from '../fakes/insee.ts'
import { startVies, type FakeVies } from '../fakes/vies.ts'
import { testApp, type TestApp } from '../harness/index.ts'

const lei = '894500TESTDEMO000149'
const frenchLei = '969500Q2MA9VBQ8BG884'

let french: FrenchRegister
let insee: FakeInsee
let world: FakeGleif
let britain: FakeCompaniesHouse
let duns: FakeDnb
let vat: FakeVies

beforeAll(async () => {
  french = await startFrenchRegister()
  ;[insee, world, britain, duns, vat] = await Promise.all([
    startInsee(),
    startGleif(),
    startCompaniesHouse(),
    startDnb(),
    startVies(),
  ])
  french.companies.set('999990120', {
    siren: '999990120',
    siret: '99999012000019',
    name: 'ATELIERS VALMERAC',
  })
  world.records.push({ lei, name: 'Nordhafen Antriebe GmbH' })
  world.records.push({
    lei: frenchLei,
    name: 'Ateliers Valmerac',
    country: 'FR',
    registeredAt: 'RA000189',
    registeredAs: '999 990 120',
  })
  britain.companies.push({ company_number: '01234567', company_name: 'LOUGH MERRIN LINEN LIMITED' })
  duns.organizations.push({ duns: '900000017', primaryName: 'Rif Cables' })
  vat.valid.set('DE136695976', { name: 'Elbwerk AG', address: 'Hafenstr. 1\n20095 Hamburg' })
})
afterAll(() => Promise.all([french, insee, world, britain, duns, vat].map((register) => register.close())))

interface Found {
  name: string
  thirdpartyId: number | null
  addBy: { code: string; value: string } | null
}

/** A house that asks these registers, in an account of its own. */
async function house(...providers: ReferenceProvider[]) {
  const t: TestApp = await testApp({ references: references(providers) })
  const { base, token } = await t.given.office()
  const post = (path: string, body: unknown) => t.call('POST', `${base}${path}`, { token, body })
  return {
    t,
    post,
    get: (path: string) => t.call('GET', `${base}${path}`, { token }),
    search: async (searchBy: string, value: string, countryCode?: string) => {
      const answer = await post('/thirdparties/search', {
        searchBy,
        value,
        ...(countryCode && { countryCode }),
      })
      return answer.json<{ content: Found[] }>().content
    },
    add: (legalIdentifier: unknown, more: object = {}) => post('/thirdparties', { legalIdentifier, ...more }),
  }
}

const readers: readonly [string, () => ReferenceProvider, readonly [string, string, string?][], string][] = [
  [
    'The French public search',
    () => frenchPublicSearch({ baseUrl: french.url, attempts: 1 }),
    [
      ['NAME', 'valmerac', 'FR'],
      ['SIREN', '999990120', 'FR'],
    ],
    'CIT001',
  ],
  ['VIES', () => vies({ baseUrl: vat.url }), [['VAT', 'DE136695976']], 'CIT002'],
  [
    'GLEIF',
    () => gleif({ baseUrl: world.url }),
    [
      ['NAME', 'nordhafen'],
      ['LOCAL_ID', 'HRB99999', 'DE'],
      ['LEI', lei],
    ],
    'LEI',
  ],
  [
    'Companies House',
    () => companiesHouse(britishKey, { baseUrl: britain.url }),
    [
      ['NAME', 'lough merrin', 'GB'],
      ['LOCAL_ID', '1234567', 'GB'],
    ],
    'NATIONAL',
  ],
  ['D&B', () => dnb(dnbContract, { baseUrl: duns.url }), [['DUNS', '900000017']], 'CIT003'],
  [
    'The French sample',
    () => createBundledProviders().filter(({ countries }) => countries === 'FR')[0] as ReferenceProvider,
    [['NAME', 'passerelle', 'FR']],
    'CIT001',
  ],
  [
    'The international sample',
    () => createBundledProviders().filter(({ countries }) => countries !== 'FR')[0] as ReferenceProvider,
    [
      ['NAME', 'lough merrin'],
      ['LEI', '894500VIGIESAMP50054'],
      ['LOCAL_ID', 'HRB 99999', 'DE'],
    ],
    'CIT003',
  ],
]

describe('What a search finds', () => {
  test.each(readers)(
    '%s: each company is added by what its result says',
    async (_, provider, searches, code) => {
      for (const question of searches) {
        const { t, search, add } = await house(provider())
        const found = await search(...question)
        expect(found.length, question.join(' ')).toBeGreaterThan(0)
        for (const { name, addBy } of found) {
          expect(addBy?.code).toBe(code)
          const added = await add(addBy)
          expect([added.statusCode, added.json<{ name: string }>().name]).toEqual([201, name])
          expect(added.json()).toMatchObject({ legalIdentifier: addBy, identityStatus: 'COMPLETE' })
        }
        const again = await search(...question)
        expect(again.filter(({ thirdpartyId }) => thirdpartyId === null)).toEqual([])
        await t.close()
      }
    },
  )

  test('INSEE: a company is added by what its result says', async () => {
    const siret = '99999012000019'
    const office = {
      siret,
      siren: '999990120',
      nic: '00019',
      etablissementSiege: true,
      adresseEtablissement: { codePostalEtablissement: '69100', libelleCommuneEtablissement: 'LYON' },
      periodesEtablissement: [{ dateFin: null, etatAdministratifEtablissement: 'A' }],
    }
    insee.units.set('999990120', {
      siren: '999990120',
      periods: [
        {
          dateFin: null,
          etatAdministratifUniteLegale: 'A',
          denominationUniteLegale: 'VALMERAC',
          nicSiegeUniteLegale: '00019',
        },
      ],
      establishments: [office],
    })
    const { t, search, add } = await house(inseeSirene({ apiKey: inseeKey, baseUrl: insee.url, attempts: 1 }))
    const [found] = await search('SIREN', '999990120', 'FR')
    expect(found?.addBy).toMatchObject({ code: 'CIT001', value: siret })
    expect((await add(found?.addBy)).statusCode).toBe(201)
    await t.close()
  })
})

test('A French company asked for by its LEI or its SIREN is kept by its own register', async () => {
  const { t, add, search, get } = await house(
    frenchPublicSearch({ baseUrl: french.url, attempts: 1 }),
    gleif({ baseUrl: world.url }),
  )
  const byLei = (await add({ code: 'LEI', value: frenchLei.toLowerCase() })).json<Record<string, unknown>>()
  expect(byLei).toMatchObject({
    name: 'ATELIERS VALMERAC',
    siren: '999990120',
    lei: frenchLei,
    legalIdentifier: { code: 'LEI', value: frenchLei },
    provenance: [{ provider: 'recherche-entreprises' }],
  })
  const bySiren = await add({ code: 'NATIONAL', value: '999 990 120', countryCode: 'FR' })
  expect(bySiren.json()).toMatchObject({
    code: 'THIRD_PARTY_DUPLICATE',
    existingThirdpartyId: byLei['thirdpartyId'],
  })
  const found = await search('NAME', 'valmerac')
  expect(found).toMatchObject([{ thirdpartyId: byLei['thirdpartyId'], addBy: { code: 'CIT001' } }])
  expect((await get('/company-registers')).json<{ content: unknown[] }>().content).toContainEqual({
    code: 'RA000189',
    countryCode: 'FR',
    name: 'Sirene (INSEE)',
    numberName: 'SIREN',
  })
  await t.close()
})

test('A national number is asked of the register of the world and of its country, and refreshed by it', async () => {
  const { t, add, post } = await house(
    gleif({ baseUrl: world.url, cacheSeconds: 0 }),
    companiesHouse(britishKey, { baseUrl: britain.url }),
  )
  const german = { code: 'NATIONAL', value: 'hrb 99999', countryCode: 'DE', register: 'RA000304' }
  const added = (await add(german)).json<{ thirdpartyId: number }>()
  expect(added).toMatchObject({
    name: 'Nordhafen Antriebe GmbH',
    legalIdentifier: { ...german, value: 'HRB99999' },
    lei,
    localId: 'HRB 99999',
    localRegister: 'RA000304',
    source: 'MANAGED',
  })
  const refreshed = await post(`/thirdparties/${added.thirdpartyId}/refresh`, {})
  expect(refreshed.json()).toMatchObject({ outcome: 'UNCHANGED' })

  // Another court may have given the same number to another company.
  const elsewhere = { ...german, register: 'RA000242' }
  expect((await add(elsewhere)).json()).toMatchObject({ code: 'IDENTIFIER_NOT_FOUND' })
  const unmanaged = { name: 'Isarwerk GmbH', countryCode: 'DE' }
  expect((await add(elsewhere, { unmanaged })).json()).toMatchObject({
    name: 'Isarwerk GmbH',
    source: 'UNMANAGED',
    identityStatus: 'NOT_FOUND',
    localId: 'HRB99999',
    localRegister: 'RA000242',
  })
  expect((await add(elsewhere, { unmanaged })).json()).toMatchObject({ code: 'THIRD_PARTY_DUPLICATE' })

  const british = { code: 'NATIONAL', value: '1234567', countryCode: 'GB' }
  expect((await add(british)).json()).toMatchObject({
    name: 'LOUGH MERRIN LINEN LIMITED',
    legalIdentifier: { code: 'NATIONAL', value: '01234567', countryCode: 'GB', register: null },
    localRegister: 'RA000585',
  })
  await t.close()
})
