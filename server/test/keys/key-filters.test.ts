import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { keyDesk, type Company, type KeyDesk } from './key-desk.ts'

let d: KeyDesk
let known: Company[]
beforeAll(async () => {
  d = await keyDesk()
  const samples = await sampleIdentifiers()
  // The French ones come first, the others last.
  for (const nth of [0, 1, 2, samples.length - 3, samples.length - 2, samples.length - 1])
    await d.t.given.thirdParty(d, nth)
  known = (await d.must<{ content: Company[] }>('GET', '/thirdparties?size=50')).content
  const [first] = known
  await d.must('PATCH', `/thirdparties/${first?.thirdpartyId}`, { code: 'Key 1' })
})
afterAll(() => d.t.close())

const found = async (query: string) => {
  const page = await d.must<{ content: Company[]; totalElements: number }>('GET', `/thirdparties?${query}`)
  expect(page.totalElements).toBe(page.content.length)
  return page.content.map((one) => one.thirdpartyId)
}

test('Every identifier finds exactly its company, with separators or without', async () => {
  for (const field of ['siret', 'siren', 'vatNumber', 'duns', 'lei', 'localId']) {
    const company = known.find((one) => typeof one[field] === 'string')
    expect(company, field).toBeDefined()
    const value = String(company?.[field])
    expect(await found(`${field}=${encodeURIComponent(value)}`), field).toEqual([company?.thirdpartyId])
    const spaced = field === 'localId' ? ` ${value} ` : value.replaceAll(/(..)/g, '$1 .-')
    expect(await found(`${field}=${encodeURIComponent(spaced)}`), field).toEqual([company?.thirdpartyId])
  }
})

test('A code finds exactly its company; other filters, sorts and files go with it', async () => {
  const [first] = known
  expect(await found('code=Key%201')).toEqual([first?.thirdpartyId])
  expect(await found('code=%20Key%201%20&sort=name&archived=false')).toEqual([first?.thirdpartyId])
  expect(await found('code=key%201')).toEqual([])
  expect(await found('code=Key')).toEqual([])
  const other = known.find((one) => typeof one['siren'] === 'string' && one !== first)
  expect(await found(`code=Key%201&siren=${String(other?.['siren'])}`)).toEqual([])
  const file = await d.ask('GET', '/thirdparties/export.csv?code=Key%201')
  expect(file.body.trim().split('\r\n')).toHaveLength(2)
})

test.each([
  ['siret=123', '422 IDENTIFIER_FORMAT_INVALID'],
  ['siret=73282932000075', '422 IDENTIFIER_CHECKSUM_INVALID'],
  ['siren=abc', '422 IDENTIFIER_FORMAT_INVALID'],
  ['vatNumber=XX123', '422 VAT_COUNTRY_UNSUPPORTED'],
  ['duns=1', '422 IDENTIFIER_FORMAT_INVALID'],
  ['lei=TOO-SHORT', '422 IDENTIFIER_FORMAT_INVALID'],
  ['siret=', '400 VALIDATION_FAILED'],
  ['code=', '400 VALIDATION_FAILED'],
])('A filter that no company can pass is a mistake: %s', async (query, refusal) => {
  const answer = await d.ask('GET', `/thirdparties?${query}`)
  expect(await d.refusal(answer)).toBe(refusal)
})
