import { afterAll, beforeAll, expect, test } from 'vitest'
import { recomputeTask } from '../../src/domain/indicators/recompute.task.ts'
import { queued, runTask } from '../responses/queued.ts'
import { givenHit } from '../screening/given-hit.ts'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

interface Indicator {
  readonly code: string
  readonly value: number | null
  readonly advice: string | null
  readonly model: { readonly version: number }
  readonly breakdown: { factor: string; label: string; value: number; findingId?: number }[]
}

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

/** A company that has given everything that was asked of it. */
async function compliant(name: string): Promise<number> {
  const thirdpartyId = await d.company(name, [])
  await d.t.given.dossier(d.office, thirdpartyId, 'SCREENING')
  await d.t.admin.query(
    `update document set status = 'VALID', status_reason = 'ACCEPTED' where thirdparty_id = $1`,
    [thirdpartyId],
  )
  return thirdpartyId
}

async function recompute(): Promise<void> {
  const jobs = await queued(d.t, d.office.accountId, 'indicators.recompute')
  for (const job of jobs) await runTask(d.t, 'indicators.recompute', recomputeTask, job)
}

async function legal(thirdpartyId: number, token = d.office.token): Promise<Indicator | undefined> {
  await recompute()
  const path = `/thirdparties/${thirdpartyId}/indicators`
  const { content } = await d.must<{ content: Indicator[] }>('GET', path, { token })
  return content.find(({ code }) => code === 'LEGAL_COMPLIANCE')
}

test('An open finding caps the indicator of its theme until it is closed, and history tells it', async () => {
  const thirdpartyId = await compliant('Capped')
  expect(await legal(thirdpartyId)).toMatchObject({ value: 100, model: { version: 3 } })
  const { findingId } = await d.open(thirdpartyId, { theme: 'LEGAL_COMPLIANCE', severity: 'MAJOR' })
  const capped = await legal(thirdpartyId)
  expect(capped).toMatchObject({ value: 60, advice: expect.stringContaining('60') as string })
  expect(capped?.breakdown.at(-1)).toMatchObject({ factor: 'FINDING', label: 'Open finding', findingId })
  await d.must('PATCH', `/findings/${findingId}`, { body: { severity: 'CRITICAL' } })
  expect((await legal(thirdpartyId))?.value).toBe(40)
  await d.must('PATCH', `/findings/${findingId}`, { body: { severity: 'MINOR' } })
  expect((await legal(thirdpartyId))?.value).toBe(100)
  await d.must('PATCH', `/findings/${findingId}`, { body: { severity: 'CRITICAL' } })
  expect((await legal(thirdpartyId))?.value).toBe(40)
  await d.must('POST', `/findings/${findingId}/close`, { body: { outcome: 'CLOSED', reason: 'Put right.' } })
  expect((await legal(thirdpartyId))?.value).toBe(100)
  const path = `/thirdparties/${thirdpartyId}/indicators/LEGAL_COMPLIANCE/history`
  const { points } = await d.must<{ points: { value: number }[] }>('GET', path)
  expect(points.map(({ value }) => value)).toEqual([100, 40, 100, 40, 60, 100])
})

test('A finding of a hit caps the indicator without telling those who may not see hits', async () => {
  const thirdpartyId = await compliant('With a hit')
  const { accountId } = d.office
  const hitId = await givenHit(d.t.admin, { accountId, thirdpartyId, name: 'Somebody' })
  await d.t.admin.query(`update screening_hit set state = 'CLEARED' where hit_id = $1`, [hitId])
  const source = { kind: 'HIT', hitId }
  const { findingId, theme } = await d.open(thirdpartyId, { theme: undefined, severity: 'CRITICAL', source })
  expect(theme).toBe('LEGAL_COMPLIANCE')
  const whole = await legal(thirdpartyId)
  expect(whole?.breakdown.at(-1)).toMatchObject({ factor: 'SCREENING_FINDING', findingId })
  await d.must('PATCH', '/screening/settings', { body: { readersSeeHits: false } })
  const { token } = await d.t.given.person([accountId], ['READER'])
  const limited = await legal(thirdpartyId, token)
  expect(limited).toMatchObject({ value: 40, advice: expect.stringContaining('for now') as string })
  expect(limited?.breakdown.map(({ factor }) => factor)).not.toContain('SCREENING_FINDING')
  expect(await d.refusal('GET', `/findings/${findingId}`, { token })).toBe('404 FINDING_NOT_FOUND')
  expect(await d.listed('theme=LEGAL_COMPLIANCE&severity=CRITICAL&open=true', token)).toEqual([])
  const [told] = await d.told(thirdpartyId)
  expect(told).toEqual({
    kind: 'FINDING',
    findingId,
    change: 'OPENED',
    after: { theme, severity: 'CRITICAL', state: 'OPEN' },
  })
})
