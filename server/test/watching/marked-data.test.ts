import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { openInvitations } from '../../src/open-invitations.ts'
import { openReferences } from '../../src/open-references.ts'
import { openTraces } from '../../src/open-traces.ts'
import { openWebhooks } from '../../src/open-webhooks.ts'
import { createLogger } from '../../src/platform/http/index.ts'
import { logFields } from '../../src/platform/http/log-fields.ts'
import type { Worker } from '../../src/platform/jobs/index.ts'
import { systemClock } from '../../src/platform/kernel/index.ts'
import { startWorkers } from '../../src/worker.ts'
import { fakeSmtp, type FakeSmtp } from '../fakes/smtp.ts'
import { testPublicUrl } from '../harness/app.ts'
import { testApp, type TestApp } from '../harness/index.ts'
import { answersDesk, picture, type AnswersDesk } from '../responses/answers-desk.ts'
import { startReceiver, withStatus, type Receiver } from '../webhooks/receiver.ts'
import { startCollector, type Collector } from './collector.ts'

/** Nothing else in the world looks like these. */
const marks = {
  email: 'zephyrine.quillfeather@marked-mail.test',
  firstName: 'Zephyrine',
  lastName: 'Quillfeather',
  company: 'Obsidianwharf Holdings',
  fileName: 'passport-of-zq-7741',
  iban: 'FR7630006000011234567890189',
  password: 'Tortoiseshell-4477-battery',
}
// As parts of them too: half a name is one.
const found =
  /zephyrine|quillfeather|marked-mail|obsidianwharf|passport-of-zq|fr763000600001123|tortoiseshell/i

interface Line {
  readonly level: string
  readonly time: string
  readonly process: string
  readonly msg: string
  readonly [field: string]: unknown
}

const texts: string[] = []
const linesOf = (): Line[] => texts.map((text) => JSON.parse(text) as Line)
const ofLog = () => linesOf().filter(({ log }) => log === undefined)
const write = (text: string) => void texts.push(...text.trim().split('\n'))

let t: TestApp
let smtp: FakeSmtp
let collector: Collector
let receiver: Receiver
let worker: Worker
let d: AnswersDesk
let endTraces: () => Promise<void>

beforeAll(async () => {
  ;[smtp, collector, receiver] = await Promise.all([fakeSmtp(), startCollector(), startReceiver()])
  const environment = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Vigie <vigie@buyer.example>',
    WEBHOOK_ALLOWED_HOSTS: `127.0.0.1:${receiver.port}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  }
  t = await testApp({ environment, onLog: write })
  const config = loadConfig({ PUBLIC_URL: testPublicUrl, ...environment })
  endTraces = await openTraces(config.traces, { process: 'service', log: t.app.log, everyMs: 20 })
  worker = await startWorkers({
    config,
    appUrl: t.appUrl,
    clock: systemClock,
    references: openReferences(config, t.db),
    store: t.store,
    invitations: openInvitations({ config, publicUrl: testPublicUrl, secretKey: t.secretKey }),
    webhooks: openWebhooks(config, t.secretKey),
    log: createLogger({ level: 'debug', process: 'worker', stream: { write } }),
  })
  d = await answersDesk(t, { kind: 'PRODUCTION' })
})
afterAll(async () => {
  await worker.stop()
  await endTraces()
  await t.close()
  await Promise.all([smtp.close(), collector.close(), receiver.close()])
})

const company = (value: string) => ({
  legalIdentifier: { code: 'CIT003', value },
  unmanaged: { name: marks.company, countryCode: 'FR' },
})
const invited = (email: string) => ({
  email,
  name: `${marks.firstName} ${marks.lastName}`,
  roles: ['READER'],
})
const contact = { email: marks.email, firstName: marks.firstName, lastName: marks.lastName }

describe('Marked personal data', { shuffle: false }, () => {
  test('Requests, jobs and mails that are full of it are answered', async () => {
    receiver.answer(withStatus(500, {}, marks.email))
    await d.post('/webhooks', { url: `${receiver.url}/${marks.lastName}`, eventNames: [] })
    expect((await d.post('/thirdparties', company('15-048-3782'))).statusCode).toBe(201)
    expect((await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, contact)).statusCode).toBe(201)
    expect((await d.post('/users', invited(marks.email))).statusCode).toBeLessThan(300)
    await d.get(`/thirdparties?q=${encodeURIComponent(marks.company)}`)
    await d.get(`/thirdparties?nonsense=${marks.lastName}`)
    await d.get(`/${marks.lastName}/${marks.iban}`)
    const [code = ''] = Object.keys(d.documents)
    const file = { ...picture, name: `${marks.fileName}.png` }
    await d.send(code, [file], { metadata: JSON.stringify({ iban: marks.iban }) })
    await t.call('POST', '/auth/sign-in', { body: { email: marks.email, password: marks.password } })
    await t.call('POST', '/auth/password-reset', { body: { email: marks.email } })
    await t.app.inject({
      method: 'POST',
      url: `${d.base}/thirdparties`,
      headers: { authorization: `Bearer ${d.token}`, 'content-type': 'application/json' },
      payload: `{"name": "${marks.company}`,
    })
    await expect.poll(() => smtp.received.length, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(smtp.received.some(({ raw }) => raw.includes(marks.email))).toBe(true)
  })

  test('A relay that refuses and a database that quotes a row are logged without what they quote', async () => {
    await t.admin.query(
      `alter table contact add constraint marked check (last_name <> 'Quillfeather') not valid`,
    )
    const refused = await d.post(`/thirdparties/${d.thirdpartyId}/contacts`, {
      ...contact,
      email: `second.${marks.email}`,
    })
    expect(refused.statusCode).toBe(500)
    const failure = ofLog().find(({ msg }) => msg === 'request failed')
    expect(failure).toMatchObject({
      level: 'error',
      code: 'INTERNAL',
      err: { code: '23514', constraint: 'marked' },
    })
    expect(refused.json().instance).toBe(`urn:uuid:${String(failure?.['requestId'])}`)
    await t.admin.query('alter table contact drop constraint marked')
    smtp.misbehave('unknown-550', 'unknown-550')
    await d.post('/users', invited(`third.${marks.email}`))
    await expect
      .poll(() => ofLog().some(({ msg }) => msg === 'mail refused for good'), { timeout: 20_000 })
      .toBe(true)
  })

  test('No line of the log holds any of it, and each has the fields of the format', () => {
    const kinds = new Set(ofLog().map(({ process, msg }) => `${process} ${msg}`))
    expect(kinds).toContain('service request')
    expect(kinds).toContain('worker job')
    for (const line of ofLog()) {
      expect(JSON.stringify(line)).not.toMatch(found)
      expect(JSON.stringify(line)).not.toMatch(/127\.0\.0\.1|\?q=/)
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(['debug', 'info', 'warn', 'error']).toContain(line.level)
      expect(Object.keys(line).filter((field) => !Object.hasOwn(logFields, field))).toEqual([])
      expect(line['unlisted']).toBeUndefined()
    }
    const job = ofLog().find(({ msg, task }) => msg === 'job' && task === 'mail.send')
    expect(job).toMatchObject({ account: d.accountId, status: 'done', durationMs: expect.any(Number) })
  })

  test('The security stream holds addresses of machines and no more of it', () => {
    const security = linesOf().filter(({ log }) => log === 'security')
    expect(security.map(({ event }) => event)).toContain('SIGN_IN_FAILED')
    expect(JSON.stringify(security)).not.toMatch(found)
    expect(JSON.stringify(security)).toContain('127.0.0.1')
  })

  test('No span holds any of it', async () => {
    await expect.poll(() => collector.spans().map(({ name }) => name)).toContain('job mail.send')
    const names = new Set(collector.spans().map(({ name }) => name))
    for (const one of ['smtp', 'webhook', 'insert contact', 'database write']) expect(names).toContain(one)
    expect(collector.bodies.join('')).not.toMatch(found)
    expect(collector.bodies.join('')).not.toMatch(/nonsense|marked-mail/)
  })
})
