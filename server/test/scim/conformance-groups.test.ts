import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/index.ts'
import {
  groupUrn,
  openScimDesk,
  problemOf,
  type ScimDesk,
  type ScimList,
  type ScimResource,
} from './scim-desk.ts'

// The examples of RFC 7644 for groups, with groups of our own.

let harness: TestApp
let desk: ScimDesk
beforeAll(async () => {
  ;({ harness, desk } = await openScimDesk())
})
afterAll(() => harness.close())

describe('RFC 7644, section 3.5.2: groups', () => {
  const membersOf = (group: ScimResource) =>
    ((group['members'] ?? []) as { value: string }[]).map(({ value }) => value).toSorted()
  const groupNow = async (id: string) => (await desk.scim('GET', `/Groups/${id}`)).json<ScimResource>()
  const people = (prefix: string) =>
    Promise.all([1, 2, 3].map(async (nth) => (await desk.person(`${prefix}-${nth}@people.example`)).id))

  test('A group has members, who show it in turn', async () => {
    const [one = '', two = ''] = await people('tour')
    const group = await desk.group('Tour Guides', [one, two])
    expect(group).toMatchObject({
      schemas: [groupUrn],
      displayName: 'Tour Guides',
      meta: { resourceType: 'Group', version: 'W/"1"' },
    })
    expect(membersOf(group)).toEqual([one, two].toSorted())
    const person = (await desk.scim('GET', `/Users/${one}`)).json<ScimResource>()
    expect(person['groups']).toEqual([
      { value: group.id, display: 'Tour Guides', type: 'direct', $ref: group.meta.location },
    ])
    const { Resources } = await desk.list(
      `/Users?filter=${encodeURIComponent(`groups.value eq "${group.id}"`)}`,
    )
    expect(Resources.map(({ id }) => id).toSorted()).toEqual([one, two].toSorted())
  })

  test('Members are added, removed by their id, by a list and all at once, and replaced', async () => {
    const [one = '', two = '', three = ''] = await people('patch')
    const { id } = await desk.group('Patched', [one])
    const patch = async (operations: object[]) => {
      const answer = await desk.patch(`/Groups/${id}`, operations)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      return membersOf(await groupNow(id))
    }
    expect(await patch([{ op: 'add', path: 'members', value: [{ value: two, display: 'Two' }] }])).toEqual(
      [one, two].toSorted(),
    )
    expect(await patch([{ op: 'remove', path: `members[value eq "${one}"]` }])).toEqual([two])
    expect(await patch([{ op: 'add', value: { members: [{ value: one }, { value: three }] } }])).toEqual(
      [one, two, three].toSorted(),
    )
    expect(
      await patch([{ op: 'remove', path: 'members', value: [{ value: three }, { value: two }] }]),
    ).toEqual([one])
    expect(await patch([{ op: 'replace', path: 'members', value: [{ value: two }] }])).toEqual([two])
    expect(
      await patch([
        { op: 'add', path: 'members', value: [{ value: one }] },
        { op: 'remove', path: `members[value eq "${one}" or value eq "${two}"]` },
      ]),
    ).toEqual([])
    expect(
      await patch([
        { op: 'add', path: 'members', value: [{ value: one }] },
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: three }] },
      ]),
    ).toEqual([three])
    expect((await groupNow(id)).meta.version).toBe('W/"8"')
  })

  test('A whole group is replaced, also by nobody', async () => {
    const [one = '', two = ''] = await people('whole')
    const { id } = await desk.group('Whole', [one])
    const put = async (members: string[], displayName = 'Whole') => {
      const listed = members.map((value) => ({ value }))
      const answer = await desk.scim('PUT', `/Groups/${id}`, {
        schemas: [groupUrn],
        displayName,
        members: listed,
      })
      expect(answer.statusCode).toBe(200)
      return answer.json<ScimResource>()
    }
    expect(membersOf(await put([two]))).toEqual([two])
    expect(await put([], 'Renamed')).toMatchObject({ displayName: 'Renamed', members: [] })
  })

  test('Groups are found by name and by member, and listed without their members', async () => {
    const [one = ''] = await people('found')
    const { id } = await desk.group('Found Group', [one])
    const find = (filter: string, more = '') =>
      desk.list(`/Groups?filter=${encodeURIComponent(filter)}${more}`)
    expect((await find('displayName eq "found group"')).Resources.map((group) => group.id)).toEqual([id])
    expect((await find(`members eq "${one}"`)).Resources.map((group) => group.id)).toEqual([id])
    expect((await find(`id eq "${id}" and members[value eq "${one}"]`)).totalResults).toBe(1)
    const [bare] = (await find(`id eq "${id}"`, '&excludedAttributes=members')).Resources
    expect(bare).not.toHaveProperty('members')
    const search = {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      filter: `id eq "${id}"`,
    }
    expect((await desk.scim('POST', '/Groups/.search', search)).json<ScimList>().totalResults).toBe(1)
  })

  test('A group refuses members it cannot have, itself and a name that is taken', async () => {
    const { id } = await desk.group('Refusing')
    const add = (member: object) =>
      problemOf(desk.patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [member] }]))
    expect(await add({ value: '00000000-0000-4000-8000-000000000000' })).toEqual([400, 'invalidValue'])
    expect(await add({ value: 'nobody' })).toEqual([400, 'invalidValue'])
    expect(await add({ value: id })).toEqual([400, 'invalidValue'])
    const { id: other } = await desk.group('Other')
    expect(await add({ value: other, type: 'Group' })).toEqual([400, 'invalidValue'])
    expect(await add({ value: other })).toEqual([400, 'invalidValue'])
    const named = { schemas: [groupUrn], displayName: 'REFUSING' }
    expect(await problemOf(desk.scim('POST', '/Groups', named))).toEqual([409, 'uniqueness'])
    expect(await problemOf(desk.scim('PUT', `/Groups/${other}`, named))).toEqual([409, 'uniqueness'])
    const noName = [{ op: 'remove', path: 'displayName' }]
    expect(await problemOf(desk.patch(`/Groups/${id}`, noName))).toEqual([400, 'mutability'])
    expect(await problemOf(desk.scim('GET', '/Groups/none'))).toEqual([404, undefined])
    expect((await desk.scim('DELETE', `/Groups/${id}`)).statusCode).toBe(204)
    expect(await problemOf(desk.scim('GET', `/Groups/${id}`))).toEqual([404, undefined])
  })
})
