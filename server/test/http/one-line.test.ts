import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { addContact, cookieOf, enter, linkFor, ownPage } from '../portal/portal-desk.ts'
import { reviewDesk } from '../responses/review-desk.ts'

let t: TestApp
let d: Awaited<ReturnType<typeof reviewDesk>>
beforeAll(async () => {
  t = await testApp()
  d = await reviewDesk(t)
})
afterAll(() => t.close())

const unfit = [
  '\r\nBcc: a@b.cc',
  'two\nlines',
  'a\tb',
  'bell\u0007',
  'esc\u001b[31m',
  'c1\u0085',
  'gpj.\u202efdp',
  '\u2066x',
  'a\u2028b',
]

/** A list of names people give, each with the request (by POST) that would give it. */
const named: readonly (readonly [
  what: string,
  pointer: string,
  path: () => string,
  body: (name: string) => object,
])[] = [
  [
    'a third party',
    '/unmanaged/name',
    () => '/thirdparties',
    (name) => ({
      legalIdentifier: { code: 'CIT003', value: '150483782' },
      unmanaged: { name, countryCode: 'US' },
    }),
  ],
  [
    'its reference',
    '/code',
    () => '/thirdparties',
    (code) => ({ legalIdentifier: { code: 'CIT003', value: '150483782' }, code }),
  ],
  [
    'a contact',
    '/lastName',
    () => `/thirdparties/${d.thirdpartyId}/contacts`,
    (lastName) => ({ email: 'x@supplier.example', language: 'en', lastName }),
  ],
  ['a person', '/name', () => '/users', (name) => ({ email: 'x@buyer.example', name, roles: ['READER'] })],
  ['an API client', '/name', () => '/clients', (name) => ({ name, scopes: ['READER'] })],
  ['a saved view', '/name', () => '/saved-views', (name) => ({ list: 'thirdparties', name, filters: {} })],
  ['an attribute', '/label', () => '/attributes', (label) => ({ label, type: 'string' })],
]

test.each(named)(
  'The text of %s cannot hold several lines or invisible characters',
  async (_, pointer, path, body) => {
    for (const name of unfit) {
      const answer = await t.call('POST', `${d.base}${path()}`, { token: d.token, body: body(name) })
      expect([name, answer.statusCode, answer.json()]).toMatchObject([
        name,
        400,
        {
          code: 'VALIDATION_FAILED',
          errors: [
            { pointer, code: 'FIELD_CHARACTERS', message: expect.stringContaining('control character') },
          ],
        },
      ])
    }
  },
)

test('The people of a third party follow the same rule for names', async () => {
  const { contactId } = await addContact(t, d)
  const cookie = cookieOf(await enter(t, await linkFor(t, d, contactId)))
  const headers = { ...ownPage, cookie }
  for (const lastName of unfit) {
    const answer = await t.call('POST', '/portal/api/decline', {
      body: { reason: 'NOT_ME', colleague: { email: 'y@supplier.example', lastName } },
      headers,
    })
    expect([lastName, answer.statusCode]).toEqual([lastName, 400])
    expect(answer.json()).toMatchObject({
      errors: [{ pointer: '/colleague/lastName', code: 'FIELD_CHARACTERS' }],
    })
  }
})

test('A comment keeps its lines and no invisible characters', async () => {
  const comment = (text: string) =>
    t.call('POST', `${d.base}/thirdparties/${d.thirdpartyId}/comments`, { token: d.token, body: { text } })
  expect((await comment('One,\r\n\ttwo.')).statusCode).toBe(201)
  for (const text of ['bell\u0007', 'gpj.\u202efdp', 'esc\u001b[31m']) {
    expect((await comment(text)).json()).toMatchObject({
      errors: [{ pointer: '/text', code: 'FIELD_CHARACTERS' }],
    })
  }
})
