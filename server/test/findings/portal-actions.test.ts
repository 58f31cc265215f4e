import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEvidence } from '../../src/domain/findings/check-evidence.task.ts'
import type { FindingRecord } from '../../src/domain/findings/finding.schema.ts'
import { guestOf, type Guest } from '../portal/portal-desk.ts'
import { picture } from '../responses/answers-desk.ts'
import { queued, runTask } from '../responses/queued.ts'
import { givenHit } from '../screening/given-hit.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

interface Shown {
  readonly actionId: number
  readonly title: string
  readonly findingTitle: string | null
  readonly state: string
  readonly mine: boolean
  readonly late: boolean
  readonly remark: string | null
  readonly sent: { evidenceId: number; fileName: string | null; fileState: string; refused: boolean }[]
}

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

const shown = async (guest: Guest) =>
  (await guest.call('GET', '/actions')).json<{ actions: Shown[] }>().actions

async function asked(thirdpartyId: number, finding: object = {}, action: object = {}): Promise<number> {
  const { findingId } = await d.open(thirdpartyId, finding)
  const body = { title: 'Write a code of conduct', dueOn: '2099-02-28', ...action }
  const { actions } = await d.must<FindingRecord>('POST', `/findings/${findingId}/actions`, { body })
  return actions[0]?.actionId ?? 0
}

test('A contact sees what is to be put right, sends evidence, reads why it was refused and sends again', async () => {
  const thirdpartyId = await d.company('Visited', [])
  const guest = await guestOf(d.t, { ...d.office, thirdpartyId })
  const action = { dueOn: '2020-01-31', contactId: guest.contactId }
  const actionId = await asked(thirdpartyId, { description: 'A secret thought' }, action)
  const first = await guest.call('GET', '/actions')
  expect(first.json<{ actions: Shown[] }>().actions).toMatchObject([
    { actionId, findingTitle: 'No code of conduct', state: 'OPEN', mine: true, late: true, sent: [] },
  ])
  expect(first.body).not.toContain('secret')
  const path = `/actions/${actionId}/evidence`
  const sent = await guest.files(path, [picture])
  expect(sent.statusCode, sent.body).toBe(201)
  const task = checkEvidence({ store: d.t.store, scanner: null })
  for (const job of await queued(d.t, d.office.accountId, 'findings.check-evidence')) {
    await runTask(d.t, 'findings.check-evidence', task, job)
  }
  const [waiting] = await shown(guest)
  expect(waiting).toMatchObject({ state: 'SUBMITTED', sent: [{ fileState: 'CLEAN', refused: false }] })
  const file = await guest.call('GET', `/evidence/${waiting?.sent[0]?.evidenceId}`)
  expect(file.rawPayload.equals(Buffer.from(picture.content))).toBe(true)
  const part = await guest.call('GET', `/evidence/${waiting?.sent[0]?.evidenceId}`, undefined, {
    range: 'bytes=0-3',
  })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
  const refusal = { body: { verdict: 'REFUSED', remark: 'Not signed' } }
  await d.must('POST', `/corrective-actions/${actionId}/verify`, refusal)
  expect((await shown(guest))[0]).toMatchObject({
    state: 'OPEN',
    remark: 'Not signed',
    sent: [{ refused: true }],
  })
  await guest.call('POST', path, { comment: 'Signed now.' })
  await d.must('POST', `/corrective-actions/${actionId}/verify`, { body: { verdict: 'ACCEPTED' } })
  expect((await shown(guest))[0]).toMatchObject({ state: 'ACCEPTED' })
  expect((await guest.call('POST', path, { comment: 'More' })).json()).toMatchObject({
    code: 'ACTION_SETTLED',
  })
  const [, , , , sentEvent] = await d.told(thirdpartyId)
  expect(sentEvent).toMatchObject({ change: 'EVIDENCE_SENT', files: 1 })
})

test('A contact sees the actions of their themes and those they were named for, never what a hit is about', async () => {
  const thirdpartyId = await d.company('With themes', [])
  const guest = await guestOf(d.t, { ...d.office, thirdpartyId }, { themes: ['ETHICS'] })
  const own = await asked(thirdpartyId)
  const named = await asked(thirdpartyId, { theme: 'FINANCE' }, { contactId: guest.contactId })
  const other = await asked(thirdpartyId, { theme: 'FINANCE' })
  const { accountId } = d.office
  const hitId = await givenHit(d.t.admin, { accountId, thirdpartyId, name: 'Somebody' })
  const ofHit = await asked(thirdpartyId, { title: 'A sanction', source: { kind: 'HIT', hitId } })
  const actions = await shown(guest)
  expect(actions.map(({ actionId }) => actionId)).toEqual([own, named, ofHit])
  expect(actions.map(({ findingTitle }) => findingTitle)).toEqual([
    'No code of conduct',
    'No code of conduct',
    null,
  ])
  const refused = await guest.call('POST', `/actions/${other}/evidence`, { comment: 'Mine' })
  expect(refused.json()).toMatchObject({ status: 404, code: 'ACTION_NOT_FOUND' })
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  expect(await shown(guest)).toEqual([])
})

test('A contact sends no more files for actions than for requests', async () => {
  const thirdpartyId = await d.company('With many files', [])
  const guest = await guestOf(d.t, { ...d.office, thirdpartyId })
  const actionId = await asked(thirdpartyId)
  await d.t.admin.query(
    `insert into corrective_evidence (account_id, action_id, thirdparty_id, round, file_name, file_size, object_key,
       sha256, file_state, sent_at, sent_by_type, sent_by)
     select $1, $2, $3, 1, 'a.png', 1, $1::bigint || '/' || gen_random_uuid(), sha256('a'), 'CLEAN', now(), 'CONTACT', $4
     from generate_series(1, 30)`,
    [d.office.accountId, actionId, thirdpartyId, guest.contactId],
  )
  const answer = await guest.files(`/actions/${actionId}/evidence`, [picture])
  expect(answer.json()).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED' })
})
