import { expect, test } from 'vitest'
import type {
  CompanyIdentifier,
  CompanyQuery,
  CompanySummary,
  Lookup,
  ReferenceProvider,
  SearchableProvider,
  SearchOutcome,
} from './provider.ts'
import type { CompanyRecord } from './company.ts'
import { references } from './references.ts'

const french: CompanyIdentifier = { code: 'CIT001', value: '99999012000019' }
const found = (name: string): Lookup<CompanyRecord> => ({ kind: 'FOUND', company: { name } as CompanyRecord })
const notFound: Lookup<CompanyRecord> = { kind: 'NOT_FOUND' }
const down: Lookup<CompanyRecord> = { kind: 'UNAVAILABLE', reason: 'down' }

const provider = (countries: 'FR' | 'INTERNATIONAL', lookup: Lookup<CompanyRecord>): ReferenceProvider => ({
  name: `${countries} ${lookup.kind}`,
  countries,
  find: () => Promise.resolve(lookup),
})

test.each<[CompanyIdentifier, string]>([
  [french, 'F'],
  [{ code: 'SIREN', value: '999990120' }, 'F'],
  [{ code: 'CIT002', value: 'FR59999990120' }, 'F'],
  [{ code: 'CIT002', value: 'DE136695976' }, 'I'],
  [{ code: 'CIT003', value: '900000017' }, 'I'],
])('The identifier %o is looked up in %s', async (identifier, name) => {
  const both = references([provider('INTERNATIONAL', found('I')), provider('FR', found('F'))])
  expect(await both.find(identifier)).toEqual(found(name))
})

test.each([
  [[notFound, found('B')], found('B')],
  [[down, found('B')], found('B')],
  [[notFound, notFound], notFound],
  [[down, notFound], down],
  [[notFound, down], down],
])('Providers answering %o together answer %o', async (answers, together) => {
  const asked = references(answers.map((answer) => provider('FR', answer)))
  expect(await asked.find(french)).toEqual(together)
})

test('A part of the world without provider leaves the question open', async () => {
  const none = references([provider('INTERNATIONAL', found('I'))])
  expect(await none.find(french)).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('The caller’s signal reaches the provider', async () => {
  const { signal } = new AbortController()
  let seen: AbortSignal | undefined
  const watching: ReferenceProvider = {
    ...provider('FR', notFound),
    find: (_, given) => {
      seen = given
      return Promise.resolve(notFound)
    },
  }
  await references([watching]).find(french, signal)
  expect(seen).toBe(signal)
})

const company = (name: string, members: Partial<CompanySummary> = {}): CompanySummary => ({
  name,
  countryCode: 'FR',
  siren: null,
  siret: null,
  vatNumber: null,
  duns: null,
  lei: null,
  localId: null,
  localRegister: null,
  city: null,
  postalCode: null,
  nafCode: null,
  mainActivity: null,
  status: 'ACTIVE',
  provider: 'test',
  score: 0.5,
  ...members,
})
const answered = (...companies: CompanySummary[]): SearchOutcome => ({
  kind: 'ANSWERED',
  companies,
  truncated: false,
})
const silent = (retryAfterSeconds: number | null = null): SearchOutcome => ({
  kind: 'UNAVAILABLE',
  reason: 'down',
  retryAfterSeconds,
})
const searchable = (countries: 'FR' | 'INTERNATIONAL', outcome: SearchOutcome): SearchableProvider => ({
  ...provider(countries, notFound),
  findsBy: countries === 'FR' ? ['CIT001', 'NATIONAL'] : ['LEI'],
  search: () => Promise.resolve(outcome),
})
const french1 = searchable('FR', answered(company('F')))
const world1 = searchable('INTERNATIONAL', answered(company('I')))
const names = (outcome: SearchOutcome) =>
  outcome.kind === 'ANSWERED' ? outcome.companies.map(({ name }) => name).join(' ') : outcome.kind
const byName: CompanyQuery = { searchBy: 'NAME', countryCode: null, value: 'x' }

test.each<[Partial<CompanyQuery>, string]>([
  [{ searchBy: 'NAME', countryCode: 'FR' }, 'F'],
  [{ searchBy: 'NAME', countryCode: 'DE' }, 'I'],
  [{ searchBy: 'NAME' }, 'F I'],
  [{ searchBy: 'SIREN', countryCode: 'FR' }, 'F'],
  [{ searchBy: 'SIRET', countryCode: 'FR' }, 'F'],
  [{ searchBy: 'VAT', value: 'FR59999990120' }, 'F'],
  [{ searchBy: 'VAT', value: 'DE136695976' }, 'I'],
  [{ searchBy: 'DUNS', countryCode: 'FR' }, 'I'],
  [{ searchBy: 'LOCAL_ID', countryCode: 'DE' }, 'I'],
])('A search for %o is sent to %s', async (query, asked) => {
  expect(names(await references([world1, french1]).search({ ...byName, ...query }))).toBe(asked)
})

test.each<[string, SearchOutcome[], string]>([
  ['the first that finds something wins', [answered(company('A')), answered(company('B'))], 'A'],
  ['one that finds nothing is no end', [answered(), answered(company('B'))], 'B'],
  ['a silent one is passed over', [silent(), answered(company('B'))], 'B'],
  ['nothing anywhere is an answer', [answered(), answered()], ''],
  ['nothing next to a silent one is not', [answered(), silent(), answered()], 'UNAVAILABLE'],
  ['all silent', [silent(), silent()], 'UNAVAILABLE'],
])('Several registers are asked in order: %s', async (_, outcomes, together) => {
  const asked = references(outcomes.map((outcome) => searchable('FR', outcome)))
  expect(names(await asked.search({ ...byName, countryCode: 'FR' }))).toBe(together)
})

test('A half-answered search says there may be more; a silent register says when it may be back', async () => {
  const quiet = searchable('INTERNATIONAL', silent(30))
  expect(await references([french1, quiet]).search(byName)).toMatchObject({
    companies: [{ name: 'F' }],
    truncated: true,
  })
  expect(await references([searchable('FR', silent(5)), quiet]).search(byName)).toEqual(silent(5))
  expect(await references([searchable('FR', answered()), quiet]).search(byName)).toEqual(silent(30))
  expect(names(await references([french1]).search(byName))).toBe('F')
  const none = references([provider('FR', notFound)])
  expect(await none.search(byName)).toMatchObject({ kind: 'UNAVAILABLE' })
})

test('One company known to both halves is shown once, completed', async () => {
  const lei = '969500Q2MA9VBQ8BG884'
  const here = company('ACME', { siren: '999990120', score: 1, city: 'LYON' })
  const there = [
    company('Acme SA', { siren: '999990120', lei, score: 0.9 }),
    company('Acme', { lei, score: 0.3 }),
  ]
  const both = references([searchable('FR', answered(here)), searchable('INTERNATIONAL', answered(...there))])
  expect(await both.search(byName)).toEqual({
    kind: 'ANSWERED',
    companies: [
      { ...here, lei, addBy: { code: 'NATIONAL', value: '999990120', countryCode: 'FR', register: null } },
    ],
    truncated: false,
  })
})

test('A search shows fifty companies, the best ones', async () => {
  const many = (prefix: string, score: number) =>
    Array.from({ length: 40 }, (_, i) => company(`${prefix}${i}`, { score, siren: `${prefix}${i}` }))
  const both = references([
    searchable('FR', answered(...many('low', 0.2))),
    searchable('INTERNATIONAL', answered(...many('high', 0.8))),
  ])
  const outcome = await both.search(byName)
  const scores = outcome.kind === 'ANSWERED' ? outcome.companies.map(({ score }) => score) : []
  expect(scores).toEqual([...Array(40).fill(0.8), ...Array(10).fill(0.2)])
  expect(outcome).toMatchObject({ truncated: true })
})
