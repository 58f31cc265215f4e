import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueue, type Worker } from '../../src/platform/jobs/index.ts'
import { setClockOffset } from '../database/fixtures.ts'
import { fakeSmtp, type FakeSmtp } from '../fakes/smtp.ts'
import { seed } from '../harness/fixed-seed.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { Seeded } from '../hostile/seeded.ts'
import { compileProcess } from '../jobs/compile.ts'
import { manyContacts } from './many-contacts.ts'
import { startStoryWorker } from './story-worker.ts'

// More than are written to in one transaction.
const people = 110
const day = 86_400_000
// One that lives must be able to say so on a busy machine too.
const times = { renewMs: 200, leaseMs: 2_500, sweepMs: 200, pollMs: 100 }
const patience = { timeout: 120_000, interval: 5 }
const random = new Seeded(seed)

let t: TestApp
let smtp: FakeSmtp
let folder: string
let compiled: Awaited<ReturnType<typeof compileProcess>>
let accountId: number
let survivor: Worker | undefined
const children = new Set<ChildProcess>()
beforeAll(async () => {
  compiled = await compileProcess('test/story/worker-process.ts')
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-story-'))
  smtp = await fakeSmtp()
  t = await testApp()
  accountId = await manyContacts(t, people)
  // Whoever invites takes about a second over it, so that the one who dies first is seen at it.
  await t.admin.query(`
    create function linger() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.01);
        return new;
      end $$;
    create trigger linger before insert on mail for each row when (new.template = 'contact.invited')
      execute function linger()`)
  // So that the schedulers find the last minutes due at once.
  await t.admin.query(
    `insert into graphile_worker._private_known_crontabs (identifier, known_since)
     values ('invitations.invite-all', now() - interval '1 day'), ('invitations.remind', now() - interval '1 day')`,
  )
})
afterAll(async () => {
  await Promise.all([...children].map(kill))
  await survivor?.stop()
  await t.close()
  await smtp.close()
  await compiled.remove()
  await rm(folder, { recursive: true, force: true })
})

const options = () => ({ url: t.appUrl, smtpUrl: smtp.url, folder, times })

function startChild(): void {
  const args = [compiled.script, JSON.stringify(options())]
  children.add(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  child.kill('SIGKILL')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/** At a random moment while the mails go out one of the workers dies. */
async function killOne(): Promise<void> {
  const moment = 1 + random.below(people / 2)
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(moment), patience)
  await kill(random.pick([...children]))
}

interface Jobs {
  queued: number
  running: number
}

/**
 * Those that write to people and those that send it, as far as they may still run. One that died and was asked for
 * again by its key meanwhile runs no more: the newer one does its work.
 */
async function jobs(): Promise<Record<string, Jobs>> {
  const { rows } = await t.admin.query<Jobs & { task: string }>(
    `select k.identifier as task, count(*)::int as queued, count(j.locked_at)::int as running
     from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
     where (k.identifier = 'mail.send' or k.identifier like 'invitations.%')
       and (j.locked_at is not null or j.is_available or j.last_error <> 'WorkerDied') group by 1`,
  )
  return Object.fromEntries(rows.map(({ task, ...counts }) => [task, counts]))
}

async function allDone(): Promise<void> {
  const reached = () => new Set(smtp.received.map(({ to }) => to.join())).size
  await vi.waitFor(() => expect(reached(), `seed ${seed}`).toBe(people), patience)
  await vi.waitFor(async () => expect(await jobs(), `seed ${seed}`).toEqual({}), patience)
}

/** One mail of the kind to each, whatever became of those who sent it; copies have one Message-ID. */
async function expectOneEach(template: string, event: string): Promise<void> {
  const { rows } = await t.admin.query<{ recipient: string; id: string; status: string }>(
    'select recipient, message_id as id, status from mail where account_id = $1 and template = $2',
    [accountId, template],
  )
  expect(new Set(rows.map(({ recipient }) => recipient)).size, `seed ${seed}`).toBe(people)
  expect(rows).toHaveLength(people)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['SENT']))
  const arrived = new Set(smtp.received.map(({ to, email }) => `${to.join()} ${email.messageId}`))
  expect(
    rows.filter(({ recipient, id }) => !arrived.has(`${recipient} <${id}>`)),
    `seed ${seed}`,
  ).toEqual([])
  // Nothing else was sent.
  expect(new Set(smtp.received.map(({ email }) => email.messageId)).size).toBe(people)
  const told = await t.admin.query(
    `select from event e join event_type k on k.code = e.event_type where e.account_id = $1 and k.name = $2`,
    [accountId, event],
  )
  expect(told.rowCount).toBe(people)
}

test('Workers that die again and again invite everybody, once', { timeout: 360_000 }, async () => {
  startChild()
  const running = { 'invitations.invite': { running: 1 } }
  await vi.waitFor(async () => expect(await jobs()).toMatchObject(running), patience)
  await Promise.all([...children].map(kill))
  startChild()
  startChild()
  await killOne()
  await allDone()
  await expectOneEach('contact.invited', 'THIRD_PARTY_CONTACT_INVITED')
})

test(
  'Workers that die again and again remind everybody once, however many are to be reminded',
  { timeout: 360_000 },
  async () => {
    await t.admin.query('update contact set last_seen_at = account_now(account_id) where account_id = $1', [
      accountId,
    ])
    const ahead = thursdayInTwoWeeks() - Date.now()
    await setClockOffset(t, { accountId }, ahead)
    smtp.received.length = 0
    survivor = await startStoryWorker(options())
    await t.db.system(async (tx) => {
      for (let run = 0; run < 4; run += 1) await enqueue(tx, 'invitations.remind-account', { accountId })
      for (let run = 0; run < 2; run += 1) await enqueue(tx, 'invitations.remind', {})
    })
    await killOne()
    await allDone()
    // A clock that is set back, and right again, brings nobody a second one.
    for (const shift of [-2 * day, 0]) {
      await setClockOffset(t, { accountId }, ahead + shift)
      await t.db.system((tx) => enqueue(tx, 'invitations.remind-account', { accountId }))
      await allDone()
    }
    await expectOneEach('contact.reminder', 'THIRD_PARTY_CONTACT_WEEKLY_REMINDER')
  },
)

/** The day on which all who were not reminded in the week have their turn. */
function thursdayInTwoWeeks(): number {
  const later = new Date(Date.now() + 14 * day)
  return later.getTime() + ((4 - later.getUTCDay() + 7) % 7) * day
}
