import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../units/unit-desk.ts'
import { company, ownerDesk, type OwnerDesk, type Shown } from './owner-desk.ts'

let d: OwnerDesk
let admin: Person
beforeAll(async () => {
  d = await ownerDesk()
  admin = await d.person('ALL', ['ADMIN'])
})
afterAll(() => d.t.close())

interface Row {
  readonly name?: string | null
  readonly dossierId?: number
  readonly owner?: Shown | null
  readonly ownedBy?: string
}

const rowsOf = async (path: string) =>
  (await d.must<{ content: Row[] }>('GET', `${path}${path.includes('?') ? '&' : '?'}size=50`)).content
const inShort = ({ owner, ownedBy }: Row) => [owner?.userId ?? `team ${owner?.teamId}`, ownedBy]

test('Rows of the portfolio and of the dossiers say who answers for them, if they are asked to', async () => {
  const [ada, bob, gone] = [await d.person('ALL'), await d.person('ALL'), await d.person('ALL')]
  const teamId = await d.team('Buyers', [bob])
  const [named, ofTeam, left] = [
    await d.company('Named', []),
    await d.company('Of a team', []),
    await d.company('Of somebody gone', []),
  ]
  await d.company('Ruled', [])
  const { dossierId } = await d.t.given.dossier(d.office, named, 'ONBOARDING')
  const { dossierId: own } = await d.t.given.dossier(d.office, ofTeam, 'ONBOARDING')
  await d.name(company(named), { userId: ada.userId })
  await d.name(company(ofTeam), { teamId })
  await d.name(company(left), { userId: gone.userId })
  await d.name(`/dossiers/${own}`, { userId: bob.userId })
  await d.must('DELETE', `/users/${gone.userId}`)
  const holder = [admin.userId, 'DUTY']
  const answers = async () => {
    const rows = await rowsOf('/thirdparties?withOwner=true')
    return Object.fromEntries(rows.map((row) => [row.name, inShort(row)]))
  }
  expect(await answers()).toEqual({
    Named: [ada.userId, 'THIRD_PARTY'],
    'Of a team': [`team ${teamId}`, 'THIRD_PARTY'],
    'Of somebody gone': holder,
    Ruled: holder,
  })
  await d.must('PUT', '/owner-rules', { body: { rules: [{ owner: { teamId } }] } })
  expect((await answers())['Ruled']).toEqual([`team ${teamId}`, 'RULE'])
  const dossiers = await rowsOf('/dossiers?withOwner=true')
  expect(Object.fromEntries(dossiers.map((row) => [row.dossierId, inShort(row)]))).toEqual({
    [dossierId]: [ada.userId, 'THIRD_PARTY'],
    [own]: [bob.userId, 'DOSSIER'],
  })
  // A row says what the page of the company or dossier says.
  const [first] = await rowsOf(`/thirdparties?withOwner=true&withAttributes=CRITICALITY&owner=${ada.userId}`)
  expect(first).toMatchObject({ attributes: {}, owner: (await d.ownership(company(named))).owner })
  for (const row of [...(await rowsOf('/thirdparties')), ...(await rowsOf('/dossiers'))])
    expect(row).not.toHaveProperty('owner')
})

test('The name of one person is found by their number', async () => {
  const ada = await d.person('ALL')
  const { content } = await d.must<{ content: { userId: number; name: string }[] }>(
    'GET',
    `/mentionable-users?userId=${ada.userId}`,
  )
  expect(content.map(({ userId }) => userId)).toEqual([ada.userId])
})
