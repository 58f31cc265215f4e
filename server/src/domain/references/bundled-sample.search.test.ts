import { expect, test } from 'vitest'
import { createBundledProviders } from './bundled-sample.ts'
import type { SearchBy } from './provider.ts'
import { references } from './references.ts'

const sample = references(createBundledProviders())
const search = async (value: string, searchBy: SearchBy = 'NAME', countryCode: string | null = null) => {
  const outcome = await sample.search({ searchBy, countryCode, value })
  return outcome.kind === 'ANSWERED' ? outcome.companies : []
}
const names = async (...asked: Parameters<typeof search>) => (await search(...asked)).map(({ name }) => name)

test.each([
  ['ATELIERS VALMÉRAC', 'ATELIERS VALMÉRAC'],
  ['ateliers valmerac', 'ATELIERS VALMÉRAC'],
  ['Valmérac Ateliers S.A.S.', 'ATELIERS VALMÉRAC'],
  ['SARL ateliers valmerac', 'ATELIERS VALMÉRAC'],
  ['Valmérac Industrie', 'ATELIERS VALMÉRAC'],
  ['atelirs valmerac', 'ATELIERS VALMÉRAC'],
  ['ateliers vlamerac', 'ATELIERS VALMÉRAC'],
  ['atel', 'ATELIERS VALMÉRAC'],
  ['lumi code', 'LUMICODE'],
  ['neteclat services', 'NET’ÉCLAT SERVICES'],
  ['batisseurs ornain', 'BÂTISSEURS DE L’ORNAIN'],
  ['fil et bouton', 'FIL & BOUTON'],
  ['nordhafen antriebe', 'Nordhafen Antriebe GmbH'],
  ['kaveri loom exports', 'Kaveri Loom Exports Pvt Ltd'],
  ['carpati mobila', 'Carpați Mobilă SRL'],
  ['розова долина', 'Розова долина Импекс ООД'],
  ['ελαιωνες αργολιδος', 'Ελαιώνες Αργολίδος ΕΠΕ'],
  ['青潮精機', '青潮精機株式会社'],
])('The name %j finds %s first', async (typed, name) => {
  expect((await names(typed))[0]).toBe(name)
})

test.each(['ateliirs vallmerac', 'zzzz', 'sas', '—', 'valmerac boulangerie'])(
  'The name %j finds nothing',
  async (typed) => {
    expect(await names(typed)).toEqual([])
  },
)

test('The same name scores 1, another less, and the country narrows', async () => {
  const [first] = await search('Nordhafen Antriebe', 'NAME', 'DE')
  expect(first).toMatchObject({ countryCode: 'DE', provider: 'sample-international', score: 1, city: 'Kiel' })
  expect(await names('nordhafen antriebe', 'NAME', 'FR')).toEqual(['NORDHAFEN ANTRIEBE GMBH'])
  expect(await names('nordhafen antriebe', 'NAME', 'IT')).toEqual([])
  const [partial] = await search('nordhafen', 'NAME', 'DE')
  expect(partial?.score).toBeGreaterThan(0)
  expect(partial?.score).toBeLessThan(1)
})

test('Each number finds its company, in its country only', async () => {
  const one = { name: 'ATELIERS VALMÉRAC', provider: 'sample-france', score: 1 }
  expect(await search('99991371800014', 'SIRET', 'FR')).toMatchObject([one])
  expect(await search('999913718', 'SIREN', 'FR')).toMatchObject([one])
  expect(await search('FR64999913718', 'VAT')).toMatchObject([one])
  const other = { name: 'Nordhafen Antriebe GmbH', provider: 'sample-international', score: 1 }
  expect(await search('DE999123455', 'VAT')).toMatchObject([other])
  expect(await search('900000010', 'DUNS')).toMatchObject([other])
  expect(await search('hrb-99999', 'LOCAL_ID', 'DE')).toMatchObject([other])
  expect(await search('HRB 99999', 'LOCAL_ID', 'AT')).toEqual([])
  expect(await search('900000010', 'DUNS', 'AT')).toEqual([])
  expect(await search('732829320', 'SIREN', 'FR')).toEqual([])
})
