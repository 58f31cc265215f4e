import { afterAll, beforeAll, expect, test } from 'vitest'
import { faultOfMove, type TreeUnit } from '../../src/domain/units/tree.ts'
import { unitDesk, type UnitDesk } from './unit-desk.ts'

let d: UnitDesk
beforeAll(async () => {
  d = await unitDesk()
})
afterAll(() => d.t.close())

const codeOf = async (answer: ReturnType<UnitDesk['ask']>) => (await answer).json<{ code: string }>().code

test('A move beneath oneself closes a circle, and the eleventh level is too deep', () => {
  const chain: TreeUnit[] = Array.from({ length: 10 }, (_, n) => ({ unitId: n + 1, parentId: n || null }))
  expect(faultOfMove(chain, 1, 10)).toBe('CYCLE')
  expect(faultOfMove(chain, 3, 3)).toBe('CYCLE')
  expect(faultOfMove(chain, null, 9)).toBeNull()
  expect(faultOfMove(chain, null, 10)).toBe('TOO_DEEP')
  const beside = [...chain, { unitId: 20, parentId: null }, { unitId: 21, parentId: 20 }]
  expect(faultOfMove(beside, 20, 8)).toBeNull()
  expect(faultOfMove(beside, 20, 9)).toBe('TOO_DEEP')
})

test('A unit is added, renamed and moved, and each act is in the administration journal', async () => {
  const top = await d.unit('Top')
  const answer = await d.ask('POST', '/units', { body: { name: 'Inner', parentId: top } })
  expect(answer.headers['etag']).toBe('"1"')
  const { unitId } = answer.json<{ unitId: number }>()
  expect(await codeOf(d.ask('POST', '/units', { body: { name: 'Inner', parentId: top } }))).toBe(
    'UNIT_NAME_TAKEN',
  )
  expect(await codeOf(d.ask('PATCH', `/units/${top}`, { body: { parentId: unitId } }))).toBe(
    'UNIT_BENEATH_ITSELF',
  )
  const stale = { body: { name: 'Other' }, headers: { 'if-match': '"7"' } }
  expect(await codeOf(d.ask('PATCH', `/units/${unitId}`, stale))).toBe('PRECONDITION_FAILED')
  const moved = await d.must('PATCH', `/units/${unitId}`, { body: { name: 'Outer', parentId: null } })
  expect(moved).toEqual({ unitId, parentId: null, name: 'Outer' })
  const journal = await d.must<{ content: { name: string; subject: { id: number } }[] }>(
    'GET',
    '/administration/journal?size=10',
  )
  const acts = journal.content.filter(({ subject }) => subject?.id === unitId).map(({ name }) => name)
  expect(acts).toEqual(['UNIT_CHANGED', 'UNIT_ADDED'])
})

test('A unit in use is deleted only with a word on where its companies go, and nobody gains sight by it', async () => {
  const old = await d.unit('Old')
  const child = await d.unit('Child', old)
  const heir = await d.unit('Heir')
  const company = await d.company('Mover', [old])
  const other = await d.company('Neighbour', [heir])
  const { token } = await d.person([old])
  expect(await d.seen(token)).toEqual([company])
  expect(await codeOf(d.ask('DELETE', `/units/${old}`))).toBe('UNIT_IN_USE')
  expect(await codeOf(d.ask('DELETE', `/units/${old}?moveTo=${child}`))).toBe('UNIT_BENEATH_ITSELF')
  await d.must('DELETE', `/units/${old}?moveTo=${heir}`)
  const { units } = await d.must<{ units: { unitId: number }[] }>('GET', `/thirdparties/${company}/units`)
  expect(units.map(({ unitId }) => unitId)).toEqual([heir])
  expect(await d.seen(token)).toEqual([])
  const { token: heirs } = await d.person([heir])
  expect((await d.seen(heirs)).toSorted((a, b) => a - b)).toEqual([company, other])
})

test('A limited manager moves companies among their own units, and leaves the others as they are', async () => {
  const [mine, also, foreign] = [await d.unit('Mine'), await d.unit('Also mine'), await d.unit('Foreign')]
  const company = await d.company('Shared', [mine, foreign])
  const { token } = await d.person([mine, also])
  const place = `/thirdparties/${company}/units`
  const before = await d.ask('GET', place, { token })
  expect(before.json()).toMatchObject({ units: [{ unitId: mine }] })
  expect(await codeOf(d.ask('PUT', place, { token, body: { units: [foreign] } }))).toBe('UNIT_NOT_FOUND')
  expect(await codeOf(d.ask('PUT', place, { token, body: { units: [] } }))).toBe('UNIT_REQUIRED')
  const headers = { 'if-match': String(before.headers['etag']) }
  await d.must('PUT', place, { token, body: { units: [also] }, headers })
  expect(await codeOf(d.ask('PUT', place, { token, body: { units: [mine] }, headers }))).toBe(
    'PRECONDITION_FAILED',
  )
  const after = await d.must<{ units: { unitId: number }[] }>('GET', place)
  expect(after.units.map(({ unitId }) => unitId)).toEqual([also, foreign])
  expect(await d.seen(token)).toEqual([company])
  const body = { thirdpartyIds: [company], how: 'MOVE' }
  expect(await d.must('POST', `/units/${mine}/thirdparties`, { token, body })).toEqual({ moved: 1 })
  const last = await d.must<{ units: { unitId: number }[] }>('GET', place)
  expect(last.units.map(({ unitId }) => unitId)).toEqual([mine, foreign])
})

test('What people and clients see is shown, and contradictions and unknown units are refused', async () => {
  const unit = await d.unit('Shown')
  const person = await d.t.given.person([d.office.accountId], ['READER'])
  const path = `/users/${person.userId}/units`
  expect(await codeOf(d.ask('PUT', path, { body: { all: true, units: [unit] } }))).toBe('SIGHT_CONTRADICTORY')
  expect(await codeOf(d.ask('PUT', path, { body: { units: [999_999_999] } }))).toBe('UNIT_NOT_FOUND')
  expect(await d.must('PUT', path, { body: { units: [unit] } })).toEqual({ all: false, units: [unit] })
  const users = await d.must<{ content: { userId: number; sees: object }[] }>('GET', '/users?size=100')
  expect(users.content.find(({ userId }) => userId === person.userId)?.sees).toEqual({
    all: false,
    units: [unit],
  })
  const tree = await d.must<{ content: { unitId: number }[] }>('GET', '/units', { token: person.token })
  expect(tree.content.map(({ unitId }) => unitId)).toEqual([unit])
})

test('The last administrator who sees all units keeps that sight', async () => {
  const admin = await d.t.given.person([d.office.accountId], ['ADMIN'])
  const limit = (userId: number) => d.ask('PUT', `/users/${userId}/units`, { body: { units: [] } })
  expect(await codeOf(limit(admin.userId))).toBe('LAST_ADMIN')
  const second = await d.t.given.person([d.office.accountId], ['ADMIN'])
  expect((await limit(second.userId)).statusCode).toBe(200)
  const demoted = d.ask('PATCH', `/users/${admin.userId}`, { body: { roles: ['READER'] } })
  expect(await codeOf(demoted)).toBe('LAST_ADMIN')
})
