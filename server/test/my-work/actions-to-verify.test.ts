import { afterAll, beforeAll, expect, test } from 'vitest'
import { company, ownerDesk, type OwnerDesk } from '../owners/owner-desk.ts'
import type { Person } from '../units/unit-desk.ts'

let d: OwnerDesk
beforeAll(async () => {
  d = await ownerDesk()
})
afterAll(() => d.t.close())

interface Item {
  readonly title: string
  readonly about: { thirdpartyId: number } | null
  readonly dueOn: string | null
  readonly overdue: boolean
  readonly link: string
}
interface Opened {
  readonly findingId: number
  readonly actions: readonly { actionId: number }[]
}

const kind = 'kind=ACTION_TO_VERIFY'
const work = async ({ token }: Person, language = 'en', query = kind) => {
  const headers = { 'accept-language': language }
  return (await d.must<{ content: Item[] }>('GET', `/my-work?size=200&${query}`, { token, headers })).content
}
const reviewer = () => d.t.given.person([d.office.accountId], ['MANAGER', 'REVIEWER'])

/** A company that owes something by a day, with the evidence for it if somebody sends it. */
async function submitted(name: string, dueOn: string, sender?: Person, units: readonly number[] = []) {
  const thirdpartyId = await d.company(name, units)
  const finding = { title: 'No code of conduct', severity: 'MAJOR', theme: 'ETHICS' }
  const { findingId } = await d.must<Opened>('POST', `${company(thirdpartyId)}/findings`, { body: finding })
  const body = { title: 'Write a code', dueOn }
  const { actions } = await d.must<Opened>('POST', `/findings/${findingId}/actions`, { body })
  const actionId = actions[0]?.actionId ?? 0
  const token = sender?.token ?? d.office.token
  await d.must('POST', `/corrective-actions/${actionId}/evidence`, { token, body: { comment: 'Done.' } })
  return { thirdpartyId, findingId, actionId }
}

test('Evidence waits for those who may verify it, by the day its action is due, until they have', async () => {
  const [ada, manager] = [await reviewer(), await d.person('ALL')]
  const later = await submitted('Later', '2040-01-31')
  const late = await submitted('Late', '2026-01-31')
  const items = await work(ada)
  expect(items).toMatchObject([
    {
      title: 'To verify: Write a code',
      about: { thirdpartyId: late.thirdpartyId, name: 'Late', dossierId: null, documentId: null },
      dueOn: '2026-01-31',
      overdue: true,
      link: `/findings/${late.findingId}`,
    },
    { about: { thirdpartyId: later.thirdpartyId }, dueOn: '2040-01-31', overdue: false },
  ])
  expect((await work(ada, 'fr'))[0]?.title).toBe('À vérifier\u00A0: Write a code')
  const page = await d.must<{ content: Item[]; next: string }>('GET', `/my-work?size=1&${kind}`, {
    token: ada.token,
  })
  const rest = `/my-work?size=1&${kind}&cursor=${page.next}`
  const second = await d.must<{ content: Item[]; next: null }>('GET', rest, { token: ada.token })
  expect([...page.content, ...second.content]).toEqual(items)
  expect(second.next).toBeNull()
  expect(await work(manager)).toEqual([])
  const verify = (actionId: number, body: object) =>
    d.must('POST', `/corrective-actions/${actionId}/verify`, { token: ada.token, body })
  await verify(late.actionId, { verdict: 'REFUSED', remark: 'Not signed.' })
  await verify(later.actionId, { verdict: 'ACCEPTED' })
  expect(await work(ada)).toEqual([])
})

test('Evidence waits for the owner who may verify it, and otherwise for everybody who may', async () => {
  const [ada, bob] = [await reviewer(), await reviewer()]
  const { thirdpartyId } = await submitted('Owned', '2040-02-01')
  const isAsked = async (person: Person) =>
    (await work(person)).some(({ about }) => about?.thirdpartyId === thirdpartyId)
  const asked = () => Promise.all([ada, bob].map(isAsked))
  expect(await asked()).toEqual([true, true])
  await d.name(company(thirdpartyId), { userId: ada.userId })
  expect(await asked()).toEqual([true, false])
  await d.must('PATCH', `/users/${ada.userId}`, { body: { active: false } })
  expect(await isAsked(bob)).toBe(true)
  await d.must('POST', `${company(thirdpartyId)}/archive`)
  expect(await isAsked(bob)).toBe(false)
})

test('What the owner sent is verified by somebody else, and nobody is asked about what they do not see', async () => {
  const north = await d.unit('North of actions')
  const [ada, bob] = [await reviewer(), await reviewer()]
  const limited = await d.t.given.person([d.office.accountId], ['REVIEWER'])
  await d.must('PUT', `/users/${limited.userId}/units`, { body: { units: [north] } })
  const { thirdpartyId } = await submitted('Sent by its owner', '2040-03-01', ada)
  await d.name(company(thirdpartyId), { userId: ada.userId })
  const isAsked = async (person: Person) =>
    (await work(person)).some(({ about }) => about?.thirdpartyId === thirdpartyId)
  expect(await Promise.all([ada, bob, limited].map(isAsked))).toEqual([false, true, false])
  const teamId = await d.team('Of actions', [ada, bob])
  await d.name(company(thirdpartyId), { teamId })
  expect(await Promise.all([ada, bob].map(isAsked))).toEqual([false, true])
})
