import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { rounds } from '../harness/rounds.ts'
import { groupUrn, scimDesk, userUrn, type ScimDesk } from './scim-desk.ts'

let harness: TestApp
beforeAll(async () => {
  harness = await testApp()
})
afterAll(() => harness.close())

const names = ['ada', 'ben', 'cleo', 'dan'] as const
const groups = ['Red', 'Green', 'Blue'] as const
const roles = ['ADMIN', 'MANAGER', 'READER'] as const

type Name = (typeof names)[number]
type Group = (typeof groups)[number]
type Act =
  | { kind: 'add' | 'remove' | 'signIn'; name: Name }
  | { kind: 'switch'; name: Name; active: boolean }
  | { kind: 'addGroup' | 'removeGroup'; group: Group; names: Name[] }
  | { kind: 'join' | 'leave' | 'replace'; group: Group; names: Name[] }
  | { kind: 'map'; group: Group; roles: (typeof roles)[number][] }
  | { kind: 'default'; role: (typeof roles)[number] | null }

const name = fc.constantFrom(...names)
const group = fc.constantFrom(...groups)
const someNames = fc.uniqueArray(name, { maxLength: 3 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'remove' as const), name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('signIn' as const), name }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('switch' as const), name, active: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('addGroup' as const, 'removeGroup' as const),
      group,
      names: someNames,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('join' as const, 'leave' as const, 'replace' as const),
      group,
      names: someNames,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('map' as const),
      group,
      roles: fc.uniqueArray(fc.constantFrom(...roles), { maxLength: 2 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('default' as const), role: fc.constantFrom(...roles, null) }),
  },
)

/** What should be so: who is there, in what group, and who has an open session. */
interface Model {
  people: Map<Name, { id: string; active: boolean; signedIn: boolean }>
  groups: Map<Group, { id: string; roles: string[]; members: Set<Name> }>
  defaultRole: string | null
}

function standingOf(model: Model, person: Name): { roles: string[]; active: boolean } {
  const held = new Set(model.defaultRole === null ? [] : [model.defaultRole])
  for (const { roles: given, members } of model.groups.values())
    if (members.has(person)) for (const role of given) held.add(role)
  return { roles: [...held].toSorted(), active: model.people.get(person)?.active === true && held.size > 0 }
}

const copyOf = (model: Model): Model => structuredClone(model)
const admins = (model: Model) =>
  [...model.people.keys()].filter((one) => {
    const { roles: held, active } = standingOf(model, one)
    return active && held.includes('ADMIN')
  }).length

/** The model after an act that is carried out; whoever is closed out has no session any more. */
function settle(model: Model): Model {
  for (const [one, person] of model.people)
    if (person.signedIn && !standingOf(model, one).active) person.signedIn = false
  return model
}

const addressOf = (person: Name) => `${person}@model.example`
const value = (model: Model) => (one: Name) => ({ value: model.people.get(one)?.id ?? unknown })
const unknown = '00000000-0000-4000-8000-000000000000'

/** Sends the act, and says what the model becomes if it succeeds; null when it cannot. */
async function play(desk: ScimDesk, model: Model, given: Act) {
  const next = copyOf(model)
  switch (given.kind) {
    case 'add': {
      const body = { schemas: [userUrn], userName: addressOf(given.name) }
      const answer = await desk.scim('POST', '/Users', body)
      if (model.people.has(given.name)) return { answer, next: null }
      const { id } = answer.json<{ id: string }>()
      next.people.set(given.name, { id, active: true, signedIn: false })
      return { answer, next }
    }
    case 'remove': {
      const known = model.people.get(given.name)
      const answer = await desk.scim('DELETE', `/Users/${known?.id ?? unknown}`)
      next.people.delete(given.name)
      for (const { members } of next.groups.values()) members.delete(given.name)
      return { answer, next: known ? next : null }
    }
    case 'switch': {
      const known = next.people.get(given.name)
      const operations = [{ op: 'replace', path: 'active', value: given.active }]
      const answer = await desk.patch(`/Users/${known?.id ?? unknown}`, operations)
      if (!known) return { answer, next: null }
      known.active = given.active
      return { answer, next }
    }
    case 'signIn': {
      const known = next.people.get(given.name)
      if (!known || !standingOf(model, given.name).active) return null
      await openSessionOf(desk, given.name)
      known.signedIn = true
      return { answer: { statusCode: 200 }, next }
    }
    default:
      return playGroup(desk, model, given)
  }
}

async function playGroup(desk: ScimDesk, model: Model, given: Exclude<Act, { name: Name }>) {
  const next = copyOf(model)
  if (given.kind === 'default') {
    const answer = await desk.admin('PUT', '/provisioning/settings', { defaultRole: given.role })
    return { answer, next: { ...next, defaultRole: given.role } }
  }
  const known = next.groups.get(given.group)
  const path = `/Groups/${known?.id ?? unknown}`
  if (given.kind === 'map') {
    if (!known) return null
    const answer = await desk.give(given.group, given.roles)
    known.roles = given.roles
    return { answer, next }
  }
  const members = given.names.map(value(model))
  const allKnown = given.names.every((one) => model.people.has(one))
  const body = { schemas: [groupUrn], displayName: given.group, members }
  if (given.kind === 'addGroup') {
    const answer = await desk.scim('POST', '/Groups', body)
    if (known || !allKnown) return { answer, next: null }
    next.groups.set(given.group, {
      id: answer.json<{ id: string }>().id,
      roles: [],
      members: new Set(given.names),
    })
    return { answer, next }
  }
  if (given.kind === 'removeGroup') {
    const answer = await desk.scim('DELETE', path)
    next.groups.delete(given.group)
    return { answer, next: known ? next : null }
  }
  if (given.kind === 'replace') {
    const answer = await desk.scim('PUT', path, body)
    if (!known || !allKnown) return { answer, next: null }
    known.members = new Set(given.names)
    return { answer, next }
  }
  const op = given.kind === 'join' ? 'add' : 'remove'
  if (members.length === 0) return null
  const answer = await desk.patch(path, [{ op, path: 'members', value: members }])
  if (!known || (op === 'add' && !allKnown)) return { answer, next: null }
  for (const one of given.names) known.members[op === 'add' ? 'add' : 'delete'](one)
  return { answer, next }
}

async function openSessionOf({ accountId }: ScimDesk, person: Name): Promise<void> {
  await harness.admin.query(
    `insert into person_session (family_id, user_id, token_version, started_at, last_seen_at, expires_at, proved_at)
     select gen_random_uuid(), u.user_id, 1, now(), now(), now() + interval '1 hour', now()
     from app_user u where u.email = $1 and u.directory_account_id = $2`,
    [addressOf(person), accountId],
  )
}

async function openSessions({ accountId }: ScimDesk): Promise<string[]> {
  const { rows } = await harness.admin.query<{ email: string }>(
    `select distinct u.email from person_session s join app_user u on u.user_id = s.user_id
     where u.directory_account_id = $1 and s.ended_at is null order by 1`,
    [accountId],
  )
  return rows.map(({ email }) => email)
}

async function compare(desk: ScimDesk, model: Model): Promise<void> {
  const members = await desk.members()
  const seen = [...members].map(([email, { roles: held, active }]) => [email, held.toSorted(), active])
  const expected = [...model.people.keys()]
    .map((one) => {
      const { roles: held, active } = standingOf(model, one)
      return [addressOf(one), held, active]
    })
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
  expect(seen).toEqual(expected)
  const signedIn = [...model.people].filter(([, person]) => person.signedIn).map(([one]) => addressOf(one))
  expect(await openSessions(desk)).toEqual(signedIn.toSorted())
}

test('Whatever a directory does, memberships, roles and sessions follow from it', async () => {
  const story = fc.array(act, { minLength: 8, maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(story, async (acts) => {
      const desk = await scimDesk(harness)
      let model: Model = { people: new Map(), groups: new Map(), defaultRole: null }
      for (const given of acts) {
        const played = await play(desk, model, given)
        if (played === null) continue
        const { answer, next } = played
        const leavesNobody = next !== null && admins(model) > 0 && admins(next) === 0
        if (next === null) expect(answer.statusCode).toBeGreaterThanOrEqual(400)
        else if (leavesNobody) expect(answer.statusCode).toBe(409)
        else {
          expect(answer.statusCode).toBeLessThan(300)
          model = settle(next)
        }
        await compare(desk, model)
      }
    }),
    { numRuns: rounds(6, 150) },
  )
})
