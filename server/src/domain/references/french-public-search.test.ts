import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startFrenchRegister,
  type FrenchRegister,
  type RegisterBehaviour,
} from '../../../test/fakes/french-register.ts'
import { frenchPublicSearch } from './french-public-search.ts'
import type { CompanyIdentifier, SearchBy, SearchOutcome } from './provider.ts'

const siren = '999990120'
const siret = '99999012000019'
const secondary = '99999012000027'
const masked = '[NON-DIFFUSIBLE]'

let register: FrenchRegister
let timeoutMs = 5_000
const provider = () =>
  frenchPublicSearch({ baseUrl: register.url, timeoutMs, maxBytes: 1024 * 1024, attempts: 1 })
const find = (identifier: CompanyIdentifier, signal?: AbortSignal) => provider().find(identifier, signal)
const search = (searchBy: SearchBy, value: string) =>
  provider().search({ searchBy, value, countryCode: 'FR' })

beforeAll(async () => {
  register = await startFrenchRegister()
})
afterAll(() => register.close())
beforeEach(() => {
  timeoutMs = 5_000
  register.behave('ok')
  register.requests.length = 0
  register.companies.clear()
  register.companies.set(siren, { siren, siret, name: 'ATELIERS VALMERAC', tva: ['FR59999990120'] })
})

test('A SIRET gives the whole record of the company', async () => {
  expect(await find({ code: 'CIT001', value: siret })).toEqual({
    kind: 'FOUND',
    company: {
      provider: 'recherche-entreprises',
      recordId: siren,
      name: 'ATELIERS VALMERAC',
      tradeName: 'VALMERAC INDUSTRIE',
      siren,
      siret,
      vatNumber: 'FR59999990120',
      duns: null,
      lei: null,
      localId: siren,
      localRegister: null,
      countryCode: 'FR',
      legalForm: { code: '5710', label: 'SAS, société par actions simplifiée' },
      headOffice: {
        lines: ['12 RUE DES FORGES'],
        postalCode: '69100',
        city: 'VILLEURBANNE',
        region: 'Auvergne-Rhône-Alpes',
        countryCode: 'FR',
      },
      nafCode: '25.62B',
      mainActivity: 'Mécanique industrielle',
      activityScheme: 'NAFRev2',
      executives: [
        {
          name: 'ELISE MARIE VALMERAC',
          role: 'Présidente de SAS',
          kind: 'PERSON',
          birthMonth: '1974-06',
          nationality: 'FR',
        },
        {
          name: 'CABINET ORNEVAL AUDIT',
          role: 'Commissaire aux comptes titulaire',
          kind: 'COMPANY',
          identifier: '999993454',
        },
      ],
      headcount: { band: '21', min: 50, max: 99, value: null, year: 2023 },
      creationDate: '2009-03-02',
      closureDate: null,
      status: 'ACTIVE',
      statusDetail: null,
      statusSince: null,
    },
  })
  expect(register.requests).toEqual([`/search?q=${siret}`])
})

test('A VAT number and a SIREN lead to the head office, another SIRET to its establishment', async () => {
  expect(await find({ code: 'CIT002', value: 'FR59999990120' })).toMatchObject({ company: { siret } })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({ company: { siret } })
  expect(await find({ code: 'CIT001', value: secondary })).toMatchObject({
    company: { siren, siret: secondary },
  })
  expect(register.requests).toEqual([`/search?q=${siren}`, `/search?q=${siren}`, `/search?q=${secondary}`])
})

test('An empty answer is NOT_FOUND; a DUNS number is not looked up at all', async () => {
  expect(await find({ code: 'SIREN', value: '732829320' })).toEqual({ kind: 'NOT_FOUND' })
  expect(await find({ code: 'CIT003', value: '900000017' })).toEqual({ kind: 'NOT_FOUND' })
  expect(register.requests).toHaveLength(1)
})

test('An answer about another company is not accepted', async () => {
  const other = { siren: '732829320', siret: '73282932000074', name: 'OTHER' }
  register.companies.set(siren, other)
  expect(await find({ code: 'SIREN', value: siren })).toEqual({ kind: 'NOT_FOUND' })
})

test('A ceased company is struck off since its closure', async () => {
  const ceased = { etat_administratif: 'C', date_fermeture: '2024-03-31', date_creation: '1900-01-01' }
  register.companies.set(siren, { siren, siret, name: 'X', ...ceased })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({
    company: { status: 'STRUCK_OFF', statusDetail: 'CEASED', statusSince: '2024-03-31', creationDate: null },
  })
})

test('Masked values stay masked, masked people stay out, and a missing VAT number is computed', async () => {
  const members = {
    statut_diffusion: 'P',
    dirigeants: [
      { nom: masked, prenoms: masked, type_dirigeant: 'personne physique' },
      { nom: 'VALMERAC', prenoms: masked, type_dirigeant: 'personne physique' },
      { siren: '999993454', denomination: masked, type_dirigeant: 'personne morale' },
    ],
  }
  register.companies.set(siren, { siren, siret, name: masked, ...members })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({
    company: { name: masked, vatNumber: 'FR59999990120', executives: [] },
  })
})

test('What is masked, wrong or missing of an officer is left out, and the officer is kept', async () => {
  const person = { nom: 'ORNEVAL', type_dirigeant: 'personne physique' }
  const dirigeants = [
    { ...person, prenoms: 'ADA', date_de_naissance: masked, nationalite: masked },
    {
      ...person,
      prenoms: 'BEA',
      date_de_naissance: null,
      annee_de_naissance: '1961',
      nationalite: 'Martienne',
    },
    { siren: '999993455', denomination: 'ORNEVAL', type_dirigeant: 'personne morale' },
  ]
  register.companies.set(siren, { siren, siret, name: 'X', dirigeants })
  const lookup = await find({ code: 'SIREN', value: siren })
  expect(lookup.kind === 'FOUND' && lookup.company.executives).toEqual([
    { name: 'ADA ORNEVAL', role: '', kind: 'PERSON' },
    { name: 'BEA ORNEVAL', role: '', kind: 'PERSON', birthMonth: '1961' },
    { name: 'ORNEVAL', role: '', kind: 'COMPANY' },
  ])
})

test.each<RegisterBehaviour>(['down', 'slow', 'garbage', 'wrong-shape', 'huge', 'rate-limited', 'redirect'])(
  'A register that is %s is UNAVAILABLE, never NOT_FOUND',
  async (behaviour) => {
    register.behave(behaviour)
    timeoutMs = behaviour === 'slow' ? 200 : 5_000
    expect(await find({ code: 'CIT001', value: siret })).toEqual({
      kind: 'UNAVAILABLE',
      reason: expect.stringMatching(/^recherche-entreprises: ./),
    })
  },
)

test('A closed port and a caller who gives up are UNAVAILABLE too', async () => {
  const gone = await startFrenchRegister()
  await gone.close()
  const silent = frenchPublicSearch({ baseUrl: gone.url })
  expect(await silent.find({ code: 'CIT001', value: siret })).toMatchObject({ kind: 'UNAVAILABLE' })
  register.behave('slow')
  const lookup = find({ code: 'CIT001', value: siret }, AbortSignal.timeout(20))
  expect(await lookup).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('An address where something else answers 404 is UNAVAILABLE too', async () => {
  const lost = frenchPublicSearch({ baseUrl: `${register.url}/elsewhere` })
  expect(await lost.find({ code: 'CIT001', value: siret })).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('The public service is used without configuration', () => {
  expect(frenchPublicSearch()).toMatchObject({ name: 'recherche-entreprises', countries: 'FR' })
})

const others = () => {
  register.companies.set('999990138', { siren: '999990138', siret: '99999013800011', name: 'VALMERAC' })
  const ceased = { etat_administratif: 'C', date_fermeture: '2020-01-01' }
  register.companies.set('999990146', {
    siren: '999990146',
    siret: '99999014600014',
    name: 'ATELIERS VALMERAC',
    ...ceased,
  })
  register.companies.set('999990153', { siren: '999990153', siret: '99999015300010', name: 'ORNEVAL' })
}
const names = (outcome: SearchOutcome) =>
  outcome.kind === 'ANSWERED' ? outcome.companies.map((one) => [one.name, one.siren]) : outcome.reason

test('A name search lists exact and active companies first, whatever else the service found', async () => {
  others()
  const outcome = await search('NAME', ' Ateliers  Valmérac, SAS ')
  expect(outcome).toMatchObject({ kind: 'ANSWERED', truncated: false })
  expect(names(outcome)).toEqual([
    ['ATELIERS VALMERAC', '999990120'],
    ['ATELIERS VALMERAC', '999990146'],
    ['ORNEVAL', '999990153'],
    ['VALMERAC', '999990138'],
  ])
  expect(outcome).toMatchObject({
    companies: [{ siret, city: 'VILLEURBANNE', score: 1, nafCode: '25.62B' }, {}, {}, {}],
  })
})

test('More companies than a page shows are reported as more', async () => {
  for (let i = 100; i < 140; i++) {
    const number = `999999${i}`
    register.companies.set(number, { siren: number, siret: `${number}00010`, name: `VALMERAC ${i}` })
  }
  const outcome = await search('NAME', 'valmerac')
  expect(outcome).toMatchObject({ kind: 'ANSWERED', truncated: true })
  expect(names(outcome)).toHaveLength(25)
})

test.each(['AB', ' A ', '999990120', '999 990 120', '99999012000019'])(
  'The name %j, which the service refuses or takes for a number, finds nothing and is not sent',
  async (value) => {
    expect(await search('NAME', value)).toEqual({ kind: 'ANSWERED', companies: [], truncated: false })
    expect(register.requests).toEqual([])
  },
)

test('A name the service refuses although it is long enough finds nothing', async () => {
  expect(await search('NAME', 'A B')).toEqual({ kind: 'ANSWERED', companies: [], truncated: false })
  expect(register.requests).toHaveLength(1)
})

test('Numbers find their company, and a VAT number must be one of its own', async () => {
  const found = { kind: 'ANSWERED', companies: [{ siren, siret, score: 1 }], truncated: false }
  expect(await search('SIREN', siren)).toMatchObject(found)
  expect(await search('SIRET', siret)).toMatchObject(found)
  expect(await search('SIRET', secondary)).toMatchObject({ companies: [{ siren, siret: secondary }] })
  expect(await search('VAT', 'FR59999990120')).toMatchObject(found)
  const nothing = { kind: 'ANSWERED', companies: [], truncated: false }
  register.companies.set(siren, { siren, siret, name: 'X', tva: ['FR0K999990120'] })
  expect(await search('VAT', 'FR59999990120')).toEqual(nothing)
  expect(await search('VAT', 'FR0K999990120')).toMatchObject({ companies: [{ vatNumber: 'FR0K999990120' }] })
  register.companies.set(siren, { siren, siret, name: 'X', tva: null })
  expect(await search('VAT', 'FR59999990120')).toMatchObject(found)
  expect(await search('SIREN', '732829320')).toEqual(nothing)
  register.requests.length = 0
  for (const by of ['DUNS', 'LOCAL_ID'] as const) expect(await search(by, '900000017')).toEqual(nothing)
  expect(register.requests).toEqual([])
})

test('A silent register says when to ask again', async () => {
  register.behave('rate-limited')
  for (const by of ['NAME', 'SIREN'] as const)
    expect(await search(by, siren.replace(/^/, by === 'NAME' ? 'x' : ''))).toEqual({
      kind: 'UNAVAILABLE',
      reason: 'recherche-entreprises: answered with status 429',
      retryAfterSeconds: 1,
    })
})

test('A search may be answered from the cache, a lookup never', async () => {
  const same = provider()
  const query = { searchBy: 'SIREN', value: siren, countryCode: 'FR' } as const
  const name = async () => {
    const outcome = await same.search(query)
    return outcome.kind === 'ANSWERED' ? outcome.companies[0]?.name : outcome.reason
  }
  expect(await name()).toBe('ATELIERS VALMERAC')
  register.companies.set(siren, { siren, siret, name: 'VALMERAC GROUPE' })
  expect(await name()).toBe('ATELIERS VALMERAC')
  expect(await same.find({ code: 'SIREN', value: siren })).toMatchObject({
    company: { name: 'VALMERAC GROUPE' },
  })
  expect(await name()).toBe('VALMERAC GROUPE')
})
