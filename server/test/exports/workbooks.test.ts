import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingDesk, type FindingDesk } from '../findings/finding-desk.ts'
import { readSheet, textOf } from './read-sheet.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let d: FindingDesk
let thirdpartyId: number
beforeAll(async () => {
  d = await findingDesk()
  thirdpartyId = await d.company('=1+1 Ateliers « Été » 株', [])
  for (const body of [
    { label: 'Turnover', type: 'decimal' },
    { label: 'Since', type: 'date' },
    { label: 'Regions', type: 'list_multiple', options: ['West', 'South'] },
    { label: 'Name', type: 'string' },
    { label: 'Watched', type: 'boolean' },
  ])
    await d.must('POST', '/attributes', { body })
  const values: [string, unknown[]][] = [
    ['Turnover', [1234.5]],
    ['Since', ['2019-02-28']],
    ['Regions', ['West', 'South']],
    ['Name', ['0042']],
    ['Watched', [true]],
  ]
  for (const [label, given] of values)
    await d.must('POST', `/thirdparties/${thirdpartyId}/attributes`, { body: { label, values: given } })
  await d.t.given.dossier(d.office, thirdpartyId, 'ONBOARDING')
  await d.open(thirdpartyId)
})
afterAll(() => d.t.close())

const getFile = async (path: string, language = 'en') => {
  const answer = await d.ask('GET', path, { headers: { 'accept-language': language } })
  expect(answer.statusCode, answer.body.slice(0, 500)).toBe(200)
  return answer
}
const getSheet = async (path: string, language?: string) =>
  readSheet((await getFile(path, language)).rawPayload)
const getRows = (text: string) => parse(text, { bom: true })

const tables = [
  '/thirdparties/export',
  '/dossiers/export',
  '/documents/export',
  '/findings/export',
  '/forecast',
  '/screening/hits/export',
]

test.each(tables)('The workbook of %s holds what its CSV file holds, in typed cells', async (table) => {
  const all = table.startsWith('/thirdparties') ? 'columns=all&' : ''
  const [names = [], ...lines] = getRows((await getFile(`${table}.csv?${all}`)).body)
  const answer = await getFile(`${table}.xlsx?headings=names`)
  expect(answer.headers['content-type']).toBe(workbookType)
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+\.xlsx"$/)
  const { headings, rows } = await readSheet(answer.rawPayload)
  expect(headings).toEqual(names)
  expect(rows).toHaveLength(lines.length)
  if (table !== '/screening/hits/export') expect(rows.length).toBeGreaterThan(0)
  for (const [nth, line] of lines.entries()) {
    for (const [place, name] of names.entries()) {
      const written = (line[place] ?? '').replace(/^'(?=[=+\-@])/, '')
      const read = textOf(rows[nth]?.[name]) ?? ''
      expect(read.replace(/T00:00:00\.000$/, ''), name).toBe(written.replace(/T00:00:00\.000$/, ''))
    }
  }
})

test.each(tables)('Headings of %s are said in English and French, each once', async (table) => {
  const headings = { en: [''], fr: [''] }
  for (const language of ['en', 'fr'] as const)
    headings[language] = (await getSheet(`${table}.xlsx`, language)).headings
  expect(headings.en).toHaveLength(headings.fr.length)
  expect(headings.en).not.toEqual(headings.fr)
  for (const one of Object.values(headings)) expect(new Set(one).size).toBe(one.length)
  const csv = getRows(
    (
      await getFile(
        `${table}.csv?headings=translated${table.startsWith('/third') ? '&columns=all' : ''}`,
        'fr',
      )
    ).body,
  )
  expect(csv[0]).toEqual(headings.fr)
})

test('A workbook of the portfolio has every attribute, with its type and a heading of its own', async () => {
  const { headings, rows } = await getSheet('/thirdparties/export.xlsx')
  expect(headings.slice(-5)).toEqual(['Turnover', 'Since', 'Regions', 'attribute.NAME', 'Watched'])
  expect(rows[0]).toMatchObject({
    Name: { kind: 'TEXT', text: '=1+1 Ateliers « Été » 株' },
    Turnover: { kind: 'NUMBER', text: '1234.5' },
    Since: { kind: 'DATE', text: '2019-02-28' },
    Regions: { kind: 'TEXT', text: 'West | South' },
    'attribute.NAME': { kind: 'TEXT', text: '0042' },
    Watched: { kind: 'BOOLEAN', text: 'true' },
    Archived: { kind: 'BOOLEAN', text: 'false' },
    'Added at': { kind: 'DATE' },
  })
  const standard = await getSheet('/thirdparties/export.xlsx?columns=standard&headings=names')
  expect(standard.headings).not.toContain('attribute.NAME')
  const filtered = await getSheet('/thirdparties/export.xlsx?attribute.NAME=other')
  expect(filtered.rows).toEqual([])
})

test('A CSV file is written as a French Excel expects it, if asked', async () => {
  const french = 'separator=semicolon&decimal=comma&encoding=windows-1252&headings=translated&columns=all'
  const answer = await getFile(`/thirdparties/export.csv?${french}`, 'fr')
  expect(answer.headers['content-type']).toBe('text/csv; charset=windows-1252; header=present')
  const text = new TextDecoder('windows-1252').decode(answer.rawPayload)
  expect(text.startsWith('"Numéro Vigie";"Votre code";')).toBe(true)
  expect(text).toContain(`;"'=1+1 Ateliers « Été » ?";`)
  expect(text).toContain(';1234,5;')
  const tabs = await getFile('/findings/export.csv?separator=tab')
  expect(tabs.body.split('\r\n')[0]).toContain('"findingId"\t"thirdpartyId"')
  const comma = await getFile('/thirdparties/export.csv?decimal=comma&columns=all')
  expect(comma.body).toContain(',"1234,5",')
})

test('Filters of the list narrow dossiers, documents and findings alike', async () => {
  const none = [
    '/dossiers/export.xlsx?statusCode=VALID',
    '/documents/export.xlsx?stopped=true',
    '/findings/export.xlsx?severity=MINOR',
  ]
  for (const path of none) expect((await getSheet(path)).rows, path).toEqual([])
  const range = 'eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-12-31T23:59:59'
  const named = await getSheet(`/dossiers/export.xlsx?eventNames=DOSSIER_ADDED&${range}`)
  expect(named.rows).toHaveLength(1)
  const refused = await d.ask('GET', '/thirdparties/export.xlsx?separator=tab')
  expect(refused.statusCode).toBe(400)
})

test('Who takes a workbook along is in the administration journal', async () => {
  await getFile('/dossiers/export.xlsx?statusCode=ABSENT')
  const head = await d.ask('HEAD' as 'GET', '/documents/export.xlsx')
  expect(head.statusCode).toBe(200)
  const { content } = await d.must<{ content: { after: unknown }[] }>(
    'GET',
    '/administration/journal?names=EXPORT_MADE&size=1',
  )
  expect(content[0]?.after).toMatchObject({ what: 'dossiers.xlsx', filters: { statusCode: ['ABSENT'] } })
})
