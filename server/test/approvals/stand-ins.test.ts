import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../units/unit-desk.ts'
import { stepDesk, type StepDesk } from './step-desk.ts'

let d: StepDesk
let admin: Person
beforeAll(async () => {
  d = await stepDesk()
  admin = await d.member('ADMIN')
})
afterAll(() => d.t.close())

const day = async (ahead: number) => {
  const { now } = await d.must<{ now: string }>('GET', '/clock')
  return new Date(Date.parse(`${now}Z`) + ahead * 86_400_000).toISOString().slice(0, 10)
}

test('A substitute decides while somebody is away, by the clock of the account, and it is told in whose place', async () => {
  const [buyer, substitute] = [await d.member('READER'), await d.member('READER')]
  const dossier = await d.begun({ by: { teamId: await d.team(buyer) } })
  await d.away(buyer, substitute, [await day(3), await day(5)])
  expect(await d.decide(dossier, substitute)).toBe('403 APPROVAL_NOT_YOURS')
  await d.later(3)
  await d.run()
  expect(await d.mine(substitute)).toEqual([dossier.dossierId])
  const { steps } = await d.approval(dossier)
  expect(steps[0]?.deciders).toEqual([
    { userId: buyer.userId, actsAs: 'OWN', forUserId: null },
    { userId: substitute.userId, actsAs: 'SUBSTITUTE', forUserId: buyer.userId },
  ])
  await d.later(3)
  await d.run()
  expect(await d.mine(substitute)).toEqual([])
  expect(await d.decide(dossier, substitute)).toBe('403 APPROVAL_NOT_YOURS')
  await d.away(buyer, substitute, [await day(0), await day(0)])
  await d.jobs()
  expect(await d.decide(dossier, substitute)).toBe('APPROVED')
  const [step] = (await d.approval(dossier)).steps
  expect(step?.decisions).toMatchObject([{ actsAs: 'SUBSTITUTE', forUserId: buyer.userId }])
})

test('Where a substitute cannot act either, the duty holder does', async () => {
  const [buyer, substitute] = [await d.member('READER'), await d.member('READER')]
  const dossier = await d.begun({ by: { teamId: await d.team(buyer) } })
  await d.away(buyer, substitute, [await day(0), await day(9)])
  await d.must('DELETE', `/users/${substitute.userId}`)
  await d.run()
  const { steps } = await d.approval(dossier)
  expect(steps[0]).toMatchObject({ onDuty: true, lacking: 0 })
  expect(await d.deciders(dossier)).toEqual([admin.userId, buyer.userId].toSorted((a, b) => a - b))
  expect(await d.mine(admin)).toEqual([dossier.dossierId])
  expect(await d.decide(dossier, admin)).toBe('APPROVED')
})

test('Somebody asked to decide does so in the place of who asked, and cannot be asked twice for more', async () => {
  const [buyer, delegate, stranger] = [
    await d.member('READER'),
    await d.member('READER'),
    await d.member('READER'),
  ]
  const dossier = await d.begun({ by: { teamId: await d.team(buyer) }, need: 'ALL' })
  expect(await d.delegate(dossier, stranger, delegate)).toBe('403 APPROVAL_NOT_YOURS')
  expect(await d.delegate(dossier, buyer, buyer)).toBe('422 DELEGATE_IS_SELF')
  expect(await d.delegate(dossier, buyer, { ...buyer, userId: 1 })).toBe('422 DELEGATE_CANNOT_ACT')
  expect(await d.delegate(dossier, buyer, delegate)).toBe('IN_PROGRESS')
  expect(await d.delegate(dossier, buyer, delegate)).toBe('IN_PROGRESS')
  await d.jobs()
  expect(await d.mails('approval.asked')).toContain(delegate.email)
  expect(await d.mine(delegate)).toEqual([dossier.dossierId])
  expect(await d.decide(dossier, delegate)).toBe('APPROVED')
  const journal = await d.must<{ content: { data: Record<string, unknown> }[] }>(
    'GET',
    `/dossiers/${dossier.dossierId}/events?size=20`,
  )
  const acts = journal.content.flatMap(({ data }) => (data['kind'] === 'APPROVAL_STEP' ? [data['act']] : []))
  expect(acts.toReversed()).toEqual(['STEP_MOVED', 'DELEGATED', 'DECIDED', 'STEP_MOVED', 'CONCLUDED'])
})

test('Whoever leaves takes nobody’s say away: what was decided may be enough then, and an emptied team is stood in for', async () => {
  const [one, two] = [await d.member('READER'), await d.member('READER')]
  const teamId = await d.team(one, two)
  const all = await d.begun({ by: { teamId }, need: 'ALL' })
  const emptied = await d.begun({ by: { teamId }, need: 'ANY' })
  expect(await d.decide(all, one)).toBe('IN_PROGRESS')
  await d.must('DELETE', `/users/${two.userId}`)
  await d.run()
  expect(await d.told(all)).toBe('APPROVED APPROVED')
  await d.setTeam(teamId, [])
  await d.run()
  expect(await d.deciders(emptied)).toEqual([admin.userId])
  await d.must('DELETE', `/teams/${teamId}`)
  expect(await d.decide(emptied, admin)).toBe('APPROVED')
})

test('Where too few people are left, the step says how many are lacking and waits', async () => {
  const [one, two] = [await d.member('READER'), await d.member('READER')]
  const teamId = await d.team(one)
  const dossier = await d.begun({ by: { teamId }, need: 'COUNT', count: 3 })
  expect((await d.approval(dossier)).steps[0]).toMatchObject({ onDuty: true, lacking: 1 })
  expect([await d.decide(dossier, one), await d.decide(dossier, admin)]).toEqual([
    'IN_PROGRESS',
    'IN_PROGRESS',
  ])
  await d.setTeam(teamId, [one, two])
  expect((await d.approval(dossier)).steps[0]).toMatchObject({ lacking: 0 })
  expect(await d.decide(dossier, two)).toBe('APPROVED')
})

test('People say themselves when they are away, and what makes no sense is refused', async () => {
  const [person, other] = [await d.member('READER'), await d.member('READER')]
  const put = async (...absences: object[]) => {
    const answer = await d.ask('PUT', '/absences', { token: person.token, body: { absences } })
    return answer.statusCode < 300 ? 'done' : answer.json<{ code: string }>().code
  }
  const away = (from: string, until: string, substituteId = other.userId) => ({ from, until, substituteId })
  expect(await put(away('2026-08-01', '2026-08-21'), away('2026-05-01', '2026-05-03'))).toBe('done')
  const own = await d.must('GET', '/absences', { token: person.token })
  expect(own).toEqual({
    absences: [away('2026-05-01', '2026-05-03'), away('2026-08-01', '2026-08-21')],
    people: [{ userId: other.userId, name: expect.any(String) }],
  })
  expect(await d.must('GET', `/users/${person.userId}/absences`)).toEqual(own)
  expect(await put(away('2026-08-21', '2026-08-01'))).toBe('ABSENCE_ENDS_FIRST')
  expect(await put(away('2026-02-30', '2026-03-01'))).toBe('VALIDATION_FAILED')
  expect(await put(away('2026-08-01', '2026-08-21'), away('2026-08-21', '2026-08-22'))).toBe(
    'ABSENCES_OVERLAP',
  )
  expect(await put(away('2026-08-01', '2026-08-02', person.userId))).toBe('SUBSTITUTE_IS_SELF')
  expect(await put(away('2026-08-01', '2026-08-02', 1))).toBe('SUBSTITUTE_UNKNOWN')
  expect(await d.must('GET', '/absences', { token: person.token })).toEqual(own)
  const missing = await d.ask('GET', '/users/1/absences')
  expect(missing.json<{ code: string }>().code).toBe('USER_NOT_FOUND')
  const { content } = await d.must<{ content: { name: string }[] }>('GET', '/administration/journal?size=1')
  expect(content[0]).toMatchObject({
    name: 'ABSENCES_CHANGED',
    subject: { type: 'USER', id: person.userId },
    before: { absences: [] },
  })
})
