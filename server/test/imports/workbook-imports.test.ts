import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeWorkbook, type CellValue, type ColumnType } from '@vigie/spreadsheet'
import { joinBytes, makeBook, makeSheet } from '../../../packages/spreadsheet/test/collect.ts'
import { loadConfig } from '../../src/config.ts'
import { processImport } from '../../src/domain/imports/index.ts'
import type { References } from '../../src/domain/references/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { readSheet } from '../exports/read-sheet.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { siretOf } from './companies.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let t: TestApp
let references: References
let office: Awaited<ReturnType<TestApp['given']['office']>>
beforeAll(async () => {
  t = await testApp({ environment: { IMPORT_MAX_ROWS: '50', IMPORT_MAX_MB: '1' } })
  references = openReferences(loadConfig({}), t.db)
})
afterAll(() => t.close())
beforeEach(async () => {
  office = await t.given.office()
})

const send = (payload: string | Buffer, query = '', type = workbookType) =>
  t.app.inject({
    method: 'POST',
    url: `${office.base}/thirdparties/imports${query}`,
    headers: { authorization: `Bearer ${office.token}`, 'content-type': type },
    payload,
  })
const get = async <T>(path: string): Promise<T> =>
  (await t.call('GET', `${office.base}${path}`, { token: office.token })).json<T>()

interface Outcome {
  readonly state: string
  readonly format: string
  readonly rows: number
  readonly added: number
  readonly duplicates: number
  readonly invalid: number
  readonly errors: unknown[][]
}

/** Sent, worked through, and what came of it. */
async function runImport(payload: string | Buffer, query = '', type = workbookType): Promise<Outcome> {
  const answer = await send(payload, query, type)
  expect(answer.statusCode, answer.body).toBe(202)
  const { importId } = answer.json<{ importId: number }>()
  await processImport({ db: t.db, references, maxRows: 50 }, { accountId: office.accountId, importId })
  const one = await get<Omit<Outcome, 'errors'>>(`/thirdparties/imports/${importId}`)
  const { content } = await get<{ content: { row: number; column: string; code: string }[] }>(
    `/thirdparties/imports/${importId}/errors`,
  )
  return { ...one, errors: content.map(({ row, column, code }) => [row, column, code]) }
}

const bookOf = (columns: Record<string, ColumnType>, rows: CellValue[][]) =>
  joinBytes(
    writeWorkbook([
      {
        name: 'Suppliers',
        columns: Object.entries(columns).map(([heading, type]) => ({ heading, type })),
        rows: [rows],
      },
    ]),
  )
const names = async () =>
  (await get<{ content: { name: string; code: string | null }[] }>('/thirdparties?sort=name,asc')).content

describe('A workbook of companies', () => {
  test('A workbook is imported with French headings, its numbers and its dates', async () => {
    const attribute = { label: 'Depuis', type: 'date' }
    await t.call('POST', `${office.base}/attributes`, { token: office.token, body: attribute })
    const book = await bookOf(
      {
        'Numéro DUNS': 'text',
        'Raison sociale': 'text',
        Pays: 'text',
        'Code fournisseur': 'number',
        Depuis: 'date',
      },
      [
        ['804735132', 'Ateliers « Été »', 'FR', 42, '2019-02-28'],
        ['123456789', 'Bois & Fils', 'BE', null, null],
      ],
    )
    expect(await runImport(book)).toMatchObject({ state: 'DONE', format: 'XLSX', added: 2, invalid: 0 })
    expect(await names()).toMatchObject([{ name: 'Ateliers « Été »', code: '42' }, { name: 'Bois & Fils' }])
    const { content } = await get<{ content: { thirdpartyId: number }[] }>('/thirdparties?q=ateliers')
    const held = await get<{ content: { label: string; value: unknown }[] }>(
      `/thirdparties/${content[0]?.thirdpartyId}/attributes`,
    )
    expect(held.content.find(({ label }) => label === 'Depuis')?.value).toBe('2019-02-28')
  })

  test('A workbook has a dry run that adds nothing', async () => {
    const book = await bookOf({ duns: 'text', name: 'text', country: 'text' }, [
      ['804735132', 'A', 'FR'],
      ['123456789', 'B', 'FR'],
    ])
    expect(await runImport(book, '?dryRun=true')).toMatchObject({ state: 'DONE', added: 2 })
    expect(await names()).toEqual([])
  })

  test('A workbook keeps its identifiers that are numbers where their zeros are certain, and says where not', async () => {
    const zero = '00552013500009'
    const book = await makeBook(
      makeSheet(
        `<row><c t="inlineStr"><is><t>SIRET</t></is></c><c t="inlineStr"><is><t>DUNS</t></is></c></row>
         <row><c><v>${Number(siretOf(7)).toExponential()}</v></c></row>
         <row><c><v>732829320</v></c></row>
         <row><c r="B4"><v>4735132</v></c></row>
         <row><c r="A5"><v>${Number(zero)}</v></c></row>`,
      ),
    )
    const { errors, rows } = await runImport(book)
    expect(rows).toBe(4)
    expect(errors).toContainEqual([3, 'SIRET', 'IMPORT_ZEROS_LOST'])
    expect(errors).toContainEqual([4, 'DUNS', 'IMPORT_ZEROS_LOST'])
    const csv = 'siret;code\n7,32829E+13;a\n'
    expect((await runImport(csv, '', 'text/csv')).errors).toEqual([[2, 'siret', 'IMPORT_NUMBER_ROUNDED']])
  })

  test('A workbook has faults of single cells told by row and heading, blank rows and a late header counted', async () => {
    const text = (value: string) => `t="inlineStr"><is><t>${value}</t></is></c>`
    const book = await makeBook(
      makeSheet(
        `<row r="3"><c r="A3" ${text('Numéro DUNS')}<c r="B3" ${text('Nom')}<c r="C3" ${text('Pays')}</row>
         <row r="6"><c r="A6" ${text('804735132')}<c r="B6"><f>NOW()</f></c><c r="C6" ${text('FR')}</row>
         <row r="7"><c r="A7" t="e"><v>#REF!</v></c></row>
         <row r="9"><c r="A9" ${text('123456789')}<c r="B9" t="str"><f>A1</f><v>Computed</v></c><c r="C9" ${text('FR')}<c r="F9" ${text('a note')}</row>`,
      ),
    )
    expect(await runImport(book)).toMatchObject({
      added: 1,
      invalid: 2,
      errors: [
        [6, 'Nom', 'IMPORT_CELL_FORMULA'],
        [7, 'Numéro DUNS', 'IMPORT_CELL_ERROR'],
      ],
    })
    expect(await names()).toMatchObject([{ name: 'Computed' }])
  })

  const row = '<row><c t="inlineStr"><is><t>siret</t></is></c></row>'
  const hostile: [string, () => Promise<Buffer> | Buffer, string][] = [
    ['that is CSV', () => Buffer.from('siret\n1\n'), 'IMPORT_WORKBOOK_UNREADABLE'],
    ['in the old format', () => Buffer.from('d0cf11e0a1b11ae1000000000000', 'hex'), 'IMPORT_WORKBOOK_OLD'],
    [
      'with macros',
      () => makeBook({ ...makeSheet(row), 'xl/vbaProject.bin': 'x' }),
      'IMPORT_WORKBOOK_MACROS',
    ],
    [
      'with merged cells',
      () => makeBook(makeSheet(row, '<mergeCells><mergeCell ref="A1:B2"/></mergeCells>')),
      'IMPORT_WORKBOOK_MERGED',
    ],
    [
      'that is a bomb',
      () => makeBook(makeSheet(`<row><c t="inlineStr"><is><t>${' '.repeat(20_000_000)}</t></is></c></row>`)),
      'IMPORT_WORKBOOK_TOO_LARGE',
    ],
    ['without rows', () => makeBook(makeSheet('')), 'IMPORT_EMPTY'],
    [
      'of too many rows',
      () =>
        bookOf(
          { siret: 'text' },
          Array.from({ length: 51 }, (_, nth) => [siretOf(nth)]),
        ),
      'IMPORT_TOO_MANY_ROWS',
    ],
    [
      'with an unknown column',
      () => bookOf({ siret: 'text', Shoes: 'text' }, [['1', '2']]),
      'IMPORT_COLUMN_UNKNOWN',
    ],
  ]
  test.each(hostile)('A workbook %s is refused at once, and nothing is kept', async (_name, make, code) => {
    const answer = await send(await make())
    expect(answer.json()).toMatchObject({ status: 422, code })
    expect(await get<{ content: unknown[] }>('/thirdparties/imports')).toMatchObject({ content: [] })
  })
})

describe('Columns of a file', () => {
  const file = 'Partner;Ident;Remarks\nDupont;804735132;x\n'

  test('Columns are told with what each would be taken for, and mapped by the sender', async () => {
    const preview = await t.app.inject({
      method: 'POST',
      url: `${office.base}/thirdparties/imports/preview`,
      headers: { authorization: `Bearer ${office.token}`, 'content-type': 'text/csv' },
      payload: file.replace('Partner', 'Fournisseur'),
    })
    expect(preview.json()).toMatchObject({
      columns: [
        { heading: 'Fournisseur', field: 'name', use: 'FIELD', samples: ['Dupont'] },
        { heading: 'Ident', field: null, use: 'UNKNOWN', samples: ['804735132'] },
        { heading: 'Remarks', field: null, use: 'UNKNOWN' },
      ],
    })
    const mapping = encodeURIComponent(JSON.stringify({ Ident: 'duns', Remarks: null, Partner: null }))
    const refused = await send(file, '', 'text/csv')
    expect(refused.json()).toMatchObject({ code: 'IMPORT_COLUMN_UNKNOWN' })
    const unregistered = await runImport(file, `?mapping=${mapping}`, 'text/csv')
    expect(unregistered).toMatchObject({ state: 'DONE', rows: 1 })
  })

  test.each(['nonsense', '[]', '{"Ident":7}', '{"Ident":"shoe"}'])(
    'Columns cannot be mapped by %s',
    async (mapping) => {
      const answer = await send(file, `?mapping=${encodeURIComponent(mapping)}`, 'text/csv')
      expect(answer.json()).toMatchObject({
        status: 400,
        code: 'IMPORT_MAPPING_INVALID',
        parameter: 'mapping',
      })
    },
  )

  test('Columns may be separated by tabs and written in windows-1252, if that is declared', async () => {
    const text = 'Numéro DUNS\tDénomination\tPays\n804735132\tÉlectricité « Rhône »\tFR\n'
    const bytes = Buffer.from(text, 'latin1')
    expect((await send(bytes, '', 'text/csv')).json()).toMatchObject({ code: 'IMPORT_ENCODING_INVALID' })
    expect(await runImport(bytes, '', 'text/csv; charset=windows-1252')).toMatchObject({ added: 1 })
    expect(await names()).toMatchObject([{ name: 'Électricité « Rhône »' }])
    const other = await send(bytes, '', 'text/csv; charset=utf-16')
    expect(other.json()).toMatchObject({ code: 'IMPORT_ENCODING_INVALID' })
  })
})

describe('What was exported', () => {
  const fill = async () => {
    for (const body of [
      { label: 'Nom', type: 'string' },
      { label: 'Regions', type: 'list_multiple', options: ['West', 'South'] },
      { label: 'Doubled', type: 'decimal', calculated: '2.0' },
    ])
      await t.call('POST', `${office.base}/attributes`, { token: office.token, body })
    const csv = `duns,name,countryCode,code,attribute.NOM,Regions\n804735132,=Ateliers,FR,007,x,West|South\n`
    expect(await runImport(csv, '', 'text/csv')).toMatchObject({ added: 1, errors: [] })
  }
  const french = 'separator=semicolon&encoding=windows-1252&headings=translated&columns=all'

  test.each([
    ['export.xlsx', workbookType, 'fr'],
    ['export.xlsx?headings=names', workbookType, 'en'],
    ['export.csv', 'text/csv', 'en'],
    [`export.csv?${french}`, 'text/csv; charset=windows-1252', 'fr'],
  ])('An export by %s is imported again elsewhere', async (path, type, language) => {
    await fill()
    const headers = { 'accept-language': language }
    const file = await t.call('GET', `${office.base}/thirdparties/${path}`, { token: office.token, headers })
    expect(await runImport(file.rawPayload, '', type)).toMatchObject({ added: 0, duplicates: 1, errors: [] })
    office = await t.given.office()
    for (const body of [
      { label: 'Nom', type: 'string' },
      { label: 'Regions', type: 'list_multiple', options: ['West', 'South'] },
      { label: 'Doubled', type: 'decimal', calculated: '2.0' },
    ])
      await t.call('POST', `${office.base}/attributes`, { token: office.token, body })
    expect(await runImport(file.rawPayload, '', type)).toMatchObject({ added: 1, errors: [] })
    const [one] = await names()
    expect(one?.code).toBe('007')
    if (type === workbookType) expect(one?.name).toBe('=Ateliers')
  })
})

test('A template has a column for each field and attribute, and can be sent back filled in', async () => {
  const body = { label: 'Regions', type: 'list_multiple', options: ['West', 'South'] }
  await t.call('POST', `${office.base}/attributes`, { token: office.token, body })
  const headers = { 'accept-language': 'fr' }
  const url = `${office.base}/thirdparties/imports/template`
  const book = await t.call('GET', `${url}.xlsx`, { token: office.token, headers })
  const { headings, rows } = await readSheet(book.rawPayload)
  const own = ['SIRET', 'Numéro de TVA', 'DUNS', 'Votre code', 'Nom', 'Pays', 'Responsable']
  expect(headings.slice(0, own.length)).toEqual(own)
  expect(headings.at(-1)).toBe('Regions')
  expect(rows).toEqual([])
  const csv = await t.call('GET', `${url}.csv`, { token: office.token, headers })
  expect(csv.body).toBe(`\u{feff}${headings.map((one) => `"${one}"`).join(';')}\r\n`)
  const filled = `${csv.body};;804735132;;Dupont;FR;;${';'.repeat(headings.length - own.length - 1)}West\r\n`
  expect(await runImport(filled, '', 'text/csv')).toMatchObject({ added: 1, errors: [] })
})
