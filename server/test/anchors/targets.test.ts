import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeStampTarget } from '../../src/domain/anchors/index.ts'
import { manualClock, systemClock, type Scope } from '../../src/platform/kernel/index.ts'
import { sendMail, smtpTransport } from '../../src/platform/mail/index.ts'
import { newAccount } from '../database/fixtures.ts'
import { lockedBucket, startLockedStore, type LockedStore } from '../fakes/locked-store.ts'
import { fakeSmtp, type FakeSmtp } from '../fakes/smtp.ts'
import {
  reasonToSkipStamps,
  startAuthority,
  type FakeAuthority,
  type StampMood,
} from '../fakes/time-stamps.ts'
import { startReceiver, withStatus, type Receiver } from '../webhooks/receiver.ts'
import { isSigned } from '../webhooks/verify-signature.ts'
import { anchorDesk, cutBehind, type AnchorDesk } from './desk.ts'

const secret = `whsec_${Buffer.alloc(24, 3).toString('base64')}`
let desk: AnchorDesk
let receiver: Receiver
let store: LockedStore
const webhook = () => ({ CHECKPOINT_WEBHOOK_URL: receiver.url, CHECKPOINT_WEBHOOK_SECRET: secret })
const s3 = () => ({
  CHECKPOINT_S3_BUCKET: lockedBucket,
  CHECKPOINT_S3_ENDPOINT: store.url,
  CHECKPOINT_S3_REGION: 'eu-west-3',
  CHECKPOINT_S3_PREFIX: 'vigie/',
  CHECKPOINT_S3_FORCE_PATH_STYLE: 'true',
  CHECKPOINT_S3_ACCESS_KEY_ID: 'AKIDTEST',
  CHECKPOINT_S3_SECRET_ACCESS_KEY: 'secret',
  CHECKPOINT_S3_RETENTION_DAYS: '400',
})

beforeAll(async () => {
  desk = await anchorDesk()
  receiver = await startReceiver()
  store = await startLockedStore()
})
afterAll(async () => {
  await desk.close()
  await receiver.close()
  await store.close()
})

/** An account of its own with a signed journal, so that nothing waits from an earlier test. */
async function signedAccount(): Promise<Scope> {
  const scope = await newAccount(desk)
  await grow(scope)
  return scope
}
async function grow(scope: Scope): Promise<void> {
  await desk.append(2, scope)
  await desk.sign({}, [scope])
}
const seqsIn = (received: Receiver['received']) =>
  received.map(({ body }) => (JSON.parse(body) as { data: { seq: number } }).data.seq)

describe('Anchors to a webhook', () => {
  test('A webhook gets each checkpoint once and signed, after it was down, from two processes at once', async () => {
    const scope = await signedAccount()
    const of = { scopes: [scope] }
    receiver.answer(withStatus(500))
    const before = receiver.received.length
    await desk.anchor(webhook(), of)
    await grow(scope)
    receiver.answer((response) => void response.destroy())
    await desk.anchor(webhook(), of)
    expect(await desk.states(scope)).toMatchObject({
      WEBHOOK: { waiting: 2, deliveredSeq: null, fault: 'BROKEN' },
    })
    expect(desk.told).toContainEqual({
      accountId: scope.accountId,
      chain: 'EVENTS',
      target: 'WEBHOOK',
      seq: 2,
      attempts: 1,
      fault: 'STATUS_500',
    })

    receiver.answer(withStatus(204))
    const down = receiver.received.length
    await Promise.all([desk.anchor(webhook(), of), desk.anchor(webhook(), of), desk.anchor(webhook(), of)])
    await desk.anchor(webhook(), of)
    const taken = receiver.received.slice(down)
    expect(seqsIn(taken).toSorted((one, other) => one - other)).toEqual([2, 4])
    expect(await desk.states(scope)).toMatchObject({ WEBHOOK: { waiting: 0, deliveredSeq: 4, fault: null } })
    for (const one of taken) expect(await isSigned(one, secret)).toBe(true)
    // Whoever heard an attempt that was not acknowledged knows the next by its id.
    const ids = receiver.received.slice(before).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids)).toEqual(
      new Set([`checkpoint_${scope.accountId}_2`, `checkpoint_${scope.accountId}_4`]),
    )
  })

  test('A webhook also gets the checkpoints of a journal that was cut and goes on', async () => {
    const scope = await signedAccount()
    await grow(scope)
    await desk.anchor(webhook(), { scopes: [scope] })
    await desk.tamper(`${cutBehind(1)}; delete from journal_checkpoint where account_id = :account`, scope)
    await grow(scope)
    await desk.anchor(webhook(), { scopes: [scope] })
    expect(seqsIn(receiver.received.slice(-2))).toEqual([4, 3])
  })

  test('A webhook that a process was sending to when it died is left to the others after a while', async () => {
    const scope = await signedAccount()
    const clock = manualClock(new Date())
    receiver.answer(withStatus(500))
    await desk.anchor(webhook(), { clock, scopes: [scope] })
    receiver.answer(withStatus(204))
    const until = new Date(clock.now().getTime() + 60_000)
    await desk.admin.query('update journal_anchor set claimed_until = $1 where account_id = $2', [
      until,
      scope.accountId,
    ])
    clock.advance(30_000)
    await desk.anchor(webhook(), { clock, scopes: [scope] })
    expect(await desk.states(scope)).toMatchObject({ WEBHOOK: { waiting: 1 } })
    clock.advance(60_000)
    await desk.anchor(webhook(), { clock, scopes: [scope] })
    expect(await desk.states(scope)).toMatchObject({ WEBHOOK: { waiting: 0, deliveredSeq: 2 } })
  })
})

describe('Anchors to a store with locks', () => {
  test('A store gets each checkpoint under COMPLIANCE until the end of its time, with checksums', async () => {
    const scope = await signedAccount()
    const now = new Date('2026-05-01T10:00:00.000Z')
    await desk.anchor(s3(), { scopes: [scope], clock: manualClock(now) })
    const { key, headers, body } = store.puts.at(-1)!
    expect(key).toMatch(new RegExp(`^vigie/account-${scope.accountId}/000000000000002-[0-9a-f]{16}\\.json$`))
    expect(JSON.parse(body)).toMatchObject({ format: 'vigie-checkpoint/1', seq: 2 })
    expect(headers).toMatchObject({
      'x-amz-object-lock-mode': 'COMPLIANCE',
      'x-amz-object-lock-retain-until-date': '2027-06-05T10:00:00Z',
      'if-none-match': '*',
    })
    expect(await desk.states(scope)).toMatchObject({ OBJECT_LOCK: { waiting: 0, deliveredSeq: 2 } })
  })

  test('A store that is down, refuses or does not lock is reported, and has each checkpoint once in the end', async () => {
    const scope = await signedAccount()
    const ended = async (mood: Parameters<LockedStore['behave']>[0]) => {
      store.behave(mood)
      await desk.anchor(s3(), { scopes: [scope] })
      return (await desk.states(scope))['OBJECT_LOCK']
    }
    expect(await ended('down')).toMatchObject({ waiting: 1, fault: expect.stringMatching(/^[A-Za-z_]+$/) })
    expect(await ended('denied')).toMatchObject({ waiting: 1, fault: 'AccessDenied' })
    expect(await ended('ok')).toMatchObject({ waiting: 0, fault: null, deliveredSeq: 2 })
    await grow(scope)
    expect(await ended('lockless')).toMatchObject({ waiting: 1, fault: 'NOT_LOCKED', deliveredSeq: 2 })
    store.behave('ok')
    const ofAccount = store.versions.filter(({ key }) => key.includes(`account-${scope.accountId}/`))
    expect(ofAccount).toHaveLength(2)
  })

  test('A store gets no older checkpoints, and a new place begins with the newest one', async () => {
    const scope = await signedAccount()
    await grow(scope)
    store.behave('down')
    await desk.anchor({ ...s3(), ...webhook() }, { scopes: [scope] })
    store.behave('ok')
    expect(await desk.states(scope)).toMatchObject({
      OBJECT_LOCK: { waiting: 1, deliveredSeq: null },
      WEBHOOK: { waiting: 0, deliveredSeq: 4 },
    })
    const both = { ...s3(), ...webhook() }
    const { printed, exitCode } = await desk.journal(both, 'anchor', '--account', String(scope.accountId))
    expect(printed).toMatch(/OBJECT_LOCK: delivered up to event 4 on .* UTC\n/)
    expect(exitCode).toBe(0)
  })
})

test('The job that signs enqueues the one that sends, for every account', async () => {
  const scope = await newAccount(desk)
  await desk.append(3, scope)
  await desk.runJobs({})
  expect(await desk.states(scope)).toEqual({})
  await desk.append(1, scope)
  await desk.runJobs(webhook())
  expect(await desk.states(scope)).toMatchObject({ WEBHOOK: { waiting: 0, deliveredSeq: 4 } })
})

describe('Delivered anchors', () => {
  test('A delivered anchor can be neither changed nor removed, not by the owner of the tables either', async () => {
    const scope = await signedAccount()
    await desk.anchor(webhook(), { scopes: [scope] })
    const where = `where account_id = ${scope.accountId}`
    for (const change of [
      `update journal_anchor set line = '{}' ${where}`,
      `delete from journal_anchor ${where}`,
      'truncate journal_anchor',
    ]) {
      await expect(desk.admin.query(change)).rejects.toThrow('append-only')
    }
  })
})

describe('Anchors to a mailbox', () => {
  let smtp: FakeSmtp
  beforeAll(async () => {
    smtp = await fakeSmtp()
  })
  afterAll(() => smtp.close())

  test('A mailbox gets one mail a day and account, and the mail itself serves to verify', async () => {
    const scope = await signedAccount()
    const settings = { CHECKPOINT_MAIL_TO: 'auditor@firm.example', CHECKPOINT_MAIL_LANGUAGE: 'fr' }
    const clock = manualClock(new Date('2026-05-01T10:00:00.000Z'))
    const run = () => desk.anchor(settings, { clock, scopes: [scope] })
    await run()
    expect(await desk.states(scope)).toMatchObject({ MAIL: { waiting: 1, fault: null } })
    await deliverMails(scope)
    await grow(scope)
    clock.advance(600_000)
    await run()
    expect(await desk.states(scope)).toMatchObject({ MAIL: { waiting: 0, deliveredSeq: 2 } })
    expect(smtp.received).toHaveLength(1)
    const [first] = smtp.received
    expect(first?.email.subject).toContain('événement 2')
    const saved = path.join(desk.folder, '..', 'mail.txt')
    await writeFile(saved, first?.email.text ?? '')
    const words = ['verify', '--account', String(scope.accountId), '--no-files', '--anchors', 'none']
    const { printed, exitCode } = await desk.journal({}, ...words, '--checkpoints', saved)
    expect(printed).toContain(`Compared with 1 checkpoint in ${saved}`)
    expect(exitCode).toBe(0)

    clock.advance(86_400_000)
    smtp.misbehave('unknown-550')
    await run()
    await deliverMails(scope)
    clock.advance(600_000)
    await run()
    expect(await desk.states(scope)).toMatchObject({
      MAIL: { waiting: 1, deliveredSeq: 2, fault: 'MAIL_REFUSED' },
    })
  })

  async function deliverMails(scope: Scope): Promise<void> {
    const transport = smtpTransport({ url: smtp.url, from: 'vigie@installation.example' })
    const { rows } = await desk.admin.query<{ mail_id: string }>(
      `select mail_id from mail where account_id = $1 and status = 'QUEUED'`,
      [scope.accountId],
    )
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }
    for (const { mail_id: mailId } of rows) {
      await sendMail(transport)(
        { accountId: scope.accountId, mailId: Number(mailId) },
        {
          db: desk.db,
          clock: systemClock,
          scope,
          signal: new AbortController().signal,
          attempt: 1,
          isLastAttempt: false,
          log: quiet,
        },
      )
    }
    transport.close()
  }
})

const reasonToSkip = reasonToSkipStamps()
if (reasonToSkip !== undefined) console.warn(`Tests of time-stamps skipped: ${reasonToSkip}`)

describe.skipIf(reasonToSkip !== undefined)('Time-stamping authorities', () => {
  let authority: FakeAuthority
  let scope: Scope
  beforeAll(async () => {
    authority = await startAuthority('rsa')
    scope = await signedAccount()
  })
  afterAll(() => authority.close())
  const settings = () => ({
    CHECKPOINT_TIMESTAMP_URL: authority.url,
    CHECKPOINT_TIMESTAMP_CA_FILE: authority.caFile,
    CHECKPOINT_TIMESTAMP_POLICY: '1.2.3.4.1',
  })
  const ended = async (mood: StampMood) => {
    authority.behave(mood)
    await desk.anchor(settings(), { scopes: [scope] })
    return (await desk.states(scope))['TIME_STAMP']
  }

  test.each<[StampMood, string]>([
    ['down', 'UNREACHABLE'],
    ['error', 'STATUS'],
    ['rejection', 'REJECTED'],
    ['garbage', 'MALFORMED'],
    ['wrong-type', 'MALFORMED'],
    ['other-nonce', 'NONCE'],
    ['other-imprint', 'IMPRINT'],
    ['other-policy', 'POLICY'],
    ['bad-signature', 'SIGNATURE'],
    ['bad-time', 'SIGNATURE'],
    ['other-authority', 'UNTRUSTED'],
  ])('An authority whose answer is of the kind “%s” is refused and reported: %s', async (mood, fault) => {
    expect(await ended(mood)).toMatchObject({ waiting: 1, deliveredSeq: null, provenAt: null, fault })
    expect(desk.told.at(-1)).toMatchObject({
      accountId: scope.accountId,
      target: 'TIME_STAMP',
      seq: 2,
      fault,
    })
  })

  test('An authority that answers well is asked once, and its token serves an auditor who has only the files', async () => {
    const before = authority.asked.length
    const state = await ended('ok')
    expect(state).toMatchObject({ waiting: 0, deliveredSeq: 2, fault: null })
    expect(Math.abs(state!.provenAt!.getTime() - Date.now())).toBeLessThan(120_000)
    await ended('ok')
    expect(authority.asked.slice(before)).toMatchObject([{ type: 'application/timestamp-query' }])

    const out = path.join(desk.folder, '..', 'stamped.ndjson')
    await desk.journal({}, 'export', '--account', String(scope.accountId), '--out', out)
    const offline = ['verify', '--file', out, '--checkpoints', desk.folder]
    expect((await desk.journal({}, ...offline)).printed).toContain('1 time-stamps NOT checked')
    const judged = await desk.journal({}, ...offline, '--timestamp-ca', authority.caFile)
    expect(judged.printed).toContain('1 time-stamp holds, the last proves event 2 on ')
    expect(judged.exitCode).toBe(0)
    const strangers = authority.caFile.replace('own-ca', 'other-ca')
    const doubted = await desk.journal({}, ...offline, '--timestamp-ca', strangers)
    expect(doubted.printed).toContain('The time-stamp of event 2 DOES NOT HOLD (UNTRUSTED)')
    expect(doubted.exitCode).toBe(1)
  })

  test('An authority with another kind of key is believed by those who trust it', async () => {
    authority.behave('other-authority')
    await grow(scope)
    const other = { ...settings(), CHECKPOINT_TIMESTAMP_CA_FILE: authority.caFile.replace('own-', 'other-') }
    await desk.anchor(other, { scopes: [scope] })
    expect(await desk.states(scope)).toMatchObject({ TIME_STAMP: { waiting: 0, deliveredSeq: 4 } })
  })

  test('An authority that never answers is given up', async () => {
    authority.behave('slow')
    const target = timeStampTarget({
      url: authority.url,
      authorities: [],
      policy: null,
      folder: '',
      timeoutMs: 50,
    })
    const anchor = { chain: 'EVENTS', target: 'TIME_STAMP', seq: 1, line: '{}', attempts: 1 } as const
    const context = { db: desk.db, scope, now: new Date(), signal: new AbortController().signal }
    expect(await target.deliver(anchor, context)).toEqual({ state: 'failed', fault: 'TIMEOUT' })
  })
})
