import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FindingRecord } from '../../src/domain/findings/finding.schema.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { multipartBody, picture } from '../responses/answers-desk.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

const retire = async () => {
  const { accountId } = d.office
  const worker = handWorker(d.t)
  await worker.workOff(accountId)
  await worker.run('retention.run-account', { accountId })
  await worker.workOff(accountId)
}
const age = (findingId: number, years: number) =>
  d.t.admin.query(
    'update finding set closed_at = closed_at - make_interval(years => $2) where finding_id = $1',
    [findingId, years],
  )

/** A finding that has ended, with a file that was sent for it. */
async function endedFinding(thirdpartyId: number): Promise<{ findingId: number; objectKey: string }> {
  const { findingId } = await d.open(thirdpartyId)
  const { actions } = await d.must<FindingRecord>('POST', `/findings/${findingId}/actions`, {
    body: { title: 'Write one', dueOn: '2099-02-28' },
  })
  const path = `/corrective-actions/${actions[0]?.actionId}`
  const { payload, contentType } = multipartBody([picture], {})
  const headers = { authorization: `Bearer ${d.office.token}`, 'content-type': contentType }
  await d.t.app.inject({ method: 'POST', url: `${d.office.base}${path}/evidence`, headers, payload })
  await d.must('POST', `/findings/${findingId}/close`, {
    body: { outcome: 'DISMISSED', reason: 'Not theirs' },
  })
  const { rows } = await d.t.admin.query<{ key: string }>(
    `select object_key as key from corrective_evidence where account_id = $1 and action_id = $2`,
    [d.office.accountId, actions[0]?.actionId],
  )
  return { findingId, objectKey: rows[0]?.key ?? '' }
}

test('What ended ten years ago goes with its files, and younger, open and held findings stay', async () => {
  const thirdpartyId = await d.company('Long ago', [])
  const held = await d.company('Under hold', [])
  const old = await endedFinding(thirdpartyId)
  const younger = await endedFinding(thirdpartyId)
  const open = await d.open(thirdpartyId)
  const kept = await endedFinding(held)
  await age(old.findingId, 11)
  await age(younger.findingId, 9)
  await age(kept.findingId, 11)
  const { dossierId } = await d.must<{ dossierId: number }>('POST', `/thirdparties/${held}/dossiers`, {
    body: { dossierTypeCode: 'ONBOARDING' },
  })
  await d.must('POST', `/dossiers/${dossierId}/legal-hold`, { body: { reason: 'A dispute' } })

  await retire()

  expect(await d.refusal('GET', `/findings/${old.findingId}`)).toBe('404 FINDING_NOT_FOUND')
  await expect(d.t.store.head(old.objectKey)).resolves.toBeNull()
  for (const { findingId } of [younger, open, kept]) await d.read(findingId)
  await expect(d.t.store.head(younger.objectKey)).resolves.not.toBeNull()
  expect((await d.told(thirdpartyId)).map(({ change }) => change)).toContain('DISMISSED')
})

test('All findings of a company go that was archived ten years ago', async () => {
  const thirdpartyId = await d.company('Left', [])
  const { findingId } = await d.open(thirdpartyId)
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`, {})
  await d.t.admin.query(
    `update thirdparty set archived_at = archived_at - interval '11 years' where thirdparty_id = $1`,
    [thirdpartyId],
  )
  await retire()
  expect(await d.refusal('GET', `/findings/${findingId}`)).toBe('404 FINDING_NOT_FOUND')
})
