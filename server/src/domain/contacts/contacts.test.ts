import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desk, problemOf } from '../../../test/dossiers/desk.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'

interface Contact {
  contactId: number
  email: string
}

describe('Contacts', () => {
  let t: TestApp
  beforeAll(async () => {
    t = await testApp()
  })
  afterAll(() => t.close())

  test('Contacts are added, changed and removed, without a word of who they are in the journal', async () => {
    const d = await desk(t)
    const path = `/thirdparties/${d.thirdpartyId}/contacts`
    const added = await d.post(path, {
      email: ' Anne.Martin@Supplier.example ',
      firstName: 'Anne',
      language: 'en',
    })
    expect(added.statusCode, added.body).toBe(201)
    const { contactId } = added.json<Contact>()
    expect(added.json()).toMatchObject({
      thirdpartyId: d.thirdpartyId,
      email: 'anne.martin@supplier.example',
      firstName: 'Anne',
      lastName: null,
      language: 'en',
    })
    expect(added.headers['location']).toBe(`${d.base}${path}/${contactId}`)
    const plain = (await d.post(path, { email: 'second@supplier.example' })).json<Contact>()
    expect(plain).toMatchObject({ language: 'fr', firstName: null })
    const list = async () => (await d.get(path)).json<{ content: Contact[] }>().content
    expect((await list()).map((one) => one.contactId)).toEqual([contactId, plain.contactId])
    await d.told()

    const one = `${path}/${contactId}`
    const tag = added.headers['etag'] as string
    const changed = await d.patch(one, { lastName: 'Martin', firstName: null }, { 'if-match': tag })
    expect(changed.json()).toMatchObject({ firstName: null, lastName: 'Martin', language: 'en' })
    expect(problemOf(await d.patch(one, { lastName: 'M' }, { 'if-match': tag }))).toEqual([
      412,
      'PRECONDITION_FAILED',
    ])
    const same = await d.patch(one, { lastName: 'Martin', email: 'anne.martin@supplier.example' })
    expect(same.headers['etag']).toBe(changed.headers['etag'])
    expect(problemOf(await d.patch(one, { email: 'SECOND@supplier.example' }))).toEqual([
      409,
      'CONTACT_DUPLICATE',
    ])
    const removed = await t.call('DELETE', `${d.base}${one}`, { token: d.token })
    expect(removed.statusCode).toBe(204)
    expect(await d.told()).toMatchObject([
      {
        name: 'THIRD_PARTY_UPDATED',
        data: {
          contact: {
            contactId,
            change: 'CHANGED',
            fields: ['firstName', 'lastName'],
            before: { firstName: 'Anne', lastName: null },
            after: { firstName: null, lastName: 'Martin' },
          },
        },
      },
      {
        name: 'THIRD_PARTY_CONTACT_DELETED',
        data: { contact: { contactId, change: 'DELETED', before: { lastName: 'Martin' } } },
      },
    ])
    expect((await list()).map(({ email }) => email)).toEqual(['second@supplier.example'])
    for (const gone of [
      await d.patch(one, {}),
      await t.call('DELETE', `${d.base}${one}`, { token: d.token }),
      await d.patch(`${path}/999999999`, {}),
    ]) {
      expect(problemOf(gone)).toEqual([404, 'CONTACT_NOT_FOUND'])
    }
    // The address is free again once its owner is gone.
    expect((await d.post(path, { email: 'anne.martin@supplier.example' })).statusCode).toBe(201)
    const { rows } = await t.admin.query<{ found: boolean }>(
      `select bool_or(convert_from(payload, 'utf8') ~* 'anne|martin|supplier\\.example') as found
       from event_detail where account_id = $1`,
      [d.accountId],
    )
    expect(rows[0]?.found).toBe(false)
  })

  test('Each contact of a third party has an address of their own', async () => {
    const d = await desk(t)
    const path = `/thirdparties/${d.thirdpartyId}/contacts`
    const refused = async (body: object) => problemOf(await d.post(path, body))
    for (const email of [
      'nobody',
      'a@b',
      'a b@c.example',
      'a@b..example',
      'a@c.example,d@e.example',
      'a@c.example\r\nBcc: x@y.example',
      'a\u200b@c.example',
      '<a@c.example>',
    ]) {
      expect(await refused({ email }), email).toEqual([422, 'EMAIL_INVALID'])
    }
    expect(await refused({})).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refused({ email: 'a@c.example', language: 'de' })).toEqual([400, 'VALIDATION_FAILED'])
    expect(await refused({ email: 'a@c.example', firstName: 'x'.repeat(101) })).toEqual([
      400,
      'VALIDATION_FAILED',
    ])
    expect(await refused({ email: 'a@c.example', phone: '1' })).toEqual([400, 'VALIDATION_FAILED'])
    const twins = await Promise.all([1, 2, 3].map(() => d.post(path, { email: 'twin@c.example' })))
    expect(twins.filter((one) => one.statusCode === 201)).toHaveLength(1)
    expect(twins.filter((one) => one.statusCode === 409).map(problemOf)[0]).toEqual([
      409,
      'CONTACT_DUPLICATE',
    ])
    const office = { base: d.base, token: d.token }
    const { thirdpartyId: other } = await t.given.thirdParty(office, 1)
    const elsewhere = await d.post(`/thirdparties/${other}/contacts`, { email: 'twin@c.example' })
    expect(elsewhere.statusCode).toBe(201)
    // A contact is reached through its own third party only.
    const { contactId } = elsewhere.json<Contact>()
    expect(problemOf(await d.patch(`${path}/${contactId}`, {}))).toEqual([404, 'CONTACT_NOT_FOUND'])
    const absent = '/thirdparties/999999999/contacts'
    expect(problemOf(await d.get(absent))).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
    expect(problemOf(await d.post(absent, { email: 'a@c.example' }))).toEqual([404, 'THIRD_PARTY_NOT_FOUND'])
    await t.admin.query(
      `insert into contact (account_id, thirdparty_id, email, created_at, updated_at)
       select $1, $2, 'many' || n || '@c.example', now(), now() from generate_series(1, 49) n`,
      [d.accountId, d.thirdpartyId],
    )
    expect(await refused({ email: 'more@c.example' })).toEqual([409, 'CONTACT_LIMIT_REACHED'])
    await d.post(`/thirdparties/${d.thirdpartyId}/archive`)
    expect(await refused({ email: 'late@c.example' })).toEqual([409, 'THIRD_PARTY_ARCHIVED'])
  })
})
