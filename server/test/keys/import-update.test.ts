import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { processImport } from '../../src/domain/imports/index.ts'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { openReferences } from '../../src/open-references.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { numbersIn } from '../harness/numbers-in.ts'
import { unitDesk } from '../units/unit-desk.ts'
import { freshDuns, keyDesk, type Company, type KeyDesk } from './key-desk.ts'

let t: TestApp
let d: KeyDesk
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  d = await keyDesk(t)
})

interface Counts {
  importId: number
  state: string
  added: number
  updated: number
  unchanged: number
  duplicates: number
  invalid: number
}
type Faults = { content: { row: number; code: string; message: string }[] }

const countsOf = ({ state, added, updated, unchanged, duplicates, invalid }: Counts) =>
  `${state}: ${added} added, ${updated} updated, ${unchanged} unchanged, ${duplicates} repeated, ${invalid} invalid`

async function send(payload: string, query = 'onDuplicate=update', type = 'text/csv'): Promise<Counts> {
  const answer = await t.app.inject({
    method: 'POST',
    url: `${d.base}/thirdparties/imports?${query}`,
    headers: { authorization: `Bearer ${d.token}`, 'content-type': type },
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(202)
  const { importId } = answer.json<Counts>()
  const references = openReferences(loadConfig({}), t.db)
  await processImport({ db: t.db, references, maxRows: 5_000 }, { accountId: d.accountId, importId })
  return d.must<Counts>('GET', `/thirdparties/imports/${importId}`)
}
const faultsOf = async ({ importId }: Counts) =>
  (await d.must<Faults>('GET', `/thirdparties/imports/${importId}/errors`)).content.map(
    ({ row, code }) => `${row} ${code}`,
  )
const getOne = (id: number) => d.must<Company>('GET', `/thirdparties/${id}`)
const valuesOf = async (id: number) => {
  const { content } = await d.must<{ content: { label: string; values: unknown[] }[] }>(
    'GET',
    `/thirdparties/${id}/attributes`,
  )
  return Object.fromEntries(
    content.filter((one) => one.values.length > 0).map((one) => [one.label, one.values]),
  )
}

test('A file changes what it says and leaves alone what it does not; a dry run tells as much and changes nothing', async () => {
  const duns = [freshDuns(), freshDuns(), freshDuns()]
  const { userId, email } = await t.given.person([d.accountId], ['MANAGER'])
  const head = 'duns;code;name;country;Criticality;owner\n'
  const first = await send(`${head}${duns[0]};S-1;First;GB;High;\n${duns[1]};S-2;Second;GB;Low;\n`)
  expect(countsOf(first)).toBe('DONE: 2 added, 0 updated, 0 unchanged, 0 repeated, 0 invalid')
  const [second, one] = (await d.must<{ content: Company[] }>('GET', '/thirdparties')).content
  const [firstId, secondId] = [one?.thirdpartyId ?? 0, second?.thirdpartyId ?? 0]

  const next = `${head}${duns[0]};S-1b;First renamed;GB;;${email}\n${duns[1]};;;;Low;\n${duns[2]};S-3;Third;GB;;\n`
  const told = 'DONE: 1 added, 1 updated, 1 unchanged, 0 repeated, 0 invalid'
  const dry = await send(next, 'onDuplicate=update&dryRun=true')
  expect(countsOf(dry)).toBe(told)
  expect(await d.events(firstId)).toHaveLength(1)

  const changed = await send(next)
  expect(countsOf(changed)).toBe(told)
  expect(await getOne(firstId)).toMatchObject({ code: 'S-1b', name: 'First renamed' })
  expect(await getOne(secondId)).toMatchObject({ code: 'S-2', name: 'Second' })
  expect(await valuesOf(firstId)).toEqual({ Criticality: ['High'] })
  expect((await d.events(firstId)).slice(1)).toMatchObject([
    { name: 'THIRD_PARTY_CODE_UPDATED', data: { before: { code: 'S-1' }, after: { code: 'S-1b' } } },
    { name: 'THIRD_PARTY_UPDATED', data: { before: { name: 'First' }, after: { name: 'First renamed' } } },
    { name: 'THIRD_PARTY_UPDATED', data: { kind: 'OWNER', after: { owner: { userId } } } },
  ])
  expect(await d.events(secondId)).toHaveLength(1)

  const again = await send(next)
  expect(countsOf(again)).toBe('DONE: 0 added, 0 updated, 3 unchanged, 0 repeated, 0 invalid')
  const attribute = await send(`duns;Criticality\n${duns[1]};Medium\n`)
  expect(countsOf(attribute)).toBe('DONE: 0 added, 1 updated, 0 unchanged, 0 repeated, 0 invalid')
  expect(await valuesOf(secondId)).toEqual({ Criticality: ['Medium'] })
})

test('The code alone is enough for what is there, in CSV and NDJSON', async () => {
  const { thirdpartyId } = await d.company('BY-CODE')
  const csv = await send('code;Criticality\nBY-CODE;High\nNOBODY;High\n')
  expect(countsOf(csv)).toBe('DONE: 0 added, 1 updated, 0 unchanged, 0 repeated, 1 invalid')
  expect(await faultsOf(csv)).toEqual(['3 CODE_NOT_FOUND'])
  const line = { code: 'BY-CODE', attributes: [{ label: 'Criticality', values: ['Low'] }] }
  const json = await send(JSON.stringify(line), 'onDuplicate=update', 'application/x-ndjson')
  expect(countsOf(json)).toBe('DONE: 0 added, 1 updated, 0 unchanged, 0 repeated, 0 invalid')
  expect(await valuesOf(thirdpartyId)).toEqual({ Criticality: ['Low'] })
  await d.must('PATCH', '/code-settings', { uniqueCodes: false })
  const repeating = await send('code;Criticality\nBY-CODE;High\n')
  expect(await faultsOf(repeating)).toEqual(['2 CODES_NOT_UNIQUE'])
})

test('What a register keeps is not renamed, and gets its code and values', async () => {
  const { thirdpartyId } = await d.t.given.thirdParty(d)
  const { name } = await getOne(thirdpartyId)
  const [identifier] = await sampleIdentifiers()
  const file = `identifierType;identifierValue;code;name;country\n${identifier?.code};${identifier?.value};R-1;Mine;FR\n`
  expect(countsOf(await send(file))).toBe('DONE: 0 added, 1 updated, 0 unchanged, 0 repeated, 0 invalid')
  expect(await getOne(thirdpartyId)).toMatchObject({ code: 'R-1', name })
})

test('Codes of others, archived companies and unknown ones are told row by row', async () => {
  const [held, archived] = [await d.company('HELD'), await d.company('GONE')]
  const own = await d.company(null)
  await d.must('POST', `/thirdparties/${archived.thirdpartyId}/archive`)
  const dunsOf = ({ legalIdentifier }: Company) => (legalIdentifier as { value: string }).value
  const rows = [
    `${dunsOf(own)};HELD;;`,
    `${dunsOf(archived)};;New name;GB`,
    `${freshDuns()};GONE;Newcomer;GB`,
    `${freshDuns()};;;`,
    `${freshDuns()};TWICE;One;GB`,
    `${freshDuns()};TWICE;Two;GB`,
  ]
  const file = `duns;code;name;country\n${rows.join('\n')}\n`
  const dry = await send(file, 'onDuplicate=update&dryRun=true')
  expect(countsOf(dry)).toBe('DONE: 1 added, 0 updated, 0 unchanged, 0 repeated, 5 invalid')
  expect(await faultsOf(dry)).toEqual([
    '2 CODE_TAKEN',
    '3 THIRD_PARTY_ARCHIVED',
    '4 CODE_TAKEN_BY_ARCHIVED',
    '5 IDENTIFIER_NOT_FOUND',
    '7 IMPORT_CODE_REPEATED',
  ])
  const done = await send(file)
  expect(countsOf(done)).toBe(countsOf(dry))
  expect(await faultsOf(done)).toEqual([
    '2 CODE_TAKEN',
    '3 THIRD_PARTY_ARCHIVED',
    '4 CODE_TAKEN_BY_ARCHIVED',
    '5 IDENTIFIER_NOT_FOUND',
    '7 CODE_TAKEN',
  ])
  expect(await getOne(held.thirdpartyId)).toMatchObject({ code: 'HELD' })
  expect(await getOne(own.thirdpartyId)).toMatchObject({ code: null })
})

test('A file that only adds tells of taken codes instead of calling them duplicates', async () => {
  await d.company('ADDED')
  const file = `duns;code;name;country\n${freshDuns()};ADDED;New;GB\n${freshDuns()};FREE;Free;GB\n`
  const dry = await send(file, 'dryRun=true')
  expect(countsOf(dry)).toBe('DONE: 1 added, 0 updated, 0 unchanged, 0 repeated, 1 invalid')
  for (const rule of ['skip', 'error']) {
    const done = await send(
      file.replaceAll(/^\d+/gm, () => freshDuns()).replace('FREE', `FREE ${rule}`),
      `onDuplicate=${rule}`,
    )
    expect(countsOf(done)).toBe(countsOf(dry))
    expect(await faultsOf(done)).toEqual(['2 CODE_TAKEN'])
  }
})

test('Whoever sees some units changes companies of theirs alone', async () => {
  const u = await unitDesk()
  try {
    const [own, other] = [await u.unit('Own'), await u.unit('Other')]
    const [seen, hidden] = [await u.company('Seen', [own]), await u.company('Hidden', [other])]
    const codes = await Promise.all(
      [seen, hidden].map(async (id) => (await u.must<Company>('GET', `/thirdparties/${id}`)).code),
    )
    const { token } = await u.person([own])
    const sent = await u.t.app.inject({
      method: 'POST',
      url: `${u.office.base}/thirdparties/imports?onDuplicate=update&unit=${own}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      payload: `code;Criticality\n${codes.map((code) => `${code};High`).join('\n')}\n`,
    })
    const { importId } = sent.json<Counts>()
    const { accountId } = u.office
    const references = openReferences(loadConfig({}), u.t.db)
    await processImport({ db: u.t.db, references, maxRows: 5_000 }, { accountId, importId })
    const path = `/thirdparties/imports/${importId}`
    expect(await u.must<Counts>('GET', path, { token })).toMatchObject({ updated: 1, invalid: 1 })
    const errors = await u.ask('GET', `${path}/errors`, { token })
    expect(errors.json()).toMatchObject({ content: [{ row: 3, code: 'THIRD_PARTY_DUPLICATE_ELSEWHERE' }] })
    expect(numbersIn(errors.body)).not.toContain(hidden)
  } finally {
    await u.t.close()
  }
})
