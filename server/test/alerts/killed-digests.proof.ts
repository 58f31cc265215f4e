import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { enqueueForAccount } from '../../src/platform/jobs/index.ts'
import { fakeSmtp, type FakeSmtp } from '../fakes/smtp.ts'
import { seed } from '../harness/fixed-seed.ts'
import { Seeded } from '../hostile/seeded.ts'
import { compileProcess } from '../jobs/compile.ts'
import { alertDesk, type AlertDesk } from './alert-desk.ts'

// More than are written to in two transactions.
const people = 120
const times = { renewMs: 200, leaseMs: 2_500, sweepMs: 200, pollMs: 100 }
const patience = { timeout: 120_000, interval: 5 }
const random = new Seeded(seed)

let d: AlertDesk
let smtp: FakeSmtp
let folder: string
let compiled: Awaited<ReturnType<typeof compileProcess>>
const children = new Set<ChildProcess>()
beforeAll(async () => {
  compiled = await compileProcess('test/story/worker-process.ts')
  folder = await mkdtemp(path.join(tmpdir(), 'vigie-digests-'))
  smtp = await fakeSmtp()
  d = await alertDesk()
  // Each digest takes a moment to be written, so that whoever dies is seen at it.
  await d.t.admin.query(`
    create function linger() returns trigger language plpgsql as $$
      begin
        perform pg_sleep(0.01);
        return new;
      end $$;
    create trigger linger before insert on mail for each row when (new.template = 'alerts.daily')
      execute function linger()`)
})
afterAll(async () => {
  await Promise.all([...children].map(kill))
  await d.t.close()
  await smtp.close()
  await compiled.remove()
  await rm(folder, { recursive: true, force: true })
})

function startChild(): void {
  const options = { url: d.t.appUrl, smtpUrl: smtp.url, folder, times }
  const args = [compiled.script, JSON.stringify(options)]
  children.add(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] }))
}

async function kill(child: ChildProcess): Promise<void> {
  children.delete(child)
  child.kill('SIGKILL')
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/** Readers of a daily digest, all at the same hour. */
async function givenReaders(): Promise<void> {
  await d.t.admin.query(
    `with made as (
       insert into app_user (email, name, language)
       select 'digest-' || n || '@people.example', 'Reader ' || n, 'en' from generate_series(1, $2::int) n
       returning user_id),
     members as (
       insert into membership (account_id, user_id, roles) select $1, user_id, '{MANAGER}' from made
       returning user_id),
     hours as (
       insert into alert_person (account_id, user_id, time_zone, digest_hour)
       select $1, user_id, 'UTC', 15 from members)
     insert into alert_subscription (account_id, user_id, kinds, themes, reach, channel)
     select $1, user_id, '{STRUCK_OFF}', '{}', 'ALL', 2 from members`,
    [d.office.accountId, people],
  )
}

interface Written {
  recipient: string
  id: string
  status: string
  text: string
}

async function digests(): Promise<Written[]> {
  const { rows } = await d.t.admin.query<Written>(
    `select recipient, message_id as id, status, body_text as text from mail
     where account_id = $1 and template = 'alerts.daily'`,
    [d.office.accountId],
  )
  return rows
}

test(
  'Workers that die half-way through a digest send it to everybody, once',
  { timeout: 240_000 },
  async () => {
    const { accountId } = d.office
    await givenReaders()
    await d.passUntil(8)
    const thirdpartyId = await d.company('Told once', [])
    await d.tell({
      name: 'THIRD_PARTY_INFORMATION_UPDATED',
      thirdpartyId,
      data: { before: { status: 'ACTIVE' }, after: { status: 'STRUCK_OFF' } },
    })
    await d.run()
    await d.passUntil(15)
    await d.t.db.system((tx) => enqueueForAccount(tx, 'alerts.run-account', accountId))
    startChild()
    // Some were written to, others were not.
    await vi.waitFor(async () => expect((await digests()).length).toBeGreaterThan(0), patience)
    await Promise.all([...children].map(kill))
    const half = (await digests()).length
    expect(half, `seed ${seed}`).toBeLessThan(people)
    startChild()
    startChild()
    const moment = half + 1 + random.below(people - half - 1)
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(moment), patience)
    await kill(random.pick([...children]))
    await vi.waitFor(async () => {
      const sent = (await digests()).filter(({ status }) => status === 'SENT')
      expect(sent.length, `seed ${seed}`).toBe(people)
    }, patience)
    // Another run finds nothing left to say.
    await d.run()
    const written = await digests()
    expect(written, `seed ${seed}`).toHaveLength(people)
    expect(new Set(written.map(({ recipient }) => recipient)).size).toBe(people)
    expect(written.every(({ text }) => text.includes('Told once'))).toBe(true)
    // What left twice, because a worker died between the relay's word and its own note, is one message for its reader.
    const arrived = new Set(smtp.received.map(({ to, email }) => `${to.join()} ${email.messageId}`))
    expect([...arrived].toSorted()).toEqual(
      written.map(({ recipient, id }) => `${recipient} <${id}>`).toSorted(),
    )
  },
)
