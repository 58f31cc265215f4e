import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startWorker, type Worker } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { sendMail, smtpTransport } from '../../src/platform/mail/index.ts'
import { fakeSmtp } from '../fakes/smtp.ts'
import { givenFinding } from '../findings/given-finding.ts'
import { handWorker } from '../jobs/hand-worker.ts'
import { addContact } from '../portal/portal-desk.ts'
import { alertDesk, type AlertDesk } from './alert-desk.ts'

const times = { renewMs: 200, leaseMs: 2_500, sweepMs: 200, pollMs: 50 }
const patience = { timeout: 60_000, interval: 20 }
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let d: AlertDesk
let worker: Worker | undefined
beforeAll(async () => {
  d = await alertDesk()
})
afterAll(async () => {
  await worker?.stop()
  await d.t.close()
})

/** A worker that sends what is written to this relay, until it is stopped. */
async function workWith(url: string): Promise<void> {
  await worker?.stop()
  const transport = smtpTransport({ url, from: 'vigie@example.org', timeoutMs: 5_000 })
  const handlers = { 'mail.send': sendMail(transport) }
  const options = { url: d.t.appUrl, times, handlers, log, clock: systemClock, concurrency: 4, schedule: [] }
  const started = await startWorker(options)
  worker = {
    ...started,
    stop: async () => {
      await started.stop()
      transport.close()
    },
  }
}

const mailJobs = `graphile_worker._private_jobs j where j.task_id =
  (select id from graphile_worker._private_tasks where identifier = 'mail.send')`

/** How many seconds the next try is away, once all that is due was tried; null if nothing is left. */
async function nextTry(): Promise<number | null> {
  return vi.waitFor(async () => {
    const { rows } = await d.t.admin.query<{ busy: number; seconds: number | null }>(
      `select count(*) filter (where j.locked_at is not null or j.run_at <= now())::int as busy,
         extract(epoch from min(j.run_at) - now())::float8 as seconds from ${mailJobs}`,
    )
    expect(rows[0]?.busy).toBe(0)
    return rows[0]?.seconds ?? null
  }, patience)
}

/** Lives through so many hours: for the account, and for what waits to be tried again. */
async function pass(hours: number): Promise<void> {
  await d.pass(hours)
  await d.t.admin.query(
    `update graphile_worker._private_jobs set run_at = run_at - make_interval(secs => $1)
     where id in (select j.id from ${mailJobs})`,
    [hours * 3_600],
  )
}

const strike = (thirdpartyId: number) =>
  ({
    name: 'THIRD_PARTY_INFORMATION_UPDATED',
    thirdpartyId,
    data: { before: { status: 'ACTIVE' }, after: { status: 'STRUCK_OFF' } },
  }) as const

test(
  'A relay that is down for two days loses no alert, digest or reminder, and doubles none',
  { timeout: 180_000 },
  async () => {
    const { office, t } = d
    const { accountId } = office
    const hand = handWorker(t)
    const live = async () => {
      await d.run()
      await hand.run('findings.remind-account', { accountId })
    }
    await d.passUntil(8)
    const [ada, bob] = [await d.person('ALL'), await d.person('ALL')]
    const kinds = ['STRUCK_OFF']
    const daily = { reach: 'ALL', channel: 'DAILY', kinds }
    await d.subscribe(ada, { timeZone: 'UTC', digestHour: 15, subscriptions: [daily] })
    await d.subscribe(bob, { timeZone: 'UTC', subscriptions: [{ ...daily, channel: 'AT_ONCE' }] })
    const thirdpartyId = await d.company('Far away', [])
    const contact = await addContact(t, { ...office, thirdpartyId })
    const { actionId } = await givenFinding(t.admin, { accountId, thirdpartyId, text: 'A gap' })
    await t.admin.query(
      `update corrective_action set due_on = (account_now($1) at time zone 'UTC')::date + 2 where action_id = $2`,
      [accountId, actionId],
    )
    const dead = await fakeSmtp()
    await dead.close()
    await workWith(dead.url)
    await d.tell(strike(thirdpartyId))
    await live()
    let hours = 0
    let isSecondDay = false
    while (hours < 48) {
      // No longer than an hour at once, so that everything falls due on its day.
      const step = Math.min(1, Math.max(0.01, ((await nextTry()) ?? 3_600) / 3_600))
      await pass(step)
      hours += step
      if (hours >= 24 && !isSecondDay) {
        isSecondDay = true
        await d.tell(strike(thirdpartyId))
      }
      await live()
    }
    const outbox = () =>
      t.admin.query<{ recipient: string; template: string; status: string; id: string; attempts: number }>(
        `select recipient, template, status, message_id as id, attempts from mail
         where account_id = $1 and recipient = any($2) order by recipient, mail_id`,
        [accountId, [ada.email, bob.email, contact.email]],
      )
    const waiting = (await outbox()).rows
    expect(new Set(waiting.map(({ status }) => status))).toEqual(new Set(['QUEUED']))
    expect(Math.max(...waiting.map(({ attempts }) => attempts))).toBeGreaterThan(10)
    const smtp = await fakeSmtp()
    await workWith(smtp.url)
    for (let wait = await nextTry(); wait !== null; wait = await nextTry()) await pass((wait + 1) / 3_600)
    const { rows } = await outbox()
    const count = (email: string) =>
      rows.filter(({ recipient }) => recipient === email).map(({ template }) => template)
    expect(count(ada.email)).toEqual(['alerts.daily', 'alerts.daily'])
    expect(count(bob.email)).toEqual(['alerts.at-once', 'alerts.at-once'])
    // When the action was new, and the day before it is due.
    expect(count(contact.email)).toHaveLength(2)
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SENT']))
    const arrived = smtp.received.map(({ to, email }) => `${to.join()} ${email.messageId}`)
    const ours = rows.map(({ recipient, id }) => `${recipient} <${id}>`)
    expect(arrived.filter((one) => ours.includes(one)).toSorted()).toEqual(ours.toSorted())
    await smtp.close()
  },
)
