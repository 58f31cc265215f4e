import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

let t: TestApp
let base: string
let client: string
beforeAll(async () => {
  t = await testApp()
  const office = await t.given.office()
  base = office.base
  client = office.token
})
afterAll(() => t.close())

interface View {
  viewId: number
  name: string
  shared: boolean
  filters: Record<string, string>
  sort: string | null
  columns: string[] | null
}

const body = (name: string, more: object = {}) => ({ list: 'thirdparties', name, filters: {}, ...more })
const accountOf = () => Number(base.split('/').at(-1))

const as = (token: string) => ({
  list: async () =>
    (await t.call('GET', `${base}/saved-views`, { token })).json<{ content: View[] }>().content,
  names: async () => (await as(token).list()).map(({ name }) => name),
  add: (given: object) => t.call('POST', `${base}/saved-views`, { token, body: given }),
  put: (viewId: number, given: object) =>
    t.call('PUT', `${base}/saved-views/${viewId}`, { token, body: given }),
  remove: (viewId: number) => t.call('DELETE', `${base}/saved-views/${viewId}`, { token }),
})

type Call = Awaited<ReturnType<TestApp['call']>>
const outcome = (answer: Call) => `${answer.statusCode} ${answer.json<{ code: string }>().code}`

test('A view is stored as it was given, for its person alone, until it is shared', async () => {
  const manager = await t.given.person([accountOf()], ['MANAGER'])
  const reader = await t.given.person([accountOf()], ['READER'])
  const filters = {
    status: 'ACTIVE',
    'attribute.PURCHASES.min': '1000',
    'rating.CYBERSECURITY': 'D,E',
    q: 'été',
  }
  const kept = { filters, sort: 'attribute.PURCHASES,desc', columns: ['name', 'attribute.PURCHASES'] }
  const added = await as(manager.token).add(body(' Big ones ', kept))
  expect(added.statusCode).toBe(201)
  const view = added.json<View>()
  expect(view).toMatchObject({ name: 'Big ones', shared: false, ...kept })
  expect(added.headers['location']).toBe(`${base}/saved-views/${view.viewId}`)
  expect(await as(reader.token).list()).toEqual([])
  expect(await as(client).list()).toEqual([])
  // A reader has views too, and of another's learns not even that they exist.
  expect((await as(reader.token).add(body('also mine'))).statusCode).toBe(201)
  expect(outcome(await as(reader.token).put(view.viewId, body('Stolen')))).toBe('403 PERMISSION_DENIED')
  expect(outcome(await as(client).remove(view.viewId))).toBe('404 SAVED_VIEW_NOT_FOUND')

  const shared = await as(manager.token).put(view.viewId, body('Big ones', { ...kept, shared: true }))
  expect(shared.json<View>()).toMatchObject({ viewId: view.viewId, shared: true, ...kept })
  expect(await as(reader.token).names()).toEqual(['also mine', 'Big ones'])
  expect(await as(client).names()).toEqual(['Big ones'])
  expect(outcome(await as(reader.token).remove(view.viewId))).toBe('403 PERMISSION_DENIED')
  expect(outcome(await as(reader.token).add(body('Loud', { shared: true })))).toBe('403 PERMISSION_DENIED')
  expect((await as(client).remove(view.viewId)).statusCode).toBe(204)
  expect(await as(manager.token).list()).toEqual([])
})

test('An API client has no views of its own, and invalid views are refused', async () => {
  expect(outcome(await as(client).add(body('Mine')))).toBe('422 SAVED_VIEW_NOBODYS')
  const wrong = [
    body('   '),
    body('x'.repeat(81)),
    body('List', { list: 'elsewhere' }),
    body('Filters', { filters: { 'no name': '1' } }),
    body('Filters', { filters: { q: 'x'.repeat(1_001) } }),
    body('Filters', { filters: Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`f${n}`, '1'])) }),
    body('Columns', { columns: Array.from({ length: 61 }, () => 'name') }),
    body('More', { more: true }),
  ]
  const answers = await Promise.all(wrong.map((one) => as(client).add({ ...one, shared: true })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(wrong.map(() => 400))
})

test('The number of views is bounded, and they are removed with the person', async () => {
  const person = await t.given.person([accountOf()], ['READER'])
  const { token } = person
  for (let nth = 0; nth < 50; nth++) await as(token).add(body(`View ${nth}`))
  expect(await as(token).list()).toHaveLength(50)
  expect(outcome(await as(token).add(body('One more')))).toBe('409 SAVED_VIEW_LIMIT_REACHED')
  const left = await t.call('DELETE', `${base}/users/${person.userId}`, { token: client })
  expect(left.statusCode).toBe(204)
  const { rows } = await t.admin.query('select from saved_view where user_id = $1', [person.userId])
  expect(rows).toHaveLength(0)
})

test('Rows of the portfolio show the requested attributes', async () => {
  const office = await t.given.office()
  const call = (method: 'GET' | 'POST', path: string, given?: object) =>
    t.call(method, `${office.base}${path}`, { token: office.token, ...(given && { body: given }) })
  const [first, second] = [await t.given.thirdParty(office, 0), await t.given.thirdParty(office, 1)]
  await call('POST', '/attributes', { label: 'Site', code: 'SITE', type: 'string' })
  await call('POST', '/attributes', { label: 'Tags', type: 'list_multiple', options: ['a', 'b'] })
  const path = `/thirdparties/${first.thirdpartyId}/attributes`
  await call('POST', path, { label: 'Site', values: ['Lyon'] })
  await call('POST', path, { label: 'Tags', values: ['b', 'a'] })
  type Page = { content: { thirdpartyId: number; attributes?: Record<string, unknown> }[] }
  const shown = async (query: string) =>
    Object.fromEntries(
      (await call('GET', `/thirdparties?${query}`))
        .json<Page>()
        .content.map(({ thirdpartyId, attributes }) => [thirdpartyId, attributes]),
    )
  const events =
    '&eventNames=THIRD_PARTY_ADDED&eventOccurrenceStartDate=2020-01-01T00:00:00&eventOccurrenceEndDate=2099-01-01T00:00:00'
  for (const more of ['', '&sort=name', events]) {
    expect(await shown(`withAttributes=SITE,TAGS${more}`)).toEqual({
      [first.thirdpartyId]: { SITE: 'Lyon', TAGS: ['b', 'a'] },
      [second.thirdpartyId]: {},
    })
  }
  expect(await shown('size=2')).toEqual({ [first.thirdpartyId]: undefined, [second.thirdpartyId]: undefined })
  expect(outcome(await call('GET', '/thirdparties?withAttributes=NOPE'))).toBe('422 ATTRIBUTE_UNKNOWN')
})
