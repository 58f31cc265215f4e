import { existsSync } from 'node:fs'
import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorChain } from '../../src/platform/administration/index.ts'
import { jobScope, manualClock, systemClock } from '../../src/platform/kernel/index.ts'
import { sendMail, smtpTransport } from '../../src/platform/mail/index.ts'
import { newAccount } from '../database/fixtures.ts'
import { lockedBucket, startLockedStore, type LockedStore } from '../fakes/locked-store.ts'
import { fakeSmtp, type FakeSmtp } from '../fakes/smtp.ts'
import { reasonToSkipStamps, startAuthority, type FakeAuthority } from '../fakes/time-stamps.ts'
import { startReceiver, withStatus, type Receiver } from '../webhooks/receiver.ts'
import { anchorDesk, type AnchorDesk } from './desk.ts'

const reasonToSkip = reasonToSkipStamps()
if (reasonToSkip !== undefined) console.warn(`Tests of anchors skipped: ${reasonToSkip}`)

const operator = { accountId: operatorChain }

/** Entry 15 says something else, and everything behind it is linked anew: in itself the chain is whole. */
const rewrite = `
  do $rewrite$ declare e administration_event; previous bytea; begin
    select hash into previous from administration_event where account_id = :account and seq = 14;
    for e in select * from administration_event where account_id = :account and seq > 14 order by seq loop
      e.name := case when e.seq = 15 then 'LINK_MADE' else e.name end;
      previous := administration_link(e, previous);
      update administration_event set name = e.name, hash = previous where account_id = :account and seq = e.seq;
    end loop;
    update administration_head set hash = previous where account_id = :account;
  end $rewrite$;
  delete from administration_checkpoint where account_id = :account and seq > 14`

describe.skipIf(reasonToSkip !== undefined)('An administration journal rewritten by a superuser', () => {
  let desk: AnchorDesk
  let authority: FakeAuthority
  let store: LockedStore
  let receiver: Receiver
  let smtp: FakeSmtp
  let settings: Record<string, string>
  let chains: readonly { accountId: number }[]

  beforeAll(async () => {
    desk = await anchorDesk()
    authority = await startAuthority()
    store = await startLockedStore()
    receiver = await startReceiver()
    smtp = await fakeSmtp()
    settings = {
      CHECKPOINT_TIMESTAMP_URL: authority.url,
      CHECKPOINT_TIMESTAMP_CA_FILE: authority.caFile,
      CHECKPOINT_S3_BUCKET: lockedBucket,
      CHECKPOINT_S3_ENDPOINT: store.url,
      CHECKPOINT_S3_REGION: 'eu-west-3',
      CHECKPOINT_S3_FORCE_PATH_STYLE: 'true',
      CHECKPOINT_S3_ACCESS_KEY_ID: 'AKIDTEST',
      CHECKPOINT_S3_SECRET_ACCESS_KEY: 'secret',
      CHECKPOINT_WEBHOOK_URL: receiver.url,
      CHECKPOINT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
    }
    chains = [desk.scope, operator]
    await desk.append(5)
    for (const mail of ['', 'auditor@firm.example']) {
      for (const chain of chains) await desk.administer(10, chain)
      await desk.sign()
      await desk.anchor({ ...settings, CHECKPOINT_MAIL_TO: mail }, { scopes: chains })
    }
    await deliverMails()
  })
  afterAll(async () => {
    for (const one of [desk, authority, store, receiver, smtp]) await one.close()
  })

  async function deliverMails(): Promise<void> {
    const transport = smtpTransport({ url: smtp.url, from: 'vigie@installation.example' })
    const { rows } = await desk.admin.query<{ account_id: string; mail_id: string }>(
      `select account_id, mail_id from mail where template = 'administration.checkpoint'`,
    )
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
    const signal = new AbortController().signal
    for (const row of rows) {
      const [accountId, mailId] = [Number(row.account_id), Number(row.mail_id)]
      const context = { db: desk.db, clock: systemClock, signal, attempt: 1, isLastAttempt: false, log }
      await sendMail(transport)({ accountId, mailId }, { ...context, scope: jobScope(accountId, 'test') })
    }
    transport.close()
  }

  const verify = (...words: string[]) => desk.journal(settings, 'verify', ...words)
  const folder = () => path.join(desk.folder, 'administration')
  const names = () => [`Account ${desk.scope.accountId}, administration`, 'Operator, administration']
  const expectBroken = ({ printed, exitCode }: { printed: string; exitCode: unknown }) => {
    for (const name of names()) expect(printed).toContain(`${name}: BROKEN at entry 20 (CHECKPOINT_MISMATCH)`)
    expect(printed).toMatch(new RegExp(`^Account ${desk.scope.accountId}: .*, intact`, 'm'))
    expect(exitCode).toBe(1)
  }

  test('An intact journal is anchored by every way, separately from the events', async () => {
    const { printed, exitCode } = await verify()
    for (const name of names()) {
      expect(printed).toContain(`${name}: 20 entries, intact; 2 checkpoints agree`)
    }
    expect(printed.match(/2 time-stamps hold, the last proves entry 20/g)).toHaveLength(2)
    expect(printed.match(/2 checkpoints in the locked store/g)).toHaveLength(2)
    expect(exitCode).toBe(0)
    for (const chain of chains) {
      expect(await desk.states(chain, 'ADMINISTRATION')).toMatchObject({
        TIME_STAMP: { waiting: 0, deliveredSeq: 20 },
        OBJECT_LOCK: { waiting: 0, deliveredSeq: 20 },
        WEBHOOK: { waiting: 0, deliveredSeq: 20 },
        MAIL: { waiting: 1, fault: null },
      })
    }
    const told = receiver.received.map(({ body }) => JSON.parse(body) as { type: string; data: object })
    expect(told).toContainEqual({
      type: 'administration.checkpoint',
      timestamp: expect.any(String),
      data: expect.objectContaining({ accountId: 0, chain: 'ADMINISTRATION', seq: 20 }),
    })
    const listed = await desk.journal({ ...settings, CHECKPOINT_MAIL_TO: 'auditor@firm.example' }, 'anchor')
    for (const target of ['WEBHOOK', 'MAIL']) {
      for (const name of names()) {
        expect(listed.printed).toContain(`${name}: ${target}: delivered up to entry 20`)
      }
    }
  })

  test('A rewritten journal is detected by its files, and by the anchors once those are signed again', async () => {
    for (const chain of chains) await desk.tamper(rewrite, chain)
    expectBroken(await verify('--anchors', 'none'))
    for (const { accountId } of chains) await rm(path.join(folder(), `account-${accountId}.ndjson`))
    await desk.sign()
    // Whoever has the machine has the key: nothing on it contradicts them any more, but for the anchors.
    const blind = await verify('--anchors', 'none')
    expect(blind.exitCode).toBe(0)
    for (const name of names()) expect(blind.printed).toContain(`${name}: 20 entries, intact`)
    expectBroken(await desk.journal({}, 'verify'))
    expectBroken(await verify('--since', 'last'))
  })

  test('A rewritten journal is detected by the stored time-stamps once the table of anchors is cut', async () => {
    for (const chain of chains) {
      await desk.tamper(
        `delete from journal_anchor where account_id = :account and chain = 'ADMINISTRATION'`,
        chain,
      )
    }
    expectBroken(await desk.journal({ ...settings, CHECKPOINT_S3_BUCKET: '' }, 'verify'))
  })

  test('A rewritten journal is detected by the locked objects once nothing is left on the machine', async () => {
    for (const { accountId } of chains) {
      await rm(path.join(folder(), `account-${accountId}.timestamps.ndjson`))
    }
    expect((await desk.journal({}, 'verify')).exitCode).toBe(0)
    expectBroken(await verify())
  })

  test('A rewritten journal is detected by what the receivers of webhook and mail kept', async () => {
    const copy = path.join(desk.folder, '..', 'kept-elsewhere.txt')
    const heard = receiver.received.map(({ body }) =>
      JSON.stringify((JSON.parse(body) as { data: object }).data),
    )
    await writeFile(copy, heard.join('\n'))
    expectBroken(await desk.journal({}, 'verify', '--checkpoints', copy))
    await writeFile(copy, smtp.received.map(({ email }) => email.text).join('\n'))
    expectBroken(await desk.journal({}, 'verify', '--checkpoints', copy))
    expect(smtp.received.map(({ email }) => email.subject)).toContain(
      'Checkpoint of the administration journal of the operator: entry 20',
    )
  })
})

describe('Anchors of administration', () => {
  let desk: AnchorDesk
  let receiver: Receiver
  const webhook = () => ({
    CHECKPOINT_WEBHOOK_URL: receiver.url,
    CHECKPOINT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 3).toString('base64')}`,
  })
  const delivered = async (of: { accountId: number }) =>
    (await desk.states(of, 'ADMINISTRATION'))['WEBHOOK']?.deliveredSeq ?? null

  beforeAll(async () => {
    desk = await anchorDesk()
    receiver = await startReceiver()
  })
  afterAll(async () => {
    await desk.close()
    await receiver.close()
  })

  test('Anchors are sent by the next worker when one dies after the checkpoint, or while it sends', async () => {
    const chains = [desk.scope, operator]
    for (const chain of chains) await desk.administer(3, chain)
    // As a worker leaves it that was killed before it could queue the sending.
    await desk.sign()
    await desk.runJobs(webhook())
    for (const chain of chains) expect(await delivered(chain)).toBe(3)

    for (const chain of chains) await desk.administer(1, chain)
    await desk.sign()
    const clock = manualClock(new Date())
    receiver.answer(withStatus(500))
    await desk.anchor(webhook(), { clock, scopes: chains })
    receiver.answer(withStatus(204))
    // As one leaves it that was killed with the row in its hands.
    const until = new Date(clock.now().getTime() + 60_000)
    await desk.admin.query('update journal_anchor set claimed_until = $1 where delivered_at is null', [until])
    clock.advance(90_000)
    await desk.anchor(webhook(), { clock, scopes: chains })
    for (const chain of chains) expect(await delivered(chain)).toBe(4)
  })

  test('Anchors of one account are not requested, sent or shown with those of another', async () => {
    const other = await newAccount(desk)
    await desk.administer(2, other)
    await desk.sign({}, [other])
    const before = receiver.received.length
    await desk.journal(webhook(), 'anchor', '--account', String(desk.scope.accountId))
    expect(receiver.received).toHaveLength(before)
    expect(await delivered(other)).toBeNull()
  })

  test.skipIf(!existsSync('/dev/full'))(
    'Anchors leave while the checkpoint folder is full, and its files catch up once there is room',
    async () => {
      const account = await newAccount(desk)
      const file = path.join(desk.folder, 'administration', `account-${account.accountId}.ndjson`)
      await symlink('/dev/full', file)
      await desk.administer(2, account)
      await desk.sign({}, [account])
      expect(desk.told).toContainEqual({ accountId: account.accountId, fault: 'ENOSPC' })
      await desk.anchor(webhook(), { scopes: [account] })
      expect(await delivered(account)).toBe(2)
      await rm(file)
      await desk.administer(1, account)
      await desk.sign({}, [account])
      const seqs = (await readFile(file, 'utf8')).trimEnd().split('\n')
      expect(seqs.map((line) => (JSON.parse(line) as { seq: number }).seq)).toEqual([2, 3])
    },
  )

  test('Anchors continue files of an earlier version, whose lines name no chain', async () => {
    const account = await newAccount(desk)
    await desk.administer(5, account)
    await desk.sign({}, [account])
    const file = path.join(desk.folder, 'administration', `account-${account.accountId}.ndjson`)
    const lines = await readFile(file, 'utf8')
    await writeFile(file, lines.replaceAll('"chain":"ADMINISTRATION",', ''))
    const verify = () => desk.journal({}, 'verify', '--account', String(account.accountId))
    expect((await verify()).printed).toContain('5 entries, intact; 1 checkpoint agrees')
    await desk.tamper(
      `delete from administration_checkpoint where account_id = :account;
       delete from administration_event where account_id = :account and seq > 3;
       update administration_head h set seq = e.seq, hash = e.hash, occurred_at = e.occurred_at
         from administration_event e where h.account_id = :account and e.account_id = :account and e.seq = 3`,
      account,
    )
    expect((await verify()).printed).toContain('administration: BROKEN at entry 4 (CHECKPOINT_AHEAD)')
  })
})
