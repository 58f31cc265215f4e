import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleIdentifiers } from '../../src/domain/references/index.ts'
import { queueBehind } from '../harness/queue-behind.ts'
import { keyDesk, unknownCompany, type Company, type KeyDesk } from './key-desk.ts'

let d: KeyDesk
beforeAll(async () => {
  d = await keyDesk()
})
afterAll(() => d.t.close())

const at = (code: string) => `/thirdparties/by-code/${encodeURIComponent(code)}`
const put = (code: string, body: object, headers?: Record<string, string>) =>
  d.ask('PUT', at(code), body, headers)

test('A company is found by its exact code, whatever stands in it', async () => {
  const code = 'A/B 4711?&é%2F'
  const added = await d.company(code)
  const found = await d.ask('GET', at(code))
  expect(found.json()).toMatchObject({ thirdpartyId: added.thirdpartyId, code })
  const again = await d.ask('GET', at(code), undefined, { 'if-none-match': String(found.headers.etag) })
  expect(again.statusCode).toBe(304)
  expect(await d.refusal(d.ask('GET', at('a/b 4711?&é%2f')))).toBe('404 CODE_NOT_FOUND')
})

test('What is not there is added, and put again it changes what is given', async () => {
  const body = { ...unknownCompany('Put Ltd'), attributes: [{ label: 'Criticality', values: ['High'] }] }
  const added = await put('PUT-1', body)
  const company = added.json<Company>()
  expect([added.statusCode, company.code, company.name]).toEqual([201, 'PUT-1', 'Put Ltd'])
  expect(added.headers.location).toBe(`${d.base}/thirdparties/${company.thirdpartyId}`)

  const same = await put('PUT-1', body)
  expect([same.statusCode, same.headers.etag, same.body]).toEqual([200, added.headers.etag, added.body])
  expect((await d.events(company.thirdpartyId)).map(({ name }) => name)).toEqual([
    'THIRD_PARTY_ATTRIBUTE_UPDATED',
  ])

  const { legalIdentifier } = body
  const changed = await put('PUT-1', {
    legalIdentifier,
    unmanaged: { name: 'Put again Ltd', countryCode: 'GB' },
    mainActivity: 'Forge',
    attributes: [{ label: 'Criticality', values: ['Low'] }],
  })
  expect(changed.json()).toMatchObject({ name: 'Put again Ltd', mainActivity: 'Forge', code: 'PUT-1' })
  expect((await d.events(company.thirdpartyId)).slice(1)).toMatchObject([
    { name: 'THIRD_PARTY_UPDATED', data: { before: { name: 'Put Ltd' }, after: { name: 'Put again Ltd' } } },
    { name: 'THIRD_PARTY_ATTRIBUTE_UPDATED' },
  ])
})

test('The code alone is enough for a company that is there', async () => {
  const { thirdpartyId } = await d.company('PUT-2')
  const changed = await put('PUT-2', { name: 'Renamed' })
  expect(changed.json()).toMatchObject({ thirdpartyId, name: 'Renamed' })
  expect(await d.refusal(put('PUT-none', { name: 'Nobody' }))).toBe('400 IDENTIFIER_MISSING')
})

test('A company without a code gets the one it is put by; one with another code does not', async () => {
  const { thirdpartyId } = await d.t.given.thirdParty(d)
  const [legalIdentifier] = await sampleIdentifiers()
  const named = await put('PUT-3', { legalIdentifier })
  expect([named.statusCode, named.json<Company>().thirdpartyId]).toEqual([200, thirdpartyId])
  expect(await d.events(thirdpartyId)).toMatchObject([
    { name: 'THIRD_PARTY_CODE_UPDATED', data: { before: { code: null }, after: { code: 'PUT-3' } } },
  ])
  const other = await put('PUT-4', { legalIdentifier })
  expect(other.json()).toMatchObject({
    status: 409,
    code: 'CODE_OF_OTHER_COMPANY',
    codeThirdpartyId: null,
    identifierThirdpartyId: thirdpartyId,
  })
  const held = await d.company('PUT-5')
  expect((await put('PUT-5', { legalIdentifier })).json()).toMatchObject({
    code: 'CODE_OF_OTHER_COMPANY',
    codeThirdpartyId: held.thirdpartyId,
    identifierThirdpartyId: thirdpartyId,
  })
  expect((await put('PUT-5', unknownCompany())).json()).toMatchObject({
    code: 'CODE_OF_OTHER_COMPANY',
    codeThirdpartyId: held.thirdpartyId,
    identifierThirdpartyId: null,
  })
})

test('What a register keeps is detached and attached by code too', async () => {
  const legalIdentifier = (await sampleIdentifiers())[1]
  const added = await put('PUT-6', { legalIdentifier })
  expect([added.statusCode, added.json<Company>().source]).toEqual([201, 'MANAGED'])
  expect(await d.refusal(put('PUT-6', { name: 'Mine' }))).toBe('409 THIRD_PARTY_MANAGED')
  const mine = await put('PUT-6', { source: 'UNMANAGED', name: 'Mine' })
  expect(mine.json()).toMatchObject({ source: 'UNMANAGED', name: 'Mine' })
  const back = await put('PUT-6', { source: 'MANAGED' })
  expect(back.json()).toMatchObject({ source: 'MANAGED', name: added.json<Company>().name })
  const detached = await put('PUT-7', {
    legalIdentifier: (await sampleIdentifiers())[2],
    source: 'UNMANAGED',
    name: 'Detached at once',
  })
  expect([detached.statusCode, detached.json<Company>().name]).toEqual([201, 'Detached at once'])
})

test('If-Match holds for what is there, and nothing new matches a version', async () => {
  const { thirdpartyId } = await d.company('PUT-8')
  const etag = String((await d.ask('GET', `/thirdparties/${thirdpartyId}`)).headers.etag)
  expect((await put('PUT-8', { name: 'Seen' }, { 'if-match': etag })).statusCode).toBe(200)
  expect((await put('PUT-8', { name: 'Not seen' }, { 'if-match': etag })).statusCode).toBe(412)
  expect((await put('PUT-9', unknownCompany(), { 'if-match': etag })).statusCode).toBe(412)
})

test('An archived company is not changed by its code', async () => {
  const { thirdpartyId } = await d.company('PUT-10')
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  expect((await put('PUT-10', { name: 'Back' })).json()).toMatchObject({
    status: 409,
    code: 'CODE_TAKEN_BY_ARCHIVED',
    existingThirdpartyId: thirdpartyId,
  })
})

test('Nothing is put by code where codes may repeat', async () => {
  const own = await keyDesk(d.t)
  await own.must('PATCH', '/code-settings', { uniqueCodes: false })
  expect(await own.refusal(own.ask('PUT', at('X'), unknownCompany()))).toBe('409 CODES_NOT_UNIQUE')
})

test('Of two that put one code at once, the first adds and the second changes', async () => {
  const body = unknownCompany('Both Ltd')
  const lock = `select from account where account_id = ${d.accountId} for update`
  const answers = await queueBehind(d.t, lock, [
    () => put('PUT-11', body),
    () => put('PUT-11', { ...body, mainActivity: 'Second' }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 201])
  expect(new Set(answers.map((answer) => answer.json<Company>().thirdpartyId)).size).toBe(1)
})

test('A name and a country are enough to add a company by its code, and once is enough', async () => {
  const body = { unmanaged: { name: 'Atlas Textiles', countryCode: 'MA' } }
  const added = await put('PUT-12', body)
  expect(added.json()).toMatchObject({ code: 'PUT-12', name: 'Atlas Textiles', legalIdentifier: null })
  expect([added.statusCode, (await put('PUT-12', body)).statusCode]).toEqual([201, 200])
  expect(await d.refusal(put('PUT-13', body))).toBe('409 THIRD_PARTY_SAME_NAME')
  expect((await put('PUT-13', { ...body, allowSameName: true })).statusCode).toBe(201)
})
