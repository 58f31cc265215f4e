import { expect, test } from 'vitest'
import { ofacCsv, ofacXml, sampleFile, unXml } from '../samples/index.ts'
import { collect, told } from './collect.ts'

const ofacFiles = Object.entries(ofacCsv).map(([name, text]) => sampleFile(`${name}.csv`, text))

test('The four CSV files of OFAC give one entry for each row of the first', async () => {
  const { entries, facts } = await collect('OFAC_SDN', ofacFiles)
  expect(facts).toEqual({ entries: 5, skipped: 0, warnings: [], end: 'MARKED' })
  expect(told(entries[0])).toEqual({
    id: '101',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin VARGALO', kind: 'PRIMARY' },
      { text: 'Thomas WARGALO', kind: 'ALIAS' },
      { text: 'EL TIO', kind: 'WEAK' },
      { text: 'THE BAKER', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31', '~1961'],
    birthPlaces: ['Tyr, Lebanon'],
    countries: ['SY'],
    identifiers: [
      { type: 'PASSPORT', value: 'A123456', country: 'IR' },
      { type: 'PASSPORT', value: 'B77' },
      { type: 'NATIONAL_ID', value: '99-1', country: 'IQ' },
    ],
    addresses: ['3 Orchard Street, Damascus, Syria'],
    programmes: ['SDGT', 'SYRIA'],
    positions: ['Director'],
    // The remark was cut within a word and goes on in another file.
    reasons: [expect.stringContaining('Linked To: PROMO RAIZ S.A.S.; ')],
  })
  expect(entries.map(({ kind }) => kind)).toEqual(['PERSON', 'ORGANISATION', 'VESSEL', 'PERSON', 'UNKNOWN'])
  expect(entries[1]?.names).toEqual([
    { text: 'BLUE HARBOUR TRADING, S.A.', kind: 'PRIMARY' },
    { text: 'OLD HARBOUR TRADING, S.A.', kind: 'FORMER' },
    { text: 'BLUE HARBOR', kind: 'ALIAS' },
    { text: 'BHT', kind: 'WEAK' },
  ])
  expect(entries[1]?.countries).toEqual(['PA', 'KP'])
  expect(entries[1]?.identifiers).toEqual([
    { type: 'BIC', value: 'BLHTPAPA' },
    { type: 'TAX_ID', value: '7704000001', country: 'RU' },
    { type: 'LEI', value: '253400ABCDEFGHIJ0012' },
    { type: 'REGISTRATION', value: 'IMO 5055001' },
  ])
  expect(entries[2]?.identifiers).toEqual([{ type: 'IMO', value: '9187001' }])
  expect(entries[3]?.birthDates).toEqual(['1955/1958'])
})

test('The files of OFAC may come in any order and under any name', async () => {
  const expected = await collect('OFAC_SDN', ofacFiles)
  const shuffled = ofacFiles.toReversed().map((file, at) => ({ ...file, name: `upload-${at}` }))
  expect(await collect('OFAC_CONSOLIDATED', shuffled)).toEqual(expected)
})

test('The file with the names is enough, and what is missing is said', async () => {
  const { entries, facts } = await collect('OFAC_SDN', [sampleFile('sdn.csv', ofacCsv.primary)])
  expect(entries).toHaveLength(5)
  expect(entries[0]?.names.map(({ text }) => text)).toEqual(['Tomaz Edin VARGALO', 'EL TIO'])
  expect(facts.warnings).toEqual([
    expect.stringContaining('Aliases were not given'),
    expect.stringContaining('Addresses were not given'),
    expect.stringContaining('Continued remarks were not given'),
  ])
})

test('A broken row is skipped and named, and rows of no entry are told', async () => {
  const broken = ofacCsv.primary.replace('104,"MADUN"', 'x\r\n104,"MADUN"').replace('105,"EP-ZZZ",', '105,')
  const many = Array.from({ length: 30 }, (_, at) => `${200 + at},"N ${at}"${',-0- '.repeat(10)}`).join(
    '\r\n',
  )
  const strays = '999,1,"aka","NOBODY",-0- \r\n\u{1a}'
  const { facts } = await collect('OFAC_SDN', [
    sampleFile('sdn.csv', `${many}\r\n${broken}`),
    sampleFile('alt.csv', strays),
  ])
  expect(facts).toMatchObject({ entries: 34, skipped: 2 })
  expect(facts.warnings).toEqual(
    expect.arrayContaining([
      'sdn.csv, line 34: skipped, the row is broken.',
      'sdn.csv, line 36: skipped, the row is broken.',
      'Aliases of 1 entries that are not in the list were ignored.',
    ]),
  )
})

test('Files of OFAC without their end mark are read with a warning', async () => {
  const { facts } = await collect('OFAC_SDN', [sampleFile('sdn.csv', ofacCsv.primary.replace('\u{1a}', ''))])
  expect(facts.end).toBe('NOT_MARKED')
  expect(facts.warnings).toContain('sdn.csv does not end with the usual mark; it may be incomplete.')
})

test('The XML file of OFAC gives what its CSV files give, and its date', async () => {
  const { entries, facts } = await collect('OFAC_SDN', [sampleFile('SDN.XML', ofacXml)])
  expect(facts).toEqual({ publishedOn: '2026-09-16', entries: 2, skipped: 0, warnings: [], end: 'MARKED' })
  expect(told(entries[0])).toEqual({
    id: '101',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin VARGALO', kind: 'PRIMARY' },
      { text: 'Thomas WARGALO', kind: 'ALIAS' },
      { text: 'EL TIO', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31'],
    birthPlaces: ['Tyr, Lebanon'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    addresses: ['3 Orchard Street, Damascus, Syria'],
    programmes: ['SDGT', 'SYRIA'],
    positions: ['Director'],
  })
  expect(told(entries[1])).toMatchObject({ kind: 'VESSEL', countries: ['PA'] })
})

test('The UN list gives persons and organisations under their reference numbers', async () => {
  const { entries, facts } = await collect('UN', [sampleFile('consolidated.xml', unXml)])
  expect(facts).toEqual({ publishedOn: '2026-02-27', entries: 2, skipped: 0, warnings: [], end: 'MARKED' })
  expect(told(entries[0])).toEqual({
    id: 'QDi.901',
    kind: 'PERSON',
    names: [
      { text: 'TOMAZ EDIN VARGALO', kind: 'PRIMARY' },
      { text: 'توماز فارغالو', kind: 'ALIAS' },
      { text: 'Thomas Wargalo', kind: 'ALIAS' },
      { text: 'Tomas Vargallo', kind: 'ALIAS' },
      { text: 'El Tio', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31', '~1961', '1955/1958', '1973-11'],
    birthPlaces: ['Tyr, Lebanon'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    addresses: ['Damascus, Syrian Arab Republic'],
    programmes: ['Al-Qaida'],
    positions: ['Director'],
    reasons: ['Known for nothing. Web link: https://notices.example/901'],
    links: ['https://notices.example/901'],
    listedOn: '2004-06-03',
  })
  expect(told(entries[1])).toMatchObject({
    kind: 'ORGANISATION',
    countries: ['KP'],
    names: [{ kind: 'PRIMARY' }, { text: 'Old Harbour Trading', kind: 'FORMER' }],
  })
})
