import { expect, test } from 'vitest'
import { euCsv, euCsvRows, euXml, frenchJson, sampleFile, swissXml, ukCsv, ukXml } from '../samples/index.ts'
import { collect, told } from './collect.ts'

test('The XML file of the EU tells weak names, spans of birth and numbers known to be false', async () => {
  const { entries, facts } = await collect('EU', [sampleFile('eu.xml', euXml)])
  expect(facts).toEqual({ publishedOn: '2026-08-05', entries: 2, skipped: 0, warnings: [], end: 'MARKED' })
  expect(told(entries[0])).toEqual({
    id: 'EU.901.11',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin Vargalo', kind: 'PRIMARY' },
      { text: 'Томаж Варгало', kind: 'ALIAS' },
      { text: 'The Baker', kind: 'WEAK' },
      { text: 'El Tio', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31', '~1961', '1955/1958'],
    birthPlaces: ['Tyr, LEBANON'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    addresses: ['3 Orchard Street, Damascus, SYRIA'],
    programmes: ['TAQA'],
    positions: ['Director', 'Owner'],
    reasons: ['Known for nothing at all'],
    links: ['http://journal.example/acts/1'],
    references: ['QDi.901'],
    listedOn: '2004-06-03',
  })
  // No reference number, and a legal form that stands alone is no name.
  expect(told(entries[1])).toMatchObject({
    id: '902',
    names: [{ text: 'Blue Harbour Trading', kind: 'PRIMARY' }],
  })
})

test('The CSV file of the EU is put together from rows of one component each', async () => {
  const { entries, facts } = await collect('EU', [sampleFile('eu.csv', euCsv())])
  expect(facts).toMatchObject({ publishedOn: '2026-08-05', entries: 2, end: 'NOT_MARKED' })
  expect(told(entries[0])).toEqual({
    id: 'EU.901.11',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin Vargalo', kind: 'PRIMARY' },
      { text: 'El Tio', kind: 'WEAK' },
      { text: 'Tomaz "The Baker" Vargalo', kind: 'ALIAS' },
    ],
    birthDates: ['1960-08-31', '~1961'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    programmes: ['TAQA'],
    references: ['QDi.901'],
    listedOn: '2004-06-03',
  })
  expect(told(entries[1])).toMatchObject({ id: '902', kind: 'ORGANISATION', countries: ['PA'] })
})

test('The CSV file of the UK is grouped by its unique ID and its placeholders are no dates', async () => {
  const { entries, facts } = await collect('UK', [sampleFile('uk.csv', ukCsv())])
  expect(facts).toEqual({
    publishedOn: '2026-03-31',
    entries: 3,
    skipped: 0,
    warnings: [],
    end: 'NOT_MARKED',
  })
  expect(told(entries[0])).toEqual({
    id: 'AQD9001',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin VARGALO', kind: 'PRIMARY' },
      { text: 'Thomas WARGALO', kind: 'ALIAS' },
      { text: 'BAKER', kind: 'WEAK' },
      { text: 'El TIO', kind: 'WEAK' },
      { text: 'توماز فارغالو', kind: 'ALIAS' },
    ],
    birthDates: ['1960', '1961-08'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456' }],
    programmes: ['ISIL and Al-Qaida'],
    reasons: ['Owner of R&D Ltd'],
    references: ['QDi.901', '77001'],
    listedOn: '2004-06-03',
  })
  expect(told(entries[1])).toMatchObject({
    names: [{ kind: 'PRIMARY' }, { text: 'BHT', kind: 'WEAK' }],
    identifiers: [
      { type: 'TAX_ID', value: '7704000001' },
      { type: 'REGISTRATION', value: '1027700000001' },
    ],
    countries: ['PA'],
  })
  expect(told(entries[2])).toMatchObject({ kind: 'VESSEL', identifiers: [{ type: 'IMO', value: '9187001' }] })
})

test('A row of another width in a CSV file is skipped and named, not read askew', async () => {
  const askew = [
    '901;x;y',
    ...Array.from({ length: 12 }, (_, at) => euCsvRows[7]?.replaceAll('902', `${1000 + at}`) ?? ''),
  ]
  const { facts, entries } = await collect('EU', [sampleFile('eu.csv', euCsv(askew))])
  expect(entries).toHaveLength(12)
  expect(facts).toMatchObject({ entries: 12, skipped: 1 })
  const skipped = 'eu.csv, line 2: skipped, the row has more or fewer cells than there are columns.'
  expect(facts.warnings).toContain(skipped)
})

test('The XML file of the UK gives what its CSV file gives', async () => {
  const { entries, facts } = await collect('UK', [sampleFile('uk.xml', ukXml)])
  expect(facts).toMatchObject({ publishedOn: '2026-03-31', entries: 2, end: 'MARKED' })
  expect(told(entries[0])).toEqual({
    id: 'AQD9001',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin VARGALO', kind: 'PRIMARY' },
      { text: 'BAKER', kind: 'WEAK' },
      { text: 'توماز فارغالو', kind: 'ALIAS' },
    ],
    birthDates: ['1960'],
    countries: ['SY'],
    programmes: ['ISIL and Al-Qaida'],
    references: ['QDi.901', '77001'],
    listedOn: '2004-06-03',
  })
  expect(told(entries[1])).toMatchObject({ kind: 'VESSEL', identifiers: [{ type: 'IMO', value: '9187001' }] })
})

test('The French register is read with its countries in French and its references', async () => {
  const { entries, facts } = await collect('FRANCE', [sampleFile('registre.json', frenchJson)])
  expect(facts).toEqual({
    publishedOn: '2026-07-11',
    entries: 3,
    skipped: 0,
    warnings: ['1 not understood: birth dates, such as "199".'],
    end: 'MARKED',
  })
  expect(told(entries[0])).toEqual({
    id: '9001',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin VARGALO', kind: 'PRIMARY' },
      { text: 'Thomas Wargalo', kind: 'ALIAS' },
      { text: 'Boulanger', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31'],
    birthPlaces: ['Tyr, Liban'],
    countries: ['RU', 'SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456' }],
    programmes: ['(UE) 2018/1 du 16/02/2018'],
    reasons: ['Connu pour rien, "du tout" {['],
    references: ['EU.901.11', 'QDi.901'],
  })
  expect(told(entries[1])).toMatchObject({
    addresses: ['Avenue Federico 51, Panama', 'Rue du Port 2, Panama'],
    identifiers: [
      { type: 'TAX_ID', value: '7704000001' },
      { type: 'REGISTRATION', value: '1027700000001' },
    ],
  })
  expect(told(entries[2])).toMatchObject({ kind: 'VESSEL', identifiers: [{ type: 'IMO', value: '9187001' }] })
})

test('The Swiss list leaves out who was taken off it and combines spellings within a script', async () => {
  const { entries, facts } = await collect('SWITZERLAND', [sampleFile('seco.xml', swissXml)])
  expect(facts).toEqual({
    publishedOn: '2026-09-28',
    entries: 2,
    skipped: 1,
    warnings: ['1 left out: taken off the list.'],
    end: 'MARKED',
  })
  expect(told(entries[0])).toEqual({
    id: '100',
    kind: 'PERSON',
    names: [
      { text: 'Vargalo Tomaz', kind: 'PRIMARY' },
      { text: 'Vargalo Thomas', kind: 'ALIAS' },
      { text: 'Wargalo Tomaz', kind: 'ALIAS' },
      { text: 'Wargalo Thomas', kind: 'ALIAS' },
      { text: 'Варгало Томаж', kind: 'ALIAS' },
      { text: 'El Tio', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31'],
    birthPlaces: ['Tyr, Lebanon'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    programmes: ['Syria'],
    positions: ['Dr.'],
    reasons: ['Known for nothing.'],
    references: ['QDi.901'],
    listedOn: '2011-05-18',
  })
  expect(told(entries[1])).toMatchObject({
    id: '102',
    countries: ['PA'],
    addresses: ['Federico Avenue 51, Panama City, Panama'],
    names: [{ kind: 'PRIMARY' }, { text: 'Old Harbour Trading', kind: 'FORMER' }],
  })
})
