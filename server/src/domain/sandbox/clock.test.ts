import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { runTask } from '../../../test/responses/run-jobs.ts'
import { enqueue } from '../../platform/jobs/index.ts'
import { advanceSandbox, type DailyStep } from './advance.task.ts'
import { wholeAccount } from '../../platform/kernel/index.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t.close())

type Office = Awaited<ReturnType<TestApp['given']['office']>>
interface Clock {
  kind: string
  now: string
  aheadSeconds: number
  advancingTo: string | null
}

const day = 86_400_000
const clockOf = async ({ base, token }: Office) =>
  (await t.call('GET', `${base}/clock`, { token })).json<Clock>()
const advance = ({ base, token }: Office, body: unknown) =>
  t.call('POST', `${base}/clock/advance`, { token, body })
const travel = ({ accountId }: Office, step: DailyStep) =>
  runTask(t, 'sandbox.advance', advanceSandbox({ steps: [step] }), { accountId })
const codeOf = (answer: Awaited<ReturnType<typeof advance>>) => answer.json<{ code: string }>().code

test('A sandbox runs through each day at four in the morning, then arrives', async () => {
  const office = await t.given.office('SANDBOX')
  const target = new Date(Date.now() + 30 * day + 5_000).toISOString().slice(0, 19)
  const answer = await advance(office, { to: target })
  expect([answer.statusCode, answer.json<Clock>().advancingTo]).toEqual([202, `${target}.000`])
  expect(codeOf(await advance(office, { days: 1 }))).toBe('CLOCK_ADVANCING')
  const lived: string[] = []
  await travel(office, async () => {
    lived.push((await clockOf(office)).now)
  })
  expect(lived.at(-1)?.slice(0, 18)).toBe(target.slice(0, 18))
  expect(lived.slice(0, -1).every((moment) => moment.slice(11, 16) === '04:00')).toBe(true)
  expect(new Set(lived.map((moment) => moment.slice(0, 10))).size).toBeGreaterThanOrEqual(30)
  const arrived = await clockOf(office)
  expect(arrived).toMatchObject({ kind: 'SANDBOX', advancingTo: null })
  expect(arrived.now >= target).toBe(true)
  // What happens from now on happens then.
  const { thirdpartyId } = await t.given.thirdParty(office)
  const made = await t.call('GET', `${office.base}/thirdparties/${thirdpartyId}`, office)
  expect(made.json<{ createdAt: string }>().createdAt >= target).toBe(true)
})

test('A time travel that dies repeats its day and continues', async () => {
  const office = await t.given.office('SANDBOX')
  await advance(office, { days: 4 })
  const lived: string[] = []
  const step: DailyStep = async () => {
    lived.push((await clockOf(office)).now.slice(0, 16))
    if (lived.length === 2) throw new Error('killed')
  }
  await expect(travel(office, step)).rejects.toThrow('killed')
  await travel(office, step)
  expect(lived[1]).toBe(lived[2])
  expect(new Set(lived).size).toBe(lived.length - 1)
  expect((await clockOf(office)).advancingTo).toBeNull()
})

test('The next day waits for the jobs of the day before', async () => {
  const office = await t.given.office('SANDBOX')
  const { accountId } = office
  await advance(office, { days: 2 })
  await t.db.write(wholeAccount(accountId), (tx) =>
    enqueue(tx, 'rules.apply', { accountId, thirdpartyIds: [] }),
  )
  const before = await clockOf(office)
  let lived = 0
  const step: DailyStep = async () => {
    lived += 1
  }
  await travel(office, step)
  expect(lived).toBe(0)
  expect((await clockOf(office)).aheadSeconds).toBe(before.aheadSeconds)
  const queued = await t.admin.query(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
     where k.id = j.task_id and (j.payload ->> 'accountId')::bigint = $1 returning k.identifier`,
    [accountId],
  )
  expect(queued.rows.map((row) => row.identifier as string).toSorted()).toEqual([
    'rules.apply',
    'sandbox.advance',
  ])
  await travel(office, step)
  expect(lived).toBeGreaterThanOrEqual(2)
})

test('An impossible date is refused, and nothing moves', async () => {
  const [real, sandbox] = [await t.given.office(), await t.given.office('SANDBOX')]
  expect(codeOf(await advance(real, { days: 1 }))).toBe('CLOCK_NOT_SANDBOX')
  expect(await clockOf(real)).toMatchObject({ kind: 'PRODUCTION', aheadSeconds: 0 })
  const refused = {
    CLOCK_TARGET_UNCLEAR: [
      {},
      { days: 1, to: '2030-01-01T00:00:00' },
      { to: '2030-02-30T00:00:00' },
      { to: '2030-01-01T00:00:00+01:00' },
    ],
    CLOCK_TARGET_INVALID: [{ to: '2020-01-01T00:00:00Z' }, { to: '2100-01-01T00:00:00' }],
    VALIDATION_FAILED: [{ days: 0 }, { days: 5_000 }, { to: 'tomorrow' }, { hours: 1 }],
  }
  for (const [code, bodies] of Object.entries(refused)) {
    for (const body of bodies) expect([body, codeOf(await advance(sandbox, body))]).toEqual([body, code])
  }
  expect(await clockOf(sandbox)).toMatchObject({ aheadSeconds: 0, advancingTo: null })
})
