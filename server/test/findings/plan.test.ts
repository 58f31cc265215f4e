import { afterAll, beforeAll, expect, test } from 'vitest'
import { takePlan } from '../../src/domain/findings/take-plan.task.ts'
import { givenAnswer } from '../responses/given-answer.ts'
import { queued, runTask } from '../responses/queued.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'
import { givenPlan } from './given-plan.ts'

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

async function vigilant(name: string) {
  const thirdpartyId = await d.company(name, [])
  const { documents } = await d.t.given.dossier(d.office, thirdpartyId, 'DUTY_OF_VIGILANCE')
  return { thirdpartyId, documentId: documents['CAP'] ?? 0 }
}

/** A plan that a reviewer accepts; what that queued is run, twice. */
async function accept(documentId: number, rows: Parameters<typeof givenPlan>[0]): Promise<void> {
  const { accountId } = d.office
  const responseId = await givenAnswer(d.t, { accountId, documentId, formdata: givenPlan(rows) })
  await d.must('POST', `/responses/${responseId}/approve`)
  const job = (await queued(d.t, accountId, 'findings.take-plan')).at(-1)
  if (!job) throw new Error('No plan is to be taken.')
  await runTask(d.t, 'findings.take-plan', takePlan, job)
  await runTask(d.t, 'findings.take-plan', takePlan, job)
}

const openOf = async (thirdpartyId: number) => {
  const { content } = await d.must<{ content: { findingId: number }[] }>(
    'GET',
    `/thirdparties/${thirdpartyId}/findings?open=true`,
  )
  return Promise.all(content.toReversed().map(({ findingId }) => d.read(findingId)))
}

test('A plan that is accepted becomes actions of findings, once, and a later plan brings them up to date', async () => {
  const { thirdpartyId, documentId } = await vigilant('With a plan')
  const asked = await d.open(thirdpartyId, { title: 'No guard  rails', theme: 'HUMAN_RIGHTS' })
  const rows = [
    {},
    { action: 'Mark the way', state: 'CLOSED' as const },
    { finding: 'no guard rails', action: 'Mount them' },
  ]
  await accept(documentId, rows)
  const [first, second, ...others] = await openOf(thirdpartyId)
  expect(others).toEqual([])
  expect(first).toMatchObject({
    findingId: asked.findingId,
    state: 'IN_PROGRESS',
    actions: [{ title: 'Mount them', dueOn: '2099-02-28', state: 'OPEN' }],
  })
  expect(second).toMatchObject({
    title: 'No fire exit',
    severity: 'MINOR',
    theme: 'HUMAN_RIGHTS',
    source: { kind: 'PLAN', documentId },
    state: 'TO_VERIFY',
    openedBy: { type: 'JOB' },
    actions: [
      { title: 'Build one', state: 'OPEN' },
      { title: 'Mark the way', state: 'SUBMITTED' },
    ],
  })
  await accept(documentId, [
    { dueOn: '31/03/2099' },
    { finding: 'No  Guard rails', action: 'mount them', state: 'CLOSED' },
  ])
  const [guarded, exit, ...none] = await openOf(thirdpartyId)
  expect(none).toEqual([])
  expect(guarded?.actions).toMatchObject([{ title: 'Mount them', state: 'SUBMITTED' }])
  expect(exit?.actions).toMatchObject([{ dueOn: '2099-03-31' }, { state: 'SUBMITTED' }])
})

test('A plan of a company that was archived meanwhile is left alone', async () => {
  const { thirdpartyId, documentId } = await vigilant('Archived')
  const { accountId } = d.office
  const answer = { accountId, documentId, state: 'ACCEPTED', formdata: givenPlan([{}]) }
  const responseId = await givenAnswer(d.t, answer)
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  await runTask(d.t, 'findings.take-plan', takePlan, { accountId, responseId })
  expect(await openOf(thirdpartyId)).toEqual([])
})
