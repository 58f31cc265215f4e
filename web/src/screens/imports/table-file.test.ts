import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, decodeText, delimiterOf, rowsOf, spreadsheetLine } from './csv.ts'
import { hasIdentifier, readTable, toUpload, workbookTable } from './table-file.ts'

const file = (text: string | Buffer) => new File([new Uint8Array(Buffer.from(text))], 'suppliers.csv')

test('Whatever is written as a line is read back as it was', () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é') }), {
    minLength: 2,
    maxLength: 4,
  })
  fc.assert(
    fc.property(fc.array(cells, { minLength: 1, maxLength: 4 }), (rows) => {
      const text = rows.map(csvLine).join('\n')
      expect([...rowsOf(text, ',')]).toEqual(rows)
    }),
  )
})

test('A table of a spreadsheet is understood: its encoding, its separator and its columns', async () => {
  const text =
    'Numéro SIRET;Raison sociale;Ville;Unité\n73282932000074;Été SA;Lyon;A\n\n123;"Deux; lignes";Paris;B\n'
  const table = await readTable(file(Buffer.from(text, 'latin1')), ['unite'])
  const targets = ['siret', 'name', '', 'unite']
  expect(table).toMatchObject({ content: { delimiter: ';' }, rows: 2, targets })
  expect(table.sample[1]).toEqual(['123', 'Deux; lignes', 'Paris', 'B'])
  expect(hasIdentifier(table)).toBe(true)
  expect(await toUpload(table).file.text()).toBe(
    'siret,name,unite\n73282932000074,Été SA,A\n\n123,Deux; lignes,B',
  )
})

test('Two columns of one meaning: the second is left out until somebody says what it is', async () => {
  const { targets } = await readTable(file('\ufeffNom,Company,duns\nA,B,1\n'), [])
  expect(targets).toEqual(['name', '', 'duns'])
})

test('A table without a number of companies cannot be imported; half of a pair is none', async () => {
  for (const [header, isEnough] of [
    ['name', false],
    ['identifierType,name', false],
    ['identifierType,identifierValue', true],
  ] as const) {
    expect(hasIdentifier(await readTable(file(`${header}\n1,2\n`), []))).toBe(isEnough)
  }
})

test('The separator is the sign there is most of, and either encoding is read', () => {
  expect([delimiterOf('a;b;c,d\n,,,,'), delimiterOf('a\tb'), delimiterOf('one')]).toEqual([';', '\t', ','])
  const latin = Uint8Array.from(Buffer.from('été', 'latin1')).buffer
  expect([decodeText(latin), decodeText(new TextEncoder().encode('été').buffer)]).toEqual(['été', 'été'])
})

test('A cell that a spreadsheet would run is written as a text', () => {
  expect(spreadsheetLine(['=1+1', 'plain', ' @cmd', 'a;=2'])).toBe(`"'=1+1","plain","' @cmd","a;'=2"`)
})

test('A workbook is sent as it is, with what its columns mean', () => {
  const columns = [
    { heading: 'Numéro SIRET', samples: ['73282932000074'] },
    { heading: 'Ville', samples: [] },
  ]
  const book = new File(['PK'], 'a.xlsx')
  const table = workbookTable(book, columns, [])
  expect(table).toMatchObject({ rows: null, targets: ['siret', ''] })
  expect(JSON.parse(toUpload(table).mapping ?? '')).toEqual({ 'Numéro SIRET': 'siret', Ville: null })
})
