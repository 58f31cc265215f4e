import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fakeSmtp, type FakeSmtp } from '../../../test/fakes/smtp.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { compileProcess } from '../../../test/jobs/compile.ts'
import { countJobs } from '../../../test/jobs/count-jobs.ts'
import type { CrashPoint, MailProcessOptions } from '../../../test/mail/mail-process.ts'
import { startWorker, type Worker } from '../jobs/index.ts'
import { jobScope, systemClock, type Scope } from '../kernel/index.ts'
import {
  getMail,
  isReservedAddress,
  mailboxTransport,
  queueMail,
  renderMail,
  secretLink,
  sendMail,
  smtpTransport,
  type MailTransport,
} from './index.ts'

const times = { renewMs: 200, leaseMs: 800, sweepMs: 200, pollMs: 100 }
const patience = { timeout: 45_000, interval: 20 }
const from = 'Vigie <vigie@example.org>'
const recipient = 'jane.doe@supplier.example'

interface Scene {
  database: TestDatabase
  smtp: FakeSmtp
  scope: Scope
  logged: unknown[]
  work(transport?: MailTransport): Promise<void>
  close(): Promise<void>
}

async function scene(): Promise<Scene> {
  const database = await testDatabase()
  const smtp = await fakeSmtp()
  const { rows } = await database.admin.query<{ account_id: string }>(
    `insert into account (name) values ('Acme') returning account_id`,
  )
  const logged: unknown[] = []
  const note = (...entry: unknown[]) => void logged.push(entry)
  const open: { worker: Worker; transport: MailTransport }[] = []
  return {
    database,
    smtp,
    scope: jobScope(Number(rows[0]?.account_id), 'test'),
    logged,
    work: async (transport = smtpTransport({ url: smtp.url, from, timeoutMs: 5_000 })) => {
      const worker = await startWorker({
        url: database.appUrl,
        concurrency: 2,
        schedule: [],
        clock: systemClock,
        log: { info: note, warn: note, error: note },
        handlers: { 'mail.send': sendMail(transport) },
        times,
      })
      open.push({ worker, transport })
    },
    close: async () => {
      for (const { worker, transport } of open) {
        await worker.stop()
        transport.close()
      }
      await smtp.close()
      await database.close()
    },
  }
}

const words = {
  subject: 'Une pièce manque – été',
  text: 'Bonjour,\n\nOK.',
  html: '<p>Bonjour, <b>OK</b>.</p>',
}
function write({ database, scope }: Scene, change: Partial<Parameters<typeof queueMail>[2]> = {}) {
  const mail = { dedupeKey: 'k1', template: 'test', recipient, language: 'fr' as const, ...words, ...change }
  return database.db.write(scope, (tx) => queueMail(tx, scope, mail))
}
const read = ({ database, scope }: Scene, mailId: number | null) =>
  database.db.read(scope, (tx) => getMail(tx, scope, mailId ?? 0))

async function settled(here: Scene, mailId: number | null) {
  await vi.waitFor(async () => expect((await read(here, mailId))?.status).not.toBe('QUEUED'), patience)
  const jobs = () => here.database.db.system(countJobs)
  await vi.waitFor(async () => expect(await jobs()).toMatchObject({ waiting: 0, running: 0 }), patience)
  return read(here, mailId)
}

const link = 'https://vigie.example/portal#link=AbC-1_2'
const wayIn = renderMail({
  language: 'en',
  title: 'Your way in',
  paragraphs: [],
  action: { label: 'Open', url: secretLink('https://vigie.example/portal#link=', 'AbC-1_2') },
  footer: 'Vigie',
})
/** All that the database holds of the account's mails. */
const kept = async ({ database, scope }: Scene) =>
  JSON.stringify(
    (await database.admin.query('select * from mail where account_id = $1', [scope.accountId])).rows,
  )

describe('The outbox', { shuffle: false }, () => {
  let here: Scene
  beforeAll(async () => {
    here = await scene()
    await here.work()
  })
  afterAll(() => here.close())

  it('The outbox sends a mail with its text, its headers and one recipient', async () => {
    const mailId = await write(here)
    const mail = await settled(here, mailId)
    expect(mail).toMatchObject({ status: 'SENT', attempts: 1, last_error: null })
    expect(mail?.sent_at).toBeInstanceOf(Date)
    const [received] = here.smtp.received
    expect(received).toMatchObject({ from: 'vigie@example.org', to: [recipient], acknowledged: true })
    expect(received?.email).toMatchObject({
      from: { name: 'Vigie', address: 'vigie@example.org' },
      to: [{ address: recipient }],
      messageId: `<${mail?.message_id}>`,
      subject: words.subject,
      text: `${words.text}\n`,
    })
    expect(received?.email.html).toContain('<b>OK</b>')
    expect(received?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(mail?.message_id).toMatch(/^[0-9a-f-]{36}\.\d+@example\.org$/)
  })

  it('The outbox keeps no sign-in link once a mail has left', async () => {
    const mail = await settled(here, await write(here, { dedupeKey: 'way in', ...wayIn }))
    expect(mail).toMatchObject({ status: 'SENT' })
    expect(await kept(here)).not.toContain('AbC-1_2')
    const received = here.smtp.received.at(-1)
    expect(received?.email.text).toContain(link)
    expect(received?.email.html).toContain(`href="${link}"`)
  })

  it('The outbox writes one copy of a mail, however many request it at once', async () => {
    const before = here.smtp.received.length
    const ids = await Promise.all(Array.from({ length: 8 }, () => write(here, { dedupeKey: 'k2' })))
    const written = ids.filter((id) => id !== null)
    expect(written).toHaveLength(1)
    await settled(here, written[0] ?? null)
    expect(here.smtp.received).toHaveLength(before + 1)
  })

  it('The outbox does not know a mail whose cause was rolled back', async () => {
    const { database, scope } = here
    const failing = database.db.write(scope, async (tx) => {
      await queueMail(tx, scope, { dedupeKey: 'k3', template: 'test', recipient, language: 'en', ...words })
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await write(here, { dedupeKey: 'k3' })).not.toBeNull()
  })

  it.each([
    { subject: 'Hello\r\nBcc: all@example.org' },
    { subject: 'Hello\nBcc: all@example.org' },
    { recipient: 'a@example.org\r\nBcc: all@example.org' },
    { recipient: 'a@example.org, b@example.org' },
    { recipient: 'Jane <a@example.org>' },
    { recipient: 'nobody' },
  ])('The outbox refuses %j', async (change) => {
    await expect(write(here, { dedupeKey: 'k4', ...change })).rejects.toThrow(/subject|recipient/)
  })

  it('The outbox shows an account only its own mails', async () => {
    const mailId = await write(here, { dedupeKey: 'k5' })
    const other = jobScope(here.scope.accountId + 1_000_000, 'test')
    expect(await here.database.db.read(other, (tx) => getMail(tx, other, mailId ?? 0))).toBeUndefined()
  })
})

describe.concurrent('Faulty relays', () => {
  it.each([
    { fault: 'drop-after-data', copies: 2 },
    { fault: 'hang', copies: 2 },
    { fault: 'busy-421', copies: 1 },
    { fault: 'greylist-451', copies: 1 },
  ] as const)('A relay that answers with $fault gets the same mail again', async ({ fault, copies }) => {
    const here = await scene()
    here.smtp.misbehave(fault)
    await here.work()
    const mail = await settled(here, await write(here))
    expect(mail).toMatchObject({ status: 'SENT', attempts: 2, last_error: null })
    const ids = here.smtp.received.map(({ email }) => email.messageId)
    expect(ids).toEqual(Array.from({ length: copies }, () => `<${mail?.message_id}>`))
    expect(here.smtp.received.filter(({ acknowledged }) => acknowledged)).toHaveLength(1)
    await here.close()
  })

  it('A relay that does not know the recipient is not asked twice, and the log names nobody', async () => {
    const here = await scene()
    here.smtp.misbehave('unknown-550')
    await here.work()
    const mailId = await write(here, wayIn)
    expect(await kept(here)).toContain('AbC-1_2')
    const mail = await settled(here, mailId)
    expect(mail).toMatchObject({ status: 'FAILED', attempts: 1, last_error: '550 5.1.1' })
    expect(await kept(here)).not.toContain('AbC-1_2')
    expect(here.smtp.received).toEqual([])
    expect(JSON.stringify(here.logged)).toContain('mail refused for good')
    expect(JSON.stringify(here.logged)).not.toContain(recipient)
    await here.close()
  })

  it('A relay that does not exist leaves the mail waiting', async () => {
    const here = await scene()
    await here.smtp.close()
    await here.work()
    const mailId = await write(here)
    await vi.waitFor(async () => expect((await read(here, mailId))?.last_error).toBe('ESOCKET'), patience)
    expect(await read(here, mailId)).toMatchObject({ status: 'QUEUED' })
    await here.close()
  })
})

it('A mail is given up with the last attempt, and a finished mail is not sent again', async () => {
  const here = await scene()
  const mailId = (await write(here, wayIn)) ?? 0
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const context = { db: here.database.db, scope: here.scope, clock: systemClock, log, attempt: 25 }
  const signal = new AbortController().signal
  const transport = smtpTransport({ url: here.smtp.url, from, timeoutMs: 5_000 })
  const run = () =>
    sendMail(transport)(
      { accountId: here.scope.accountId, mailId },
      { ...context, signal, isLastAttempt: true },
    )
  here.smtp.misbehave('greylist-451')
  await expect(run()).rejects.toMatchObject({ name: 'DeliveryFault', code: '451 4.7.1' })
  expect(await read(here, mailId)).toMatchObject({ status: 'FAILED', last_error: '451 4.7.1' })
  expect(await kept(here)).not.toContain('AbC-1_2')
  await run()
  expect(here.smtp.received).toEqual([])
  transport.close()
  await here.close()
})

it('A demonstration keeps its mails inside', async () => {
  const here = await scene()
  await here.work(mailboxTransport())
  expect(await settled(here, await write(here))).toMatchObject({ status: 'SENT', subject: words.subject })
  expect(here.smtp.received).toEqual([])
  await settled(here, await write(here, { dedupeKey: 'production', ...wayIn }))
  expect(await kept(here)).not.toContain('AbC-1_2')
  await here.database.admin.query(`update account set kind = 'SANDBOX'`)
  const sandboxed = await settled(here, await write(here, { dedupeKey: 'sandbox', ...wayIn }))
  expect(sandboxed).toMatchObject({ status: 'SENT', secret: 'AbC-1_2' })
  await here.close()
})

describe('Killed senders', () => {
  let compiled: Awaited<ReturnType<typeof compileProcess>>
  beforeAll(async () => {
    compiled = await compileProcess('test/mail/mail-process.ts')
  })
  afterAll(() => compiled.remove())

  const deadly: [CrashPoint, number][] = [
    ['after-acceptance', 2],
    ['before-claim', 1],
    ['before-send', 1],
    ['after-commit', 1],
  ]
  it.concurrent.each(deadly.slice(0, rounds(1, deadly.length)))(
    'A sender killed %s leaves %i copies, all with one Message-ID',
    async (crashAt, copies) => {
      const here = await scene()
      const options: MailProcessOptions = {
        url: here.database.appUrl,
        smtpUrl: here.smtp.url,
        crashAt,
        times,
      }
      const mailId = await write(here)
      const child = spawn(process.execPath, [compiled.script, JSON.stringify(options)], { stdio: 'inherit' })
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      await here.work()
      const mail = await settled(here, mailId)
      expect(mail?.status).toBe('SENT')
      const ids = here.smtp.received.map(({ email }) => email.messageId)
      expect(ids).toEqual(Array.from({ length: copies }, () => `<${mail?.message_id}>`))
      await here.close()
    },
  )
})

describe('Invented people', () => {
  let here: Scene
  beforeAll(async () => {
    here = await scene()
    await here.work(smtpTransport({ url: here.smtp.url, from, timeoutMs: 5_000, toReserved: false }))
  })
  afterAll(() => here.close())

  it('A mail to a name that belongs to nobody stays here and says why, and one to a real person leaves', async () => {
    const { database, scope, smtp } = here
    await database.admin.query("update account set kind = 'SANDBOX' where account_id = $1", [scope.accountId])
    const invented = await write(here, { ...wayIn, dedupeKey: 'invented', recipient })
    const real = await write(here, { dedupeKey: 'real', recipient: 'ada@supplier-of-ours.fr' })
    expect(await settled(here, invented)).toMatchObject({
      status: 'FAILED',
      attempts: 1,
      last_error: 'RESERVED_ADDRESS',
    })
    expect(await settled(here, real)).toMatchObject({ status: 'SENT' })
    expect(smtp.received.map(({ to }) => to)).toEqual([['ada@supplier-of-ours.fr']])
    // Whoever tries the demonstration still finds the way in.
    expect(await read(here, invented)).toMatchObject({ secret: 'AbC-1_2' })
    expect(JSON.stringify(here.logged)).not.toContain('refused for good')
  })

  it.each([
    ['a@supplier.example', true],
    ['a@EXAMPLE.org', true],
    ['a@mail.example.com.', true],
    ['a@localhost', true],
    ['a@vigie.test', true],
    ['a@example.fr', false],
    ['a@my-example.com', false],
    ['a@test.fr', false],
    ['example@company.com', false],
  ])('The address %s is invented: %s', (address, expected) => {
    expect(isReservedAddress(address)).toBe(expected)
  })
})
