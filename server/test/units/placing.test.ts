import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unitsAfter } from '../../src/domain/units/placing.ts'
import { completeThirdParties } from '../harness/companions.ts'
import { unitDesk, type UnitDesk } from './unit-desk.ts'

let d: UnitDesk
beforeAll(async () => {
  d = await unitDesk()
})
afterAll(() => d.t.close())

const codeOf = async (answer: ReturnType<UnitDesk['ask']>) => (await answer).json<{ code: string }>().code
const unitsOf = async (company: number) =>
  (await d.must<{ units: { unitId: number }[] }>('GET', `/thirdparties/${company}/units`)).units.map(
    ({ unitId }) => unitId,
  )

test('A company keeps the units that its mover does not see', () => {
  const isSeen = (unitId: number) => unitId < 10
  expect(unitsAfter([1, 20], { unitId: 2, how: 'ADD', isSeen })).toEqual([1, 2, 20])
  expect(unitsAfter([1, 20], { unitId: 2, how: 'MOVE', isSeen })).toEqual([2, 20])
  expect(unitsAfter([1, 20], { unitId: 1, how: 'REMOVE', isSeen })).toEqual([20])
  expect(unitsAfter([1, 20], { unitId: 1, how: 'ADD', isSeen })).toEqual([1, 20])
})

test('All companies that match a filter are put into a unit, moved and taken out, and each is journaled', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const first = await d.company('Matching One', [])
  const second = await d.company('Matching Two', [south])
  const other = await d.company('Another', [])
  const place = (unit: number, how: string, filter = 'q=matching') =>
    d.must('POST', `/units/${unit}/thirdparties/matching?${filter}`, { body: { how } })
  expect(await place(north, 'ADD')).toEqual({ moved: 2, more: false })
  expect([await unitsOf(first), await unitsOf(second), await unitsOf(other)]).toEqual([
    [north],
    [north, south],
    [],
  ])
  // Those that are there already are passed over.
  expect(await place(north, 'ADD')).toEqual({ moved: 0, more: false })
  expect(await place(south, 'MOVE', `q=matching&unit=${north}`)).toEqual({ moved: 2, more: false })
  expect([await unitsOf(first), await unitsOf(second)]).toEqual([[south], [south]])
  expect(await place(south, 'REMOVE', 'q=two')).toEqual({ moved: 1, more: false })
  expect([await unitsOf(first), await unitsOf(second)]).toEqual([[south], []])
  const journal = await d.must<{ content: { name: string; after: object }[] }>(
    'GET',
    '/administration/journal?size=20',
  )
  const placed = journal.content.filter(({ name }) => name === 'COMPANIES_PLACED')
  expect(placed[0]?.after).toEqual({ unitIds: [], thirdpartyIds: [second] })
  expect(placed).toHaveLength(5)
})

test('More than 2,000 companies that match are placed by as many calls as it takes', async () => {
  const { accountId } = d.office
  await d.t.db.write(d.office, (tx) =>
    sql`insert into thirdparty (account_id, identifier_code, identifier_value, source, identity_status, name,
        country_code, created_at, updated_at, wire)
      select ${accountId}, 'CIT003', 'M' || n, 'UNMANAGED', 'COMPLETE', 'Many ' || n, 'FJ', now(), now(), ''
      from generate_series(1, 2001) n`.execute(tx),
  )
  await completeThirdParties(d.t.db, accountId)
  const [unit, other] = [await d.unit('Many'), await d.unit('Few')]
  const place = (of: number, how: string) =>
    d.must('POST', `/units/${of}/thirdparties/matching?countryCode=FJ`, { body: { how } })
  expect(await place(unit, 'ADD')).toEqual({ moved: 2_000, more: true })
  expect(await place(unit, 'ADD')).toEqual({ moved: 1, more: false })
  const { totalElements } = await d.must<{ totalElements: number }>('GET', `/thirdparties?unit=${unit}`)
  expect(totalElements).toBe(2_001)
  expect(await d.seen(d.office.token, `unit=${other}`)).toEqual([])
})

test('A saved view keeps its unit, and finds nothing once that is deleted', async () => {
  const [kept, elsewhere] = [await d.unit('Kept'), await d.unit('Elsewhere')]
  const company = await d.company('In a view', [kept])
  const body = { list: 'thirdparties', name: 'Of the unit', shared: true, filters: { unit: String(kept) } }
  const { viewId } = await d.must<{ viewId: number }>('POST', '/saved-views', { body })
  const filtersOfView = async () => {
    const { content } = await d.must<{ content: { viewId: number; filters: Record<string, string> }[] }>(
      'GET',
      '/saved-views',
    )
    return new URLSearchParams(content.find((view) => view.viewId === viewId)?.filters).toString()
  }
  expect(await d.seen(d.office.token, await filtersOfView())).toEqual([company])
  await d.must('DELETE', `/units/${kept}?moveTo=${elsewhere}`)
  expect(await filtersOfView()).toBe(`unit=${kept}`)
  expect(await d.seen(d.office.token, await filtersOfView())).toEqual([])
  expect(await d.seen(d.office.token, `unit=${elsewhere}`)).toEqual([company])
})

test('A filter that does not exist is refused before anything is placed', async () => {
  const unit = await d.unit('Untouched')
  const path = `/units/${unit}/thirdparties/matching?nonsense=1`
  expect((await d.ask('POST', path, { body: { how: 'ADD' } })).statusCode).toBe(400)
  expect(await d.seen(d.office.token, `unit=${unit}`)).toEqual([])
})

test('A limited manager places only companies they see, and loses none of them', async () => {
  const [mine, also, foreign] = [await d.unit('Mine'), await d.unit('Also'), await d.unit('Foreign')]
  const own = await d.company('Limited Own', [mine])
  const shared = await d.company('Limited Shared', [mine, foreign])
  const theirs = await d.company('Limited Theirs', [foreign])
  const { token } = await d.person([mine, also])
  const place = (unit: number, how: string) =>
    d.ask('POST', `/units/${unit}/thirdparties/matching?q=limited`, { token, body: { how } })
  expect(await codeOf(place(foreign, 'ADD'))).toBe('UNIT_NOT_FOUND')
  expect(await codeOf(place(mine, 'REMOVE'))).toBe('UNIT_REQUIRED')
  const ids = { token, body: { how: 'REMOVE', thirdpartyIds: [own] } }
  expect(await codeOf(d.ask('POST', `/units/${mine}/thirdparties`, ids))).toBe('UNIT_REQUIRED')
  expect((await place(also, 'MOVE')).json()).toEqual({ moved: 2, more: false })
  expect([await unitsOf(own), await unitsOf(shared), await unitsOf(theirs)]).toEqual([
    [also],
    [also, foreign],
    [foreign],
  ])
  expect((await d.seen(token)).toSorted((a, b) => a - b)).toEqual([own, shared])
})

test('A filter by a unit out of sight answers like one by an unknown unit', async () => {
  const top = await d.unit('Top')
  const [seen, hidden] = [await d.unit('Seen', top), await d.unit('Hidden', top)]
  const both = await d.company('In both', [seen, hidden])
  const { token } = await d.person([seen])
  expect(await d.seen(token, `unit=${seen}`)).toEqual([both])
  for (const unit of [hidden, top, 999_999_999]) expect(await d.seen(token, `unit=${unit}`)).toEqual([])
  const file = await d.ask('GET', `/thirdparties/export.csv?unit=${hidden}`, { token })
  expect(file.body.trim().split('\n')).toHaveLength(1)
  expect(await d.seen(d.office.token, `unit=${top}`)).toEqual([both])
})

test('Units are told with the companies in and beneath them, and what deleting one concerns', async () => {
  const top = await d.unit('Counted')
  const [left, right] = [await d.unit('Left', top), await d.unit('Right', top)]
  await d.company('In left and right', [left, right])
  await d.company('In the top', [top])
  const { token } = await d.person([left])
  const counts = async (who?: string) => {
    const page = await d.must<{ content: { unitId: number; thirdparties: number }[] }>(
      'GET',
      '/units?size=500&withCounts=true',
      who === undefined ? {} : { token: who },
    )
    return Object.fromEntries(page.content.map((unit) => [unit.unitId, unit.thirdparties]))
  }
  expect(await counts()).toMatchObject({ [top]: 2, [left]: 1, [right]: 1 })
  expect(await counts(token)).toEqual({ [left]: 1 })
  const { unitId, thirdparties, units, people, clients } = await d.must<Record<string, number>>(
    'GET',
    `/units/${left}`,
  )
  expect({ unitId, thirdparties, units, people, clients }).toEqual({
    unitId: left,
    thirdparties: 1,
    units: 0,
    people: 1,
    clients: 0,
  })
  expect(await d.must('GET', `/units/${top}`)).toMatchObject({ thirdparties: 1, units: 2, people: 0 })
  expect(await codeOf(d.ask('GET', `/units/${left}`, { token }))).toBe('PERMISSION_DENIED')
})

test('A person and a client are told which units they see', async () => {
  const unit = await d.unit('Told')
  const { token } = await d.person([unit])
  const sightOf = async (bearer: string) => {
    const me = await d.t.call('GET', '/me', { token: bearer })
    return me.json<{ accounts: { sees: object }[] }>().accounts[0]?.sees
  }
  expect(await sightOf(token)).toEqual({ all: false, units: [{ unitId: unit, name: 'Told' }] })
  const client = await d.t.given.client(d.office.accountId, ['READER'])
  const { content } = await d.must<{ content: { id: number; clientId: string }[] }>(
    'GET',
    '/clients?size=100',
  )
  const { id } = content.find(({ clientId }) => clientId === client.clientId) ?? { id: 0 }
  await d.must('PUT', `/clients/${id}/units`, { body: { units: [unit] } })
  expect(await sightOf(client.token)).toEqual({ all: false, units: [{ unitId: unit, name: 'Told' }] })
  const { token: everything } = await d.person('ALL')
  expect(await sightOf(everything)).toEqual({ all: true, units: [] })
})
