import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { groupUrn, scimDesk, userUrn, type ScimDesk, type ScimResource } from './scim-desk.ts'

let harness: TestApp
beforeAll(async () => {
  harness = await testApp()
})
afterAll(() => harness.close())

const detailOf = async (pending: ReturnType<ScimDesk['scim']>) => {
  const answer = await pending
  return [answer.statusCode, answer.json<{ detail: string }>().detail] as const
}
const lastAdmin = [
  409,
  'This would leave the account without an active administrator. Appoint another one first.',
]
const enters = async (base: string, token: string) =>
  (await harness.call('GET', `${base}/thirdparties`, { token })).statusCode
const remove = (desk: ScimDesk, id: string) => desk.scim('DELETE', `/Users/${id}`)
const switchTo = (desk: ScimDesk, id: string, active: boolean) =>
  desk.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: active }])

describe('Who comes in', () => {
  test('A new person is a member without a password, and waits until a group gives a role', async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('New.Person@people.example', {
      displayName: 'New Person',
      locale: 'fr-FR',
    })
    const before = await desk.members()
    expect(before.get('new.person@people.example')).toMatchObject({
      name: 'New Person',
      roles: [],
      active: false,
      own: true,
    })
    await desk.group('Buyers', [id])
    expect((await desk.give('Buyers', ['MANAGER', 'READER'])).json()).toMatchObject({
      displayName: 'Buyers',
      roles: ['MANAGER', 'READER'],
      members: 1,
    })
    expect((await desk.members()).get('new.person@people.example')).toMatchObject({
      roles: ['MANAGER', 'READER'],
      active: true,
    })
    const signIn = await harness.call('POST', '/auth/sign-in', {
      body: { email: 'new.person@people.example', password: 'a-long-enough-passphrase-42' },
    })
    expect(signIn.statusCode).toBe(401)
  })

  test('The default role is held by everybody of the directory, at once when it is chosen', async () => {
    const desk = await scimDesk(harness)
    await desk.person('default@people.example')
    const member = async () => (await desk.members()).get('default@people.example')
    expect((await desk.admin('PUT', '/provisioning/settings', { defaultRole: 'READER' })).json()).toEqual({
      defaultRole: 'READER',
    })
    expect(await member()).toMatchObject({ roles: ['READER'], active: true })
    await desk.admin('PUT', '/provisioning/settings', { defaultRole: null })
    expect(await member()).toMatchObject({ roles: [], active: false })
    expect((await desk.admin('GET', '/provisioning/settings')).json()).toEqual({ defaultRole: null })
  })

  test('A member with the same address becomes managed, keeps their number, and an invitation is withdrawn', async () => {
    const desk = await scimDesk(harness)
    const member = await harness.given.person([desk.accountId], ['REVIEWER'])
    await desk.admin('PUT', '/provisioning/settings', { defaultRole: 'READER' })
    const { id } = await desk.person(member.email.toUpperCase(), { displayName: 'Somebody Else' })
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
    const after = (await desk.members()).get(member.email)
    // Their name is their own: they may belong to other accounts.
    expect(after).toMatchObject({
      user_id: member.userId,
      roles: ['READER'],
      name: 'Test Person',
      own: false,
    })

    const email = 'invited@people.example'
    await desk.admin('POST', '/users', { email, name: 'Invited', roles: ['ADMIN'] })
    await desk.person(email)
    const { rows } = await harness.admin.query(
      'select outcome, link_hash from member_invitation where account_id = $1 and email = $2',
      [desk.accountId, email],
    )
    expect(rows).toEqual([{ outcome: 'WITHDRAWN', link_hash: null }])
    expect((await desk.members()).get(email)).toMatchObject({ own: true, roles: ['READER'] })
  })

  test('Somebody of another account with the same address is somebody else', async () => {
    const desk = await scimDesk(harness)
    const other = await scimDesk(harness)
    const stranger = await harness.given.person([other.accountId], ['ADMIN'])
    const { id } = await desk.person(stranger.email, { displayName: 'Same Address' })
    const here = (await desk.members()).get(stranger.email)
    expect(here).toMatchObject({ own: true, name: 'Same Address' })
    expect(here?.user_id).not.toBe(stranger.userId)
    expect(await enters(other.base, stranger.token)).toBe(200)
    // Neither directory knows what the other has.
    expect((await other.scim('GET', `/Users/${id}`)).statusCode).toBe(404)
    expect((await remove(other, id)).statusCode).toBe(404)
    expect((await other.list('/Users')).totalResults).toBe(0)
    const theirs = await other.group('Theirs')
    const taking = [{ op: 'add', path: 'members', value: [{ value: id }] }]
    expect((await other.patch(`/Groups/${theirs.id}`, taking)).statusCode).toBe(400)
    await remove(desk, id)
    expect(await enters(other.base, stranger.token)).toBe(200)
  })
})

describe('Who goes out', () => {
  test('A suspension and a removal close the account to open sessions at once', async () => {
    const desk = await scimDesk(harness)
    await desk.admin('PUT', '/provisioning/settings', { defaultRole: 'READER' })
    const person = await harness.given.person([desk.accountId], ['READER'])
    const { id } = await desk.person(person.email)
    expect(await enters(desk.base, person.token)).toBe(200)
    await switchTo(desk, id, false)
    expect(await enters(desk.base, person.token)).toBe(401)
    await switchTo(desk, id, true)
    // They sign in anew: what was ended stays ended.
    expect(await enters(desk.base, person.token)).toBe(401)
    const { email, password } = person
    const anew = await harness.call('POST', '/auth/sign-in', { body: { email, password } })
    const { accessToken } = anew.json<{ accessToken: string }>()
    expect(await enters(desk.base, accessToken)).toBe(200)
    expect((await remove(desk, id)).statusCode).toBe(204)
    expect(await enters(desk.base, accessToken)).toBe(401)
    expect((await desk.members()).has(person.email)).toBe(false)
  })

  test('Whoever belongs to another account too keeps it', async () => {
    const desk = await scimDesk(harness)
    const other = await scimDesk(harness)
    await desk.admin('PUT', '/provisioning/settings', { defaultRole: 'READER' })
    const person = await harness.given.person([desk.accountId, other.accountId], ['READER'])
    const { id } = await desk.person(person.email)
    await switchTo(desk, id, false)
    expect(await enters(desk.base, person.token)).toBe(403)
    expect(await enters(other.base, person.token)).toBe(200)
  })

  test('Losing the last role suspends, and a new one restores', async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('roles@people.example')
    const member = async () => (await desk.members()).get('roles@people.example')
    const one = await desk.group('One', [id])
    await desk.group('Two', [id])
    await desk.give('One', ['READER', 'REVIEWER'])
    await desk.give('Two', ['REVIEWER', 'AUDITOR'])
    expect(await member()).toMatchObject({ roles: ['AUDITOR', 'READER', 'REVIEWER'], active: true })
    await desk.patch(`/Groups/${one.id}`, [{ op: 'remove', path: `members[value eq "${id}"]` }])
    expect(await member()).toMatchObject({ roles: ['AUDITOR', 'REVIEWER'], active: true })
    await desk.give('Two', [])
    expect(await member()).toMatchObject({ roles: [], active: false })
    await desk.scim('PUT', `/Groups/${one.id}`, {
      schemas: [groupUrn],
      displayName: 'One',
      members: [{ value: id }],
    })
    expect(await member()).toMatchObject({ roles: ['READER', 'REVIEWER'], active: true })
    await desk.scim('DELETE', `/Groups/${one.id}`)
    expect(await member()).toMatchObject({ roles: [], active: false })
  })

  test('A directory person who comes again is the same person to the account', async () => {
    const desk = await scimDesk(harness)
    const first = await desk.person('again@people.example', { displayName: 'Before' })
    const number = (await desk.members()).get('again@people.example')?.user_id
    await remove(desk, first.id)
    const second = await desk.person('again@people.example', { displayName: 'After' })
    expect(second.id).not.toBe(first.id)
    expect((await desk.members()).get('again@people.example')).toMatchObject({
      user_id: number,
      name: 'After',
    })
  })
})

describe('The last administrator', () => {
  const adminDesk = async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('admin@people.example')
    const group = await desk.group('Admins', [id])
    await desk.give('Admins', ['ADMIN'])
    return { desk, id, group }
  }

  test('The last administrator is not suspended, removed or demoted by any way', async () => {
    const { desk, id, group } = await adminDesk()
    expect(await detailOf(switchTo(desk, id, false))).toEqual(lastAdmin)
    expect(await detailOf(remove(desk, id))).toEqual(lastAdmin)
    const leave = [{ op: 'remove', path: `members[value eq "${id}"]` }]
    expect(await detailOf(desk.patch(`/Groups/${group.id}`, leave))).toEqual(lastAdmin)
    expect(await detailOf(desk.scim('DELETE', `/Groups/${group.id}`))).toEqual(lastAdmin)
    const empty = { schemas: [groupUrn], displayName: 'Admins', members: [] }
    expect(await detailOf(desk.scim('PUT', `/Groups/${group.id}`, empty))).toEqual(lastAdmin)
    const mapped = await desk.give('Admins', ['READER'])
    expect([mapped.statusCode, mapped.json<{ code: string }>().code]).toEqual([409, 'LAST_ADMIN'])
    expect((await desk.members()).get('admin@people.example')).toMatchObject({
      roles: ['ADMIN'],
      active: true,
    })
  })

  test('With a second administrator the first may go, and then the second stays', async () => {
    const { desk, id, group } = await adminDesk()
    const second = await desk.person('second@people.example')
    await desk.patch(`/Groups/${group.id}`, [{ op: 'add', path: 'members', value: [{ value: second.id }] }])
    expect((await remove(desk, id)).statusCode).toBe(204)
    expect(await detailOf(remove(desk, second.id))).toEqual(lastAdmin)
  })

  test('An administrator made by hand is not demoted by becoming managed', async () => {
    const desk = await scimDesk(harness)
    const { email } = await harness.given.person([desk.accountId], ['ADMIN'])
    expect(await detailOf(desk.scim('POST', '/Users', { schemas: [userUrn], userName: email }))).toEqual(
      lastAdmin,
    )
    expect((await desk.list('/Users')).totalResults).toBe(0)
  })
})

describe('Managed people', () => {
  test('Managed people are shown as such, cannot be changed by hand, and can be put out in an emergency', async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('managed@people.example')
    const userId = (await desk.members()).get('managed@people.example')?.user_id ?? 0
    const other = await harness.given.person([desk.accountId], ['READER'])
    const list = async (managed: boolean) =>
      (await desk.admin('GET', `/users?managed=${managed}`)).json<{ content: object[] }>().content
    expect(await list(true)).toMatchObject([{ userId, managed: true, ofDirectory: true }])
    expect(await list(false)).toMatchObject([{ userId: other.userId, managed: false, ofDirectory: false }])
    for (const body of [{ roles: ['ADMIN'] }, { active: true }]) {
      const answer = await desk.admin('PATCH', `/users/${userId}`, body)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'MEMBER_MANAGED'])
    }
    const reset = await desk.admin('POST', `/users/${userId}/password-reset`)
    expect([reset.statusCode, reset.json<{ code: string }>().code]).toEqual([409, 'PERSON_OF_DIRECTORY'])
    expect((await desk.admin('DELETE', `/users/${userId}`)).statusCode).toBe(204)
    expect((await desk.scim('GET', `/Users/${id}`)).statusCode).toBe(404)
  })

  test('Every act of the directory stands in the administration journal, with its token as the actor', async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('journal@people.example')
    const group = await desk.group('Journal', [id])
    await desk.give('Journal', ['READER'])
    await switchTo(desk, id, false)
    await desk.scim('DELETE', `/Groups/${group.id}`)
    await remove(desk, id)
    const entries = (await desk.journal()).toReversed()
    const byDirectory = entries.filter(({ actor }) => actor.type === 'DIRECTORY')
    expect(byDirectory.map(({ name }) => name)).toEqual([
      'MEMBER_ADDED',
      'DIRECTORY_GROUP_ADDED',
      'DIRECTORY_PERSON_CHANGED',
      'MEMBER_CHANGED',
      'DIRECTORY_GROUP_REMOVED',
      'MEMBER_CHANGED',
      'MEMBER_REMOVED',
    ])
    expect(new Set(byDirectory.map(({ actor }) => `${actor.id} ${actor.name}`))).toEqual(
      new Set([`${desk.tokenId} Directory`]),
    )
    expect(entries.map(({ name }) => name)).toContain('PROVISIONING_TOKEN_ADDED')
    expect(entries.find(({ name }) => name === 'DIRECTORY_GROUP_MAPPED')?.after).toMatchObject({
      roles: ['READER'],
    })
    const verdict = await desk.admin('GET', '/administration/journal/verify')
    expect(verdict.json()).toMatchObject({ intact: true })
  })

  test('Erasing a former person of the directory reaches them', async () => {
    const desk = await scimDesk(harness)
    const email = 'erased@people.example'
    const { id } = await desk.person(email, { displayName: 'To Be Erased' })
    const userId = (await desk.members()).get(email)?.user_id
    const erase = () => desk.admin('POST', '/erasures', { email })
    expect((await erase()).json<{ code: string }>().code).toBe('USER_STILL_MEMBER')
    await remove(desk, id)
    expect((await erase()).json()).toMatchObject({ users: 1 })
    const { rows } = await harness.admin.query(
      'select name, email, active from app_user where user_id = $1',
      [userId],
    )
    expect(rows).toEqual([{ name: '-', email: `erased-${userId}@erased.invalid`, active: false }])
    const again = await desk.person(email)
    expect(again['userName']).toBe(email)
    expect((await desk.members()).get(email)?.user_id).not.toBe(userId)
  })
})

describe('A person’s address', () => {
  test('A new address moves with the person, unless somebody else of the directory has it', async () => {
    const desk = await scimDesk(harness)
    const { id } = await desk.person('old@people.example')
    await desk.person('other@people.example')
    const rename = (userName: string) =>
      desk.patch(`/Users/${id}`, [{ op: 'replace', path: 'userName', value: userName }])
    expect((await rename('new@people.example')).json<ScimResource>()['userName']).toBe('new@people.example')
    expect((await desk.members()).has('new@people.example')).toBe(true)
    const taken = [{ op: 'add', path: 'emails', value: [{ value: 'other@people.example' }] }]
    expect((await desk.patch(`/Users/${id}`, taken)).json<{ scimType: string }>().scimType).toBe('uniqueness')
    expect((await desk.members()).has('new@people.example')).toBe(true)
  })
})
