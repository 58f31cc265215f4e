import { expect, test } from 'vitest'
import type { ReadLimits, ReadSheetRow } from '../src/index.ts'
import { zipParts } from '../src/zip-writer.ts'
import { joinBytes, makeBook, makeSheet, plainParts, readBytes } from './collect.ts'

const cellsOf = ([row]: ReadSheetRow[]) =>
  row?.cells.map((cell) => [
    cell.kind,
    ...('fault' in cell ? [cell.fault] : []),
    'text' in cell ? cell.text : '',
  ])

test('Cells are read as other programs write them', async () => {
  const book = await makeBook(
    makeSheet(
      '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c t="inlineStr"><is><t>in</t></is></c><c r="F3"><v>7.3282932000074E13</v></c><c r="G3" t="b"><v>1</v></c><c r="H3" t="d"><v>2026-11-18T00:00:00</v></c><c r="I3"/></row>',
    ),
  )
  const rows = await readBytes(book)
  expect(rows[0]?.row).toBe(3)
  expect(cellsOf(rows)).toEqual([
    ['TEXT', 'plain'],
    ['TEXT', 'two runs'],
    ['TEXT', 'in'],
    ['EMPTY', ''],
    ['EMPTY', ''],
    ['NUMBER', '73282932000074'],
    ['BOOLEAN', 'true'],
    ['DATE', '2026-11-18'],
  ])
})

test('A formula counts as what it came to, and is a fault of its cell where that is not kept', async () => {
  const book = await makeBook(
    makeSheet(
      '<row><c><f>1+1</f><v>2</v></c><c t="str"><f>A1</f><v>text</v></c><c><f>NOW()</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>',
    ),
  )
  expect(cellsOf(await readBytes(book))).toEqual([
    ['NUMBER', '2'],
    ['TEXT', 'text'],
    ['FAULT', 'FORMULA_WITHOUT_VALUE', ''],
    ['FAULT', 'ERROR_VALUE', '#DIV/0!'],
  ])
})

const serials =
  '<row>' +
  [1, 59, 60, 61, 46_344.5, 3e6].map((serial) => `<c s="1"><v>${serial}</v></c>`).join('') +
  '</row>'

test('Days are counted from 1900 with the leap day that was none, or from 1904', async () => {
  expect(cellsOf(await readBytes(await makeBook(makeSheet(serials))))).toEqual([
    ['DATE', '1900-01-01'],
    ['DATE', '1900-02-28'],
    ['FAULT', 'DATE_IMPOSSIBLE', '60'],
    ['DATE', '1900-03-01'],
    ['DATE', '2026-11-18T12:00:00.000'],
    ['FAULT', 'DATE_IMPOSSIBLE', '3000000'],
  ])
  const since1904 = (plainParts['xl/workbook.xml'] ?? '').replace('workbookPr', 'workbookPr date1904="1"')
  const book = await makeBook({
    ...makeSheet('<row><c s="2"><v>0</v></c><c s="3"><v>1.5</v></c></row>'),
    'xl/workbook.xml': since1904,
  })
  expect(cellsOf(await readBytes(book))).toEqual([
    ['DATE', '1904-01-01'],
    ['NUMBER', '1.5'],
  ])
})

const row = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
const bomb = () =>
  makeBook(makeSheet(`<row><c t="inlineStr"><is><t>${' '.repeat(30_000_000)}</t></is></c></row>`))
const manySharedTexts = `<sst>${'<si><t>12345678</t></si>'.repeat(1_000)}</sst>`

const hostile: [string, () => Promise<Buffer> | Buffer, string, Partial<ReadLimits>?][] = [
  ['no archive', () => Buffer.from('name;siret\nA;1\n'), 'UNREADABLE'],
  ['an empty file', () => Buffer.alloc(0), 'UNREADABLE'],
  [
    'an old or protected workbook',
    () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'),
    'OLD_OR_ENCRYPTED',
  ],
  ['another archive', () => joinBytes(zipParts([{ name: 'a.txt', text: ['a'] }])), 'UNREADABLE'],
  ['a workbook cut short', async () => (await makeBook(makeSheet(row))).subarray(0, -40), 'UNREADABLE'],
  ['macros', () => makeBook({ ...makeSheet(row), 'xl/vbaProject.bin': 'x' }), 'MACROS'],
  [
    'a type with macros',
    () =>
      makeBook({
        ...makeSheet(row),
        '[Content_Types].xml':
          '<Types><Override ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
      }),
    'MACROS',
  ],
  [
    'entities',
    () => makeBook({ 'xl/worksheets/sheet1.xml': '<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>' }),
    'UNREADABLE',
  ],
  ['no XML', () => makeBook({ 'xl/worksheets/sheet1.xml': '<worksheet><row>' }), 'UNREADABLE'],
  ['deep nesting', () => makeBook({ 'xl/worksheets/sheet1.xml': '<a>'.repeat(200) }), 'UNREADABLE'],
  ['no sheet', () => makeBook({}), 'UNREADABLE'],
  ['a text that is not there', () => makeBook(makeSheet('<row><c t="s"><v>9</v></c></row>')), 'UNREADABLE'],
  ['rows out of order', () => makeBook(makeSheet('<row r="2"/><row r="1"/>')), 'UNREADABLE'],
  ['cells out of order', () => makeBook(makeSheet('<row><c r="B1"/><c r="A1"/></row>')), 'UNREADABLE'],
  [
    'merged cells',
    () => makeBook(makeSheet(row, '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>')),
    'MERGED_CELLS',
  ],
  ['a bomb', bomb, 'TOO_LARGE'],
  ['more parts than allowed', () => makeBook(makeSheet(row)), 'TOO_LARGE', { maxEntries: 3 }],
  ['more bytes than allowed', () => makeBook(makeSheet(row)), 'TOO_LARGE', { maxUnpackedBytes: 500 }],
  [
    'more shared text than allowed',
    () => makeBook({ ...makeSheet(row), 'xl/sharedStrings.xml': manySharedTexts }),
    'TOO_LARGE',
    { maxSharedBytes: 20_000 },
  ],
  ['a cell far to the right', () => makeBook(makeSheet('<row><c r="XFD1"><v>1</v></c></row>')), 'TOO_LARGE'],
  [
    'a row of too much text',
    () => makeBook(makeSheet(row.replace('>a<', `>${'a'.repeat(70_000)}<`))),
    'TOO_LARGE',
  ],
]

test.each(hostile)('A reader refuses %s', async (_name, make, code, limits) => {
  await expect(readBytes(await make(), limits)).rejects.toMatchObject({ name: 'WorkbookRefusal', code })
})

test('An archive whose parts share their bytes is refused', async () => {
  const book = await makeBook(makeSheet(row))
  // The second entry of the directory points to where the first one lies.
  const second = book.indexOf('PK\u0001\u0002', book.indexOf('PK\u0001\u0002') + 4, 'latin1')
  book.writeUInt32LE(0, second + 42)
  await expect(readBytes(book)).rejects.toMatchObject({ code: 'TOO_LARGE' })
})
