import { expect, test } from 'vitest'
import { AppError } from '../../platform/kernel/index.ts'
import { checkRow } from './check-row.ts'
import { csvRows, headerCells } from './csv-rows.ts'
import { readHeader } from './csv-header.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import type { ReadRow } from './read-row.ts'

const known = {
  parseAttribute: () => {
    throw new AppError('IDENTIFIER_MISSING')
  },
  findOwner: () => {
    throw new AppError('IDENTIFIER_MISSING')
  },
}

async function* chunks(text: string) {
  yield Buffer.from(text)
}

async function check(rows: AsyncIterable<ReadRow>) {
  const checked = []
  for await (const { given, faults } of rows) {
    const outcome = given ? checkRow(given, known) : (faults ?? [])
    checked.push(
      'identifier' in outcome ? [outcome.identifier, outcome.own] : outcome.map(({ code }) => code).join(),
    )
  }
  return checked
}

const csv = (text: string) => check(csvRows(chunks(text), text, readHeader(headerCells(text), [])))
const rif = { name: 'Rif', countryCode: 'MA' }

test('A CSV row gives a LEI, a national number with its country, or a name and a country alone', async () => {
  const text = [
    'lei,nationalId,register,name,countryCode',
    '894500VIGIESAMP50054,,,,',
    ',1234567,,,GB',
    ',HRB 99999,RA000304,Nordhafen,de',
    ',,,Rif,MA',
    ',,,Rif,',
    ',1234567,,,',
    ',1234567,RA000304,,FR',
    ',,,,MA',
  ].join('\n')
  expect(await csv(text)).toEqual([
    [{ code: 'LEI', value: '894500VIGIESAMP50054' }, null],
    [{ code: 'NATIONAL', value: '01234567', countryCode: 'GB', register: null }, null],
    [
      { code: 'NATIONAL', value: 'HRB99999', countryCode: 'DE', register: 'RA000304' },
      { name: 'Nordhafen', countryCode: 'DE' },
    ],
    [null, rif],
    'IMPORT_NAME_INCOMPLETE',
    'IDENTIFIER_COUNTRY_MISSING',
    'IDENTIFIER_FORMAT_INVALID',
    'IDENTIFIER_MISSING,IMPORT_NAME_INCOMPLETE',
  ])
  expect(await csv('name,country\nRif,MA')).toEqual([[null, rif]])
})

test('A line of JSON gives the same, in the shape of the body that adds one company', async () => {
  const lines = [
    { unmanaged: rif },
    { legalIdentifier: { code: 'NATIONAL', value: '1234567', countryCode: 'GB', register: null } },
    { legalIdentifier: { code: 'LEI', value: '894500vigiesamp50054' }, unmanaged: rif },
    {},
  ]
  expect(await check(ndjsonRows(chunks(lines.map((line) => JSON.stringify(line)).join('\n'))))).toEqual([
    [null, rif],
    [{ code: 'NATIONAL', value: '01234567', countryCode: 'GB', register: null }, null],
    [{ code: 'LEI', value: '894500VIGIESAMP50054' }, rif],
    'IDENTIFIER_MISSING',
  ])
})
