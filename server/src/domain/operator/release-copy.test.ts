import type { Command } from 'commander'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { administrationOf } from '../../../test/accounts/administration-of.ts'
import { testApp, type TestApp } from '../../../test/harness/index.ts'
import { openDesk } from '../../../test/webhooks/desk.ts'
import { jobsCommand } from '../../commands/jobs.ts'
import { restoreCommand } from '../../commands/restore.ts'
import { forgetQuarantine, quarantineDatabase } from '../../platform/db/index.ts'
import { systemClock, wholeAccount } from '../../platform/kernel/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import { enqueue, fallsDue, type ScheduleItem } from '../../platform/jobs/index.ts'

const token = 'operator-token-of-at-least-32-characters'
let t: TestApp
beforeAll(async () => {
  t = await testApp({ environment: { OPERATOR_TOKEN: token, WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' } })
})
afterAll(() => t.close())
afterEach(async () => {
  await t.admin.query('delete from quarantine; delete from graphile_worker._private_jobs')
  forgetQuarantine(t.db)
})

async function quarantine(copyTakenAt = new Date()): Promise<void> {
  await quarantineDatabase(t.admin as never, { copyTakenAt, restoredAt: new Date() })
  forgetQuarantine(t.db)
}

const schedule: ScheduleItem[] = [
  { task: 'announcements.watch', payload: {}, pattern: '* * * * *', catchUpMs: 900_000 },
  { task: 'retention.run', payload: {}, pattern: '20 2 * * *', catchUpMs: 86_400_000 },
]
const deps = {
  open: () =>
    Promise.resolve({
      db: t.db,
      clock: systemClock,
      accounts: null as never,
      close: () => Promise.resolve(),
    }),
  schedule: () => Promise.resolve(schedule),
}
async function run(make: (given: typeof deps) => Command, ...args: string[]): Promise<string> {
  let printed = ''
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await make(deps).exitOverride().parseAsync(args, { from: 'user' })
  } finally {
    spy.mockRestore()
    process.exitCode = 0
  }
  return printed
}
const words = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' }
async function mailOf(accountId: number, dedupeKey: string): Promise<void> {
  const mail = { template: 'test', recipient: 'jane@supplier.example', language: 'en' as const, ...words }
  const scope = wholeAccount(accountId)
  await t.db.write(scope, (tx) => queueMail(tx, scope, { ...mail, dedupeKey }))
}

describe('A copy in quarantine', () => {
  it('A copy in quarantine can be looked at and not changed, and says so', async () => {
    const office = await t.given.office()
    const person = await t.given.person([office.accountId])
    await quarantine(new Date('2026-03-31T08:00:00Z'))
    const list = await t.call('GET', `${office.base}/thirdparties`, office)
    expect(list.statusCode).toBe(200)
    const body = { legalIdentifier: '552100554' }
    const refused = await t.call('POST', `${office.base}/thirdparties`, { ...office, body })
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      503,
      'INSTALLATION_QUARANTINED',
    ])
    expect(refused.json<{ detail: string }>().detail).toContain('2026-03-31T08:00:00')
    // Whoever may not come in learns nothing of it.
    expect((await t.call('POST', `${office.base}/thirdparties`, { body })).statusCode).toBe(401)
    const { email, password } = person
    const signIn = await t.call('POST', '/auth/sign-in', {
      body: { email, password },
      headers: { origin: 'http://vigie.test' },
    })
    expect(signIn.statusCode).toBe(200)
    const ready = await t.call('GET', '/readyz')
    expect(ready.statusCode).toBe(200)
    expect(ready.json()).toMatchObject({ status: 'ready', quarantine: { copyTakenAt: expect.anything() } })
    const metrics = async () => (await t.call('GET', '/metrics')).body
    await expect.poll(metrics, { timeout: 20_000 }).toMatch(/^vigie_quarantine 1$/m)
    const jobs = await t.call('GET', '/api/operator/jobs', { token })
    expect(jobs.json()).toMatchObject({ quarantine: { copyTakenAt: expect.anything() } })
  })

  it('A release says what would be sent again and does nothing without --yes', async () => {
    const office = await t.given.office()
    await mailOf(office.accountId, 'first')
    await mailOf(office.accountId, 'second')
    await quarantine()
    await t.admin.query(
      `insert into graphile_worker._private_known_crontabs (identifier, known_since)
       values ('announcements.watch', now() - interval '1 hour')`,
    )
    const told = await run(restoreCommand, 'release')
    expect(told).toMatch(new RegExp(`^${office.accountId} +Test .* 2 +1 +0 +0$`, 'm'))
    expect(told).toMatch(/^mail\.send +2 +0 +0$/m)
    expect(told).toContain('announcements.watch\n')
    expect(told).toContain('Nothing was changed.')
    const plan = JSON.parse(await run(restoreCommand, 'release', '--json')) as { accounts: object[] }
    expect(plan.accounts).toContainEqual(
      expect.objectContaining({ accountId: office.accountId, mails: 2, recipients: 1 }),
    )
    const body = { legalIdentifier: '552100554' }
    const refused = await t.call('POST', `${office.base}/thirdparties`, { ...office, body })
    expect(refused.json<{ code: string }>().code).toBe('INSTALLATION_QUARANTINED')
  })

  it('A release drops mails and webhooks from before the copy if asked, keeps the rest, and is recorded', async () => {
    const desk = await openDesk(t)
    await desk.webhook('http://127.0.0.1:9/hook')
    await desk.tell(2)
    await desk.fanOut()
    await desk.tell(1)
    await mailOf(desk.accountId, 'before')
    // As the worker of the installation that was copied left it: held, and perhaps sent.
    await t.admin.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'elsewhere'`)
    await quarantine(new Date(Date.now() + 60_000))
    const { droppedMails, droppedDeliveries } = JSON.parse(
      await run(restoreCommand, 'release', '--yes', '--drop-mails', '--drop-webhooks', '--json'),
    ) as Record<string, number>
    expect([droppedMails, droppedDeliveries]).toEqual([1, 2])
    const mails = await t.admin.query('select status, last_error from mail where account_id = $1', [
      desk.accountId,
    ])
    expect(mails.rows).toEqual([{ status: 'FAILED', last_error: 'RESTORED' }])
    await desk.fanOut()
    const states = await t.admin.query(
      'select state, last_error from webhook_delivery where account_id = $1 order by delivery_id',
      [desk.accountId],
    )
    expect(states.rows).toEqual([
      { state: 'DEAD', last_error: 'RESTORED' },
      { state: 'DEAD', last_error: 'RESTORED' },
    ])
    for (const chain of [0, desk.accountId])
      expect((await administrationOf(t, chain)).at(-1)).toMatchObject({ name: 'COPY_RELEASED' })
    const held = await t.admin.query('select from graphile_worker._private_jobs where locked_at is not null')
    expect(held.rowCount).toBe(0)
    forgetQuarantine(t.db)
    const asked = await t.call('POST', '/auth/password-reset', { body: { email: 'a@b.example' } })
    expect(asked.statusCode).toBe(204)
  })

  it('A mail that was queued after the moment given stays', async () => {
    const { accountId } = await t.given.account()
    await mailOf(accountId, 'after')
    await quarantine()
    const before = new Date(Date.now() - 3_600_000).toISOString()
    const told = await run(restoreCommand, 'release', '--yes', '--drop-mails', '--before', before, '--json')
    expect(JSON.parse(told)).toMatchObject({ released: true, droppedMails: 0 })
    await expect(run(restoreCommand, 'release', '--yes')).rejects.toThrow('not in quarantine')
  })

  it('A drill puts an installation in quarantine and takes it out', async () => {
    await run(restoreCommand, 'quarantine', '--yes')
    await run(restoreCommand, 'quarantine', '--yes')
    expect((await administrationOf(t, 0)).at(-1)).toMatchObject({ name: 'COPY_QUARANTINED' })
    expect(await run(restoreCommand, 'release', '--yes')).toContain('Released. 0 mails')
  })
})

describe('The command for jobs', () => {
  it('The command lists, retries and drops jobs', async () => {
    const { accountId } = await t.given.account()
    await t.db.write(wholeAccount(accountId), (tx) => enqueue(tx, 'statistics.refresh', { accountId }))
    const account = String(accountId)
    const shown = await run(jobsCommand, 'list', '--account', account)
    expect(shown).toMatch(new RegExp(`statistics\\.refresh +${accountId} +waiting +0/25 +`))
    const jobs = JSON.parse(await run(jobsCommand, 'list', '--account', account, '--json')) as {
      jobId: number
    }[]
    const jobId = String(jobs[0]?.jobId)
    await t.admin.query('update graphile_worker._private_jobs set attempts = max_attempts')
    expect(await run(jobsCommand, 'retry', '--task', 'statistics.refresh')).toContain('retried: 1')
    expect(await run(jobsCommand, 'drop', jobId, '999999999')).toContain('dropped: 1\nleft: 1')
    expect(await run(jobsCommand, 'list', '--account', account)).toBe('None.\n')
    await expect(run(jobsCommand, 'drop')).rejects.toThrow('Give numbers of jobs, or --task.')
    await expect(run(jobsCommand, 'drop', 'x')).rejects.toThrow('no number of a job')
    await expect(run(jobsCommand, 'drop', '1', '--state', 'failed')).rejects.toThrow('goes with --task')
  })
})

it('A scheduled moment is made up for only within its time', () => {
  const now = new Date('2026-03-31T08:00:30Z')
  const [watch, retention] = schedule as [ScheduleItem, ScheduleItem]
  expect(fallsDue(watch, new Date('2026-03-31T07:00:00Z'), now)).toBe(true)
  expect(fallsDue(watch, new Date('2026-03-31T08:00:00Z'), now)).toBe(false)
  expect(fallsDue(retention, new Date('2026-03-31T02:20:00Z'), now)).toBe(false)
  expect(fallsDue(retention, new Date('2026-03-30T02:20:00Z'), now)).toBe(true)
})
