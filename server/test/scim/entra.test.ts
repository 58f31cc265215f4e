import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import {
  enterpriseUrn,
  groupUrn,
  openScimDesk,
  userUrn,
  type ScimDesk,
  type ScimResource,
} from './scim-desk.ts'

// The requests of Entra ID as its documentation shows them.

let harness: TestApp
let desk: ScimDesk
beforeAll(async () => {
  ;({ harness, desk } = await openScimDesk())
})
afterAll(() => harness.close())

const newUser = (name: string) => ({
  schemas: [userUrn, enterpriseUrn],
  externalId: `entra-${name}`,
  userName: `${name}@entra.example`,
  active: true,
  emails: [{ primary: true, type: 'work', value: `${name}.mail@entra.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: 'Ada Lovelace', familyName: 'Lovelace', givenName: 'Ada' },
  roles: [],
  addresses: [{ type: 'work', formatted: '1 Street' }],
})

const create = async (name: string) => {
  const answer = await desk.scim('POST', '/Users', newUser(name))
  expect(answer.statusCode).toBe(201)
  return answer.json<ScimResource>()
}

describe('People as Entra ID sends them', () => {
  test('The test of the connection asks for somebody who is not there', async () => {
    const filter = encodeURIComponent('userName eq "8a1b2c3d-4e5f"')
    expect(await desk.list(`/Users?filter=${filter}`)).toMatchObject({ totalResults: 0, Resources: [] })
  })

  test('A person is created, found by name and by external id, and written to at their address', async () => {
    const { id } = await create('created')
    for (const filter of ['userName eq "created@entra.example"', 'externalId eq "entra-created"']) {
      const { Resources } = await desk.list(`/Users?filter=${encodeURIComponent(filter)}`)
      expect(Resources.map((one) => one.id)).toEqual([id])
    }
    expect((await desk.members()).get('created.mail@entra.example')).toMatchObject({ name: 'Ada Lovelace' })
  })

  test('Operations in capitals change single values by their paths', async () => {
    const { id } = await create('capitals')
    const answer = await desk.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'new.mail@entra.example' },
      { op: 'Replace', path: 'name.familyName', value: 'King' },
      { op: 'Add', path: 'preferredLanguage', value: 'fr-FR' },
      { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '0102030405' },
      { op: 'Add', path: 'addresses[type eq "work"].locality', value: 'Paris' },
      { op: 'Add', path: `${enterpriseUrn}:department`, value: 'Purchasing' },
      { op: 'Add', path: `${enterpriseUrn}:manager`, value: '91a2b3c4' },
    ])
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({
      emails: [{ primary: true, type: 'work', value: 'new.mail@entra.example' }],
      name: { familyName: 'King', givenName: 'Ada' },
      [enterpriseUrn]: { department: 'Purchasing', manager: { value: '91a2b3c4' } },
    })
    expect((await desk.members()).has('new.mail@entra.example')).toBe(true)
  })

  test('A replacement without a path names its attributes by dotted keys and value paths', async () => {
    const { id } = await create('dotted')
    const answer = await desk.patch(`/Users/${id}`, [
      {
        op: 'replace',
        value: {
          displayName: 'Bjfe',
          'name.givenName': 'Kkom',
          'name.formatted': 'Kkom Lovelace',
          'emails[type eq "work"].value': 'dotted.new@entra.example',
          [`${enterpriseUrn}:employeeNumber`]: '4711',
        },
      },
    ])
    expect(answer.json()).toMatchObject({
      displayName: 'Bjfe',
      name: { givenName: 'Kkom', formatted: 'Kkom Lovelace', familyName: 'Lovelace' },
      emails: [{ value: 'dotted.new@entra.example', type: 'work' }],
      [enterpriseUrn]: { employeeNumber: '4711' },
    })
  })

  test('An address is added where there was none', async () => {
    const { id } = await desk.person('bare@entra.example')
    const answer = await desk.patch(`/Users/${id}`, [
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'bare.work@entra.example' },
    ])
    expect(answer.json<ScimResource>()['emails']).toEqual([
      { type: 'work', value: 'bare.work@entra.example' },
    ])
  })

  test('Truth values written as text suspend and restore', async () => {
    const { id } = await create('suspended')
    await desk.group('Suspended', [id])
    await desk.give('Suspended', ['READER'])
    const isActive = async () => (await desk.members()).get('suspended.mail@entra.example')?.active
    expect(await isActive()).toBe(true)
    const answer = await desk.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: 'False' }])
    expect(answer.json()).toMatchObject({ active: false })
    expect(await isActive()).toBe(false)
    await desk.patch(`/Users/${id}`, [{ op: 'Replace', value: { active: 'True' } }])
    expect(await isActive()).toBe(true)
  })
})

describe('Groups as Entra ID sends them', () => {
  test('A group is created, renamed, filled, emptied and deleted', async () => {
    const { id: member } = await create('member')
    const made = await desk.scim('POST', '/Groups', {
      schemas: [groupUrn, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0',
      displayName: 'Entra Group',
      meta: { resourceType: 'Group' },
    })
    expect(made.statusCode).toBe(201)
    const { id } = made.json<ScimResource>()
    const filter = encodeURIComponent('displayName eq "Entra Group"')
    const { Resources } = await desk.list(`/Groups?excludedAttributes=members&filter=${filter}`)
    expect(Resources.map((group) => group.id)).toEqual([id])

    const patch = async (operation: object) => {
      expect((await desk.patch(`/Groups/${id}`, [operation])).statusCode).toBe(204)
      return (await desk.scim('GET', `/Groups/${id}`)).json<ScimResource>()
    }
    const renamed = await patch({ op: 'Replace', path: 'displayName', value: 'Entra Renamed' })
    expect(renamed['displayName']).toBe('Entra Renamed')
    const listed = [{ $ref: null, value: member }]
    expect((await patch({ op: 'Add', path: 'members', value: listed }))['members']).toHaveLength(1)
    expect((await patch({ op: 'Remove', path: 'members', value: listed }))['members']).toEqual([])
    const asked = await desk.scim('GET', `/Groups/${id}?excludedAttributes=members`)
    expect(asked.json()).not.toHaveProperty('members')
    expect((await desk.scim('DELETE', `/Groups/${id}`)).statusCode).toBe(204)
  })
})
