import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

test('A finding is opened by hand, changed, closed with a reason and opened again, each with its event', async () => {
  const thirdpartyId = await d.company('With a finding', [])
  const opened = await d.open(thirdpartyId, { description: 'Nobody signed one.' })
  expect(opened).toMatchObject({
    thirdpartyId,
    thirdpartyName: 'With a finding',
    theme: 'ETHICS',
    severity: 'MAJOR',
    state: 'OPEN',
    source: { kind: 'MANUAL', documentId: null, responseId: null, hitId: null },
    openedBy: { type: 'API_CLIENT' },
    closedAt: null,
    nextDueOn: null,
    overdue: false,
    actions: [],
    version: 1,
  })
  const path = `/findings/${opened.findingId}`
  const stale = { body: { title: 'Other' }, headers: { 'if-match': '"7"' } }
  expect(await d.refusal('PATCH', path, stale)).toBe('412 PRECONDITION_FAILED')
  await d.must('PATCH', path, { body: { severity: 'CRITICAL', title: 'No code of conduct' } })
  // The same again is no change.
  const same = await d.must<{ version: number }>('PATCH', path, { body: { severity: 'CRITICAL' } })
  expect(same.version).toBe(2)
  const closed = await d.must('POST', `${path}/close`, { body: { outcome: 'CLOSED', reason: 'Signed.' } })
  expect(closed).toMatchObject({
    state: 'CLOSED',
    closingReason: 'Signed.',
    closedBy: { type: 'API_CLIENT' },
  })
  const late = { body: { title: 'Too late' } }
  expect(await d.refusal('PATCH', path, late)).toBe('409 FINDING_ENDED')
  const again = await d.must('POST', `${path}/reopen`, { body: { reason: 'It was forged.' } })
  expect(again).toMatchObject({ state: 'OPEN', closedAt: null, closingReason: null })
  expect(await d.refusal('POST', `${path}/reopen`, { body: { reason: 'Twice' } })).toBe(
    '409 FINDING_STILL_OPEN',
  )
  expect((await d.told(thirdpartyId)).map(({ change, after }) => [change, after])).toEqual([
    ['REOPENED', undefined],
    ['CLOSED', { state: 'CLOSED' }],
    ['CHANGED', { severity: 'CRITICAL' }],
    ['OPENED', expect.objectContaining({ theme: 'ETHICS', severity: 'MAJOR', title: 'No code of conduct' })],
  ])
})

test('A finding without a theme, a title or a reason is refused', async () => {
  const path = `/thirdparties/${await d.company('Refused', [])}/findings`
  const untitled = { title: ' ', severity: 'MAJOR', theme: 'ETHICS' }
  expect(await d.refusal('POST', path, { body: untitled })).toBe('400 VALIDATION_FAILED')
  const noTheme = await d.ask('POST', path, { body: { title: 'Some', severity: 'MINOR' } })
  expect(noTheme.json()).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ pointer: '/theme' }] })
  const noAnswer = { title: 'Some', severity: 'MINOR', source: { kind: 'ANSWER' } }
  expect((await d.ask('POST', path, { body: noAnswer })).json()).toMatchObject({
    errors: [{ pointer: '/source/responseId' }],
  })
  const unknown = { ...noAnswer, source: { kind: 'MANUAL', documentId: 99 } }
  expect(await d.refusal('POST', path, { body: unknown })).toBe('404 DOCUMENT_NOT_FOUND')
})

test('A company that is archived gets no findings, and keeps those it has', async () => {
  const thirdpartyId = await d.company('Archived', [])
  const { findingId } = await d.open(thirdpartyId)
  await d.must('POST', `/thirdparties/${thirdpartyId}/archive`)
  const close = { body: { outcome: 'DISMISSED', reason: 'Gone' } }
  expect(await d.refusal('POST', `/findings/${findingId}/close`, close)).toBe('409 THIRD_PARTY_ARCHIVED')
  expect((await d.read(findingId)).state).toBe('OPEN')
})

test('A list of findings is narrowed by theme, severity and state, and read page by page', async () => {
  const thirdpartyId = await d.company('With many', [])
  const one = await d.open(thirdpartyId, { theme: 'FINANCE' })
  const two = await d.open(thirdpartyId, { theme: 'FINANCE', severity: 'CRITICAL' })
  const three = await d.open(thirdpartyId, { theme: 'FINANCE', severity: 'MINOR' })
  await d.must('POST', `/findings/${three.findingId}/close`, {
    body: { outcome: 'DISMISSED', reason: 'None' },
  })
  expect(await d.listed('theme=FINANCE')).toEqual([three, two, one].map(({ findingId }) => findingId))
  expect(await d.listed('theme=FINANCE&severity=CRITICAL,MINOR')).toEqual([three.findingId, two.findingId])
  expect(await d.listed('theme=FINANCE&open=true&overdue=false')).toEqual([two.findingId, one.findingId])
  expect(await d.listed('theme=FINANCE&open=false')).toEqual([three.findingId])
  expect(await d.listed('theme=FINANCE&state=DISMISSED')).toEqual([three.findingId])
  const first = await d.must<{ content: unknown[]; next: string }>(
    'GET',
    `/thirdparties/${thirdpartyId}/findings?size=2`,
  )
  expect(first.content).toHaveLength(2)
})

test('A finding is out of sight with its company', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const here = await d.open(await d.company('Of the north', [north]), { theme: 'ENVIRONMENT' })
  const there = await d.open(await d.company('Of the south', [south]), { theme: 'ENVIRONMENT' })
  const { token } = await d.person([north])
  expect(await d.listed('theme=ENVIRONMENT', token)).toEqual([here.findingId])
  expect(await d.refusal('GET', `/findings/${there.findingId}`, { token })).toBe('404 FINDING_NOT_FOUND')
  const change = { body: { title: 'Mine' }, token }
  expect(await d.refusal('PATCH', `/findings/${there.findingId}`, change)).toBe('404 FINDING_NOT_FOUND')
})
