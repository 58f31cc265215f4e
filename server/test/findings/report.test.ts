import { afterAll, beforeAll, expect, test } from 'vitest'
import { findingDesk, type FindingDesk } from './finding-desk.ts'

interface Report {
  readonly themes: ({ theme: string } & Record<string, unknown>)[]
}

let d: FindingDesk
beforeAll(async () => {
  d = await findingDesk()
})
afterAll(() => d.t.close())

const reported = async (path: string, theme: string, token?: string) => {
  const given = token === undefined ? {} : { token }
  const { themes } = await d.must<Report>('GET', path, given)
  expect(themes).toHaveLength(6)
  return themes.find((one) => one.theme === theme)
}

test('A report counts findings by theme, of one company and of all that the reader sees', async () => {
  const [north, south] = [await d.unit('North'), await d.unit('South')]
  const [one, two] = [await d.company('One', [north]), await d.company('Two', [south])]
  const path = `/thirdparties/${one}/findings/report`
  const nothing = { MINOR: 0, MAJOR: 0, CRITICAL: 0 }
  expect(await reported(path, 'ETHICS')).toEqual({
    theme: 'ETHICS',
    open: nothing,
    toVerify: 0,
    overdueActions: 0,
    closed: 0,
    dismissed: 0,
    averageDays: null,
  })
  const late = await d.open(one)
  await d.must('POST', `/findings/${late.findingId}/actions`, {
    body: { title: 'Some', dueOn: '2020-01-31' },
  })
  const verified = await d.open(one, { severity: 'CRITICAL' })
  const { actions } = await d.must<{ actions: { actionId: number }[] }>(
    'POST',
    `/findings/${verified.findingId}/actions`,
    { body: { title: 'Some', dueOn: '2099-01-31' } },
  )
  const evidence = `/corrective-actions/${actions[0]?.actionId}/evidence`
  await d.must('POST', evidence, { body: { comment: 'Done.' } })
  for (const outcome of ['CLOSED', 'DISMISSED']) {
    const { findingId } = await d.open(one)
    await d.must('POST', `/findings/${findingId}/close`, { body: { outcome, reason: 'Over' } })
  }
  const old = await d.open(one)
  await d.must('POST', `/findings/${old.findingId}/close`, { body: { outcome: 'CLOSED', reason: 'Over' } })
  await d.t.admin.query(
    `update finding set closed_at = closed_at - interval '366 days', opened_at = opened_at - interval '370 days'
     where finding_id = $1`,
    [old.findingId],
  )
  await d.open(two)
  const ofOne = {
    theme: 'ETHICS',
    open: { MINOR: 0, MAJOR: 1, CRITICAL: 1 },
    toVerify: 1,
    overdueActions: 1,
    closed: 1,
    dismissed: 1,
    averageDays: 0,
  }
  expect(await reported(path, 'ETHICS')).toEqual(ofOne)
  expect(await reported('/findings/report', 'ETHICS')).toEqual({
    ...ofOne,
    open: { MINOR: 0, MAJOR: 2, CRITICAL: 1 },
  })
  const { token } = await d.person([north])
  expect(await reported('/findings/report', 'ETHICS', token)).toEqual(ofOne)
})

test('The report of an account names the companies with open findings, the gravest first', async () => {
  const west = await d.unit('West')
  const [grave, minor] = [await d.company('Grave', [west]), await d.company('Minor', [west])]
  const { token } = await d.person([west])
  const told = async () => {
    const report = await d.must<{ thirdparties: object[]; moreThirdparties: boolean }>(
      'GET',
      '/findings/report',
      { token },
    )
    expect(report.moreThirdparties).toBe(false)
    return report.thirdparties
  }
  expect(await told()).toEqual([])
  await d.open(minor, { severity: 'MINOR' })
  const { findingId } = await d.open(grave, { severity: 'CRITICAL' })
  await d.must('POST', `/findings/${findingId}/actions`, { body: { title: 'Some', dueOn: '2020-01-31' } })
  const none = { MINOR: 0, MAJOR: 0, CRITICAL: 0 }
  expect(await told()).toEqual([
    { thirdpartyId: grave, name: 'Grave', open: { ...none, CRITICAL: 1 }, toVerify: 0, overdueActions: 1 },
    { thirdpartyId: minor, name: 'Minor', open: { ...none, MINOR: 1 }, toVerify: 0, overdueActions: 0 },
  ])
})
