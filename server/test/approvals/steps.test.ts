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

test('Steps are decided one after the other once all documents are accepted, beside the status of the dossier', async () => {
  const [buyer, officer] = [await d.member('MANAGER'), await d.member('READER')]
  const [buyers, officers] = [await d.team(buyer), await d.team(officer)]
  const code = await d.type({ by: { teamId: buyers } }, { by: { teamId: officers } })
  const dossier = await d.opened(code)
  expect(await d.told(dossier)).toBe('WAITING WAITING WAITING')
  expect(await d.decide(dossier, buyer)).toBe('409 APPROVAL_STEP_NOT_OPEN')
  await d.complete(dossier)
  expect(await d.told(dossier)).toBe('IN_PROGRESS OPEN WAITING')
  expect(await d.mine(buyer)).toEqual([dossier.dossierId])
  expect(await d.mine(officer)).toEqual([])
  expect(await d.decide(dossier, officer, { key: 'STEP_B' })).toBe('409 APPROVAL_STEP_NOT_OPEN')
  expect(await d.decide(dossier, officer)).toBe('403 APPROVAL_NOT_YOURS')
  expect(await d.decide(dossier, buyer, { key: 'STEP_Z' })).toBe('404 APPROVAL_STEP_NOT_FOUND')
  expect(await d.decide(dossier, d.office)).toBe('403 PEOPLE_ONLY')
  expect(await d.decide(dossier, buyer, { remark: 'Good prices.' })).toBe('IN_PROGRESS')
  expect(await d.told(dossier)).toBe('IN_PROGRESS APPROVED OPEN')
  expect([await d.mine(buyer), await d.mine(officer)]).toEqual([[], [dossier.dossierId]])
  expect(await d.decide(dossier, buyer)).toBe('409 APPROVAL_DECIDED_ALREADY')
  expect(await d.decide(dossier, officer, { key: 'STEP_B' })).toBe('APPROVED')
  const { steps, people } = await d.approval(dossier)
  expect(steps[0]?.decisions).toMatchObject([
    { userId: buyer.userId, actsAs: 'OWN', forUserId: null, outcome: 'APPROVED', remark: 'Good prices.' },
  ])
  expect(people.map(({ userId }) => userId)).toEqual([buyer.userId, officer.userId])
  const shown = await d.must<{ statusCode: string }>('GET', `/dossiers/${dossier.dossierId}`)
  expect(shown.statusCode).toBe('VALID')
})

test('All, any or some of those whom a step names decide, and one refusal is enough', async () => {
  const [one, two, three] = [await d.member('READER'), await d.member('READER'), await d.member('READER')]
  const teamId = await d.team(one, two, three)
  const by = { teamId }
  const all = await d.begun({ by, need: 'ALL' })
  expect([await d.decide(all, one), await d.decide(all, two), await d.decide(all, three)]).toEqual([
    'IN_PROGRESS',
    'IN_PROGRESS',
    'APPROVED',
  ])
  const some = await d.begun({ by, need: 'COUNT', count: 2 })
  expect([await d.decide(some, three), await d.decide(some, one)]).toEqual(['IN_PROGRESS', 'APPROVED'])
  expect(await d.decide(some, two)).toBe('409 APPROVAL_STEP_SETTLED')
  const refused = await d.begun({ by, need: 'ALL' }, { by })
  await d.decide(refused, one)
  expect(await d.decide(refused, two, { outcome: 'REFUSED', remark: 'No.' })).toBe('REFUSED')
  expect(await d.told(refused)).toBe('REFUSED REFUSED CLOSED')
  expect([await d.mine(one), await d.mine(two), await d.mine(three)]).toEqual([[], [], []])
})

test('Steps are given to a role or to a unit as well, and only to people who see the company', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const [inNorth, inSouth] = [await d.person([north]), await d.person([south])]
  const auditor = await d.member('AUDITOR')
  const code = await d.type({ by: { unitId: north } }, { by: { role: 'AUDITOR' } }, { by: { unitId: south } })
  const dossier = await d.opened(code, [north])
  await d.complete(dossier)
  expect(await d.deciders(dossier)).toEqual([inNorth.userId])
  expect(await d.decide(dossier, inSouth)).toBe('404 DOSSIER_NOT_FOUND')
  expect(await d.decide(dossier, inNorth)).toBe('IN_PROGRESS')
  expect(await d.decide(dossier, auditor, { key: 'STEP_B' })).toBe('IN_PROGRESS')
  // Nobody of the third step sees the company, so it falls to the duty holder.
  const { steps } = await d.approval(dossier)
  expect(steps[2]).toMatchObject({ onDuty: true, deciders: [{ userId: admin.userId, actsAs: 'DUTY' }] })
  expect(await d.mine(admin)).toEqual([dossier.dossierId])
  expect(await d.decide(dossier, admin, { key: 'STEP_C' })).toBe('APPROVED')
})

test('A step is skipped where its condition holds when it is reached', async () => {
  const role = { by: { role: 'ADMIN' as const } }
  const british = { countriesIn: ['GB'] }
  const skipped = await d.begun({ ...role, skipWhen: british }, role)
  expect(await d.told(skipped)).toBe('IN_PROGRESS SKIPPED OPEN')
  expect(await d.decide(skipped, admin)).toBe('409 APPROVAL_STEP_SETTLED')
  const none = await d.begun(
    { ...role, skipWhen: british },
    { ...role, skipWhen: { countriesNotIn: ['FR'] } },
  )
  expect(await d.told(none)).toBe('NOT_NEEDED SKIPPED SKIPPED')
  const asked = await d.begun({ ...role, skipWhen: { countriesIn: ['GB'], criticalities: ['Low'] } })
  expect(await d.told(asked)).toBe('IN_PROGRESS OPEN')
})

test('Whoever wrote or sent an answer of the dossier does not approve it, nor hands that on', async () => {
  const [author, other, third] = [
    await d.member('READER'),
    await d.member('READER'),
    await d.member('READER'),
  ]
  const teamId = await d.team(author, other)
  const dossier = await d.opened(await d.type({ by: { teamId } }))
  await d.complete(dossier, author)
  expect(await d.deciders(dossier)).toEqual([other.userId])
  const places = await Promise.all([author, other, third].map((person) => d.placeOf(dossier, person)))
  expect(places).toEqual(['AUTHOR', 'CAN_DECIDE', 'NOT_NAMED'])
  expect(await d.decide(dossier, author)).toBe('403 APPROVER_IS_SUPPLIER')
  expect(await d.delegate(dossier, author, third)).toBe('403 APPROVER_IS_SUPPLIER')
  expect(await d.delegate(dossier, other, author)).toBe('422 DELEGATE_IS_SUPPLIER')
  await d.setTeam(teamId, [author])
  // Only the author is left: the duty holder decides.
  expect(await d.deciders(dossier)).toEqual([admin.userId])
  expect(await d.decide(dossier, other)).toBe('403 APPROVAL_NOT_YOURS')
  expect(await d.decide(dossier, admin)).toBe('APPROVED')
})

test('A type names no step twice, counts where it has to, and names teams and units that are there', async () => {
  const step = { key: 'SAME', title: { fr: 'Étape', en: 'Step' }, need: 'COUNT', dueDays: 5 }
  const body = {
    label: { fr: 'Faux', en: 'Wrong' },
    purpose: { fr: 'Pour essai.', en: 'For trial.' },
    typed: false,
    themes: ['FINANCE'],
    renewal: null,
    dueDays: 30,
    documents: [],
    approvalSteps: [
      { ...step, by: { teamId: 1 } },
      { ...step, by: { unitId: 2 } },
    ],
  }
  const refused = await d.ask('PUT', '/dossier-types/WRONG_STEPS', { body })
  expect(refused.json<object>()).toMatchObject({
    code: 'TYPE_DEFINITION_INVALID',
    faults: [
      'step SAME appears twice',
      'step SAME: a count goes with COUNT',
      'step SAME: a count goes with COUNT',
      'step SAME: there is no team 1',
      'step SAME: there is no unit 2',
    ],
  })
})
