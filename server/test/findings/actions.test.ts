import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkEvidence } from '../../src/domain/findings/check-evidence.task.ts'
import type { FindingRecord } from '../../src/domain/findings/finding.schema.ts'
import { multipartBody, picture, type SentFile } from '../responses/answers-desk.ts'
import { queued, runTask } from '../responses/queued.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

let d: FindingDesk
let reviewer: string
beforeAll(async () => {
  d = await findingDesk()
  reviewer = (await d.t.given.person([d.office.accountId], ['REVIEWER'])).token
})
afterAll(() => d.t.close())

const add = (findingId: number, given: object = {}) =>
  d.must<FindingRecord>('POST', `/findings/${findingId}/actions`, {
    body: { title: 'Write one', dueOn: '2099-02-28', ...given },
  })

/** A finding with one action, and the path of that. */
async function asked(name: string, given: object = {}) {
  const thirdpartyId = await d.company(name, [])
  const { findingId } = await d.open(thirdpartyId)
  const { actions, state } = await add(findingId, given)
  expect(state).toBe('IN_PROGRESS')
  const actionId = actions[0]?.actionId ?? 0
  return { thirdpartyId, findingId, actionId, path: `/corrective-actions/${actionId}` }
}

async function sendFiles(path: string, files: readonly SentFile[], fields: Record<string, string> = {}) {
  const { payload, contentType } = multipartBody([...files], fields)
  const headers = { authorization: `Bearer ${d.office.token}`, 'content-type': contentType }
  return d.t.app.inject({ method: 'POST', url: `${d.office.base}${path}/evidence`, headers, payload })
}

async function check(): Promise<void> {
  const task = checkEvidence({ store: d.t.store, scanner: null })
  for (const job of await queued(d.t, d.office.accountId, 'findings.check-evidence')) {
    await runTask(d.t, 'findings.check-evidence', task, job)
  }
}

test('An action goes from evidence through a refusal to acceptance, and only then is its finding closed', async () => {
  const { thirdpartyId, findingId, path } = await asked('Acting')
  const close = { body: { outcome: 'CLOSED', reason: 'Done' } }
  expect(await d.refusal('POST', `/findings/${findingId}/close`, close)).toBe('409 FINDING_HAS_OPEN_ACTIONS')
  const verify = (verdict: string, remark?: string) => ({ body: { verdict, remark }, token: reviewer })
  expect(await d.refusal('POST', `${path}/verify`, verify('ACCEPTED'))).toBe('409 ACTION_NOT_SUBMITTED')
  await d.must('POST', `${path}/evidence`, { body: { comment: 'Done.' } })
  expect((await d.read(findingId)).state).toBe('TO_VERIFY')
  const own = { body: { verdict: 'ACCEPTED' } }
  expect(await d.refusal('POST', `${path}/verify`, own)).toBe('403 VERIFIER_SENT_EVIDENCE')
  expect(await d.refusal('POST', `${path}/verify`, verify('REFUSED'))).toBe('422 VERIFICATION_REMARK_MISSING')
  const refused = await d.must<FindingRecord>('POST', `${path}/verify`, verify('REFUSED', 'Nothing to see.'))
  expect(refused).toMatchObject({ state: 'IN_PROGRESS', actions: [{ state: 'OPEN', round: 2 }] })
  await d.must('POST', `${path}/evidence`, { body: { comment: 'It is on the site.' } })
  const accepted = await d.must<FindingRecord>('POST', `${path}/verify`, verify('ACCEPTED'))
  expect(accepted.actions[0]).toMatchObject({
    state: 'ACCEPTED',
    remark: null,
    decidedBy: { type: 'USER' },
    evidences: [
      { round: 1, comment: 'Done.' },
      { round: 2, comment: 'It is on the site.' },
    ],
  })
  expect(accepted.state).toBe('TO_VERIFY')
  expect(await d.refusal('PATCH', path, { body: { title: 'More' } })).toBe('409 ACTION_SETTLED')
  await d.must('POST', `/findings/${findingId}/close`, close)
  expect(await d.refusal('POST', `${path}/evidence`, { body: { comment: 'More' } })).toBe('409 FINDING_ENDED')
  expect((await d.told(thirdpartyId)).map(({ change }) => change)).toEqual([
    'CLOSED',
    'ACTION_ACCEPTED',
    'EVIDENCE_SENT',
    'ACTION_REFUSED',
    'EVIDENCE_SENT',
    'ACTION_ADDED',
    'OPENED',
  ])
})

test('A file of an action is checked before anybody gets it, and one that is not sound sends the action back', async () => {
  const { findingId, path } = await asked('With files')
  const sent = await sendFiles(path, [picture], { comment: 'A picture of it.' })
  expect(sent.statusCode, sent.body).toBe(201)
  const evidences = sent.json<FindingRecord>().actions[0]?.evidences ?? []
  const file = evidences.find(({ fileName }) => fileName !== null)
  const url = `/corrective-evidence/${file?.evidenceId}`
  expect(await d.refusal('GET', url)).toBe('409 FILE_NOT_READY')
  const verdict = { body: { verdict: 'ACCEPTED' }, token: reviewer }
  expect(await d.refusal('POST', `${path}/verify`, verdict)).toBe('409 ACTION_EVIDENCE_UNCHECKED')
  await check()
  const got = await d.ask('GET', url)
  expect([got.statusCode, got.rawPayload.equals(Buffer.from(picture.content))]).toEqual([200, true])
  const part = await d.ask('GET', url, { headers: { range: 'bytes=0-3' } })
  expect([part.statusCode, part.rawPayload.length]).toEqual([206, 4])
  await d.must('POST', `${path}/verify`, verdict)

  const other = await asked('With a forged file')
  const plain = { name: 'plain.pdf', content: Buffer.from('no pdf at all') }
  const refused = await sendFiles(other.path, [plain])
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
    422,
    'UPLOAD_CONTENT_MISMATCH',
  ])
  const forged = { name: 'forged.pdf', content: Buffer.from('%PDF-1.7\nno pdf at all') }
  expect((await sendFiles(other.path, [forged])).statusCode).toBe(201)
  await check()
  const after = await d.read(other.findingId)
  expect(after).toMatchObject({ state: 'IN_PROGRESS', actions: [{ state: 'OPEN' }] })
  const evidence = after.actions[0]?.evidences[0]
  expect(evidence).toMatchObject({ fileState: 'REFUSED' })
  expect(await d.refusal('GET', `/corrective-evidence/${evidence?.evidenceId}`)).toBe('403 FILE_QUARANTINED')
  expect((await d.read(findingId)).state).toBe('TO_VERIFY')
})

test('Evidence without anything, or with what is not asked for, is refused and leaves nothing', async () => {
  const { findingId, path } = await asked('Refused')
  const stored = async () => {
    let count = 0
    for await (const _one of d.t.store.list({})) count += 1
    return count
  }
  const before = await stored()
  expect(await d.refusal('POST', `${path}/evidence`, { body: {} })).toBe('422 ACTION_EVIDENCE_MISSING')
  const unknown = await sendFiles(path, [picture], { other: 'x' })
  expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([400, 'VALIDATION_FAILED'])
  const long = await sendFiles(path, [picture], { comment: 'x'.repeat(2_001) })
  expect(long.statusCode).toBe(400)
  const virus = await sendFiles(path, [{ name: 'virus.exe', content: Buffer.from('MZ') }])
  expect(virus.json<{ code: string }>().code).toBe('UPLOAD_TYPE_REFUSED')
  expect(await stored()).toBe(before)
  expect((await d.read(findingId)).actions[0]).toMatchObject({ state: 'OPEN', evidences: [] })
})

test('An action names a contact of its company, is changed, and is cancelled with a reason', async () => {
  const { thirdpartyId, findingId, path } = await asked('With a contact')
  const elsewhere = await d.company('Elsewhere', [])
  const contactOf = async (id: number) =>
    (
      await d.must<{ contactId: number }>('POST', `/thirdparties/${id}/contacts`, {
        body: { email: `someone${id}@supplier.example`, firstName: 'Ada' },
      })
    ).contactId
  const [own, foreign] = [await contactOf(thirdpartyId), await contactOf(elsewhere)]
  const wrong = { body: { contactId: foreign } }
  expect(await d.refusal('PATCH', path, wrong)).toBe('422 ACTION_CONTACT_UNKNOWN')
  expect(await d.refusal('PATCH', path, { body: { dueOn: '2026-02-30' } })).toBe('400 VALIDATION_FAILED')
  const changed = await d.must<FindingRecord>('PATCH', path, {
    body: { contactId: own, dueOn: '2020-01-31' },
  })
  expect(changed).toMatchObject({
    nextDueOn: '2020-01-31',
    overdue: true,
    actions: [{ contact: { contactId: own, name: 'Ada', active: true }, overdue: true }],
  })
  expect(await d.listed('overdue=true')).toEqual([findingId])
  await d.must('DELETE', `/thirdparties/${thirdpartyId}/contacts/${own}`)
  expect((await d.read(findingId)).actions[0]?.contact).toMatchObject({ active: false })
  const cancelled = await d.must<FindingRecord>('POST', `${path}/cancel`, { body: { reason: 'Moot' } })
  expect(cancelled).toMatchObject({ state: 'OPEN', actions: [{ state: 'CANCELLED', remark: 'Moot' }] })
})
