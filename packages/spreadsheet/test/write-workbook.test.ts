import * as fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import * as yauzl from 'yauzl'
import { writeWorkbook, type CellValue, type ColumnType, type Sheet } from '../src/index.ts'
import { joinBytes, readBytes } from './collect.ts'

const types: ColumnType[] = ['text', 'number', 'boolean', 'date', 'dateTime']
const day = fc
  .date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString())
const valueOf: Record<string, fc.Arbitrary<CellValue>> = {
  text: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('=1+1', '_x0041_', '007', ' a\r\nb\t ')),
  number: fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e14, max: 1e14 })),
  boolean: fc.boolean(),
  date: day.map((text) => text.slice(0, 10)),
  dateTime: day.map((text) => `${text.slice(0, 19)}.000`),
}
const table = fc.array(fc.constantFrom(...types), { minLength: 1, maxLength: 6 }).chain((columns) =>
  fc.record({
    columns: fc.constant(columns),
    rows: fc.array(fc.tuple(...columns.map((type) => fc.option(valueOf[type] ?? fc.constant(null)))), {
      maxLength: 20,
    }),
  }),
)

function sheetOf(columns: ColumnType[], rows: CellValue[][]): Sheet {
  return {
    name: 'Table',
    columns: columns.map((type, nth) => ({ heading: `${type} ${nth}`, type })),
    rows: [rows],
  }
}

const kinds = { text: 'TEXT', number: 'NUMBER', boolean: 'BOOLEAN', date: 'DATE', dateTime: 'DATE' } as const

test('What is written is read again, cell by cell, with its type', async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const bytes = await joinBytes(writeWorkbook([sheetOf(columns, rows)]))
      const [header, ...read] = await readBytes(bytes)
      expect(header?.cells.map((cell) => ('text' in cell ? cell.text : ''))).toEqual(
        columns.map((type, nth) => `${type} ${nth}`),
      )
      const byRow = new Map(read.map(({ row, cells }) => [row, cells]))
      for (const [nth, row] of rows.entries()) {
        for (const [place, value] of row.entries()) {
          const cell = byRow.get(nth + 2)?.[place]
          const type = columns[place] ?? 'text'
          const isNone = value === null || value === ''
          if (isNone) expect(cell?.kind ?? 'EMPTY').toBe('EMPTY')
          else {
            expect(cell?.kind).toBe(kinds[type as keyof typeof kinds])
            expectSame(cell && 'text' in cell ? cell.text : null, type, value)
          }
        }
      }
    }),
    { numRuns: 60 },
  )
})

function expectSame(text: string | null, type: ColumnType, value: CellValue): void {
  if (type === 'number') expect(Number(text)).toBe(value === 0 ? 0 : value)
  else if (type === 'dateTime') expect(text).toBe(String(value).replace('T00:00:00.000', ''))
  else if (type === 'text') expect(text).toBe(String(value).replaceAll(/\p{Surrogate}/gu, '\ufffd'))
  else expect(text).toBe(String(value))
}

test('Every part is well-formed and listed, the header stands still and can be filtered', async () => {
  const rows = [['=HYPERLINK("x")', 'https://vigie.example/a?b=1&c=2', '2026-11-18', 12.5, true]]
  const columns: ColumnType[] = ['text', 'link', 'date', 'number', 'boolean']
  const bytes = await joinBytes(
    writeWorkbook([sheetOf(columns, rows), { ...sheetOf([], []), name: "It's a/b" }]),
  )
  const parts = await partsOf(bytes)
  expect(Object.keys(parts)).toEqual([
    '[Content_Types].xml',
    '_rels/.rels',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/worksheets/sheet2.xml',
    'xl/workbook.xml',
    'xl/_rels/workbook.xml.rels',
  ])
  for (const text of Object.values(parts)) parseStrictly(text)
  const sheet = parts['xl/worksheets/sheet1.xml'] ?? ''
  expect(sheet).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>')
  expect(sheet).toContain('<autoFilter ref="A1:E2"/>')
  expect(sheet).toContain(
    '<c r="A2" s="4" t="inlineStr"><is><t xml:space="preserve">=HYPERLINK(&quot;x&quot;)',
  )
  expect(sheet).toContain('<f>HYPERLINK(&quot;https://vigie.example/a?b=1&amp;c=2&quot;)</f>')
  expect(sheet).toContain('<c r="C2" s="2"><v>46344</v></c>')
  expect(sheet.match(/<f>/g)).toHaveLength(1)
  expect(parts['xl/workbook.xml']).toContain(`'Table'!$A$1:$E$2</definedName>`)
  expect(parts['xl/workbook.xml']).toContain(`<sheet name="It's a b" sheetId="2" r:id="rId2"/>`)
})

function parseStrictly(text: string): void {
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(text).close()
}

async function partsOf(bytes: Buffer): Promise<Record<string, string>> {
  const archive = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const parts: Record<string, string> = {}
  for await (const entry of archive.eachEntry()) {
    const stream = await archive.openReadStreamPromise(entry)
    parts[entry.fileName] = (await joinBytes(stream as AsyncIterable<Buffer>)).toString()
  }
  return parts
}

test('A reader that stops asking stops the rows', async () => {
  let made = 0
  async function* rows() {
    for (;;) {
      made += 1
      yield Array.from({ length: 1_000 }, (_, nth) => [`row ${made} ${nth} ${Math.sin(nth + made)}`])
    }
  }
  const book = writeWorkbook([{ name: 'Endless', columns: [{ heading: 'a', type: 'text' }], rows: rows() }])
  for (let taken = 0; taken < 20; taken += 1) await book.next()
  const soFar = made
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  expect(made - soFar).toBeLessThan(10)
  await book.return(undefined)
})

test('More rows than a sheet has room for end the file', async () => {
  async function* rows() {
    for (let nth = 0; nth < 1_049; nth += 1) yield Array.from({ length: 1_000 }, () => [])
  }
  const book = writeWorkbook([{ name: 'Full', columns: [{ heading: 'a', type: 'text' }], rows: rows() }])
  await expect(joinBytes(book)).rejects.toThrow('1048575 rows')
})
