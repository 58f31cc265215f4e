import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeWorkbook, type CellValue, type ColumnType } from '@vigie/spreadsheet'
import { joinBytes } from '../../../packages/spreadsheet/test/collect.ts'
import { desk, problemOf, type Desk } from '../dossiers/desk.ts'
import { readSheet } from '../exports/read-sheet.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { UnitDesk } from '../units/unit-desk.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

interface Outcome {
  readonly rows: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly duplicates: number
  readonly invalid: number
  readonly errors: { row: number; column: string | null; code: string; message: string }[]
}

interface Person {
  readonly contactId: number
  readonly email: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly language: string
  readonly themes: string[]
  readonly state: string
}

let t: TestApp
let d: Desk
let second: number
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  d = await desk(t)
  second = (await t.given.thirdParty(d, 1)).thirdpartyId
  await d.patch(`/thirdparties/${d.thirdpartyId}`, { code: 'FIRST' })
  await d.patch(`/thirdparties/${second}`, { code: 'SECOND' })
  await d.told()
})

const post = (path: string, payload: string | Buffer, type = 'text/csv', headers = {}) =>
  t.app.inject({
    method: 'POST',
    url: `${d.base}${path}`,
    headers: { authorization: `Bearer ${d.token}`, 'content-type': type, ...headers },
    payload,
  })

async function send(payload: string | Buffer, query = '', type = 'text/csv'): Promise<Outcome> {
  const answer = await post(`/contacts/imports${query}`, payload, type)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Outcome>()
}
const faultsOf = ({ errors }: Outcome) => errors.map(({ row, column, code }) => [row, column, code])
const peopleOf = async (thirdpartyId: number) =>
  (await d.get(`/thirdparties/${thirdpartyId}/contacts`)).json<{ content: Person[] }>().content
const addressesOf = async (thirdpartyId: number) => (await peopleOf(thirdpartyId)).map(({ email }) => email)
const bookOf = (columns: Record<string, ColumnType>, rows: CellValue[][]) =>
  joinBytes(
    writeWorkbook([
      {
        name: 'People',
        columns: Object.entries(columns).map(([heading, type]) => ({ heading, type })),
        rows: [rows],
      },
    ]),
  )

describe('A file of contacts', () => {
  test('People of a CSV file are added as by hand, each with its event, and nobody is written to', async () => {
    const file = `code;email;firstName;lastName;language;themes
FIRST; Anne@First.example ;Anne;Martin;EN;FINANCE|ethics
SECOND;bo@second.example;;;;
`
    expect(await send(file)).toMatchObject({ rows: 2, added: 2, invalid: 0, errors: [] })
    expect(await peopleOf(d.thirdpartyId)).toMatchObject([
      {
        email: 'anne@first.example',
        firstName: 'Anne',
        lastName: 'Martin',
        language: 'en',
        themes: ['FINANCE', 'ETHICS'],
        state: 'NEW',
      },
    ])
    expect(await peopleOf(second)).toMatchObject([
      { email: 'bo@second.example', firstName: null, language: 'fr', themes: [] },
    ])
    const told = await d.told()
    expect(told).toMatchObject([
      { name: 'THIRD_PARTY_UPDATED', data: { contact: { change: 'ADDED' } } },
      { name: 'THIRD_PARTY_UPDATED', data: { contact: { change: 'ADDED' } } },
    ])
    const { rows: mails } = await t.admin.query('select 1 from mail where account_id = $1', [d.accountId])
    expect(mails).toEqual([])
    const { rows: jobs } = await t.admin.query<{ task: string }>(
      `select distinct task_identifier as task from graphile_worker.jobs
       where key = $1 order by 1`,
      [`invitations.invite:${d.accountId}:all`],
    )
    expect(jobs).toEqual([{ task: 'invitations.invite' }])
  })

  test('People of a workbook are added by whatever names their companies and columns have', async () => {
    const { siret, vatNumber } = (await d.get(`/thirdparties/${d.thirdpartyId}`)).json<{
      siret: string
      vatNumber: string
    }>()
    await t.call('PUT', `${d.base}/thirdparties/${second}/references/SAP`, {
      token: d.token,
      body: { value: '4711' },
    })
    const columns = {
      'N° SIRET': 'text',
      'Numéro de TVA': 'text',
      'Numéro Vigie': 'number',
      'Référence externe': 'text',
      Société: 'text',
      Courriel: 'text',
      Langue: 'text',
    } as const
    const book = await bookOf(columns, [
      [siret, null, null, null, 'Whoever', 'one@first.example', 'Français'],
      [null, vatNumber, null, null, null, 'two@first.example', null],
      [null, null, second, null, null, 'three@second.example', 'Anglais'],
      [null, null, null, 'SAP:4711', null, 'four@second.example', null],
      [siret, null, second, null, null, 'both@first.example', null],
    ])
    const outcome = await send(book, '', workbookType)
    expect(outcome).toMatchObject({ rows: 5, added: 4, invalid: 1 })
    expect(faultsOf(outcome)).toEqual([[6, null, 'CONTACT_COMPANIES_DIFFER']])
    expect(await addressesOf(d.thirdpartyId)).toEqual(['one@first.example', 'two@first.example'])
    expect(await addressesOf(second)).toEqual(['three@second.example', 'four@second.example'])
  })

  test('DUNS and LEI name companies too', async () => {
    const add = async (code: string, value: string, name: string) => {
      const body = { legalIdentifier: { code, value }, unmanaged: { name, countryCode: 'GB' } }
      return (await d.post('/thirdparties', body)).json<{ thirdpartyId: number }>().thirdpartyId
    }
    const duns = await add('CIT003', '150483782', 'By DUNS')
    const lei = await add('LEI', '529900T8BM49AURSDO55', 'By LEI')
    const file = 'duns,lei,email\n150483782,,a@x.example\n,529900T8BM49AURSDO55,b@x.example\n'
    expect(await send(file)).toMatchObject({ added: 2, errors: [] })
    expect([await addressesOf(duns), await addressesOf(lei)]).toEqual([['a@x.example'], ['b@x.example']])
  })

  test('A dry run says what would happen, and changes nothing', async () => {
    await send('code,email\nFIRST,known@first.example\n')
    await d.told()
    const file = `code,email,firstName
FIRST,known@first.example,Known
SECOND,new@second.example,New
NOBODY,x@second.example,X
`
    const tried = await send(file, '?dryRun=true&onDuplicate=update')
    expect(tried).toMatchObject({ dryRun: true, rows: 3, added: 1, updated: 1, invalid: 1 })
    expect(await addressesOf(second)).toEqual([])
    expect(await peopleOf(d.thirdpartyId)).toMatchObject([{ firstName: null }])
    expect(await d.told()).toEqual([])
    const done = await send(file, '?onDuplicate=update')
    expect({ ...done, dryRun: true }).toEqual(tried)
  })

  test('Bad rows are named with row, column and code, and good ones are taken', async () => {
    await d.post(`/thirdparties/${second}/archive`)
    const file = `code,siret,email,firstName,language,themes
FIRST,,good@first.example,Good,fr,
NOBODY,,who@first.example,,,
,12345678901234,who@first.example,,,
,,who@first.example,,,
FIRST,,no address,,,
FIRST,,,,,
FIRST,,who@first.example,${'x'.repeat(101)},de,CARS
SECOND,,who@second.example,,,
FIRST,,short
`
    const outcome = await send(file)
    expect(outcome).toMatchObject({ rows: 9, added: 1, invalid: 8 })
    expect(faultsOf(outcome)).toEqual([
      [3, 'code', 'CONTACT_COMPANY_NOT_FOUND'],
      [4, 'siret', 'IDENTIFIER_CHECKSUM_INVALID'],
      [5, null, 'CONTACT_COMPANY_MISSING'],
      [6, 'email', 'EMAIL_INVALID'],
      [7, 'email', 'EMAIL_INVALID'],
      [8, 'firstName', 'IMPORT_VALUE_TOO_LONG'],
      [8, 'language', 'CONTACT_LANGUAGE_UNKNOWN'],
      [8, 'themes', 'CONTACT_THEME_UNKNOWN'],
      [9, null, 'THIRD_PARTY_ARCHIVED'],
      [10, null, 'IMPORT_ROW_CELLS'],
    ])
    expect(outcome.errors[0]?.message).toContain('No company of your portfolio')
    expect(await addressesOf(d.thirdpartyId)).toEqual(['good@first.example'])
  })

  test('Who is there already is passed over, listed or changed, as asked', async () => {
    await send('code,email,firstName\nFIRST,anne@first.example,Anne\nFIRST,bo@first.example,Bo\n')
    await d.told()
    const file = `code,email,firstName,lastName
FIRST,ANNE@first.example,,Martin
FIRST,bo@first.example,Bo,
FIRST,cleo@first.example,Cleo,
FIRST,cleo@first.example,Again,
`
    expect(await send(file, '?dryRun=true')).toMatchObject({ added: 1, duplicates: 3, errors: [] })
    const strict = await send(file, '?dryRun=true&onDuplicate=error')
    expect(strict).toMatchObject({ added: 1, duplicates: 3, invalid: 0 })
    expect(faultsOf(strict)).toEqual([
      [2, 'email', 'CONTACT_DUPLICATE'],
      [3, 'email', 'CONTACT_DUPLICATE'],
      [5, 'email', 'CONTACT_ROW_REPEATED'],
    ])
    const changed = await send(file, '?onDuplicate=update')
    expect(changed).toMatchObject({ added: 1, updated: 1, unchanged: 1, duplicates: 0, invalid: 1 })
    expect(await peopleOf(d.thirdpartyId)).toMatchObject([
      { firstName: 'Anne', lastName: 'Martin' },
      { firstName: 'Bo' },
      { firstName: 'Cleo' },
    ])
    expect((await d.told()).map(({ data }) => (data['contact'] as { change: string }).change)).toEqual([
      'ADDED',
      'CHANGED',
    ])
    expect(await send(file)).toMatchObject({ added: 0, duplicates: 4 })
  })

  test('A company has no more contacts than by hand', async () => {
    const rows = Array.from({ length: 52 }, (_, nth) => `FIRST,p${nth}@first.example`)
    const outcome = await send(`code,email\n${rows.join('\n')}\n`)
    expect(outcome).toMatchObject({ added: 50, invalid: 2 })
    expect(faultsOf(outcome)).toEqual([
      [52, null, 'CONTACT_LIMIT_REACHED'],
      [53, null, 'CONTACT_LIMIT_REACHED'],
    ])
  })

  test('A code that several companies have names none of them', async () => {
    await t.call('PATCH', `${d.base}/code-settings`, { token: d.token, body: { uniqueCodes: false } })
    await d.patch(`/thirdparties/${second}`, { code: 'FIRST' })
    const outcome = await send('code,email\nFIRST,x@first.example\n')
    expect(faultsOf(outcome)).toEqual([[2, 'code', 'CODE_AMBIGUOUS']])
    expect(outcome.errors[0]?.message).toContain(String(second))
  })
})

describe('Whose companies a file of contacts may name', () => {
  test('A company of another unit or account is not found, by whatever it is named', async () => {
    const u = new UnitDesk(t, await t.given.office())
    const [north, south] = [await u.unit('North'), await u.unit('South')]
    const own = await u.company('Own', [north])
    const hidden = await u.company('Hidden', [south])
    await u.must('PUT', `/thirdparties/${hidden}/references/SAP`, { body: { value: '1' } })
    await u.must('PATCH', `/thirdparties/${hidden}`, { body: { code: 'HIDDEN' } })
    const { token } = await u.person([north])
    const answer = await t.app.inject({
      method: 'POST',
      url: `${u.office.base}/contacts/imports`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: `thirdpartyId,code,reference,email
${own},,,a@own.example
${hidden},,,b@hidden.example
,HIDDEN,,c@hidden.example
,,SAP:1,d@hidden.example
${d.thirdpartyId},,,e@elsewhere.example
`,
    })
    const outcome = answer.json<Outcome>()
    expect(outcome).toMatchObject({ added: 1, invalid: 4 })
    expect(faultsOf(outcome)).toEqual([
      [3, 'thirdpartyId', 'CONTACT_COMPANY_NOT_FOUND'],
      [4, 'code', 'CONTACT_COMPANY_NOT_FOUND'],
      [5, 'reference', 'CONTACT_COMPANY_NOT_FOUND'],
      [6, 'thirdpartyId', 'CONTACT_COMPANY_NOT_FOUND'],
    ])
    const people = (id: number) => u.must<{ content: Person[] }>('GET', `/thirdparties/${id}/contacts`)
    expect((await people(own)).content).toMatchObject([{ email: 'a@own.example' }])
    expect((await people(hidden)).content).toEqual([])
    expect(await addressesOf(d.thirdpartyId)).toEqual([])
  })
})

describe('The columns of a file of contacts', () => {
  test('A preview tells what each column is taken for, and a mapping changes it', async () => {
    const file = 'Code fournisseur;Interlocuteur;Remarques;Entreprise\nFIRST;a@first.example;none;First\n'
    const preview = await post('/contacts/imports/preview', file)
    const { columns, fields } = preview.json<{ columns: object[]; fields: { field: string }[] }>()
    expect(columns).toMatchObject([
      { heading: 'Code fournisseur', field: 'code', use: 'FIELD', samples: ['FIRST'] },
      { heading: 'Interlocuteur', field: null, use: 'UNKNOWN', samples: ['a@first.example'] },
      { heading: 'Remarques', field: null, use: 'UNKNOWN' },
      { heading: 'Entreprise', field: null, use: 'IGNORED' },
    ])
    expect(fields.map(({ field }) => field)).toContain('email')
    expect(problemOf(await post('/contacts/imports', file))).toEqual([422, 'CONTACT_COLUMN_UNKNOWN'])
    const mapping = encodeURIComponent(JSON.stringify({ Interlocuteur: 'email', Remarques: null }))
    expect(await send(file, `?mapping=${mapping}`)).toMatchObject({ added: 1 })
    const wrong = encodeURIComponent(JSON.stringify({ Interlocuteur: 'nonsense' }))
    expect(problemOf(await post(`/contacts/imports?mapping=${wrong}`, file))).toEqual([
      400,
      'IMPORT_MAPPING_INVALID',
    ])
  })

  test('A file that cannot be used is refused, and nothing is added', async () => {
    const refusal = async (payload: string | Buffer, type?: string) =>
      problemOf(await post('/contacts/imports', payload, type))
    expect(await refusal('')).toEqual([422, 'IMPORT_EMPTY'])
    expect(await refusal('code,email\n')).toEqual([422, 'IMPORT_EMPTY'])
    expect(await refusal('email\na@first.example\n')).toEqual([422, 'CONTACT_COLUMNS_MISSING'])
    expect(await refusal('code,firstName\nFIRST,Anne\n')).toEqual([422, 'CONTACT_COLUMNS_MISSING'])
    expect(await refusal('code,email,mail\nFIRST,a@b.example,c@d.example\n')).toEqual([
      422,
      'IMPORT_COLUMN_REPEATED',
    ])
    expect(await refusal('code,email\nFIRST,a@first.example\nFIRST,"b\n')).toEqual([
      422,
      'IMPORT_FILE_MALFORMED',
    ])
    expect(await refusal(Buffer.from('no workbook'), workbookType)).toEqual([
      422,
      'IMPORT_WORKBOOK_UNREADABLE',
    ])
    expect(await refusal('{"email":"a@first.example"}\n', 'application/x-ndjson')).toEqual([
      415,
      'CONTENT_TYPE_UNSUPPORTED',
    ])
    const many = Array.from({ length: 5_001 }, () => 'FIRST,a@first.example').join('\n')
    expect(await refusal(`code,email\n${many}\n`)).toEqual([422, 'IMPORT_TOO_MANY_ROWS'])
    expect(await addressesOf(d.thirdpartyId)).toEqual([])
  })

  test.each(['en', 'fr'])('The template in %s can be filled in and imported', async (language) => {
    const headers = { 'accept-language': language }
    const csv = await d.get('/contacts/imports/template.csv', headers)
    const [header = ''] = csv.body.split('\r\n')
    const preview = await post('/contacts/imports/preview', `${header}\n`)
    const { columns } = preview.json<{ columns: { use: string; field: string }[] }>()
    expect(columns.map(({ use }) => use)).toEqual(columns.map(() => 'FIELD'))
    expect(columns).toHaveLength(12)
    const book = await d.get('/contacts/imports/template.xlsx', headers)
    const again = await post('/contacts/imports/preview', book.rawPayload, workbookType)
    expect(again.json<{ columns: { field: string }[] }>().columns.map(({ field }) => field)).toEqual(
      columns.map(({ field }) => field),
    )
    const { headings, rows } = await readSheet(book.rawPayload)
    expect([headings.length, rows.length]).toEqual([12, 0])
  })

  test('The same request under the same key adds once, and another file under it is refused', async () => {
    const key = { 'idempotency-key': 'people-of-monday' }
    const file = 'code,email\nFIRST,a@first.example\n'
    const first = await post('/contacts/imports', file, 'text/csv', key)
    const again = await post('/contacts/imports', file, 'text/csv', key)
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.body).toBe(first.body)
    const other = await post('/contacts/imports', `${file}FIRST,b@first.example\n`, 'text/csv', key)
    expect(problemOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
  })
})
