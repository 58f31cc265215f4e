import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fakeSmtp, type FakeSmtp } from '../../../test/fakes/smtp.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness/database.ts'
import { compileProcess } from '../../../test/jobs/compile.ts'
import type { MailProcessOptions } from '../../../test/mail/mail-process.ts'
import { startWorker } from '../jobs/index.ts'
import { jobScope, systemClock } from '../kernel/index.ts'
import { getMail, queueMail, sendMail, smtpTransport } from './index.ts'

const times = { renewMs: 200, leaseMs: 800, sweepMs: 200, pollMs: 100 }
const patience = { timeout: 45_000, interval: 20 }
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

let database: TestDatabase
let smtp: FakeSmtp
let compiled: Awaited<ReturnType<typeof compileProcess>>
beforeAll(async () => {
  compiled = await compileProcess('test/mail/mail-process.ts')
  database = await testDatabase()
  smtp = await fakeSmtp()
})
afterAll(async () => {
  await smtp.close()
  await database.close()
  await compiled.remove()
})

it('A mail whose senders were killed twice, each right after the relay took it, is not sent a third time', async () => {
  const { rows } = await database.admin.query<{ account_id: string }>(
    `insert into account (name) values ('Acme') returning account_id`,
  )
  const scope = jobScope(Number(rows[0]?.account_id), 'test')
  const words = { subject: 'Once', text: 'Once.', html: '<p>Once.</p>' }
  const mail = {
    dedupeKey: 'k',
    template: 'test',
    recipient: 'jane@supplier.example',
    language: 'en',
    ...words,
  } as const
  const mailId = (await database.db.write(scope, (tx) => queueMail(tx, scope, mail))) ?? 0
  const options: MailProcessOptions = {
    url: database.appUrl,
    smtpUrl: smtp.url,
    crashAt: 'after-acceptance',
    times,
  }
  for (const copies of [1, 2]) {
    const child = spawn(process.execPath, [compiled.script, JSON.stringify(options)], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
    expect(smtp.received).toHaveLength(copies)
  }
  const transport = smtpTransport({ url: smtp.url, from: 'Vigie <vigie@example.org>', timeoutMs: 5_000 })
  const handlers = { 'mail.send': sendMail(transport) }
  const common = { url: database.appUrl, clock: systemClock, log: quiet, times }
  const worker = await startWorker({ ...common, concurrency: 1, schedule: [], handlers })
  const read = () => database.db.read(scope, (tx) => getMail(tx, scope, mailId))
  await vi.waitFor(async () => expect((await read())?.status).toBe('FAILED'), patience)
  await worker.stop()
  transport.close()
  const kept = await read()
  expect(kept).toMatchObject({ status: 'FAILED', last_error: 'PERHAPS_SENT', attempts: 3 })
  expect(smtp.received.map(({ email }) => email.messageId)).toEqual([
    `<${kept?.message_id}>`,
    `<${kept?.message_id}>`,
  ])
})
