import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness/index.ts'
import { queueBehind } from '../harness/queue-behind.ts'
import { screeningDesk } from '../screening/screening-desk.ts'
import { codeOf, RelationshipDesk, relationshipOf } from './relationship-desk.ts'

let t: TestApp
let d: RelationshipDesk
beforeAll(async () => {
  t = await testApp()
})
// Of its own, since a policy is the account's.
beforeEach(async () => {
  d = new RelationshipDesk(t, await t.given.office('SANDBOX'))
})
afterAll(() => t.close())

const advance = async (days: number) => {
  await d.must('POST', '/clock/advance', { body: { days } })
  await d.work()
}
const setStatus = async (id: number, status: string) => {
  await d.must('PATCH', `/thirdparties/${id}`, { body: { status } })
  await d.work()
}
/** A dossier of the company ends and is not renewed, which makes it invalid. */
const endDossier = async (id: number, typeCode: string) => {
  await d.must('PATCH', '/evaluation-options', { body: { autoRenew: false } })
  const { dossierId } = await t.given.dossier(d.office, id, typeCode)
  const tomorrow = new Date(Date.parse(await d.today()) + 86_400_000).toISOString().slice(0, 10)
  await d.must('PATCH', `/dossiers/${dossierId}`, { body: { expirationDate: tomorrow } })
  await advance(3)
  return dossierId
}

test('The end of a decision asks for a new one, unless the account has chosen otherwise', async () => {
  const today = await d.today()
  const [ending, lasting] = [
    await d.decided('Ending', { state: 'APPROVED', validUntil: today }),
    await d.decided('Lasting'),
  ]
  await d.work()
  // Its last day is a day on which it holds.
  expect(await d.stands(ending)).toBe('APPROVED')
  await advance(1)
  const { toReview, inForce, decision, state } = await d.known(ending)
  expect({ state, inForce, cause: toReview?.cause }).toEqual({
    state: 'APPROVED',
    inForce: true,
    cause: 'EXPIRY',
  })
  expect(toReview?.since).toBe(await d.today())
  expect(decision).toMatchObject({ number: 1, kind: 'DECIDED', validUntil: today })
  expect(await d.seen(d.office.token, 'relationshipToReview=true')).toEqual([ending])
  expect(await d.tasks(ending)).toEqual(['RELATIONSHIP_TO_DECIDE OPEN'])
  await advance(3)
  // Asked once, however many nights pass.
  expect((await d.history(ending)).map(({ kind, cause }) => [kind, cause])).toEqual([
    ['REOPENED', 'EXPIRY'],
    ['DECIDED', null],
  ])
  expect((await d.decide(ending, { state: 'APPROVED' })).statusCode).toBe(200)
  expect(await d.stands(ending)).toBe('APPROVED')
  expect(await d.tasks(ending)).toEqual(['RELATIONSHIP_TO_DECIDE DONE'])
  expect(await d.stands(lasting)).toBe('APPROVED')
  await d.policy({ EXPIRY: 'OFF' })
  await d.decide(ending, { state: 'APPROVED', validUntil: await d.today() })
  await advance(2)
  expect(await d.stands(ending)).toBe('APPROVED')
})

test('A sandbox that travels far ends each decision on its day', async () => {
  const day = (days: number, from: string) =>
    new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
  const today = await d.today()
  const ids = [
    await d.decided('First', { state: 'APPROVED', validUntil: day(2, today) }),
    await d.decided('Second', { state: 'REFUSED', validUntil: day(5, today) }),
  ]
  await d.policy({ EXPIRY: 'SUSPEND' })
  await advance(10)
  const shown = await Promise.all(ids.map((id) => d.known(id)))
  expect(shown.map(({ state, toReview }) => [state, toReview?.since])).toEqual([
    ['SUSPENDED', day(3, today)],
    // Whoever is refused is not made better by the end of that.
    ['REFUSED', day(6, today)],
  ])
  expect(shown.map(({ inForce }) => inForce)).toEqual([false, true])
})

test.each([
  ['COLLECTIVE_PROCEDURE', 'IN_COLLECTIVE_PROCEDURE'],
  ['STRUCK_OFF', 'STRUCK_OFF'],
])('The cause %s suspends what was approved, and nothing else', async (cause, status) => {
  await d.policy({ [cause]: 'SUSPEND' })
  const ids = [
    await d.decided('Approved'),
    await d.decided('Conditional', { state: 'APPROVED_WITH_CONDITIONS', conditions: [{ text: 'Do it' }] }),
    await d.decided('Refused', { state: 'REFUSED' }),
    await d.company('Undecided', []),
  ]
  for (const id of ids) await setStatus(id, status)
  const stand = await Promise.all(ids.map((id) => d.stands(id)))
  expect(stand).toEqual([`SUSPENDED ${cause}`, `SUSPENDED ${cause}`, 'REFUSED', 'NONE'])
  // What was demanded is still demanded: only a person drops it.
  expect(await d.tasks(ids[1] ?? 0)).toEqual(['Do it OPEN', 'RELATIONSHIP_TO_DECIDE OPEN'])
  // Whoever decides knowing of it is not asked again.
  const [first = 0] = ids
  await d.decide(first, { state: 'APPROVED' })
  await d.must('PATCH', `/thirdparties/${first}`, { body: { tradeName: 'Another' } })
  await d.work()
  expect(await d.stands(first)).toBe('APPROVED')
})

test('An invalid dossier reopens a decision once; another one reopens it again', async () => {
  await d.policy({ DOSSIER_INVALID: 'ASK' })
  const id = await d.decided('With a dossier')
  const dossierId = await endDossier(id, 'ONBOARDING')
  expect(await d.must('GET', `/dossiers/${dossierId}`)).toMatchObject({ statusCode: 'INVALID' })
  expect(await d.stands(id)).toBe('APPROVED DOSSIER_INVALID')
  await d.decide(id, { state: 'APPROVED' })
  await d.worker.run('relationships.review', { accountId: d.office.accountId, thirdpartyIds: null })
  expect(await d.stands(id)).toBe('APPROVED')
  await endDossier(id, 'CSR')
  expect(await d.stands(id)).toBe('APPROVED DOSSIER_INVALID')
})

test('A dossier that is overdue by the policy of its type suspends an approval, and whoever decides knows of it', async () => {
  await d.policy({ OVERDUE: 'SUSPEND' })
  const days = { actionDays: 2, escalationDays: null }
  await d.must('PUT', '/overdue-policies/ONBOARDING', { body: days })
  const [late, refused] = [await d.decided('Late'), await d.decided('Refused', { state: 'REFUSED' })]
  const due = await d.today()
  for (const id of [late, refused]) {
    const { dossierId } = await t.given.dossier(d.office, id, 'ONBOARDING')
    await d.must('PATCH', `/dossiers/${dossierId}`, { body: { dueDate: due } })
  }
  await advance(2)
  expect(await d.stands(late)).toBe('APPROVED')
  await advance(1)
  expect([await d.stands(late), await d.stands(refused)]).toEqual(['SUSPENDED OVERDUE', 'REFUSED'])
  expect((await d.history(late))[0]).toMatchObject({ kind: 'REOPENED', cause: 'OVERDUE' })
  await d.decide(late, { state: 'APPROVED' })
  await advance(3)
  expect(await d.stands(late)).toBe('APPROVED')
  // The next one is another matter.
  const { dossierId } = await t.given.dossier(d.office, late, 'CSR')
  await d.must('PATCH', `/dossiers/${dossierId}`, { body: { dueDate: await d.today() } })
  await d.must('PUT', '/overdue-policies/CSR', { body: days })
  await advance(4)
  expect(await d.stands(late)).toBe('SUSPENDED OVERDUE')
})

test('Whoever does not know of overdue dossiers leaves what was chosen for them', async () => {
  await d.policy({ OVERDUE: 'ASK' })
  const { OVERDUE: chosen, ...causes } = (
    await d.must<{ causes: Record<string, string> }>('GET', '/relationship-policy')
  ).causes
  expect(chosen).toBe('ASK')
  const put = await d.must<{ causes: object }>('PUT', '/relationship-policy', { body: { causes } })
  expect(put.causes).toMatchObject({ OVERDUE: 'ASK' })
})

test('A hit on a list reopens a decision, and so does its confirmation', async () => {
  const screen = await screeningDesk(t)
  d = new RelationshipDesk(t, { ...screen, units: 'ALL' })
  await d.policy({ LIST_HIT: 'SUSPEND' })
  const { thirdpartyId } = screen
  const { name } = await d.must<{ name: string }>('GET', `/thirdparties/${thirdpartyId}`)
  await screen.publish([])
  await d.decide(thirdpartyId, { state: 'APPROVED' })
  expect(await d.stands(thirdpartyId)).toBe('APPROVED')
  await screen.publish([{ id: 1, name }])
  expect(await d.stands(thirdpartyId)).toBe('SUSPENDED LIST_HIT')
  await d.decide(thirdpartyId, { state: 'APPROVED' })
  await d.worker.run('relationships.review', { accountId: screen.accountId, thirdpartyIds: null })
  expect(await d.stands(thirdpartyId)).toBe('APPROVED')
  const [hit] = await screen.hits()
  for (const nth of [1, 2]) {
    const { token } = await t.given.person([screen.accountId], ['REVIEWER'])
    const body = { verdict: 'TRUE_MATCH', grounds: ['SAME_NAME'] }
    await d.must('POST', `/screening/hits/${hit?.hitId}/decisions`, { token, body })
    await d.work()
    expect(await d.stands(thirdpartyId)).toBe(nth === 1 ? 'APPROVED' : 'SUSPENDED LIST_HIT')
  }
})

test('Who was only asked is suspended once something graver comes up', async () => {
  await d.policy({ EXPIRY: 'ASK', STRUCK_OFF: 'SUSPEND' })
  const id = await d.decided('Worse and worse', { state: 'APPROVED', validUntil: await d.today() })
  await advance(2)
  expect(await d.stands(id)).toBe('APPROVED EXPIRY')
  await setStatus(id, 'STRUCK_OFF')
  expect(await d.stands(id)).toBe('SUSPENDED STRUCK_OFF')
  expect((await d.history(id)).map(({ cause }) => cause)).toEqual(['STRUCK_OFF', 'EXPIRY', null])
  expect(await d.tasks(id)).toEqual(['RELATIONSHIP_TO_DECIDE OPEN'])
})

test('A company in the archive is looked at when it comes back', async () => {
  await d.policy({ STRUCK_OFF: 'ASK' })
  const id = await d.decided('Archived')
  await d.must('POST', `/thirdparties/${id}/archive`)
  await t.admin.query(`update thirdparty set status = 'STRUCK_OFF' where thirdparty_id = $1`, [id])
  await d.worker.run('relationships.review', { accountId: d.office.accountId, thirdpartyIds: [id] })
  expect(await d.stands(id)).toBe('APPROVED')
  await d.must('POST', `/thirdparties/${id}/reactivate`)
  await d.work()
  expect(await d.stands(id)).toBe('APPROVED STRUCK_OFF')
})

test('Somebody who decides while it is reopened is told to look again', async () => {
  const id = await d.decided('Meanwhile', { state: 'APPROVED', validUntil: await d.today() })
  await t.admin.query(`update thirdparty set relationship_until = '2020-01-31' where thirdparty_id = $1`, [
    id,
  ])
  const lock = `select from thirdparty where thirdparty_id = ${id} for update`
  const { accountId } = d.office
  const [, decided] = await queueBehind<string | void>(t, lock, [
    () => d.worker.run('relationships.expire-account', { accountId }),
    async () =>
      codeOf(
        await d.ask('PUT', relationshipOf(id), {
          body: { state: 'REFUSED', reason: 'Seen before' },
          headers: { 'if-match': '"1"' },
        }),
      ),
  ])
  expect(decided).toBe('412 PRECONDITION_FAILED')
  expect(await d.stands(id)).toBe('APPROVED EXPIRY')
})
