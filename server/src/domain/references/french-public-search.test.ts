import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startFrenchRegister,
  type FrenchRegister,
  type RegisterBehaviour,
} from '../../../test/fakes/french-register.ts'
import { frenchPublicSearch } from './french-public-search.ts'
import type { CompanyIdentifier } from './provider.ts'

const siren = '999990120'
const siret = '99999012000019'
const secondary = '99999012000027'
const masked = '[NON-DIFFUSIBLE]'

let register: FrenchRegister
const find = (identifier: CompanyIdentifier, signal?: AbortSignal) =>
  frenchPublicSearch({ baseUrl: register.url, timeoutMs: 300, maxBytes: 1024 * 1024 }).find(
    identifier,
    signal,
  )

beforeAll(async () => {
  register = await startFrenchRegister()
})
afterAll(() => register.close())
beforeEach(() => {
  register.behave('ok')
  register.requests.length = 0
  register.companies.set(siren, { siren, siret, name: 'ATELIERS VALMERAC', tva: ['FR59999990120'] })
})

test('a SIRET gives the whole record of the company', async () => {
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
      countryCode: 'FR',
      legalForm: { code: '5710', label: null },
      headOffice: {
        lines: ['12 RUE DES FORGES'],
        postalCode: '69100',
        city: 'VILLEURBANNE',
        region: '84',
        countryCode: 'FR',
      },
      nafCode: '25.62B',
      mainActivity: null,
      activityScheme: 'NAFRev2',
      executives: [
        { name: 'ELISE MARIE VALMERAC', role: 'Présidente de SAS', kind: 'PERSON' },
        { name: 'CABINET ORNEVAL AUDIT', role: 'Commissaire aux comptes titulaire', kind: 'COMPANY' },
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

test('a VAT number and a SIREN lead to the head office, another SIRET to its establishment', async () => {
  expect(await find({ code: 'CIT002', value: 'FR59999990120' })).toMatchObject({ company: { siret } })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({ company: { siret } })
  expect(await find({ code: 'CIT001', value: secondary })).toMatchObject({
    company: { siren, siret: secondary },
  })
  expect(register.requests).toEqual([`/search?q=${siren}`, `/search?q=${siren}`, `/search?q=${secondary}`])
})

test('an empty answer is NOT_FOUND; a DUNS number is not asked for at all', async () => {
  expect(await find({ code: 'SIREN', value: '732829320' })).toEqual({ kind: 'NOT_FOUND' })
  expect(await find({ code: 'CIT003', value: '900000017' })).toEqual({ kind: 'NOT_FOUND' })
  expect(register.requests).toHaveLength(1)
})

test('another company than the one asked for is not taken', async () => {
  const other = { siren: '732829320', siret: '73282932000074', name: 'OTHER' }
  register.companies.set(siren, other)
  expect(await find({ code: 'SIREN', value: siren })).toEqual({ kind: 'NOT_FOUND' })
})

test('a ceased company is struck off since its closure', async () => {
  const ceased = { etat_administratif: 'C', date_fermeture: '2024-03-31', date_creation: '1900-01-01' }
  register.companies.set(siren, { siren, siret, name: 'X', ...ceased })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({
    company: { status: 'STRUCK_OFF', statusDetail: 'CEASED', statusSince: '2024-03-31', creationDate: null },
  })
})

test('masked values stay masked, and a missing VAT number is computed', async () => {
  const members = {
    statut_diffusion: 'P',
    dirigeants: [{ nom: masked, prenoms: masked, type_dirigeant: 'personne physique' }],
  }
  register.companies.set(siren, { siren, siret, name: masked, ...members })
  expect(await find({ code: 'SIREN', value: siren })).toMatchObject({
    company: { name: masked, vatNumber: 'FR59999990120', executives: [{ name: `${masked} ${masked}` }] },
  })
})

test.each<RegisterBehaviour>(['down', 'slow', 'garbage', 'wrong-shape', 'huge', 'rate-limited', 'redirect'])(
  'a register that is %s is UNAVAILABLE, never NOT_FOUND',
  async (behaviour) => {
    register.behave(behaviour)
    expect(await find({ code: 'CIT001', value: siret })).toEqual({
      kind: 'UNAVAILABLE',
      reason: expect.stringMatching(/^recherche-entreprises: ./),
    })
  },
)

test('nobody listening, and a caller who gives up, are UNAVAILABLE too', async () => {
  const gone = await startFrenchRegister()
  await gone.close()
  const silent = frenchPublicSearch({ baseUrl: gone.url })
  expect(await silent.find({ code: 'CIT001', value: siret })).toMatchObject({ kind: 'UNAVAILABLE' })
  register.behave('slow')
  const lookup = find({ code: 'CIT001', value: siret }, AbortSignal.timeout(20))
  expect(await lookup).toMatchObject({ kind: 'UNAVAILABLE' })
})
