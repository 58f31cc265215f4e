import { afterAll, beforeAll, expect, test } from 'vitest'
import { company, ownerDesk, type OwnerDesk } from './owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

const putRules = (rules: object[]) => ({ body: { rules } })
const setAttribute = (thirdpartyId: number, label: string, value: string) =>
  d.must('POST', `/thirdparties/${thirdpartyId}/attributes`, { body: { label, values: [value] } })

test('The first rule that fits decides, by country, category, unit and criticality', async () => {
  const [unit, beneath] = [await d.unit('Division'), await d.unit('Elsewhere')]
  const deeper = await d.unit('Department', unit)
  const [ofIt, ofUnit, ofHigh, ofAll] = [
    await d.person('ALL'),
    await d.person('ALL'),
    await d.person('ALL'),
    await d.person('ALL'),
  ]
  await d.must(
    'PUT',
    '/owner-rules',
    putRules([
      { categories: ['IT'], countries: ['FR', 'DE', 'FJ'], owner: { userId: ofIt.userId } },
      { unitId: unit, owner: { userId: ofUnit.userId } },
      { criticalities: ['High'], owner: { userId: ofHigh.userId } },
    ]),
  )
  const id = await d.company('Changing hands', [beneath])
  const path = company(id)
  expect(await d.answers(path)).toBe(`person ${admin.userId} by DUTY`)
  await setAttribute(id, 'Criticality', 'High')
  expect(await d.answers(path)).toBe(`person ${ofHigh.userId} by RULE`)
  await d.must('PUT', `${path}/units`, { body: { units: [deeper] } })
  expect(await d.answers(path)).toBe(`person ${ofUnit.userId} by RULE`)
  await setAttribute(id, 'Category', 'IT')
  const { countryCode } = await d.must<{ countryCode: string }>('GET', path)
  await d.must(
    'PUT',
    '/owner-rules',
    putRules([
      { categories: ['IT'], countries: [countryCode], owner: { userId: ofIt.userId } },
      { owner: { userId: ofAll.userId } },
    ]),
  )
  expect(await d.answers(path)).toBe(`person ${ofIt.userId} by RULE`)
  const other = await d.company('Any other', [])
  const { dossierId } = await d.t.given.dossier(d.office, other, 'ONBOARDING')
  expect(await d.seen(ofIt.token, 'owner=me')).toEqual([id])
  expect(await d.seen(ofAll.token, 'owner=me')).toEqual([other])
  expect(await d.dossiers(ofAll.token, 'owner=me')).toEqual([dossierId])
  expect(await d.dossiers(ofIt.token, 'owner=me')).toEqual([])
  const documentsOf = async ({ token }: Person) =>
    (await d.must<{ totalElements: number }>('GET', '/documents?owner=me', { token })).totalElements
  expect(await documentsOf(ofAll)).toBeGreaterThan(0)
  expect(await documentsOf(ofIt)).toBe(0)
  // A rule whose owner cannot act is passed over.
  await d.must('PATCH', `/users/${ofIt.userId}`, { body: { active: false } })
  expect(await d.answers(path)).toBe(`person ${ofAll.userId} by RULE`)
  expect(await d.seen(ofAll.token, 'owner=me')).toEqual([other, id])
  const { rules } = await d.must<{ rules: { owner: object }[] }>('GET', '/owner-rules')
  expect(rules).toMatchObject([
    {
      categories: ['IT'],
      countries: [countryCode],
      criticalities: [],
      unitId: null,
      owner: { active: false },
    },
    { owner: { userId: ofAll.userId, active: true } },
  ])
  await d.must('PUT', '/owner-rules', putRules([]))
})

test('A rule that could never decide is refused with what is wrong', async () => {
  const limited = await d.person([await d.unit('Seen')])
  const hidden = await d.unit('Hidden')
  const owner = { userId: admin.userId }
  const refusals = []
  for (const rule of [
    { countries: ['ZZ'], owner },
    { categories: ['Nonsense'], owner },
    { criticalities: ['Nonsense'], owner },
    { unitId: 9_999_999, owner },
    { unitId: hidden, owner: { userId: limited.userId } },
    { owner: { userId: 9_999_999 } },
    {},
  ])
    refusals.push(await d.refusal('PUT', '/owner-rules', putRules([rule])))
  expect(refusals).toEqual([
    '400 COUNTRY_CODE_INVALID',
    '422 ATTRIBUTE_OPTION_UNKNOWN',
    '422 ATTRIBUTE_OPTION_UNKNOWN',
    '404 UNIT_NOT_FOUND',
    '422 OWNER_WITHOUT_UNIT',
    '404 USER_NOT_FOUND',
    '400 VALIDATION_FAILED',
  ])
  expect(await d.must<object>('GET', '/owner-rules')).toEqual({ rules: [] })
})

test('A rule goes with its unit', async () => {
  const unit = await d.unit('Short-lived')
  await d.must('PUT', '/owner-rules', putRules([{ unitId: unit, owner: { userId: admin.userId } }]))
  await d.must('DELETE', `/units/${unit}`)
  expect(await d.must<object>('GET', '/owner-rules')).toEqual({ rules: [] })
})

test('Mine is a filter for people; an API client is told so', async () => {
  expect(await d.refusal('GET', '/thirdparties?owner=me')).toBe('400 OWNER_ME_IS_NOBODY')
  expect(await d.refusal('GET', '/dossiers?owner=me')).toBe('400 OWNER_ME_IS_NOBODY')
  expect(await d.refusal('GET', '/thirdparties?owner=nobody')).toBe('400 VALIDATION_FAILED')
  expect(await d.seen(d.office.token, 'owner=team:9999999')).toEqual([])
})
