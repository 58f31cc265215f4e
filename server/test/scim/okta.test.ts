import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import { groupUrn, openScimDesk, userUrn, type ScimDesk, type ScimResource } from './scim-desk.ts'

// The requests of Okta as its documentation shows them.

let harness: TestApp
let desk: ScimDesk
beforeAll(async () => {
  ;({ harness, desk } = await openScimDesk())
})
afterAll(() => harness.close())

const oktaUser = (name: string, more: object = {}) => ({
  schemas: [userUrn],
  userName: `${name}@okta.example`,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: `${name}@okta.example`, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00u${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})

describe('People as Okta sends them', () => {
  test('A person is looked for before they are created, then read by their id', async () => {
    const filter = encodeURIComponent('userName eq "first@okta.example"')
    expect(await desk.list(`/Users?filter=${filter}&startIndex=1&count=100`)).toMatchObject({
      totalResults: 0,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    })
    const made = await desk.scim('POST', '/Users', oktaUser('first'), {
      'content-type': 'application/scim+json; charset=utf-8',
    })
    expect(made.statusCode).toBe(201)
    const { id } = made.json<ScimResource>()
    const read = await desk.scim('GET', `/Users/${id}`)
    expect(read.json()).toMatchObject({
      userName: 'first@okta.example',
      externalId: '00ufirst',
      active: true,
    })
    expect(read.body).not.toContain('1mz050nq')
    const again = await desk.scim('POST', '/Users', oktaUser('first'))
    expect([again.statusCode, again.json<{ scimType: string }>().scimType]).toEqual([409, 'uniqueness'])
  })

  test('A profile is sent as a whole, and a deactivation takes the place of a deletion', async () => {
    const { id } = (await desk.scim('POST', '/Users', oktaUser('whole'))).json<ScimResource>()
    await desk.group('Okta Readers', [id])
    await desk.give('Okta Readers', ['READER'])
    const member = async () => (await desk.members()).get('whole@okta.example')
    const changed = await desk.scim(
      'PUT',
      `/Users/${id}`,
      oktaUser('whole', { displayName: 'Another Name', id }),
    )
    expect(changed.json()).toMatchObject({ displayName: 'Another Name' })
    expect(await member()).toMatchObject({ name: 'Another Name', active: true, roles: ['READER'] })

    const off = await desk.patch(`/Users/${id}`, [{ op: 'replace', value: { active: false } }])
    expect(off.json()).toMatchObject({ active: false })
    expect(await member()).toMatchObject({ active: false })
    const on = await desk.scim('PUT', `/Users/${id}`, oktaUser('whole'))
    expect(on.json()).toMatchObject({ active: true })
    expect(await member()).toMatchObject({ active: true })
    const left = await desk.scim('PUT', `/Users/${id}`, oktaUser('whole', { active: false }))
    expect(left.json()).toMatchObject({ active: false })
    expect(await member()).toMatchObject({ active: false })
  })
})

describe('Groups as Okta sends them', () => {
  test('A pushed group is created, renamed with its id, and its members are replaced as a whole', async () => {
    const people = await Promise.all(
      ['g1', 'g2', 'g3'].map(
        async (name) => (await desk.scim('POST', '/Users', oktaUser(name))).json<ScimResource>().id,
      ),
    )
    const made = await desk.scim('POST', '/Groups', {
      schemas: [groupUrn],
      displayName: 'Okta Push',
      members: [],
    })
    const { id } = made.json<ScimResource>()
    const renamed = await desk.patch(`/Groups/${id}`, [
      { op: 'replace', value: { id, displayName: 'Okta Pushed' } },
    ])
    expect(renamed.statusCode).toBe(204)
    const members = people.map((value) => ({ value, display: 'somebody@okta.example' }))
    const put = await desk.scim('PUT', `/Groups/${id}`, {
      schemas: [groupUrn],
      id,
      displayName: 'Okta Pushed',
      members,
    })
    expect(
      put
        .json<{ members: { value: string }[] }>()
        .members.map(({ value }) => value)
        .toSorted(),
    ).toEqual(people.toSorted())
    const patched = await desk.patch(`/Groups/${id}`, [
      { op: 'remove', path: `members[value eq "${people[0]}"]` },
      { op: 'add', path: 'members', value: [{ value: people[1], display: 'again' }] },
    ])
    expect(patched.statusCode).toBe(204)
    const { Resources } = await desk.list('/Groups?startIndex=1&count=100')
    expect(Resources).toHaveLength(2)
    expect(Resources.find((group) => group.id === id)?.['members']).toHaveLength(2)
  })
})
