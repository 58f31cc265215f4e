import { describe, expect, test } from 'vitest'
import type { Definition } from '../attributes/index.ts'
import { cellValues } from './attribute-cell.ts'
import { checkRow } from './check-row.ts'
import { readHeader } from './csv-header.ts'
import { csvRows, headerCells } from './csv-rows.ts'
import { ndjsonRows } from './ndjson-rows.ts'
import type { ReadRow } from './read-row.ts'

const definition = (label: string, type: Definition['type'], expression: string | null = null) =>
  ({ label, type, expression, options: [] }) as unknown as Definition
const definitions = [
  definition('Annual purchase amount', 'decimal'),
  definition('Tags', 'list_multiple'),
  definition('Risk', 'decimal', '1.0'),
]

/** In pieces that cut lines, quotes and characters in two. */
async function* pieces(text: string, size = 7): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}

const csv = (text: string) => csvOf(text, 7)
async function csvOf(text: string, size: number): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  const head = text.slice(0, 64 * 1024)
  const header = readHeader(headerCells(head), definitions)
  for await (const row of csvRows(pieces(text, size), head, header)) rows.push(row)
  return rows
}
async function ndjson(text: string): Promise<ReadRow[]> {
  const rows: ReadRow[] = []
  for await (const row of ndjsonRows(pieces(text))) rows.push(row)
  return rows
}
const noAttributes = () => ({ attributeId: 1, value: null })

test('Rows of a wrong length, however many, do not block other work', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  const rows = await csvOf(`siret,code\n${'x\n'.repeat(20_000)}`, 512 * 1024)
  clearImmediate(timer)
  expect(rows).toHaveLength(20_000)
  // One for each piece of 1,024 rows at least; read in one go, there would be none.
  expect(turns).toBeGreaterThan(15)
})

test('A row of a million empty cells ends the file before they are allocated, quoted or multi-line too', async () => {
  const wide = [','.repeat(1_000_000), `${','.repeat(1_500)}"\n"`.repeat(5), `"a""b",${','.repeat(3_000)}`]
  for (const row of wide) {
    const text = `siret,code\n99995645100010,a\n${row}\n`
    const refused = csvOf(text, 64 * 1024)
    await expect(refused).rejects.toMatchObject({ code: 'IMPORT_FILE_MALFORMED', params: { row: 3 } })
  }
  expect(await csv(`siret,code\n1,"${','.repeat(3_000)}"\n`)).toMatchObject([{ row: 2 }])
})

describe('Rows of CSV', () => {
  test('A CSV file may use commas or semicolons, quotes, a byte order mark, any order of columns and blank rows', async () => {
    const rows = await csv(
      '\ufeffName;COUNTRY;identifier type;Identifier Value;Code;Annual purchase amount;Tags\r\n' +
        '"Société ""Zoé""; fils";fr;siret;732 829 320 00074;A-1;1 234,50;a | b\r\n' +
        '\r\n' +
        ';;CIT003;804735132;;;\r\n',
    )
    expect(rows.map(({ row }) => row)).toEqual([2, 4])
    expect(rows[0]?.given).toMatchObject({
      type: 'siret',
      value: '732 829 320 00074',
      name: 'Société "Zoé"; fils',
      countryCode: 'FR',
      code: 'A-1',
      attributes: [
        { input: { label: 'Annual purchase amount', values: [1234.5] } },
        { input: { label: 'Tags', values: ['a', 'b'] } },
      ],
    })
    expect(rows[1]?.given).toMatchObject({ type: 'CIT003', name: null, code: null, attributes: [] })
  })

  test('Each kind of identifier may have a column, and the first filled one counts', async () => {
    const rows = await csv(
      'siret,vat,duns\n73282932000074,FR83404833048,\n,FR83404833048,\n,,804735132\n,,\n',
    )
    expect(rows.map(({ given }) => [given?.type, given?.value, given?.columns.value])).toEqual([
      ['SIRET', '73282932000074', 'siret'],
      ['VAT', 'FR83404833048', 'vat'],
      ['DUNS', '804735132', 'duns'],
      ['', '', 'siret'],
    ])
  })

  test('A CSV row of another length is reported, and the others are read', async () => {
    const rows = await csv('siret,code\n73282932000074\n73282932000074,x,y\n73282932000074,x\n')
    expect(rows.map(({ faults }) => faults?.[0]?.params)).toEqual([
      { found: 1, expected: 2 },
      { found: 3, expected: 2 },
      undefined,
    ])
  })

  test('An unclosed quotation mark ends the CSV file', async () => {
    await expect(csv('siret,code\n73282932000074,x\n73282932000074,"y\n')).rejects.toMatchObject({
      code: 'IMPORT_FILE_MALFORMED',
    })
  })

  test.each([
    ['IMPORT_COLUMN_UNKNOWN', 'siret,Turnover\n'],
    ['IMPORT_COLUMN_UNKNOWN', 'siret,\n'],
    ['IMPORT_COLUMN_REPEATED', 'siret,code,Code\n'],
    ['IMPORT_COLUMNS_MISSING', 'code,name\n'],
    ['IMPORT_COLUMNS_MISSING', 'siret,identifierType\n'],
    ['ATTRIBUTE_READ_ONLY', 'siret,Risk\n'],
    ['IMPORT_EMPTY', '\n\n'],
    ['IMPORT_FILE_MALFORMED', '"siret\n1\n'],
    ['IMPORT_FILE_MALFORMED', '{"siret":1}\n'],
  ])('The reader gives %s for the header %j', async (code, text) => {
    await expect(csv(text)).rejects.toMatchObject({ code })
  })
})

describe('Rows of NDJSON', () => {
  test('An NDJSON file has one company a line, in the shape of the body that adds one', async () => {
    const line = {
      legalIdentifier: { code: 'CIT001', value: '1' },
      code: 'é',
      unmanaged: { name: 'N', countryCode: 'GB' },
    }
    const attributes = [{ label: 'Tags', values: ['a'] }]
    const rows = await ndjson(`\ufeff${JSON.stringify(line)}\r\n\n${JSON.stringify({ ...line, attributes })}`)
    expect(rows.map(({ row }) => row)).toEqual([1, 3])
    expect(rows[0]?.given).toMatchObject({
      type: 'CIT001',
      value: '1',
      code: 'é',
      name: 'N',
      countryCode: 'GB',
    })
    expect(rows[1]?.given?.attributes).toEqual([{ column: 'attributes.0', input: attributes[0] }])
  })

  test.each([
    ['IMPORT_ROW_JSON', null, '{'],
    ['IMPORT_ROW_JSON', null, '[]'],
    ['IMPORT_ROW_JSON', null, 'null'],
    ['IMPORT_FIELD_UNKNOWN', null, '{"contact":1}'],
    ['IMPORT_VALUE_TYPE', 'code', '{"code":1}'],
    ['IMPORT_VALUE_TYPE', 'legalIdentifier', '{"legalIdentifier":[]}'],
    ['IMPORT_VALUE_TYPE', 'legalIdentifier.value', '{"legalIdentifier":{"code":"CIT001","value":1}}'],
    ['IMPORT_VALUE_TYPE', 'attributes.0.values', '{"attributes":[{"label":"x","values":1}]}'],
  ])('The reader reports %s in %s', async (code, column, text) => {
    const [row] = await ndjson(`${text}\n`)
    expect(row?.faults?.[0]).toMatchObject({ code, column })
  })
})

test('A line too long to be a company ends the file, wherever its chunks were cut', async () => {
  const text = `{}\n"${'x'.repeat(70_000)}"\n`
  const read = async (size: number) => {
    for await (const { row } of ndjsonRows(pieces(text, size))) expect(row).toBe(1)
  }
  for (const size of [10_000, 1_000_000])
    await expect(read(size)).rejects.toMatchObject({ code: 'IMPORT_FILE_MALFORMED', params: { row: 2 } })
})

describe('Validation of a row', () => {
  const check = async (line: object) => {
    const [row] = await ndjson(JSON.stringify(line))
    return row?.given ? checkRow(row.given, { parseAttribute: noAttributes, findOwner: () => null }) : null
  }
  const good = { legalIdentifier: { code: 'CIT001', value: '732 829 320 00074' } }

  test('A row is stored without separators', async () => {
    expect(await check(good)).toMatchObject({
      identifier: { code: 'CIT001', value: '73282932000074' },
      own: null,
    })
  })

  test('A row reports all its faults at once', async () => {
    const unmanaged = { name: 'x'.repeat(501), countryCode: 'XX' }
    const bad = {
      legalIdentifier: { code: 'CIT001', value: '73282932000075' },
      code: 'x'.repeat(201),
      unmanaged,
    }
    expect(await check(bad)).toMatchObject([
      { column: 'legalIdentifier.value', code: 'IDENTIFIER_CHECKSUM_INVALID' },
      { column: 'code', code: 'IMPORT_VALUE_TOO_LONG', params: { max: 200 } },
      { column: 'unmanaged.name', code: 'IMPORT_VALUE_TOO_LONG' },
      { column: 'unmanaged.countryCode', code: 'COUNTRY_CODE_INVALID' },
    ])
  })

  test.each([
    ['IDENTIFIER_MISSING', {}],
    ['IDENTIFIER_MISSING', { legalIdentifier: { code: 'CIT001', value: ' ' } }],
    ['IDENTIFIER_TYPE_UNKNOWN', { legalIdentifier: { code: 'CIT009', value: '1' } }],
    ['IDENTIFIER_FORMAT_INVALID', { legalIdentifier: { code: 'CIT001', value: '1' } }],
    ['IMPORT_NAME_INCOMPLETE', { ...good, unmanaged: { name: 'N' } }],
    ['IMPORT_CHARACTERS', { ...good, code: 'a\u0000b' }],
    ['IMPORT_CHARACTERS', { ...good, code: 'a\nb' }],
    ['IMPORT_CHARACTERS', { ...good, unmanaged: { name: 'gpj.\u202efdp', countryCode: 'US' } }],
    ['IMPORT_CHARACTERS', { ...good, code: 'a\ud800b' }],
  ])('A row is validated: %s', async (code, line) => {
    expect(await check(line)).toMatchObject([{ code }])
  })
})

test.each([
  ['boolean', 'Oui', [true]],
  ['boolean', 'maybe', ['maybe']],
  ['decimal', '-3.5', [-3.5]],
  ['percentage', '12,5 %', [12.5]],
  ['decimal', '1.234,5', ['1.234,5']],
  ['decimal', '1e9', ['1e9']],
  ['date', '2026-02-30', ['2026-02-30']],
] as const)('A cell of type %s reads %s', (type, text, values) => {
  expect(cellValues(type, text)).toEqual(values)
})
