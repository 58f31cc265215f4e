import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  address,
  establishmentOf,
  inseeError,
  inseeKey,
  period,
  startInsee,
  type FakeInsee,
  type FakeUnit,
} from '../../../test/fakes/insee.ts'
import { misbehaviours } from '../../../test/fakes/loopback.ts'
import { inseeSirene } from './insee-sirene.ts'
import type { CompanyIdentifier, SearchBy } from './provider.ts'

const siren = '999990120'
const siret = '99999012000019'
const secondary = '99999012000027'
const masked = '[NON-DIFFUSIBLE]'

let insee: FakeInsee
let timeoutMs = 2_500
const provider = (apiKey = inseeKey) => inseeSirene({ apiKey, baseUrl: insee.url, timeoutMs, attempts: 1 })
const find = (code: Exclude<CompanyIdentifier['code'], 'NATIONAL'>, value: string) =>
  provider().find({ code, value })
const search = (searchBy: SearchBy, value: string) =>
  provider().search({ searchBy, value, countryCode: 'FR' })
const paths = () => insee.requests.map(({ url }) => url.pathname.replace('/api-sirene/3.11', ''))

const unit = (members: Partial<FakeUnit> = {}): FakeUnit => ({
  siren,
  periods: [
    period,
    { ...period, dateDebut: '2009-03-02', dateFin: '2018-12-31', denominationUniteLegale: 'OLD' },
  ],
  establishments: [{ siret }, { siret: secondary, etablissementSiege: false }],
  ...members,
})
const put = (members: Partial<FakeUnit> = {}) => {
  const made = unit(members)
  insee.units.set(made.siren, made)
}

beforeAll(async () => {
  insee = await startInsee()
})
afterAll(() => insee.close())
beforeEach(() => {
  timeoutMs = 2_500
  insee.behave('ok')
  insee.units.clear()
  insee.oddities.clear()
  insee.requests.length = 0
  put()
})

const company = {
  provider: 'insee-sirene',
  recordId: siren,
  name: 'ATELIERS VALMERAC',
  tradeName: null,
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
    lines: ['12 B RUE DES FORGES'],
    postalCode: '69100',
    city: 'VILLEURBANNE',
    region: 'Auvergne-Rhône-Alpes',
    countryCode: 'FR',
  },
  nafCode: '25.62B',
  mainActivity: 'Mécanique industrielle',
  activityScheme: 'NAFRev2',
  executives: [],
  headcount: { band: '21', min: 50, max: 99, value: null, year: 2023 },
  creationDate: '2009-03-02',
  closureDate: null,
  status: 'ACTIVE',
  statusDetail: null,
  statusSince: null,
}

describe('Lookups', () => {
  test('A lookup by SIRET of the head office takes one request', async () => {
    expect(await find('CIT001', siret)).toEqual({ kind: 'FOUND', company })
    expect(paths()).toEqual([`/siret/${siret}`])
  })

  test('A lookup by SIREN and by VAT number gives the same, with the head office', async () => {
    expect(await find('SIREN', siren)).toEqual({ kind: 'FOUND', company })
    expect(await find('CIT002', 'FR59999990120')).toEqual({ kind: 'FOUND', company })
    expect(paths().slice(0, 2)).toEqual([`/siren/${siren}`, `/siret/${siret}`])
  })

  test('A lookup by another SIRET keeps that one and the address of the head office', async () => {
    const elsewhere = { ...address, libelleCommuneEtablissement: 'LILLE' }
    put({
      establishments: [
        { siret },
        { siret: secondary, etablissementSiege: false, adresseEtablissement: elsewhere },
      ],
    })
    expect(await find('CIT001', secondary)).toEqual({
      kind: 'FOUND',
      company: { ...company, siret: secondary },
    })
  })

  test('A lookup of a ceased unit says since when, through later periods', async () => {
    const ceased = { ...period, etatAdministratifUniteLegale: 'C' }
    const closed = [
      { ...ceased, dateDebut: '2024-06-01', caractereEmployeurUniteLegale: 'N' },
      { ...ceased, dateDebut: '2023-03-31', dateFin: '2024-05-31' },
      { ...period, dateDebut: '2009-03-02', dateFin: '2023-03-30' },
    ]
    put({ periods: closed })
    const since = {
      status: 'STRUCK_OFF',
      statusDetail: 'CEASED',
      statusSince: '2023-03-31',
      closureDate: '2023-03-31',
    }
    expect(await find('SIREN', siren)).toMatchObject({ company: { ...since, siret } })
    expect(await find('CIT001', secondary)).toMatchObject({ company: { ...since, siret: secondary } })
  })

  test('A lookup of a person gives a name, and masks what the person objected to', async () => {
    const person = {
      ...period,
      denominationUniteLegale: null,
      nomUniteLegale: 'ROQUEMAUREL',
      categorieJuridiqueUniteLegale: '1000',
    }
    put({ periods: [person], prenomUsuelUniteLegale: 'HELENE', dateCreationUniteLegale: '1900-01-01' })
    expect(await find('SIREN', siren)).toMatchObject({
      company: {
        name: 'HELENE ROQUEMAUREL',
        creationDate: null,
        executives: [{ name: 'HELENE ROQUEMAUREL', role: 'Entrepreneur individuel', kind: 'PERSON' }],
      },
    })
    const hidden = {
      ...address,
      numeroVoieEtablissement: '[ND]',
      typeVoieEtablissement: '[ND]',
      libelleVoieEtablissement: '[ND]',
      codePostalEtablissement: '[ND]',
    }
    put({
      periods: [{ ...person, nomUniteLegale: '[ND]' }],
      prenomUsuelUniteLegale: '[ND]',
      statutDiffusionUniteLegale: 'P',
      establishments: [{ siret, adresseEtablissement: hidden }],
    })
    expect(await find('SIREN', siren)).toMatchObject({
      company: {
        name: masked,
        executives: [],
        headOffice: { lines: [masked], postalCode: masked, city: 'VILLEURBANNE' },
      },
    })
  })

  test('A lookup of a missing unit is NOT_FOUND; other identifiers are not looked up', async () => {
    expect(await find('SIREN', '732829320')).toEqual({ kind: 'NOT_FOUND' })
    expect(await find('CIT001', '73282932000074')).toEqual({ kind: 'NOT_FOUND' })
    insee.requests.length = 0
    expect(await find('CIT003', '900000017')).toEqual({ kind: 'NOT_FOUND' })
    expect(await find('CIT002', 'DE136695976')).toEqual({ kind: 'NOT_FOUND' })
    expect(insee.requests).toEqual([])
  })
})

describe('Oddities of the register', () => {
  test('A duplicate number leads once to the number that replaced it', async () => {
    const moved = {
      status: 301,
      type: 'text/plain',
      body: `Siren 732829320 en doublon, voir /siren/${siren}`,
    }
    insee.oddities.set('/siren/732829320', moved)
    expect(await find('SIREN', '732829320')).toEqual({ kind: 'FOUND', company })
    insee.oddities.set(`/siren/${siren}`, { ...moved, body: '"/siren/356000000"' })
    expect(await find('SIREN', '732829320')).toEqual({ kind: 'NOT_FOUND' })
    insee.oddities.set('/siren/732829320', { ...moved, body: '' })
    expect(await find('SIREN', '732829320')).toEqual({ kind: 'NOT_FOUND' })
  })

  test('A unit hidden from the public is found, masked; a 403 for another reason is UNAVAILABLE', async () => {
    insee.oddities.set(`/siren/${siren}`, inseeError(403, 'Unité légale non diffusable (999990120)'))
    insee.oddities.set(`/siret/${siret}`, inseeError(403, 'Établissement non diffusable (99999012000019)'))
    const hidden = { name: masked, siren, statusDetail: 'NON_DIFFUSIBLE', headOffice: null, executives: [] }
    expect(await find('SIREN', siren)).toMatchObject({ kind: 'FOUND', company: { ...hidden, siret: null } })
    expect(await find('CIT001', siret)).toMatchObject({ kind: 'FOUND', company: { ...hidden, siret } })
    for (const path of [`/siren/${siren}`, `/siret/${siret}`]) {
      insee.oddities.set(path, inseeError(403, 'Forbidden'))
    }
    expect(await find('SIREN', siren)).toEqual({
      kind: 'UNAVAILABLE',
      reason: 'insee-sirene: refused the key',
    })
    expect(await find('CIT001', siret)).toEqual({
      kind: 'UNAVAILABLE',
      reason: 'insee-sirene: refused the key',
    })
    insee.oddities.set(`/siren/${siren}`, { status: 403, type: 'text/html', body: '<h1>no</h1>' })
    expect(await find('SIREN', siren)).toMatchObject({ kind: 'UNAVAILABLE' })
  })

  test('A merged SIRET is the one it became, unless there are several', async () => {
    const rows = [{ siret }, { siret: secondary }].map((one) => establishmentOf(unit(), one))
    const merged = (etablissements: unknown[]) => ({
      body: { header: { statut: 200, message: 'OK' }, etablissements },
    })
    insee.oddities.set('/siret/73282932000074', merged(rows.slice(0, 1)))
    expect(await find('CIT001', '73282932000074')).toEqual({ kind: 'FOUND', company })
    insee.oddities.set('/siret/73282932000074', merged(rows))
    expect(await find('CIT001', '73282932000074')).toEqual({
      kind: 'UNAVAILABLE',
      reason: 'insee-sirene: several establishments for one number',
    })
    insee.oddities.set('/siret/73282932000074', merged([]))
    expect(await find('CIT001', '73282932000074')).toEqual({ kind: 'NOT_FOUND' })
  })

  test('An unavailable head office leaves the question open; a missing one leaves out its address', async () => {
    insee.oddities.set(`/siret/${siret}`, { status: 503, body: inseeError(503, 'Service indisponible').body })
    expect(await find('SIREN', siren)).toMatchObject({ kind: 'UNAVAILABLE' })
    expect(await find('CIT001', secondary)).toMatchObject({ kind: 'UNAVAILABLE' })
    insee.oddities.set(`/siret/${siret}`, inseeError(404, 'Aucun élément trouvé'))
    expect(await find('SIREN', siren)).toEqual({ kind: 'FOUND', company: { ...company, headOffice: null } })
  })

  test('A wrong key and the wrong address are UNAVAILABLE, and the key is not revealed', async () => {
    const outcome = await provider('secret-key').find({ code: 'SIREN', value: siren })
    expect(outcome).toEqual({ kind: 'UNAVAILABLE', reason: 'insee-sirene: answered with status 401' })
  })

  test.each(misbehaviours)('A register that is %s is UNAVAILABLE', async (behaviour) => {
    insee.behave(behaviour)
    timeoutMs = behaviour === 'slow' ? 200 : 2_500
    const reason = expect.stringMatching(/^insee-sirene: ./)
    expect(await find('CIT001', siret)).toEqual({ kind: 'UNAVAILABLE', reason })
    expect(await search('NAME', 'valmerac')).toEqual({
      kind: 'UNAVAILABLE',
      reason,
      retryAfterSeconds: behaviour === 'rate-limited' ? 7 : null,
    })
  })
})

describe('Searches', () => {
  const found = (outcome: Awaited<ReturnType<typeof search>>) =>
    outcome.kind === 'ANSWERED' ? outcome.companies.map((one) => `${one.siren} ${one.name}`) : outcome
  const name = (denominationUniteLegale: string, more = {}) => [
    { ...period, denominationUniteLegale, ...more },
  ]

  beforeEach(() => {
    put({ siren: '999990138', periods: name('VALMERAC'), establishments: [{ siret: '99999013800011' }] })
    const ceased = { etatAdministratifUniteLegale: 'C' }
    put({
      siren: '999990146',
      periods: name('ATELIERS VALMERAC', ceased),
      establishments: [{ siret: '99999014600014' }],
    })
  })

  test.each([
    ['Ateliers Valmérac SAS', ['999990120 ATELIERS VALMERAC', '999990146 ATELIERS VALMERAC']],
    ['valmerac', ['999990138 VALMERAC', '999990120 ATELIERS VALMERAC', '999990146 ATELIERS VALMERAC']],
    ['valmerac ateliers', ['999990120 ATELIERS VALMERAC', '999990146 ATELIERS VALMERAC']],
    ['atelier valmrac', ['999990120 ATELIERS VALMERAC', '999990146 ATELIERS VALMERAC']],
    ['ateliers valm', ['999990120 ATELIERS VALMERAC', '999990146 ATELIERS VALMERAC']],
    ['or and not', []],
    ['") OR siren:(*', []],
    ['\\', []],
    ['AND', []],
    ['nowhere', []],
  ])('A search for the name %j finds %j', async (typed, expected) => {
    expect(found(await search('NAME', typed))).toEqual(expected)
  })

  test('A search asks for head offices by all words in all names', async () => {
    await search('NAME', 'Café "Déjà" vu')
    const q = insee.requests[0]?.url.searchParams.get('q') ?? ''
    expect(q).toMatch(
      /^etablissementSiege:true AND \(denominationUniteLegale:"CAFE" OR .*:"DEJA" OR .*:"VU"\)$/,
    )
    expect(insee.requests[0]?.url.searchParams.get('nombre')).toBe('50')
  })

  test('A search finds people by their names and says when there are more than it shows', async () => {
    insee.units.clear()
    const person = { ...period, denominationUniteLegale: null, nomUniteLegale: 'ROQUEMAUREL' }
    for (let i = 100; i < 160; i++) {
      put({
        siren: `999999${i}`,
        periods: [person],
        prenomUsuelUniteLegale: 'HELENE',
        establishments: [{ siret: `999999${i}00010` }],
      })
    }
    const outcome = await search('NAME', 'Roquemaurel Hélène')
    expect(outcome).toMatchObject({ kind: 'ANSWERED', truncated: true })
    expect(found(outcome)).toHaveLength(50)
  })

  test('A search by number is a lookup', async () => {
    const one = {
      kind: 'ANSWERED',
      companies: [{ siren, siret, city: 'VILLEURBANNE', score: 1 }],
      truncated: false,
    }
    expect(await search('SIREN', siren)).toMatchObject(one)
    expect(await search('SIRET', siret)).toMatchObject(one)
    expect(await search('VAT', 'FR59999990120')).toMatchObject(one)
    const nothing = { kind: 'ANSWERED', companies: [], truncated: false }
    expect(await search('SIREN', '732829320')).toEqual(nothing)
    expect(await search('DUNS', '900000017')).toEqual(nothing)
    expect(await search('LOCAL_ID', siren)).toEqual(nothing)
    insee.behave('rate-limited')
    expect(await search('SIREN', siren)).toMatchObject({ kind: 'UNAVAILABLE', retryAfterSeconds: 7 })
  })
})

test('Ten requests go at once, and the eleventh waits for the quota', async () => {
  const register = provider()
  const outcomes = []
  for (let i = 0; i < 11; i++) {
    outcomes.push(await register.search({ searchBy: 'SIREN', value: `73282${i + 1000}`, countryCode: 'FR' }))
  }
  expect(outcomes.slice(0, 10).every(({ kind }) => kind === 'ANSWERED')).toBe(true)
  expect(outcomes[10]).toEqual({
    kind: 'UNAVAILABLE',
    reason: 'insee-sirene: its rate is used up',
    retryAfterSeconds: 3,
  })
})
