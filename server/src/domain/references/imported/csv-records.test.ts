import { Readable } from 'node:stream'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvFile } from './csv-file.ts'
import { csvRecords, delimiterOf } from './csv-records.ts'

/** Cut into pieces of a few bytes, through the middle of signs and records. */
function textOf(content: string, pieceSize = 3) {
  const bytes = Buffer.from(content)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceSize) }, (_, i) =>
    bytes.subarray(i * pieceSize, (i + 1) * pieceSize),
  )
  return { bytes: bytes.length, stream: () => Promise.resolve(Readable.from(pieces)) }
}

async function recordsOf(content: string, pieceSize?: number): Promise<(readonly string[])[]> {
  const all: (readonly string[])[] = []
  for await (const { records } of csvRecords(textOf(content, pieceSize), delimiterOf)) all.push(...records)
  return all
}

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n1;2,5\r\n',
    [
      ['a', 'b'],
      ['1', '2,5'],
    ],
  ],
  [
    '\uFEFFa,b\n,',
    [
      ['a', 'b'],
      ['', ''],
    ],
  ],
  [
    'a,b\n"x, y","say ""hé"""\n',
    [
      ['a', 'b'],
      ['x, y', 'say "hé"'],
    ],
  ],
  [
    'a,b\n"two\nlines",""\n"""",2',
    [
      ['a', 'b'],
      ['two\nlines', ''],
      ['"', '2'],
    ],
  ],
  [
    'a,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['', []],
])('The CSV text is split as expected: %j', async (content, records) => {
  expect(await recordsOf(content)).toEqual(records)
})

test('Our reader reads what a known reader reads, wherever the chunks end', async () => {
  const field = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', ' ', '€'), maxLength: 6 })
  const rows = fc.array(fc.tuple(field, field, field), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (cells, pieceSize) => {
      const quote = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
      const content = ['x,y,z', ...cells.map((row) => row.map(quote).join(','))].join('\n')
      expect(await recordsOf(content, pieceSize)).toEqual(parse(content))
    }),
    { numRuns: 200 },
  )
})

test.each([
  ['a row with a field too many', 'a,b\n1,2,3\n', 'Row 1 has 3 fields'],
  ['quotes that never close', 'a,b\n1,"2\n3,4\n', 'within quotes'],
])('The CSV reader refuses %s', async (_what, content, message) => {
  const file = await csvFile(textOf(content))
  const read = async () => {
    for await (const rows of file.rows(['a'], 0)) expect(rows.values).toBeDefined()
  }
  await expect(read()).rejects.toThrow(message)
})
