import { afterAll, beforeAll, expect, test } from 'vitest'
import { queueBehind } from '../harness/queue-behind.ts'
import type { Person } from '../units/unit-desk.ts'
import { stepDesk, type OpenDossier, type StepDesk } from './step-desk.ts'

let d: StepDesk
let admin: Person
const byAdmin = { by: { role: 'ADMIN' as const } }
beforeAll(async () => {
  d = await stepDesk()
  admin = await d.member('ADMIN')
})
afterAll(() => d.t.close())

const reject = (responseId: number) =>
  d.must('POST', `/responses/${responseId}/reject`, { body: { shareRejectionReason: false } })

test('An approval starts again when a document is rejected after it, with a trace of the former', async () => {
  const dossier = await d.opened(await d.type(byAdmin))
  const responseId = await d.complete(dossier)
  expect(await d.decide(dossier, admin, { remark: 'First time.' })).toBe('APPROVED')
  await reject(responseId)
  expect(await d.told(dossier)).toBe('WAITING WAITING')
  expect(await d.decide(dossier, admin)).toBe('409 APPROVAL_STEP_NOT_OPEN')
  await d.complete(dossier)
  expect(await d.told(dossier)).toBe('IN_PROGRESS OPEN')
  expect((await d.approval(dossier)).round).toBe(2)
  // Who decided in the former round decides anew.
  expect(await d.decide(dossier, admin)).toBe('APPROVED')
  const { rows } = await d.t.admin.query(
    'select from step_decision join approval_step using (account_id, step_id) where dossier_id = $1',
    [dossier.dossierId],
  )
  expect(rows).toHaveLength(2)
})

test('A document rejected while a step is open closes it, and nobody finds it in their list', async () => {
  const dossier = await d.opened(await d.type(byAdmin))
  const responseId = await d.complete(dossier)
  expect(await d.mine(admin)).toContain(dossier.dossierId)
  await reject(responseId)
  expect(await d.mine(admin)).not.toContain(dossier.dossierId)
})

test('An archived dossier keeps its approval and takes no decision; back from the archive it starts again', async () => {
  const dossier = await d.begun(byAdmin)
  const open = await d.begun(byAdmin)
  await d.decide(dossier, admin)
  for (const { dossierId } of [dossier, open]) await d.must('POST', `/dossiers/${dossierId}/archive`)
  expect(await d.told(dossier)).toBe('APPROVED APPROVED')
  expect(await d.decide(open, admin)).toBe('409 DOSSIER_ARCHIVED')
  expect(await d.mine(admin)).not.toContain(open.dossierId)
  await d.must('POST', `/dossiers/${dossier.dossierId}/reactivate`)
  expect(await d.told(dossier)).toBe('WAITING WAITING')
  await d.jobs()
  expect(await d.told(dossier)).toBe('IN_PROGRESS OPEN')
})

test('Other steps of a new version of the type start approvals again; anything else new leaves them alone', async () => {
  const code = await d.type(byAdmin)
  const dossier = await d.opened(code)
  await d.complete(dossier)
  await d.decide(dossier, admin)
  await d.publish(code, [byAdmin], { dueDays: 31 })
  await d.jobs()
  expect(await d.told(dossier)).toBe('APPROVED APPROVED')
  await d.publish(code, [byAdmin, byAdmin])
  await d.jobs()
  expect(await d.told(dossier)).toBe('IN_PROGRESS OPEN WAITING')
  await d.publish(code, [])
  await d.jobs()
  expect(await d.told(dossier)).toBe('NOT_NEEDED')
  await d.publish(code, [byAdmin])
  await d.jobs()
  expect(await d.told(dossier)).toBe('IN_PROGRESS OPEN')
})

test('The dossier shows the state of its approval, and what it was at any moment before', async () => {
  const code = await d.type(byAdmin)
  const dossier = await d.opened(code)
  const path = `/dossiers/${dossier.dossierId}`
  const then: [moment: string, state: string][] = []
  const look = async () => {
    const { approvalState } = await d.must<{ approvalState: string }>('GET', path)
    const { now } = await d.must<{ now: string }>('GET', '/clock')
    then.push([now.slice(0, 19), approvalState])
    await d.later(1)
  }
  await look()
  const responseId = await d.complete(dossier)
  await look()
  await d.decide(dossier, admin)
  await look()
  await reject(responseId)
  await look()
  await d.complete(dossier)
  await d.decide(dossier, admin, { outcome: 'REFUSED' })
  await look()
  await d.publish(code, [])
  await d.jobs()
  await look()
  const states = ['WAITING', 'IN_PROGRESS', 'APPROVED', 'WAITING', 'REFUSED', 'NOT_NEEDED']
  expect(then.map(([, state]) => state)).toEqual(states)
  for (const [moment, approvalState] of then)
    expect(await d.must('GET', `${path}?asOf=${moment}`)).toMatchObject({ approvalState })
})

test('A mistaken decision is mended by starting again', async () => {
  const dossier = await d.begun(byAdmin)
  expect(await d.decide(dossier, admin, { outcome: 'REFUSED' })).toBe('REFUSED')
  const restart = `/dossiers/${dossier.dossierId}/approval/restart`
  expect(await d.must('POST', restart)).toMatchObject({ state: 'IN_PROGRESS', round: 2 })
  expect(await d.decide(dossier, admin)).toBe('APPROVED')
  const waiting = await d.opened(await d.type(byAdmin))
  const refused = await d.ask('POST', `/dossiers/${waiting.dossierId}/approval/restart`)
  expect(refused.json<{ code: string }>().code).toBe('APPROVAL_NOT_BEGUN')
})

const race = (dossier: OpenDossier, ...people: readonly Person[]) =>
  queueBehind(
    d.t,
    `select from dossier where dossier_id = ${dossier.dossierId} for update`,
    people.map((person) => () => d.decide(dossier, person)),
  )

test('Of two who decide at once both voices count, or the second is told what the first has settled', async () => {
  const [one, two] = [await d.member('READER'), await d.member('READER')]
  const by = { teamId: await d.team(one, two) }
  for (const people of [
    [one, two],
    [two, one],
  ]) {
    const any = await d.begun({ by })
    expect(await race(any, ...people)).toEqual(['APPROVED', '409 APPROVAL_STEP_SETTLED'])
    const both = await d.begun({ by, need: 'ALL' })
    expect(await race(both, ...people)).toEqual(['IN_PROGRESS', 'APPROVED'])
  }
  const twice = await d.begun({ by, need: 'ALL' })
  expect(await race(twice, one, one)).toEqual(['IN_PROGRESS', '409 APPROVAL_DECIDED_ALREADY'])
})

test('A decision that meets a rejection is refused if it comes second, and undone if it comes first', async () => {
  for (const isFirst of [true, false]) {
    const dossier = await d.opened(await d.type(byAdmin))
    const responseId = await d.complete(dossier)
    const acts = [() => d.decide(dossier, admin), () => reject(responseId).then(() => 'rejected')]
    const lock = `select from dossier where dossier_id = ${dossier.dossierId} for update`
    const outcomes = await queueBehind(d.t, lock, isFirst ? acts : acts.toReversed())
    expect(outcomes).toEqual(isFirst ? ['APPROVED', 'rejected'] : ['rejected', '409 APPROVAL_STEP_NOT_OPEN'])
    expect(await d.told(dossier)).toBe('WAITING WAITING')
  }
})

test('Those who can decide are written to when a step waits for them, before it is due and after, once each', async () => {
  const [one, two] = [await d.member('READER'), await d.member('READER')]
  const by = { teamId: await d.team(one, two) }
  const dossier = await d.begun({ by, need: 'ALL', dueDays: 5 })
  const told = async () => {
    const templates = ['asked', 'soon', 'late'].map((kind) => d.mails(`approval.${kind}`))
    const mails = await Promise.all(templates)
    return mails
      .map((found) => found.filter((mail) => [one.email, two.email].includes(mail)).length)
      .join(' ')
  }
  expect(await told()).toBe('2 0 0')
  await d.decide(dossier, one)
  await d.jobs()
  for (const [days, expected] of [
    [2, '2 0 0'],
    [1, '2 1 0'],
    [2, '2 1 0'],
    [1, '2 1 1'],
    [30, '2 1 1'],
  ] as const) {
    await d.later(days)
    await d.run()
    await d.run()
    expect(await told()).toBe(expected)
  }
  expect(await d.decide(dossier, two)).toBe('APPROVED')
})
