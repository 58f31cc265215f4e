import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spreadsheetLine } from '../../../../web/src/screens/imports/csv.ts'
import { csvField, csvLine, type CsvValue } from './csv.ts'

test.each([
  ['plain', '"plain"'],
  ['=1', `"'=1"`],
  ['  =1', `"'  =1"`],
  ['\uff1d1', `"'\uff1d1"`],
  ['a;=1+1', `"a;'=1+1"`],
  ['x;=HYPERLINK("http://evil.example");y', `"x;'=HYPERLINK(""http://evil.example"");y"`],
  ['a\t@SUM(A1)', `"a\t'@SUM(A1)"`],
  ['a, -2', `"a,' -2"`],
  ['a\n+3', `"a\n'+3"`],
  ['a;"=1"', `"a;'""=1"""`],
  ['a\r\n\r\nb', '"a\r\n\r\nb"'],
  ['a,b', '"a,b"'],
  ['a"b', '"a""b"'],
  ['a-b@c.example', '"a-b@c.example"'],
  ['', '""'],
  [null, ''],
  [12, '12'],
  [-3, '-3'],
  [true, 'true'],
])('The field %j is written %s', (value, written) => {
  expect(csvField(value)).toBe(written)
})

/** As spreadsheets read: quotes count at the start of a cell only, and what follows the closing one is kept. */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let place: 'start' | 'bare' | 'quoted' = 'start'
  const end = () => {
    cells.push(cell)
    cell = ''
    place = 'start'
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (place === 'quoted') {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else place = 'bare'
    } else if (sign === separator || sign === '\r' || sign === '\n') end()
    else if (sign === '"' && place === 'start') place = 'quoted'
    else {
      cell += sign
      place = 'bare'
    }
  }
  end()
  return cells
}

const parts = ['=', '+', '-', '@', '\t', '\r', '\n', ';', ',', '"', "'", ' ', '\u00a0', '\uff1d', 'a', '1']
const hostileText = fc.array(fc.constantFrom(...parts), { maxLength: 9 }).map((signs) => signs.join(''))
// First no negative number: cut at semicolons, it would begin a longer cell. No table of the product has one there.
const record = fc
  .tuple(fc.nat(), fc.array(fc.oneof(hostileText, fc.integer(), fc.constant(null)), { maxLength: 4 }))
  .map(([first, rest]): CsvValue[] => [first, ...rest])
const table = fc.array(record, { minLength: 1, maxLength: 4 })

test.each([',', ';', '\t'])('No cell separated by %j begins as a formula does', (separator) => {
  fc.assert(
    fc.property(table, (records) => {
      const numbers = new Set(records.flat().map(String))
      for (const cell of cellsOf(records.map((values) => csvLine(values)).join(''), separator)) {
        if (!numbers.has(cell) || Number.isNaN(Number(cell)))
          expect(cell).not.toMatch(/^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/)
      }
    }),
    { numRuns: 2_000 },
  )
})

/** The rule of the guide: one apostrophe less wherever one was put. */
const original = (text: string) =>
  text.replaceAll(
    /^'(?=(?:[^\S\t\r\n]|["'])*[=+\-@\uff1d\t\r\n])|(?<=[;,\t\r\n])'(?=(?:[^\S\t\r\n]|["'])*(?:[=+\-@\uff1d\t]|$))/g,
    '',
  )

test('Removing the apostrophes gives back every text unchanged', () => {
  fc.assert(
    fc.property(fc.array(hostileText, { minLength: 1, maxLength: 3 }), (texts) => {
      const [cells = []] = parse(csvLine(texts), { record_delimiter: '\r\n', quote: '"' })
      expect(cells.map(original)).toEqual(texts)
    }),
    { numRuns: 1_000 },
  )
})

test('The web pages write their tables by the same rule', () => {
  fc.assert(
    fc.property(fc.array(hostileText), (texts) => {
      expect(`${spreadsheetLine(texts)}\r\n`).toBe(csvLine(texts))
    }),
  )
})
