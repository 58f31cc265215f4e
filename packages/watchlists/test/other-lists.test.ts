import { expect, test } from 'vitest'
import { openSanctionsCsv, openSanctionsFtm, ownCsv, sampleFile } from '../samples/index.ts'
import { listClass, listSources, publisher, readList } from '../src/index.ts'
import { collect, told } from './collect.ts'

test('The simple CSV of OpenSanctions is read with several values in a cell', async () => {
  const { entries, facts } = await collect('OPENSANCTIONS_SANCTIONS', [
    sampleFile('simple.csv', openSanctionsCsv),
  ])
  expect(facts).toMatchObject({ entries: 3, skipped: 0, end: 'NOT_MARKED' })
  expect(told(entries[0])).toEqual({
    id: 'NK-901',
    kind: 'PERSON',
    names: [
      { text: 'Tomaz Edin Vargalo', kind: 'PRIMARY' },
      { text: 'Thomas Wargalo', kind: 'ALIAS' },
      { text: 'Vargalo; Tomaz', kind: 'ALIAS' },
    ],
    birthDates: ['1960-08-31'],
    countries: ['SY'],
    identifiers: [{ type: 'OTHER', value: 'A123456' }],
    addresses: ['3 Orchard Street, Damascus'],
    programmes: ['SY-1'],
    reasons: ['Known for nothing'],
  })
  expect(entries.map(({ identifiers }) => identifiers[0]?.type)).toEqual(['OTHER', 'LEI', 'IMO'])
})

test('The lines of OpenSanctions are joined with what other lines say, before or after', async () => {
  const { entries, facts } = await collect('OPENSANCTIONS_SANCTIONS', [
    sampleFile('ftm.json', openSanctionsFtm),
  ])
  expect(facts).toMatchObject({
    entries: 2,
    skipped: 1,
    warnings: ['1 left out: exposed persons without sanction.'],
  })
  expect(told(entries[0])).toEqual({
    id: 'NK-901',
    kind: 'PERSON',
    names: [
      { text: 'Thomas Wargalo', kind: 'ALIAS' },
      { text: 'Tomaz Edin Vargalo', kind: 'PRIMARY' },
      { text: 'El Tio', kind: 'WEAK' },
    ],
    birthDates: ['1960-08-31'],
    countries: ['SY'],
    identifiers: [{ type: 'PASSPORT', value: 'A123456', country: 'IR' }],
    programmes: ['SY-1'],
    reasons: ['Known for nothing'],
    references: ['eu-901', 'un-901'],
    listedOn: '2011-05-18',
  })
  expect(told(entries[1])).toMatchObject({
    addresses: ['Federico Avenue 51, Panama City'],
    names: [{ kind: 'PRIMARY' }, { text: 'Old Harbour Trading', kind: 'FORMER' }],
  })
})

test('Exposed persons come with the posts they hold', async () => {
  const files = [sampleFile('ftm.json', openSanctionsFtm)]
  const { entries } = await collect('OPENSANCTIONS_EXPOSED_PERSONS', files)
  expect(entries.map(told)).toEqual([
    {
      id: 'NK-904',
      kind: 'PERSON',
      names: [{ text: 'Mirela Sandovec', kind: 'PRIMARY' }],
      countries: ['SI'],
      positions: ['Minister of Ports'],
    },
  ])
})

test('An own list may have its columns in any order, semicolons and a byte order mark', async () => {
  const plain = await collect('OWN', [sampleFile('own.csv', ownCsv)])
  const other = `\u{feff}Name;ID;Countries;Kind;Birth date;Reason;Identifiers;Aliases\r
Tomaz Vargalo;P1;SY;Person;31/08/1960;Unpaid invoices;PASSPORT:A123456;Thomas Wargalo|El Tio\r
Blue Harbour Trading;O1;panama;company;;;"LEI:253400ABCDEFGHIJ0012;VAT:PA1"\r
`
  const read = await collect('OWN', [sampleFile('own.csv', other)])
  expect(read).toEqual(plain)
  expect(plain.facts).toEqual({ entries: 2, skipped: 0, warnings: [], end: 'NOT_MARKED' })
})

test('Every bad row of an own list is named with its line', async () => {
  const good = Array.from({ length: 60 }, (_, at) => `G${at},Good ${at},person,,,FR,,`).join('\n')
  const bad = [
    ',No key,person,,,,,',
    'B2,,person,,,,,',
    'B3,Odd kind,constructor,,,,,',
    'B4,Odd number,person,,12345,,,',
    'B5,Odd country,person,,,Atlantis,soon,',
    'B6,Too much,person,,,,,,extra',
  ]
  const text = `id,name,kind,aliases,identifiers,countries,birthDate,reason\n${good}\n${bad.join('\n')}\n`
  const { facts } = await collect('OWN', [sampleFile('own.csv', text)])
  expect(facts).toMatchObject({ entries: 60, skipped: 6 })
  expect(facts.warnings).toEqual([
    'own.csv, line 62: skipped, the id is missing.',
    'own.csv, line 63: skipped, the name is missing.',
    'own.csv, line 64: skipped, the kind "constructor" is unknown.',
    'own.csv, line 65: skipped, the identifier "12345" is not written as TYPE:value.',
    'own.csv, line 66: skipped, the country "Atlantis" is unknown, the date "soon" is not understood.',
    'own.csv, line 67: skipped, the row has more cells than columns.',
  ])
})

test('A list has no facts before its end, after a fault or when someone stopped early', async () => {
  const reading = readList('OWN', [sampleFile('own.csv', ownCsv)])
  expect(() => reading.facts()).toThrow('before it has been read to its end')
  for await (const _ of reading.entries) break
  expect(() => reading.facts()).toThrow('before it has been read to its end')
  await expect(async () => {
    for await (const _ of reading.entries);
  }).rejects.toThrow('walked once')
})

test('Every source has a class and a name for people', () => {
  expect(listSources.map(listClass).filter((it) => it === 'SANCTIONS')).toHaveLength(8)
  expect(listClass('OPENSANCTIONS_EXPOSED_PERSONS')).toBe('EXPOSED_PERSONS')
  expect(listClass('OWN')).toBe('OWN')
  expect(new Set(listSources.map(publisher)).size).toBe(listSources.length)
})
